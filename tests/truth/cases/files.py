# SPDX-License-Identifier: MIT
"""Capture files of different formats, time resolutions and packet order."""
from functools import partial
from random import Random

from traffic import MS, SECOND, Case, in_order, wave
import wire
from capture_file import rounded_down


ANOTHER_CLOCK = "another clock"


def uneven(count, seed, **more):
    """A wave stream with up to 100 us of noise, in nanoseconds."""
    draw, traffic = Random(seed), wave(count, **more)
    for datagram in traffic:
        datagram.time += draw.randrange(1, 100_000)
    return traffic


def pcap_micro():
    return Case(uneven(3000, 1), digits=(6,), no_findings=True)


def pcap_nano():
    return Case(uneven(3000, 2), digits=(9,), no_findings=True)


def pcapng_nano():
    return Case(uneven(3000, 3), format="pcapng", digits=(9,), no_findings=True)


def two_clocks():
    """Two senders, each captured by an interface with another time resolution."""
    traffic = uneven(3000, 4) + uneven(3000, 5, flow=1, number=40_000, interface=1)
    for datagram in traffic[:3000]:
        datagram.time = rounded_down(datagram.time, 6)
    return Case(in_order(traffic), format="pcapng", digits=(6, 9), no_findings=True)


def neighbours_swapped():
    """Every tenth pair of packets is swapped in the file."""
    traffic = uneven(3000, 6)
    order = list(traffic)
    for i in range(10, 2990, 10):
        order[i], order[i + 1] = order[i + 1], order[i]
    return Case(traffic, file_order=order, no_findings=True)


def queues():
    """The second sender's packets are written to the file every 5 ms, after later ones of the first sender."""
    traffic = uneven(3000, 7) + uneven(3000, 8, flow=1, number=40_000)
    batch = 5 * MS
    order = sorted(traffic, key=lambda d: (d.time if d.flow == 0 else -(-d.time // batch) * batch, d.time))
    return Case(in_order(traffic), file_order=order, no_findings=True)


def acknowledges(every=500, answered_at=None):
    """Acknowledge requests, answered after 0.3 to 0.4 ms; also where another interface with its own clock captures them."""
    traffic = wave(5000, every=200)
    draw, answers = Random(9), []
    for datagram in traffic[::every]:
        datagram.command = wire.MESSAGE_ACKNOWLEDGED
        answers.append((datagram.time + draw.randrange(300_000, 400_000), datagram))
    case = Case(traffic, answers=answers, answered_at=answered_at)
    if answered_at:
        case.format, case.digits, case.findings = "pcapng", (9, 9), (ANOTHER_CLOCK,)
    else:
        case.no_findings = True
    return case


def in_turns(every, ahead):
    """Two interfaces capture a stream in turns, `every` datagrams at a time. The clock of the second one is ahead."""
    traffic = uneven(3000, 10)
    for i, datagram in enumerate(traffic):
        datagram.interface = i // every % 2
        datagram.time += datagram.interface * ahead
        # Clocks that agree are known to after the first change.
        datagram.axis = i // every if ahead else min(1, i // every)
    causes = {0: "start", **{axis: "capture clock" for axis in range(1, traffic[-1].axis + 1)}}
    found = {"findings": ("clocks",)} if ahead else {"no_findings": True}
    return Case(traffic, format="pcapng", digits=(9, 9), causes=causes, absent=("lost", "gap", "jump"), **found,
                untold=frozenset({"sorted_packets"}))


CASES = {"pcap_microseconds": pcap_micro, "pcap_nanoseconds": pcap_nano, "pcapng_nanoseconds": pcapng_nano,
         "pcapng_two_clocks": two_clocks, "unsorted_neighbours": neighbours_swapped, "unsorted_queues": queues,
         "acknowledges": acknowledges, "acknowledges_thousand": partial(acknowledges, 5),
         **{f"acknowledges_clock_{name}": partial(acknowledges, answered_at=(1, ahead))
            for name, ahead in (("-1795s", -1795 * SECOND), ("-5ms", -5 * MS), ("+5ms", 5 * MS), ("+1795s", 1795 * SECOND))},
         **{f"two_clocks_in_turns_{name}": partial(in_turns, every, ahead)
            for name, every, ahead in (("agree", 100, 0), ("+5ms", 100, 5 * MS), ("-3s", 100, -3 * SECOND), ("+700us", 1500, 700_000))}}
