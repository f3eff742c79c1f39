#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates captures: for each case NAME.pcap or NAME.pcapng, and NAME.json with the exact measurements.

Usage: generate.py OUT [NAME...]
"""
import itertools
import json
import os
import pathlib
import shutil
import sys

import capture_file
import wire
from answer import answer
from cases import CASES
from traffic import client, payload_of


def numbered(case):
    """(time, datagram, whether it is answered there) in the order of the file. Sets the packet number of each datagram."""
    order = [(d.time, d, False) for d in case.file_order or case.datagrams]
    ahead = case.answered_at[1] if case.answered_at else 0
    order += [(time + ahead, d, True) for time, d in case.answers]
    if case.answers:
        order.sort(key=lambda entry: entry[0])
    place = 0
    for _, datagram, is_answered in order:
        place += is_answered or not datagram.is_merged
        if not is_answered:
            datagram.packet = place
    return order


def packets_of(case):
    """(time, octets, interface) of the packets, in the order of the file."""
    order = numbered(case)
    for place, (time, datagram, is_answered) in enumerate(order):
        ends = client(datagram.flow), datagram.server
        if is_answered:
            interface = case.answered_at[0] if case.answered_at else datagram.interface
            yield time, wire.ethernet(*reversed(ends), wire.acknowledge(datagram.number)), interface
        elif not datagram.is_merged:
            merged = itertools.takewhile(lambda entry: entry[1].is_merged, order[place + 1:place + 65])
            payload = payload_of(datagram) + b"".join(payload_of(part) for _, part, _ in merged)
            yield time, wire.ethernet(*ends, payload), datagram.interface


def made(name, folder):
    """@return the path of the capture"""
    case = CASES[name]()
    for d in case.datagrams:
        d.time = capture_file.rounded_down(d.time, case.digits[d.interface])
    path = pathlib.Path(folder) / f"{name}.{case.format}"
    if case.format == "pcap":
        capture_file.pcap(path, packets_of(case), case.digits[0])
    else:
        capture_file.pcapng(path, packets_of(case), case.digits)
    path.with_suffix(".json").write_text(json.dumps(answer(case), indent=1) + "\n")
    return path


def copied(name, source, folder):
    """@return the path of the copy"""
    files = [path for path in pathlib.Path(source).glob(f"{name}.*") if path.stem == name]
    copies = [pathlib.Path(shutil.copy(file, folder)) for file in files]
    return next(path for path in copies if path.suffix != ".json")


def write(name, folder):
    """Makes the capture, or copies it from the folder IDN_CAPTURES, which main() has filled.
    @return the path of the capture, and its answer"""
    source = os.environ.get("IDN_CAPTURES")
    path = copied(name, source, folder) if source else made(name, folder)
    return path, json.loads(path.with_suffix(".json").read_text())


def main(folder, *names):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names or CASES:
        path = made(name, folder)
        truth = json.loads(path.with_suffix(".json").read_text())
        print(f"{path.name}: {truth['capture']['packets']} packets")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
