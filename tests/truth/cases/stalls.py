# SPDX-License-Identifier: MIT
"""A sender with 1000 datagrams per second that stalls 25 times for 30 ms within 5 s, with each policy for overdue datagrams;
and pauses."""
from dataclasses import replace
from functools import partial

from traffic import BEGIN, MS, Case, in_order, keepalive, silence, timestamp_jump, wave

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


def pause(milliseconds, keeps_alive=False, times=2, is_dark=False):
    """Pauses, in the timestamps as well as in the arrivals. Behind lit samples they are gaps, however long."""
    traffic = wave(3000)
    for i in range(times):
        traffic[1000 * (i + 1) - 1].is_dark = is_dark
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
    absent = ("lost", "clock", "number")
    return Case(traffic, absent=(*absent, "gap"), no_findings=True) if is_dark else Case(traffic, ("gap",), absent=absent)


def long_stall(milliseconds, more_per_tick=None):
    """One stall; afterwards the sender sends `more_per_tick` overdue datagrams per tick until it has caught up."""
    traffic = wave(5000, every=200)
    at, done = 1000 + milliseconds, 1000
    per_tick = milliseconds + 1 if more_per_tick is None else more_per_tick + 1
    for tick in range(at, 2 * len(traffic)):
        for place in range(min(per_tick, tick + 1 - done, len(traffic) - done)):
            traffic[done].time = BEGIN + tick * TICK + place * min(BETWEEN, TICK // (per_tick + 1))
            done += 1
        if done > tick or done == len(traffic):
            break
    return Case(traffic, absent=("gap", "lost", "clock", "jump", "number"), no_findings=True)


def never_caught_up(milliseconds, times):
    """Stalls after which the timestamps go on where they were: each moves the arrivals for good. Several, so that none can be
    taken for a step of the capture's clock."""
    traffic = wave(6000, every=200)
    for i in range(times):
        silence(traffic, 1000 + i * 40, milliseconds)
    return Case(traffic, absent=("gap", "lost", "jump", "number"))


def jumps(*milliseconds):
    """The timestamps jump, and the arrivals do not: a time axis begins."""
    traffic = wave(4000, every=200)
    for i, by in enumerate(milliseconds):
        timestamp_jump(traffic, 1000 * (i + 1), by)
    return Case(traffic, ("jump",), absent=("lost", "clock of"),
                causes={0: "start", **{i + 1: "step" for i in range(len(milliseconds))}})


def pause_with_configurations():
    """A dark pause in which messages without a chunk repeat the configuration every 200 ms, right after a stall."""
    traffic = wave(2000, every=200)
    traffic[999].is_dark = True
    for datagram in traffic[1000:]:
        datagram.time += 1800 * MS
        datagram.media += 1_800_000
        datagram.has_config = False
    for i in range(1001, 2000, 200):
        traffic[i].has_config = True
    for i in range(994, 999):
        traffic[i].time = traffic[999].time + (i - 999) * 10_000
    extra = [replace(keepalive(traffic[999], "void", after), has_config=True) for after in range(100_000, 1_800_000, 200_000)]
    traffic = in_order(traffic + extra)
    for i, datagram in enumerate(traffic):
        datagram.number = 100 + i
    return Case(traffic, no_findings=True, untold=frozenset({"keepalives"}))


CASES = {"pause_with_configurations": pause_with_configurations,
         "stalls_catch_up_at_once": partial(catch_up, None), "stalls_catch_up_3_per_tick": partial(catch_up, 3),
         "stalls_catch_up_slowly": catch_up_slowly,
         "stalls_skip": skip, "stalls_stretch": stretch, "pause_300ms": partial(pause, 300), "pause_2s": partial(pause, 2000),
         **{f"pause_{minutes}min": partial(pause, minutes * 60_000, times=1) for minutes in (40, 75, 300)},
         **{f"pause_{ms}ms_dark": partial(pause, ms, is_dark=True) for ms in (5, 300, 2000)},
         **{f"stall_{ms}ms_at_once": partial(long_stall, ms) for ms in (501, 800, 3000)},
         **{f"stall_{ms}ms_3_per_tick": partial(long_stall, ms, 3) for ms in (800, 1200)},
         "stalls_never_caught_up": partial(never_caught_up, 700, 3),
         "timestamp_jump_ahead": partial(jumps, 700), "timestamp_jump_back": partial(jumps, -700),
         "timestamp_jumps": partial(jumps, 5000, -600, 60_000),
         "pause_2s_with_keepalives": partial(pause, 2000, True)}
