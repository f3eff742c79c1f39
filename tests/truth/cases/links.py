# SPDX-License-Identifier: MIT
"""Several streams to one receiver: the bursts of all of them together."""
from dataclasses import replace

from traffic import MS, Case, channel_close, frames, in_order, session_close, wave


def from_several(count, **more):
    """One wave from each of several senders, which number apart from each other."""
    return [wave(2000, flow=flow, number=1000 * flow, media=1_000_000 * (flow + 1), **more) for flow in range(count)]


def catch_up(datagrams):
    """They come in a burst when the last one is due."""
    due = datagrams[-1].time
    for i, d in enumerate(datagrams):
        d.time = due + i * 10_000


def at_once():
    """Four senders whose ticks fall together: a burst of four every millisecond."""
    return Case(in_order(sum(from_several(4), [])), no_findings=True)


def spread():
    """The same, each a quarter of the period after the one before."""
    streams = from_several(4)
    for flow, stream in enumerate(streams):
        for d in stream:
            d.time += flow * MS // 4
    return Case(in_order(sum(streams, [])), no_findings=True)


def of_unlike_rates():
    """Waves of 1 and 2.5 ms, and frames, of which the first stalls for 30 ms."""
    first, second, third = wave(3000), wave(1200, 2500, flow=1, number=50), frames(70, flow=2, number=7000)
    catch_up(first[1000:1030])
    return Case(in_order(first + second + third), absent=("lost",))


def of_which_one_closes():
    """After half of the time one closes its session, another one its channel: only the third goes on to drain the bucket,
    into which it then bursts."""
    closes, ends_channel, goes_on = from_several(3)
    closes = closes[:1000]
    closes += [session_close(closes[-1])]
    ends_channel = ends_channel[:1000]
    ends_channel += [channel_close(ends_channel[-1])]
    ends_channel += [replace(session_close(ends_channel[-1]), time=ends_channel[-1].time + 800 * MS)]
    catch_up(goes_on[1200:1240])
    return Case(in_order(closes + ends_channel + goes_on), absent=("lost",))


def of_which_one_vanishes():
    """One sender is gone for 2.5 s without a close and comes back; the other one bursts within."""
    goes_on = wave(6000)
    other = wave(1000, flow=1, number=9000)
    back = [replace(d, time=d.time + 3500 * MS, media=d.media + 3_500_000, number=d.number + 1000) for d in other]
    catch_up(goes_on[3000:3020])
    return Case(in_order(goes_on + other + back), absent=("lost",))


def of_which_one_drifts():
    """The clock of one is slow by 1000 ppm: within 200 ms that is 200 us, although it is 2 ms behind at the end."""
    even, slow = from_several(2)
    for i, d in enumerate(slow):
        d.time += i * 1000
    return Case(in_order(even + slow), no_findings=True)


CASES = {"link_at_once": at_once, "link_spread": spread, "link_of_unlike_rates": of_unlike_rates,
         "link_of_which_one_closes": of_which_one_closes, "link_of_which_one_vanishes": of_which_one_vanishes,
         "link_of_which_one_drifts": of_which_one_drifts}
