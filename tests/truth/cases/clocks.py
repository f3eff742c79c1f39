# SPDX-License-Identifier: MIT
"""Clocks with drift, variable delays, and capture clocks that jump."""
from functools import partial
from math import exp, sqrt
from random import Random

from traffic import LATE, MS, Case, clock_jump, frames, wave


def no_delay(_draw):
    while True:
        yield 0


def white(draw):
    """White noise: independent delays up to 300 us."""
    while True:
        yield draw.randrange(300_000)


def wandering(draw, deviation=150_000, steps=200):
    """An Ornstein-Uhlenbeck process: its correlation falls to 1/e within `steps`."""
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


def jumps(traffic, *sizes):
    """Jumps of the capture clock by these sizes in ns, evenly distributed over the traffic."""
    firsts = [len(traffic) * (i + 1) // (len(sizes) + 1) for i in range(len(sizes))]
    for first, by in zip(firsts, sizes):
        clock_jump(traffic, first, by)
    return Case(traffic, findings=("clock",), absent=("lost", LATE, "gap", "number"),
                causes={0: "start", **{i + 1: "capture clock" for i in range(len(sizes))}},
                clock_jumps=tuple((traffic[first], by) for first, by in zip(firsts, sizes)))


def jumps_of_waves(*sizes):
    return jumps(wave(5000, every=200), *(ms * MS for ms in sizes))


def jump_of_frames(ms):
    return jumps(frames(400), ms * MS)


CASES = {f"drift_{ppm:+}_{delays.__name__}": partial(drift, ppm, delays, seed)
         for seed, ppm in enumerate((-500, -100, 0, 100, 500)) for delays in (no_delay, white, wandering)}
CASES |= {f"capture_clock_{ms:+}ms": partial(jumps_of_waves, ms) for ms in (-5000, -2, 3, 5000)}
CASES |= {"capture_clock_thrice": partial(jumps_of_waves, 3, -5, 20),
          "capture_clock_of_frames": partial(jump_of_frames, -5000)}
