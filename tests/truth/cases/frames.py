# SPDX-License-Identifier: MIT
"""Frames at 25 per second: whole and in IDN fragments, with loss, duplicates and pauses."""
from dataclasses import replace
from functools import partial
from random import Random

from traffic import LATE, MS, Case, fragmented, frames, in_order, repeated, session_close, without

ALIGNED = 50 * 7  # octets: fragments end between samples
PARTS = 3


def whole():
    return Case(frames(250), no_findings=True)


def in_fragments(cut):
    return Case(fragmented(frames(200), PARTS, cut=cut), no_findings=True)


def one_lost():
    return Case(without(frames(300), [150]), findings=("lost",), absent=("slow",))


def fragment_lost(which):
    """Fragment `which` of a frame, from 0, is lost; if it is the first, the number of samples is not defined."""
    return Case(without(fragmented(frames(200), PARTS, cut=ALIGNED), [PARTS * 100 + which]), findings=("lost",),
                untold=frozenset({"samples"} if which == 0 else ()))


def repeated_by_the_network():
    """The last fragment of each frame is duplicated after the frame is complete."""
    traffic = fragmented(frames(200), PARTS)
    return Case(repeated(traffic, range(PARTS - 1, len(traffic), PARTS), 500_000), findings=("duplicate",),
                absent=("lost", "gap", "malformed", "fragment"))


def repeated_by_the_sender():
    """The sender repeats the last fragment of each frame with another sequence number."""
    traffic = []
    for datagram in fragmented(frames(200), PARTS):
        traffic.append(datagram)
        if datagram.is_last:
            traffic.append(replace(datagram, time=datagram.time + 500_000))
    for i, datagram in enumerate(traffic):
        datagram.number = 100 + i
    return Case(traffic, absent=("lost", "gap", "malformed", "duplicate", "number"), untold=frozenset({"samples"}))


def pause(milliseconds):
    traffic = frames(200)
    for datagram in traffic[100:]:
        datagram.time += milliseconds * MS
        datagram.media += milliseconds * 1000
    findings = ("stood still",) if milliseconds > 1000 else ()
    return Case(traffic, findings, absent=("lost", "clock", "slow", "number"), no_findings=milliseconds < 500)


def slow(seconds, stalls_ms=0):
    """A picture every few seconds, as slides are sent; each is shown until the next. With one stall, after which the sender
    keeps to its timestamps."""
    traffic = frames(40, period=seconds * 1_000_000)
    traffic[20].time += stalls_ms * MS
    return Case(traffic, absent=("lost", "jump", "clock", "gap", "stood still"))


def varying_rate():
    """Periods from 20 to 60 ms; each frame arrives at the time of its timestamp."""
    draw, traffic, shift = Random(4), frames(252), 0  # 251 steps: one is their median
    for datagram in traffic:
        datagram.media += shift
        datagram.time += shift * 1000
        shift += draw.randrange(-20_000, 20_001, 10)
    return Case(in_order(traffic), no_findings=True)


def never_complete():
    """The last fragments are not marked as such, so no receiver can show a frame."""
    return Case(fragmented(frames(300), PARTS, marks_last=False), findings=("complete|never|fragment",), absent=("lost",))


def together(apart):
    """Two channels of one sender, whose frames are made one right after the other: their timestamps are `apart` us apart."""
    first, second = frames(100), frames(100, media=5_000_000 + apart, channel=1)
    for i, (left, right) in enumerate(zip(first, second)):
        left.number, right.number = 100 + 2 * i, 101 + 2 * i
        right.time += 100_000
    return Case(in_order(first + second), absent=("lost", "restarted", "number"))


BLAMES = ("fragments follow", "each fragment", "fragments come", "samples follow", "without configuration")  # of the sender


def network_loses(every):
    """Fragments of correct frames are lost here and there, the first and the last ones too."""
    traffic = fragmented(frames(300), PARTS)
    return Case(without(traffic, range(every, len(traffic) - 5, every)), findings=("datagrams lost",),
                absent=tuple(".*" + words for words in BLAMES), only_findings=True)


def network_swaps(every):
    """Neighbours of correct frames come in the other order here and there, and the last one comes after the close."""
    traffic = fragmented(frames(300), PARTS)
    traffic.append(session_close(traffic[-1]))
    for i in [*range(every, len(traffic) - 5, every), len(traffic) - 2]:
        traffic[i].time, traffic[i + 1].time = traffic[i + 1].time, traffic[i].time
    return Case(in_order(traffic), findings=(LATE,), absent=tuple(".*" + words for words in BLAMES), only_findings=True)


CASES = {"frames_whole": whole, "frames_in_fragments": partial(in_fragments, ALIGNED),
         "frames_cut_within_samples": partial(in_fragments, 401), "frames_one_lost": one_lost,
         "frames_repeated_by_the_network": repeated_by_the_network, "frames_repeated_by_the_sender": repeated_by_the_sender,
         "frames_varying_rate": varying_rate, "frames_never_complete": never_complete,
         "frames_every_2s": partial(slow, 2), "frames_every_5s": partial(slow, 5),
         "frames_every_2s_stall": partial(slow, 2, 900),
         "frames_pause_300ms": partial(pause, 300), "frames_pause_2s": partial(pause, 2000)}
CASES |= {"frames_lost_every_29th": partial(network_loses, 29), "frames_lost_every_5th": partial(network_loses, 5),
          "frames_swapped_every_41st": partial(network_swaps, 41), "frames_swapped_every_7th": partial(network_swaps, 7)}
CASES |= {f"frames_together_{apart}us": partial(together, apart) for apart in (0, 1, 2, 20, 100)}
CASES |= {f"frames_{name}_fragment_lost": partial(fragment_lost, i) for i, name in enumerate(("first", "middle", "last"))}
