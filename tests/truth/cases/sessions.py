# SPDX-License-Identifier: MIT
"""Senders that restart, several channels, and datagrams without samples among the others."""
from functools import partial

from traffic import BEGIN, LATE, MS, SECOND, Case, channel_close, delayed, in_order, keepalive, session_close, wave, without

FIRST = 2000  # datagrams before the second start
GAP = 300  # ms


def started_again(number, media, *, closes, cause):
    """A restart on the same port. `number`: step from the last sequence number; `media`: difference in us from a
    continuous timeline."""
    before = wave(FIRST)
    if closes:
        before.append(channel_close(before[-1]))
        before.append(session_close(before[-1]))
    after = wave(FIRST, number=before[-1].number + number, media=5_000_000 + (FIRST + GAP) * 1000 + media,
                 begin=BEGIN + FIRST * MS + GAP * MS, counting=1, axis=1)
    found = {"no_findings": True} if closes else {"findings": ("restart|continuation",)}
    return Case(before + after, causes={0: "start", 1: cause}, restarts=0 if closes else 1, **found,
                absent=("lost", LATE, "clock", "no loss explains"))


def aborted():
    """A session abort; the next session continues the sequence numbers."""
    before = wave(FIRST)
    before.append(session_close(before[-1], aborts=True))
    after = wave(FIRST, number=before[-1].number + 1, media=9_000_000, begin=BEGIN + (FIRST + GAP) * MS, counting=1,
                 axis=1)
    return Case(before + after, causes={0: "start", 1: "closed"}, absent=("lost", LATE, "clock", "no loss explains"))


def channel_reopened():
    """A channel is closed and opened again within a session, with consecutive sequence numbers."""
    before = wave(FIRST)
    before.append(channel_close(before[-1]))
    after = wave(FIRST, number=before[-1].number + 1, media=5_000_000 + (FIRST + GAP) * 1000,
                 begin=BEGIN + (FIRST + GAP) * MS, axis=1)
    return Case(before + after, causes={0: "start", 1: "closed"}, no_findings=True)


def two_channels(lost=()):
    """Channel 3 is sent 0.4 ms after channel 0, on the same timeline. Both ask for the default service, which has one channel."""
    other = wave(4000, number=101, begin=BEGIN + 400_000, media=5_000_400, step=2, channel=3)
    traffic = in_order(wave(4000, step=2) + other)
    taken = r".*channel 3: receivers refuse .* another channel"
    found = (taken, "lost") if lost else (taken,)
    return Case(without(traffic, lost), findings=found, absent=("no loss explains", r".*channel 0: receivers refuse"))


def two_channels_late():
    """Datagrams of channel 3 arrive late, after one of channel 0, but before the next one of their own channel."""
    case = two_channels()
    case.datagrams = delayed(case.datagrams, range(1001, 7000, 500), 400_000)
    return Case(case.datagrams, findings=(LATE,), absent=("lost", "gap"))


def keepalives_swapped():
    """Pairs of keepalives in the wrong order between samples: no number is missing when the next samples arrive."""
    traffic = wave(3000)
    extra = [keepalive(traffic[i], "void", after) for i in range(50, 2900, 90) for after in (300, 600)]
    traffic = in_order(traffic + extra)
    for i, datagram in enumerate(traffic):
        datagram.number = 100 + i
    for first, second in zip(extra[::2], extra[1::2]):
        first.time, second.time = second.time, first.time
    return Case(in_order(traffic), findings=(LATE,), absent=("lost", "gap"))


def with_keepalives(kinds, lost=()):
    traffic = wave(4000)
    extra = [keepalive(traffic[i], kinds[j % len(kinds)], 500) for j, i in enumerate(range(20, 3990, 35))]
    traffic = in_order(traffic + extra)
    for i, datagram in enumerate(traffic):
        datagram.number = 100 + i
    gone = [i for i, d in enumerate(traffic) if not d.carries_samples][2:8] if lost else []
    found = {"findings": ("lost",)} if lost else {"no_findings": True}
    return Case(without(traffic, gone), **found, absent=("gap",))


CASES = {
    "restart_new_numbers": partial(started_again, 21_000, 700 * SECOND // 1000, closes=False, cause="restart"),
    "restart_like_a_small_gap": partial(started_again, 40, 700 * SECOND // 1000, closes=False, cause="restart"),
    "restart_like_a_late_one": partial(started_again, -30, 700 * SECOND // 1000, closes=False, cause="restart"),
    "restart_system_clock_ahead": partial(started_again, 20_000, 0, closes=False, cause="restart"),
    "restart_system_clock_behind": partial(started_again, -20_000, 0, closes=False, cause="restart"),
    "restart_after_close": partial(started_again, 21_000, 700 * SECOND // 1000, closes=True, cause="closed"),
    "restart_after_close_system_clock": partial(started_again, 40, 0, closes=True, cause="closed"),
    "restart_after_abort": aborted, "channel_reopened": channel_reopened, "two_channels": two_channels,
    "two_channels_with_loss": partial(two_channels, [500, 1501, 2000, 2001, 3001, 3003, 5000, 5001, 5002, 5003]),
    "two_channels_late": two_channels_late, "keepalives_swapped": keepalives_swapped,
    "keepalives_void": partial(with_keepalives, ["void"]),
    "keepalives_empty": partial(with_keepalives, ["empty"]),
    "keepalives_of_both_kinds_lost": partial(with_keepalives, ["void", "empty"], lost=True),
}
