# SPDX-License-Identifier: MIT
"""Several streams that play together: how far apart they begin and run."""
from dataclasses import replace

from traffic import MS, Case, channel_close, in_order, timestamp_jump, wave


def from_several(offsets, count, period=1000, **more):
    """A wave for each offset in us, by which it is later than the first."""
    streams = [wave(count, period, flow=flow, number=1000 * flow, media=1_000_000 * (flow + 1), **more) for flow in range(len(offsets))]
    for offset, stream in zip(offsets, streams):
        for d in stream:
            d.time += offset * 1000
    return streams


def cues():
    """Four streams that are dark for 600 ms and lit for 400 ms, 50 times; the last one is up to 60 us later than usual."""
    streams = from_several((0, 500, 1000, 1490), 10_000, 5000)
    for stream in streams:
        for i, d in enumerate(stream):
            d.is_dark, d.samples = i % 200 < 120, 20
    for i, d in enumerate(streams[-1]):
        d.time += i // 200 % 7 * 10_000
    return Case(in_order(sum(streams, [])), absent=("lost",))


def short_darkness():
    """They are dark for less than half a second: that is part of a picture."""
    streams = from_several((0, 700), 2000)
    for stream in streams:
        for i, d in enumerate(stream):
            d.is_dark = i % 500 < 490
    return Case(in_order(sum(streams, [])), absent=("lost",))


def drift():
    """Three streams of which the clock of one is slow by 150 ppm."""
    streams = from_several((0, 10, 30), 5000)
    for i, d in enumerate(streams[1]):
        d.time += i * 150
    return Case(in_order(sum(streams, [])), no_findings=True)


def from_within():
    """The capture begins within one of three streams, which jumps by its timestamps; another one ends and begins anew."""
    first, second, third = from_several((0, 40, 100), 4000, every=50)
    jumps = timestamp_jump(second[10:], 1700, 700)
    for i, d in enumerate(first):
        d.time += i * 20
    ends = third[:1300]
    ends += [channel_close(ends[-1])]
    again = [replace(d, number=d.number + 1, axis=2, time=d.time + 5 * MS) for d in third[1300:]]
    for i, d in enumerate(again):
        d.has_config = i % 50 == 0
    return Case(in_order(first + jumps + ends + again), absent=("lost",), causes={0: "start", 1: "step", 2: "closed"},
                untold=frozenset({"samples"}))  # not known before the first configuration


CASES = {"skew_cues": cues, "skew_short_darkness": short_darkness, "skew_drift": drift, "skew_from_within": from_within}
