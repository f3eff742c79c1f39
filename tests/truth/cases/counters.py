# SPDX-License-Identifier: MIT
"""Sequence numbers of 16 bits and timestamps of 32 bits that wrap, with and without loss at the wrap."""
from functools import partial

from traffic import LATE, MS, Case, delayed, wave, without

AT = 1500  # the first datagram after the wrap
NUMBERS, TIMESTAMPS = {"number": 2**16 - AT}, {"media": 2**32 - AT * 1000}


def wrapping(first, lost=(), late=()):
    found = [word for word, happened in (("lost", lost), (LATE, late)) if happened]
    return Case(without(delayed(wave(3000, every=1 if lost else 200, **first), late, 3 * MS), lost), findings=tuple(found),
                no_findings=not found, absent=("number that", "no loss explains", "restart"))


CASES = {"wrap_of_numbers": partial(wrapping, NUMBERS), "wrap_of_timestamps": partial(wrapping, TIMESTAMPS),
         "wrap_of_both": partial(wrapping, NUMBERS | TIMESTAMPS),
         "wrap_of_numbers_lost": partial(wrapping, NUMBERS, lost=range(AT - 1, AT + 2)),
         "wrap_of_both_lost": partial(wrapping, NUMBERS | TIMESTAMPS, lost=range(AT - 700, AT + 700)),
         "wrap_of_both_late": partial(wrapping, NUMBERS | TIMESTAMPS, late=[AT - 1, AT + 1])}
