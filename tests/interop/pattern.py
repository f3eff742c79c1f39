# SPDX-License-Identifier: MIT
"""The sequence of samples that all tests send: no sample occurs twice within 65536, and none is dark.

laser_dac/src/pattern.rs computes the same."""
from typing import NamedTuple


class Sample(NamedTuple):
    """The values of a sample at full precision, as in idn::LaserSample."""
    x: int
    y: int
    r: int
    g: int
    b: int
    i: int
    u1: int
    u2: int
    u3: int
    u4: int
    z: int

    def is_dark(self):
        return not (self.r or self.g or self.b or self.u1 or self.u2 or self.u3)


def _mix(index, factor, offset):
    return (index * factor + offset) & 0xFFFF


def _signed(value):
    return value - 0x10000 if value >= 0x8000 else value


def sample(index):
    return Sample(
        x=_signed(_mix(index, 7919, 0)),
        y=_signed(_mix(index, 30011, 12345)),
        r=_mix(index, 771, 1) | 0x0100,  # lit in 8 bits too, to distinguish it from dark samples that a sender adds
        g=_mix(index, 10007, 2),
        b=_mix(index, 40503, 3),
        i=_mix(index, 25717, 4) | 0x0100,
        u1=_mix(index, 3, 5),
        u2=_mix(index, 5, 6),
        u3=_mix(index, 7, 7),
        u4=_signed(_mix(index, 11, 8)),
        z=_signed(_mix(index, 13, 9)),
    )


def samples(count):
    return [sample(index) for index in range(count)]


def frames(sizes):
    """The pattern divided into frames of these sizes."""
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [[sample(start + i) for i in range(size)] for start, size in zip(starts, sizes)]
