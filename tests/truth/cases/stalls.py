# SPDX-License-Identifier: MIT
"""A sender with 1000 datagrams per second that stalls 25 times for 30 ms within 5 s, with each policy for overdue datagrams;
and pauses."""
from functools import partial

from traffic import BEGIN, MS, Case, in_order, keepalive, wave

TICK = MS
STALLS = range(100, 5000, 200)  # the first tick missed in each stall
MISSED = 30  # ticks per stall
BETWEEN = 2000  # ns between datagrams sent at once: 31 of them take less than 100 us, the tolerance of "on target"


def catch_up(more_per_tick):
    """Per tick, sends `more_per_tick` overdue datagrams and the one that is due; None: all at once."""
    traffic = wave(5000, every=200)
    for first in STALLS:
        woken, per_tick = first + MISSED, MISSED + 1 if more_per_tick is None else more_per_tick + 1
        done, tick = first, woken
        while done < tick:  # while datagrams are overdue
            for place in range(min(per_tick, tick + 1 - done)):
                traffic[done].time = BEGIN + tick * TICK + place * BETWEEN
                done += 1
            tick += 1
    return Case(traffic, absent=("gap", "lost", "clock"))


def catch_up_slowly(faster=50):
    """One stall; afterwards the period is `faster` us shorter until the sender has caught up, which is on target."""
    traffic, late = wave(5000, every=200), 0
    for i, datagram in enumerate(traffic):
        late = MISSED * TICK if i == 1000 else max(0, late - faster * 1000)
        datagram.time += late
    return Case(traffic, absent=("gap", "lost", "clock"))


def skip():
    """Datagrams that were due within the stall are dropped; the timestamps of the others do not change."""
    missed = {i for first in STALLS for i in range(first, first + MISSED)}
    traffic = [d for i, d in enumerate(wave(5000)) if i not in missed]
    for i, datagram in enumerate(traffic):
        datagram.number = 100 + i
    return Case(traffic, findings=("gap",), absent=("lost", "clock"))


def stretch(beyond=400):
    """Datagrams that were due are sent later: the timeline restarts at the wake-up, `beyond` us after a tick."""
    traffic = wave(5000 - MISSED * len(STALLS))
    for i, datagram in enumerate(traffic):
        stalls = max(0, (i - STALLS[0]) // (STALLS.step - MISSED) + 1)
        datagram.media += stalls * (MISSED * 1000 + beyond)
        datagram.time += stalls * (MISSED * TICK + beyond * 1000)
    return Case(traffic, findings=("gap",), absent=("lost", "clock"))


def pause(milliseconds, keeps_alive=False, times=2):
    """Pauses, in the timestamps as well as in the arrivals."""
    traffic = wave(3000)
    for i in range(times):
        for datagram in traffic[1000 * (i + 1):]:
            datagram.time += milliseconds * MS
            datagram.media += milliseconds * 1000
    if keeps_alive:
        ends = [traffic[1000 * (i + 1) - 1] for i in range(times)]
        traffic = in_order(traffic + [keepalive(end, "void", after) for end in ends
                                      for after in range(100_000, milliseconds * 1000, 100_000)])
        for i, datagram in enumerate(traffic):
            datagram.number = 100 + i
    return Case(traffic, absent=("lost", "clock", "number"), findings=("gap",) if milliseconds < 500 else ())


CASES = {"stalls_catch_up_at_once": partial(catch_up, None), "stalls_catch_up_3_per_tick": partial(catch_up, 3),
         "stalls_catch_up_slowly": catch_up_slowly,
         "stalls_skip": skip, "stalls_stretch": stretch, "pause_300ms": partial(pause, 300), "pause_2s": partial(pause, 2000),
         "pause_2s_with_keepalives": partial(pause, 2000, True)}
