# SPDX-License-Identifier: MIT
"""Sample formats by their dictionaries, implemented after the specification (section 2.9), independently of our code."""
import functools
import operator
import struct
from typing import NamedTuple

from pattern import Sample
from support import Mismatch

_COORDINATES = ("x", "y", "z", "u4")
_CONSTANTS = {"hint": 0x01, "nop": 0}  # shutter open; filler
_VALUES = {0x4200: "x", 0x4210: "y", 0x4220: "z", 0x4201: "u4", 0x527E: "r", 0x5214: "g", 0x51CC: "b", 0x5C10: "i",
           0x51BD: "u1", 0x5241: "u2", 0x51E8: "u3", 0x4101: "hint", 0x4000: "nop"}
_PRECISION = 0x4010


class Field(NamedTuple):
    name: str
    octets: int


def _widen(is_coordinate, octets, value):
    """A value on the wire as 16 bits: full scale stays full scale, coordinates are left aligned."""
    if is_coordinate:
        aligned = value << 16 - 8 * octets & 0xFFFF
        return aligned - 0x10000 if aligned >= 0x8000 else aligned
    return value if octets == 2 else value * 257


@functools.lru_cache
def _widened(is_coordinate, octets):
    """What each value on the wire is as 16 bits. A negative index is the same value as two's complement."""
    return [_widen(is_coordinate, octets, value) for value in range(1 << 8 * octets)]


class Format:
    def __init__(self, *tags):
        self.tags = tags
        self.fields = []
        for tag in tags:
            if tag == _PRECISION:
                name, octets = self.fields.pop()
                self.fields.append(Field(name, octets + 1))
            elif tag >> 12 >= 4:
                self.fields.append(Field(_VALUES[tag], 1))

    def option(self):
        """The dictionary as an argument of idn_sender."""
        return ",".join(f"{tag:04X}" for tag in self.tags)

    def octets(self, samples):
        """The octets of samples on the wire."""
        layout = struct.Struct(">" + "".join("BH"[field.octets - 1] for field in self.fields))
        masks = [(1 << 8 * field.octets) - 1 for field in self.fields]
        return b"".join([layout.pack(*map(operator.and_, self.on_wire(sample), masks)) for sample in samples])

    def on_wire(self, sample):
        """The values on the wire: constants, or the upper octets."""
        values = (*sample, *_CONSTANTS.values())
        return tuple([values[place] >> shift for place, shift in self._places_and_shifts])

    def neutral(self, values):
        """The sample that a receiver makes of values on the wire; without intensity in the format, lit samples get full
        intensity."""
        if len(values) != len(self.fields):
            raise Mismatch(f"{len(values)} values in a sample of {len(self.fields)} fields")
        values = (*values, 0)
        sample = Sample._make([table[values[index]] for index, table in self._indices_and_tables])
        return sample if self._has_intensity or sample.is_dark() else sample._replace(i=0xFFFF)

    @functools.cached_property
    def _has_intensity(self):
        return any(field.name == "i" for field in self.fields)

    @functools.cached_property
    def _places_and_shifts(self):
        """For each field its place in a sample followed by the constants, and the number of bits that are cut off."""
        known = (*Sample._fields, *_CONSTANTS)
        return [(known.index(field.name), 0 if field.name in _CONSTANTS else 16 - 8 * field.octets)
                for field in self.fields]

    @functools.cached_property
    def _indices_and_tables(self):
        """For each value of a sample its index among those on the wire, and the table that widens it; index -1: the format
        lacks it, and it is 0."""
        carried = {field.name: (index, _widened(field.name in _COORDINATES, field.octets))
                   for index, field in enumerate(self.fields) if field.name not in _CONSTANTS}
        return [carried.get(name, (-1, (0,))) for name in Sample._fields]


_XY = (0x4200, 0x4010, 0x4210, 0x4010)
_EXTENDED = (*_XY, 0x527E, 0x4010, 0x5214, 0x4010, 0x51CC, 0x4010, 0x5C10, 0x4010, 0x51BD, 0x4010, 0x5241, 0x4010,
             0x51E8, 0x4010, 0x4201, 0x4010)

BY_NAME = {
    "xyrgb": Format(*_XY, 0x527E, 0x5214, 0x51CC, 0x0000),
    "xyrgbi": Format(*_XY, 0x527E, 0x5214, 0x51CC, 0x5C10),
    "xyrgb16": Format(*_XY, 0x527E, 0x4010, 0x5214, 0x4010, 0x51CC, 0x4010),
    "extended": Format(*_EXTENDED),
    "isp-db25": Format(0x4101, 0x5C10, 0x527E, 0x5214, 0x51CC, 0x51BD, 0x5241, 0x51E8, *_XY, 0x4201, 0x4010),
    # Unusual order and precisions, with a filler and z. No space modifier: tshark 4.0 counts it as an octet of each
    # sample.
    "own": Format(0x4000, 0x51CC, 0x4210, 0x4010, 0x5C10, 0x4010, 0x527E, 0x4010, 0x4220, 0x5214, 0x4200, 0x4010),
    # Four octets.
    "short": Format(0x4200, 0x4210, 0x527E, 0x5214),
}

# All values of a sample, at full precision.
FULL = Format(*_EXTENDED, 0x4220, 0x4010)
