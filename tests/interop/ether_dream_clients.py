# SPDX-License-Identifier: MIT
"""Applications for Ether Dream DACs, with the points that a receiver should get of each."""
import math
import os
import pathlib

import formats
from pattern import Sample, sample
from support import Process, Skip, program, tool

# On host b; applications are on host a.
ADDRESSES = ("10.77.0.2", "10.77.0.3", "10.77.0.4")
_DARK = Sample(*(0 for _ in Sample._fields))


def _shown(**values):
    """A neutral sample; idn_etherdream ignores the intensity of points, and lit samples have full intensity."""
    shown = _DARK._replace(**values)
    return shown if shown.is_dark() else shown._replace(i=0xFFFF)


def _of_ether_dream(index):
    """The crate ether-dream passes points on unchanged."""
    s = sample(index)
    return _shown(x=s.x, y=s.y, r=s.r, g=s.g, b=s.b, u1=s.u1, u2=s.u2)


def _of_laser_dac(index):
    """The crate laser-dac rotates the picture by 180 degrees."""
    s = sample(index)
    return _shown(x=-max(s.x, -32767), y=-max(s.y, -32767), r=s.r, g=s.g, b=s.b)


def _npm_position(part):
    """The npm package rotates the picture too. Its negative coordinates are one too low, limited to -32768."""
    n = -math.floor(part * 65535 - 65535 / 2)
    if n <= -32767:
        return -32768
    return n - 1 if n < 0 else min(n, 32767)


def _of_npm(index):
    def mix(factor, offset):
        return (index * factor + offset & 0xFFFF) / 65535

    def colour(value):
        return math.floor(65535 * value)

    return _shown(x=_npm_position(mix(7919, 0)), y=_npm_position(mix(30011, 12345)),
                  r=colour(((index * 771 + 1 & 0xFFFF) | 0x0100) / 65535), g=colour(mix(10007, 2)),
                  b=colour(mix(40503, 3)))


class Client(Process):
    """An application, which prints JSON lines when it is connected, and how many points it has made when it ends."""

    def __init__(self, kind, folder, name, prefix, first=0, points=0, rate=30_000, address=ADDRESSES[0], times=1,
                 format_name="xyrgbi"):
        self.first, self.kind, self.format = first, kind, formats.BY_NAME[format_name]
        if kind == "npm":
            # It is given a duration, not a number of points; what it has queued when stopped comes on top.
            command = [*prefix, "env", f"ETHER_ADDRESS={address}:7765", tool("node", "nodejs"),
                       pathlib.Path(__file__).parent / "ether_dream/npm/play.js", npm_folder(), first, points / rate,
                       rate, times]
        else:
            command = [*prefix, peer(), kind, address, first, points, rate]
        super().__init__(command, folder, name)

    def expected(self, index):
        """The sample that a receiver should get for the point with this number, from 0."""
        make = {"npm": _of_npm, "laser-dac": _of_laser_dac}.get(self.kind, _of_ether_dream)
        return self.format.neutral(self.format.on_wire(make(self.first + index)))

    def await_connected(self):
        self.wait_for_line(lambda line: line["event"] == "connected", "connected")

    def points(self):
        """Number of points that it made. Call after its end."""
        return max(line["points"] for line in self.lines() if line["event"] == "end")


def peer():
    path = program("IDN_ETHER_DREAM_PEER")
    if not os.path.exists(path):
        raise Skip("the crates are not built, see the test \"interop: Ether Dream crates build\"")
    return path


def npm_folder():
    path = program("IDN_ETHER_DREAM_NPM")
    if not os.path.exists(f"{path}/node_modules"):
        raise Skip("the npm package is not there, see the test \"interop: Ether Dream npm package is installed\"")
    return path
