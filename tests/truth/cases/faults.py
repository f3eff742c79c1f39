# SPDX-License-Identifier: MIT
"""Senders whose timestamps or durations are wrong."""
from functools import partial

from traffic import LATE, Case, wave

# Keys without a defined value if timestamps do not advance.
TIMES = frozenset({"fill", "clock", "target", "time_axes", "deviation_histogram", "media_gaps", "measured_s", "pauses",
                   "timestamp_outliers", "offsets", "histogram", "expected_offset_us"})


def constant():
    traffic = wave(3000)
    for datagram in traffic:
        datagram.media = traffic[0].media
    return Case(traffic, findings=("timestamp",), absent=("lost", "duplicate", LATE, "clock"), untold=TIMES)


def too_long():
    """Durations are twice the steps of the timestamps."""
    traffic = wave(3000)
    for datagram in traffic:
        datagram.duration *= 2
    return Case(traffic, findings=("overlap|longer|too long|twice",), absent=("lost", "clock"))


def corrupted(by):
    """One timestamp is wrong by `by` us."""
    traffic = wave(3000)
    traffic[1500].timestamp = traffic[1500].media + by
    return Case(traffic, findings=("timestamp",), absent=("lost", LATE, "gap", "clock", "number", "configuration|time without"))


CASES = {"timestamps_constant": constant, "durations_twice_too_long": too_long,
         "timestamp_corrupted_ahead": partial(corrupted, 1_074_000_000), "timestamp_corrupted_behind": partial(corrupted, -3_000_000)}
