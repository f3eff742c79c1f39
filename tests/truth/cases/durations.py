# SPDX-License-Identifier: MIT
"""Chunks of different durations, each exactly on time."""
from functools import partial
from random import Random

from traffic import BEGIN, Case, Datagram, wave, without


def varying(shortest, longest, seconds=5):
    """Random durations in steps of 25 us, the duration of a sample."""
    draw, traffic, media = Random(shortest), [], 0
    while media < seconds * 1_000_000:
        duration = draw.randrange(shortest, longest + 1, 25)
        traffic.append(Datagram(BEGIN + media * 1000, 100 + len(traffic), "wave", 5_000_000 + media, duration,
                                duration // 25, has_config=True))
        media += duration
    return traffic


def punctual(shortest, longest):
    return Case(varying(shortest, longest), no_findings=True)


def lossy():
    traffic = varying(500, 3000)
    return Case(without(traffic, range(70, len(traffic) - 1, 97)), findings=("lost",), absent=("no loss explains",))


def rounded(samples=40, rate=44_100):
    """Timestamps are computed from a sample counter and rounded, durations are constant: they differ from the steps of the
    timestamps by up to 1 us."""
    traffic = wave(5000)
    for i, datagram in enumerate(traffic):
        datagram.media = 5_000_000 + (i * samples * 10**6 + rate // 2) // rate
        datagram.time = BEGIN + i * samples * 10**9 // rate
        datagram.duration, datagram.samples = samples * 10**6 // rate, samples
    return Case(traffic, no_findings=True)


def one_percent_short():
    """Each chunk leaves 10 us dark."""
    traffic = wave(3000)
    for datagram in traffic:
        datagram.duration = 990
    return Case(traffic, findings=("gap",), absent=("lost", "slow"))


CASES = {"timestamps_rounded": rounded, "durations_one_percent_short": one_percent_short,
         "durations_500_to_1500us": partial(punctual, 500, 1500),
         "durations_500_to_8000us": partial(punctual, 500, 8000),
         "durations_with_loss": lossy}
