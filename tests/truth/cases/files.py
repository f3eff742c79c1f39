# SPDX-License-Identifier: MIT
"""Capture files of different formats, time resolutions and packet order."""
from random import Random

from traffic import MS, Case, in_order, wave
import wire
from capture_file import rounded_down


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


def acknowledges():
    """Acknowledge requests twice a second, answered after 0.3 to 0.4 ms."""
    traffic = wave(5000, every=200)
    draw, answers = Random(9), []
    for datagram in traffic[::500]:
        datagram.command = wire.MESSAGE_ACKNOWLEDGED
        answers.append((datagram.time + draw.randrange(300_000, 400_000), datagram))
    return Case(traffic, answers=answers, no_findings=True)


CASES = {"pcap_microseconds": pcap_micro, "pcap_nanoseconds": pcap_nano, "pcapng_nanoseconds": pcapng_nano,
         "pcapng_two_clocks": two_clocks, "unsorted_neighbours": neighbours_swapped, "unsorted_queues": queues,
         "acknowledges": acknowledges}
