#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates captures: for each case NAME.pcap or NAME.pcapng, and NAME.json with the exact measurements.

Usage: generate.py OUT [NAME...]
"""
import json
import pathlib
import sys

import capture_file
import wire
from answer import answer
from cases import CASES
from traffic import SERVER, client, payload_of


def packets_of(case):
    """(time, octets, interface) of the packets, in the order of the file. Sets the packet number of each datagram."""
    order = [(d.time, d, None) for d in case.file_order or case.datagrams]
    order += [(time, d, time) for time, d in case.answers]
    if case.answers:
        order.sort(key=lambda entry: entry[0])
    for place, (time, datagram, answered) in enumerate(order, 1):
        ends = client(datagram.flow), SERVER
        if answered is None:
            datagram.packet = place
            yield time, wire.ethernet(*ends, payload_of(datagram)), datagram.interface
        else:
            yield time, wire.ethernet(*reversed(ends), wire.acknowledge(datagram.number)), datagram.interface


def write(name, folder):
    """@return the path of the capture, and its answer"""
    case = CASES[name]()
    for d in case.datagrams:
        d.time = capture_file.rounded_down(d.time, case.digits[d.interface])
    path = pathlib.Path(folder) / f"{name}.{case.format}"
    if case.format == "pcap":
        capture_file.pcap(path, packets_of(case), case.digits[0])
    else:
        capture_file.pcapng(path, packets_of(case), case.digits)
    truth = answer(case)
    path.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n")
    return path, truth


def main(folder, *names):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names or CASES:
        path, truth = write(name, folder)
        print(f"{path.name}: {truth['capture']['packets']} packets")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
