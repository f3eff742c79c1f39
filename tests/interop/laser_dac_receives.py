# SPDX-License-Identifier: MIT
"""idn_sender streams to the receiver of laser-dac; what the crate makes of it is what was meant.

usage: laser_dac_receives.py FORMAT

The crate hands out coordinates from -1 to 1 and colours from 0 to 1 with the intensity multiplied in; the lowest
coordinate and the one above are both -1 to it; user channels it drops."""
import csv

import formats
import pattern
from network import Network
from support import Process, closing_line, main, peer, program, require, require_equal

COUNT, RATE, PER_PACKET = 30_000, 30_000, 60
UNIT = "crate"
ROUNDING = 1e-6  # of 32-bit floating point


def record(folder, name):
    source, received = folder / "samples", folder / "received.csv"
    source.write_bytes(formats.FULL.octets(pattern.samples(COUNT)))
    with Network() as network, open(source, "rb") as samples:
        crate = [*network.on("b"), peer(), "receive", UNIT, str(received), "60"]
        sender = [*network.on("a"), program("IDN_SENDER"), "live", "--layout", formats.FULL.option(), "--format", name,
                  "--rate", str(RATE), "--samples-per-packet", str(PER_PACKET), "--service", "1",
                  "--target", network.ADDRESSES["b"]]
        with Process(crate, folder, "laser_dac_peer") as receiver:
            receiver.wait_for_line(lambda line: line["event"] == "listening", "its socket")
            with Process(sender, folder, "idn_sender", stdin=samples) as sending:
                sending.finish()
            receiver.finish()
    with open(received, newline="") as lines:
        return list(csv.DictReader(lines))


def seen_by_crate(sample, wanted):
    """x, y, r, g, b as the crate hands them out."""
    carried = {field.name: (field, value) for field, value in zip(wanted.fields, wanted.on_wire(sample))}
    part = {name: value / (2 ** (8 * field.octets) - 1) for name, (field, value) in carried.items()}
    coordinates = [max(carried[name][1] / 32767, -1) for name in ("x", "y")]
    return coordinates + [part[name] * part.get("i", 1) for name in ("r", "g", "b")]


def test(folder, name):
    points = record(folder, name)
    require_equal({point["type"] for point in points}, {"wave"}, "types of chunks")
    values = [[float(point[name]) for name in ("x", "y", "r", "g", "b")] for point in points]
    require(not any(values[0]) and not any(values[-1][2:]), "the stream begins dark in the middle and ends dark")
    lit = [point for point in values if any(point[2:])]
    require_equal(len(lit), COUNT, "lit points")
    for i, point in enumerate(lit):
        expected = seen_by_crate(pattern.sample(i), formats.BY_NAME[name])
        close = all(abs(a - b) <= ROUNDING for a, b in zip(point, expected))
        require(close, f"point {i}: {point} instead of {expected}")
    closing_line(f"idn_sender wave {name} -> laser-dac", f"{len(lit)} samples equal")


main(test)
