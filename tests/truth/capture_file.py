# SPDX-License-Identifier: MIT
"""Capture files, written from their specifications: pcap with micro- or nanoseconds, and pcapng."""
import struct

ETHERNET = 1
_NANO = {6: 1000, 9: 1}  # ns per unit of time, by the decimal exponent of the resolution


def rounded_down(time, digits):
    """What is left of a time in ns where a capture keeps that many decimal digits of a second."""
    return time // _NANO[digits] * _NANO[digits]


def pcap(path, packets, digits=9):
    """`packets`: (time in ns since the epoch, octets of the frame, interface), in the order of the file."""
    record = struct.Struct("<IIII")
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B23C4D if digits == 9 else 0xA1B2C3D4, 2, 4, 0, 0, 65535, ETHERNET))
        for time, octets, _ in packets:
            seconds, rest = divmod(time, 10**9)
            out.write(record.pack(seconds, rest // _NANO[digits], len(octets), len(octets)))
            out.write(octets)


def _block(kind, body):
    size = 12 + len(body)
    return struct.pack("<II", kind, size) + body + struct.pack("<I", size)


def interface_name(number):
    """Name of an interface; the first one has none."""
    return f"lan{number}" if number else ""


def _option(code, value):
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


def _interface(number, digits):
    """An interface description block. Without option if_tsresol the resolution is a microsecond."""
    options = _option(2, interface_name(number).encode()) if number else b""
    options += b"" if digits == 6 else _option(9, bytes([digits]))
    options += _option(0, b"") if options else b""
    return _block(1, struct.pack("<HHI", ETHERNET, 0, 0) + options)


def pcapng(path, packets, digits=(9,)):
    """Writes a capture. `digits`: decimal digits of the second, of each interface; `packets`: as for pcap()."""
    with open(path, "wb") as out:
        out.write(_block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)))
        for number, of_interface in enumerate(digits):
            out.write(_interface(number, of_interface))
        for time, octets, interface in packets:
            stamp = time // _NANO[digits[interface]]
            header = struct.pack("<IIIII", interface, stamp >> 32, stamp & 0xFFFFFFFF, len(octets), len(octets))
            out.write(_block(6, header + octets + bytes(-len(octets) % 4)))
