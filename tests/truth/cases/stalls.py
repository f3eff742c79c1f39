# SPDX-License-Identifier: MIT
"""A sender of 1 kHz that is stopped 25 times for 30 ms within 5 s, under each policy for what is late; and pauses."""
from functools import partial

from traffic import BEGIN, MS, Case, in_order, keepalive, wave

TICK = MS
STALLS = range(100, 5000, 200)  # the first tick that does not happen
MISSED = 30
BETWEEN = 2000  # ns, within what is sent at once: 31 of them take less than the 100 us of the target window


def catch_up(more_per_tick):
    """`more_per_tick` beside the one that is due; all at once where it is None."""
    traffic = wave(5000, every=200)
    for first in STALLS:
        woken, per_tick = first + MISSED, MISSED + 1 if more_per_tick is None else more_per_tick + 1
        done, tick = first, woken
        while done < tick:  # behind
            for place in range(min(per_tick, tick + 1 - done)):
                traffic[done].time = BEGIN + tick * TICK + place * BETWEEN
                done += 1
            tick += 1
    return Case(traffic, absent=("gap", "lost", "clock"))


def catch_up_slowly(faster=50):
    """One stall; then each datagram follows `faster` us earlier until the sender has caught up: on target."""
    traffic, late = wave(5000, every=200), 0
    for i, datagram in enumerate(traffic):
        late = MISSED * TICK if i == 1000 else max(0, late - faster * 1000)
        datagram.time += late
    return Case(traffic, absent=("gap", "lost", "clock"))


def skip():
    """What was due within the stall is left out: the timestamps stay on their grid."""
    missed = {i for first in STALLS for i in range(first, first + MISSED)}
    traffic = [d for i, d in enumerate(wave(5000)) if i not in missed]
    for i, datagram in enumerate(traffic):
        datagram.number = 100 + i
    return Case(traffic, findings=("gap",), absent=("lost", "clock"))


def stretch(beyond=400):
    """What was due is sent later: the timestamps begin anew at the moment of waking, `beyond` us behind the grid."""
    traffic = wave(5000 - MISSED * len(STALLS))
    for i, datagram in enumerate(traffic):
        stalls = max(0, (i - STALLS[0]) // (STALLS.step - MISSED) + 1)
        datagram.media += stalls * (MISSED * 1000 + beyond)
        datagram.time += stalls * (MISSED * TICK + beyond * 1000)
    return Case(traffic, findings=("gap",), absent=("lost", "clock"))


def pause(milliseconds, keeps_alive=False, times=2):
    """Timestamps and arrivals have it both."""
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
