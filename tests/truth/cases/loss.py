# SPDX-License-Identifier: MIT
"""Loss, lateness and duplicates on a stream that is exactly on time."""
from dataclasses import replace
from functools import partial
from random import Random

from traffic import BEGIN, LATE, MS, Case, delayed, in_order, repeated, wave, without


def perfect(period):
    return Case(wave(2_000_000 // period, period, every=200_000 // period), no_findings=True)


def lost_in_a_row(count):
    return Case(without(wave(count + 3000), range(1500, 1500 + count)), findings=("lost",),
                absent=("no loss explains", LATE, "clock"))


def lost_at_random(share=0.05):
    draw = Random(13)
    return Case(without(wave(20_000), [i for i in range(1, 19_999) if draw.random() < share]), findings=("lost",),
                absent=("no loss explains",))


def late(milliseconds, period):
    return Case(delayed(wave(4_000_000 // period, period), [1_500_000 // period], milliseconds * MS),
                findings=(LATE,), absent=("lost", "duplicate", "no loss explains"))


def late_first():
    """The first datagram arrives after the second and the third."""
    return Case(delayed(wave(3000), [0], 2 * MS), findings=(LATE,), absent=("lost", "duplicate", "gap"))


def late_often():
    """Every 50th datagram arrives after the next one."""
    return Case(delayed(wave(4000), range(50, 3950, 50), MS), findings=(LATE,), absent=("lost",))


def duplicate(after):
    return Case(repeated(wave(4000), [1000, 1001, 1700], after), findings=("duplicate",), absent=("lost", "gap"))


def lost_late_and_duplicate():
    traffic = delayed(wave(6000), [1000, 2000, 2001, 4500], 7 * MS)
    traffic = repeated(traffic, [500, 3000], 20 * MS + 400_000)
    return Case(without(traffic, [1500, 2500, 2501, 2502, 5000]), findings=("lost", "duplicate", LATE))


def mixed(seed, period=1000, channels=1):
    """2 % lost, 1 % late by up to 300 ms, 1 % duplicated, all with up to 40 us of noise."""
    draw = Random(seed)
    traffic = in_order([d for i in range(channels) for d in wave(
        6_000_000 // period, period, number=60_000 + i, step=channels, channel=i, begin=BEGIN + i * 300_000)])
    lost = [i for i in range(1, len(traffic) - 1) if draw.random() < 0.02]
    arrived = []
    for datagram in without(traffic, lost):
        datagram.time += draw.randrange(40_000)
        if draw.random() < 0.01:
            arrived.append(replace(datagram, time=datagram.time + draw.randrange(50_000, 500 * MS)))
        if datagram.number > traffic[0].number and draw.random() < 0.01:
            datagram.time += draw.randrange(2 * MS, 300 * MS)
        arrived.append(datagram)
    return Case(in_order(arrived), findings=("lost", "duplicate", LATE), absent=("no loss explains", "clock", "number that"))


CASES = {"perfect_1khz": partial(perfect, 1000), "perfect_4khz": partial(perfect, 250),
         "loss_5_percent": lost_at_random, "late_often": late_often, "late_first": late_first,
         "lost_late_and_duplicate": lost_late_and_duplicate}
CASES |= {f"mixed_{period}us_{channels}_{seed}": partial(mixed, seed, period, channels)
          for seed, (period, channels) in enumerate(((1000, 1), (1000, 1), (250, 1), (1000, 2), (1000, 3), (4000, 2)))}
CASES |= {f"loss_{n}": partial(lost_in_a_row, n)
          for n in (1, 2, 10, 64, 65, 1023, 1024, 5000, 30_000, 32_767, 32_768, 40_000, 70_000)}
CASES |= {f"late_{ms}ms_{1000 // period}khz": partial(late, ms, period)
          for ms in (2, 65, 500, 1000) for period in (1000, 250)}
CASES |= {f"duplicate_{name}": partial(duplicate, after) for name, after in
          (("at_once", 50_000), ("100ms", 100 * MS + 300_000), ("1s", 1000 * MS + 300_000))}
