# SPDX-License-Identifier: MIT
"""idn_sender streams to the receiver of laser-dac, which must decode the samples that were sent.

usage: laser_dac_receives.py wave|frame FORMAT

The crate returns coordinates from -1 to 1 and colours from 0 to 1, multiplied by the intensity; the two lowest
coordinates are both -1; it drops user channels. It expects a chunk header in the sequel fragments of a frame, which
neither the specification nor its own sender has; so each frame is sent in one datagram, in IP fragments if it is
long."""
import csv

import formats
import ilda
import pattern
from network import Network
from support import Process, closing_line, main, peer, program, require, require_equal

RATE, COUNT, PER_PACKET = 30_000, 30_000, 60
SIZES, FPS = [2, 20, 199, 1000, 2000] * 8, 25
UNIT = "crate"
ROUNDING = 1e-6  # of 32-bit floating point


def samples_to_send(mode):
    if mode == "wave":
        return pattern.samples(COUNT)
    return [ilda.as_stored(sample) for frame in pattern.frames(SIZES) for sample in frame]


def sender_arguments(folder, mode, name):
    """Arguments of idn_sender, and the file for its standard input."""
    if mode == "frame":
        (folder / "show.ild").write_bytes(ilda.file_of(pattern.frames(SIZES)))
        return ["play", folder / "show.ild", "--mode", "frame", "--fps", FPS, "--format", name], "/dev/null"
    (folder / "samples").write_bytes(formats.FULL.octets(pattern.samples(COUNT)))
    return ["live", "--layout", formats.FULL.option(), "--format", name,
            "--samples-per-packet", PER_PACKET], folder / "samples"


def stream(folder, mode, name, target_of=lambda network: network.ADDRESSES["b"]):
    """Streams to the crate. @return the points that it received, in the order of their arrival"""
    received = folder / "received.csv"
    arguments, source = sender_arguments(folder, mode, name)
    with Network() as network, open(source, "rb") as samples:
        crate = [*network.on("b"), peer(), "receive", UNIT, received, "60"]
        with Process(crate, folder, "laser_dac_peer") as receiver:
            receiver.wait_for_line(lambda line: line["event"] == "listening", "its socket")
            sender = [*network.on("a"), program("IDN_SENDER"), *arguments, "--rate", RATE,
                      "--target", target_of(network)]
            with Process(sender, folder, "idn_sender", samples) as sending:
                sending.finish()
            receiver.finish()
    with open(received, newline="") as lines:
        return list(csv.DictReader(lines))


def seen_by_crate(sample, wanted):
    """x, y, r, g, b as the crate returns them."""
    carried = {field.name: (field, value) for field, value in zip(wanted.fields, wanted.on_wire(sample))}
    part = {name: value / (2 ** (8 * field.octets) - 1) for name, (field, value) in carried.items()}
    coordinates = [max(carried[name][1] / 32767, -1) for name in ("x", "y")]
    return coordinates + [part[name] * part.get("i", 1) for name in ("r", "g", "b")]


def check_frames(points):
    """Frames with any lit point arrive complete."""
    lit = {point["chunk"] for point in points if any(float(point[name]) for name in "rgb")}
    chunks = [point["chunk"] for point in points]
    sizes = [chunks.count(chunk) for chunk in sorted(lit, key=int)]
    require_equal(sizes, SIZES, "points of each frame")


def check_points(points, sent, wanted):
    values = [[float(point[name]) for name in ("x", "y", "r", "g", "b")] for point in points]
    require(not any(values[-1][2:]), "the stream ends dark")
    lit = [point for point in values if any(point[2:])]
    require_equal(len(lit), len(sent), "lit points")
    for i, (point, sample) in enumerate(zip(lit, sent)):
        expected = seen_by_crate(sample, wanted)
        close = all(abs(a - b) <= ROUNDING for a, b in zip(point, expected))
        require(close, f"point {i}: {point} instead of {expected}")


def test(folder, mode, name):
    points = stream(folder, mode, name)
    require_equal({point["type"] for point in points}, {mode}, "types of chunks")
    sent = samples_to_send(mode)
    check_points(points, sent, formats.BY_NAME[name])
    if mode == "frame":
        check_frames(points)
    closing_line(f"idn_sender {mode} {name} -> laser-dac", f"{len(sent)} samples equal")


if __name__ == "__main__":
    main(test)
