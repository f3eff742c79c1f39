# SPDX-License-Identifier: MIT
"""Captures of a computer whose segmentation offload merges datagrams into one packet."""
from functools import partial
from random import Random

from traffic import LATE, Case, fragmented, frames, in_order, offloaded, session_close, wave, without


def merged(most, every=1):
    """Of a sender with a configuration in every `every`th datagram, which so is longer."""
    return Case(offloaded(wave(3000, every=every), most), no_findings=True)


def with_short_ones():
    """Every seventh datagram is shorter, so that it ends a packet; the close of the session is the last part of one."""
    traffic = wave(1000)
    for datagram in traffic[::7]:
        datagram.samples, datagram.duration = 20, 1000
    traffic.append(session_close(traffic[-1]))
    return Case(offloaded(traffic, 10), no_findings=True)


def lossy():
    """Merged by the receiving computer, after loss: numbers are missing within packets."""
    draw = Random(21)
    traffic = without(wave(3000), [i for i in range(1, 2999) if draw.random() < 0.03])
    return Case(offloaded(traffic, 4), findings=("lost",), absent=("duplicate", LATE, "no loss explains"))


def two_channels():
    """Of two datagrams of a channel that came one after the other, some are in one packet, some in two."""
    traffic = in_order(wave(2000, step=2) + wave(2000, number=101, media=5_000_000, step=2, channel=3))
    return Case(offloaded(traffic, 5), findings=(".*channel 3: receivers refuse .* another channel",), absent=("lost",))


def in_fragments():
    return Case(offloaded(fragmented(frames(200), spacing=0), 3), no_findings=True)


CASES = {"offload": partial(merged, 10), "offload_64": partial(merged, 64), "offload_sizes_differ": partial(merged, 10, 4),
         "offload_short_ones": with_short_ones, "offload_lossy": lossy, "offload_two_channels": two_channels,
         "offload_fragments": in_fragments}
