# SPDX-License-Identifier: MIT
"""Writes frames as an .ild file (format 5: two dimensions, true colour), after the ILDA specification."""
import struct

_BLANKED, _LAST = 0x40, 0x80


def _header(points, number, total):
    return struct.pack(">4s3xB8s8sHHHBx", b"ILDA", 5, b"interop", b"", points, number, total, 0)


def _point(sample, is_last):
    status = (_BLANKED if sample.is_dark() else 0) | (_LAST if is_last else 0)
    return struct.pack(">hhBBBB", sample.x, sample.y, status, sample.b >> 8, sample.g >> 8, sample.r >> 8)


def as_stored(sample):
    """A sample as it is read back from a file: 8-bit colours, no other channels, full intensity."""
    r, g, b = (value >> 8 for value in (sample.r, sample.g, sample.b))
    return sample._replace(r=r * 257, g=g * 257, b=b * 257, i=0xFFFF, u1=0, u2=0, u3=0, u4=0, z=0)


def file_of(frames):
    octets = b""
    for number, frame in enumerate(frames):
        octets += _header(len(frame), number, len(frames))
        octets += b"".join(_point(sample, sample is frame[-1]) for sample in frame)
    return octets + _header(0, 0, len(frames))
