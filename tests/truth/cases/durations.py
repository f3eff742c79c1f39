# SPDX-License-Identifier: MIT
"""Chunks that last differently long, each exactly on time."""
from functools import partial
from random import Random

from traffic import BEGIN, Case, Datagram, without


def varying(shortest, longest, seconds=5):
    """In steps of 25 us, which is a sample."""
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


CASES = {"durations_500_to_1500us": partial(punctual, 500, 1500), "durations_500_to_8000us": partial(punctual, 500, 8000),
         "durations_with_loss": lossy}
