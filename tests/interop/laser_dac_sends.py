# SPDX-License-Identifier: MIT
"""laser-dac finds idn_server by broadcast and streams to it; idn_server's recording must contain what was sent.

usage: laser_dac_sends.py wave|frame|play FORMAT

wave and frame use the raw stream, whose points are the values on the wire. play uses the backend of applications,
which rotates the picture by 180 degrees, does not multiply colours by the intensity, pings, and ends with dark
points unless its worker is stopped before it sends them."""
import csv

import decoded
import dissect
import formats
from network import Network
from pattern import Sample
from support import Server, closing_line, main, peer, require, require_all_equal, require_equal, run

RATE = 100_000
UNIT = "interop unit"
# One datagram has room for 179 points of 8 octets. A frame of 500 is sent in 3 to 8 fragments, a call with 100 points
# in one or two datagrams.
POINTS, PER_CALL = {"wave": 65536, "frame": 50_000, "play": 60_000}, {"wave": 100, "frame": 500}
LEAST = 20  # the crate pads shorter chunks
TURNED = f"{Network.ADDRESSES['a']}:mirror-x,mirror-y,use-intensity"


def record(folder, way, name):
    sent = folder / "sent.csv"
    crate = peer()
    with Network() as network, Server(folder, ["--name", UNIT], network.on("b")) as server:
        server.port()
        if way == "play":
            run([*network.on("a"), crate, "play", name, POINTS[way], RATE, UNIT, sent])
        else:
            run([*network.on("a"), crate, "send", way, name, POINTS[way], PER_CALL[way], RATE, UNIT, sent])
        server.finish_recording()
    with open(sent, newline="") as lines:
        return server.recording, list(csv.DictReader(lines))


def points_on_wire(sent, wanted):
    """The samples expected for points that the raw stream was given."""
    for line in sent:
        sample = Sample(**{name: int(line.get(name, 0)) for name in Sample._fields})
        yield wanted.neutral(wanted.on_wire(sample))


def turned_points(sent, wanted):
    """The samples expected for points that the backend was given, colours multiplied by the intensity.

    The backend rounds to 8 bits before sending; the user channels of the extended format are zero."""
    widths = {field.name: field.octets for field in wanted.fields}
    for line in sent:
        x, y = (round(float(line[name]) * 32767) for name in ("x", "y"))
        colours = [int(line[name]) for name in ("r", "g", "b", "i")]
        if widths["r"] == 1:
            colours = [(value * 255 + 32767) // 65535 * 257 for value in colours]
        *rgb, intensity = colours
        if "i" not in widths:
            intensity = 0xFFFF
        yield Sample(x, y, *(value * intensity // 65535 for value in rgb), intensity, 0, 0, 0, 0, 0)


def check_modes(rows, way, sent):
    require_equal({row.mode for row in rows}, {"frame" if way == "frame" else "wave"}, "modes")
    if way == "frame":
        require_equal([row.chunk - 1 for row in rows], [int(line["call"]) for line in sent], "frame of each sample")


def check_samples(rows, expected, way):
    if way == "play":
        tail = [row.sample for row in rows[len(expected):]]
        require(len(tail) in (0, LEAST), f"the crate added {len(tail)} points at the end")
        require(all(sample.is_dark() for sample in tail), "the crate ends dark")
        rows = rows[:len(expected)]
    require_all_equal([row.sample for row in rows], expected, "sample")


def check_with_tshark(recording):
    """tshark finds no datagram of the crate malformed, except packets without a message, which tshark 4.0 calls so."""
    bad = [p.number for p in dissect.packets(recording) if p.is_malformed and p.payload > 4]
    require_equal(bad, [], "packets that tshark finds malformed")


def test(folder, way, name):
    recording, sent = record(folder, way, name)
    wanted = formats.BY_NAME[name]
    expected = list((turned_points if way == "play" else points_on_wire)(sent, wanted))
    rows = decoded.rows(recording, folder, [TURNED] if way == "play" else [])
    check_samples(rows, expected, way)
    check_modes(rows, way, sent)
    check_with_tshark(recording)
    closing_line(f"laser-dac {way} {name} -> idn_server", f"{len(expected)} samples equal")


main(test)
