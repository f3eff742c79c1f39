# SPDX-License-Identifier: MIT
"""Sample formats by their dictionaries, implemented after the specification (section 2.9), independently of our code."""
from typing import NamedTuple

from pattern import Sample

_COORDINATES = ("x", "y", "z", "u4")
_CONSTANTS = {"hint": 0x01, "nop": 0}  # shutter open; filler
_VALUES = {0x4200: "x", 0x4210: "y", 0x4220: "z", 0x4201: "u4", 0x527E: "r", 0x5214: "g", 0x51CC: "b", 0x5C10: "i",
           0x51BD: "u1", 0x5241: "u2", 0x51E8: "u3", 0x4101: "hint", 0x4000: "nop"}
_PRECISION = 0x4010


class Field(NamedTuple):
    name: str
    octets: int

    def reduce(self, sample):
        """The value on the wire: the upper octets."""
        if self.name in _CONSTANTS:
            return _CONSTANTS[self.name]
        return getattr(sample, self.name) >> 16 - 8 * self.octets

    def widen(self, value):
        """A value on the wire as 16 bits: full scale stays full scale, coordinates are left aligned."""
        if self.name in _COORDINATES:
            aligned = value << 16 - 8 * self.octets & 0xFFFF
            return aligned - 0x10000 if aligned >= 0x8000 else aligned
        return value if self.octets == 2 else value * 257


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
        return b"".join((value & (1 << 8 * field.octets) - 1).to_bytes(field.octets, "big")
                        for sample in samples for field, value in zip(self.fields, self.on_wire(sample)))

    def on_wire(self, sample):
        return tuple(field.reduce(sample) for field in self.fields)

    def neutral(self, values):
        """The sample that a receiver makes of values on the wire; without intensity in the format, lit samples get full
        intensity."""
        given = {field.name: field.widen(value) for field, value in zip(self.fields, values)}
        sample = Sample(*(given.get(name, 0) for name in Sample._fields))
        return sample if "i" in given or sample.is_dark() else sample._replace(i=0xFFFF)


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
