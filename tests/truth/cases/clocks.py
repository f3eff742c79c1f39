# SPDX-License-Identifier: MIT
"""Clocks that drift, delays that vary, and capture clocks that jump."""
from functools import partial
from math import exp, sqrt
from random import Random

from traffic import LATE, MS, Case, clock_jump, wave


def no_delay(_draw):
    while True:
        yield 0


def white(draw):
    """Up to 300 us, each for itself."""
    while True:
        yield draw.randrange(300_000)


def wandering(draw, deviation=150_000, steps=200):
    """An Ornstein-Uhlenbeck process: its correlation falls to 1/e within so many steps."""
    keep = exp(-1 / steps)
    delay = draw.gauss(0, deviation)
    while True:
        yield 600_000 + round(delay)
        delay = keep * delay + draw.gauss(0, deviation * sqrt(1 - keep * keep))


def drift(ppm, delays, seed):
    traffic = wave(8000, every=200)
    for i, (datagram, delay) in enumerate(zip(traffic, delays(Random(seed)))):
        datagram.time += i * ppm + delay
    assert all(a.time < b.time for a, b in zip(traffic, traffic[1:]))
    return Case(traffic, no_findings=True)


def jump(by):
    traffic = clock_jump(wave(5000, every=200), 2500, by)
    return Case(traffic, findings=("clock",), absent=("lost", LATE, "gap", "number"),
                causes={0: "start", 1: "capture clock"}, clock_jumps=((traffic[2500], by),))


CASES = {f"drift_{ppm:+}_{delays.__name__}": partial(drift, ppm, delays, seed)
         for seed, ppm in enumerate((-500, -100, 0, 100, 500)) for delays in (no_delay, white, wandering)}
CASES |= {f"capture_clock_{ms:+}ms": partial(jump, ms * MS) for ms in (-5000, -2, 3, 5000)}
