# SPDX-License-Identifier: MIT
"""Encoders for IDN-Hello, IDN-Stream and UDP over IPv4 on Ethernet, written after the specifications."""
import functools
import struct

PORT = 7255
MESSAGE, MESSAGE_ACKNOWLEDGED, CLOSE, ABORT, ACKNOWLEDGE = 0x40, 0x41, 0x44, 0x46, 0x47
VOID, WAVE, FRAME, FRAME_FIRST, FRAME_SEQUEL = 0x00, 0x01, 0x02, 0x03, 0xC0
CONTINUOUS, DISCRETE = 0x01, 0x02
ROUTING, CLOSE_CHANNEL = 0x01, 0x02
DATA_MATCH = 1 << 4
# X and Y of 16 bits; red, green and blue of 8; a void tag, which pads to 32 bits.
DICTIONARY = struct.pack(">8H", 0x4200, 0x4010, 0x4210, 0x4010, 0x527E, 0x5214, 0x51CC, 0x0000)
SAMPLE_OCTETS = 7

_PACKET = struct.Struct(">BBH")
_MESSAGE = struct.Struct(">HBBI")
_ETHERNET = bytes.fromhex("020000000002" "020000000001" "0800")
_IP = struct.Struct(">BBHHHBBH4s4s")
_UDP = struct.Struct(">HHHH")


@functools.cache
def samples(count, is_dark=False):
    """The corners of a square, one after the other, lit or dark."""
    corners = ((-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000))
    colour = (0, 0, 0) if is_dark else (255, 128, 0)
    return b"".join(struct.pack(">hhBBB", *corners[i % 4], *colour) for i in range(count))


def configuration(mode, flags=ROUTING | DATA_MATCH):
    return struct.pack(">BBBB", len(DICTIONARY) // 4, flags, 0, mode) + DICTIONARY


CHANNEL_CLOSE = struct.pack(">BBBB", 0, CLOSE_CHANNEL, 0, 0)


def chunk(duration, data):
    return struct.pack(">I", DATA_MATCH << 24 | duration) + data


def message(kind, channel, timestamp, body=b"", has_config=False, is_last=False):
    """`is_last`: the last sequel fragment, marked by the same bit as a configuration."""
    bits = 0x80 | (0x40 if has_config or is_last else 0) | channel
    return _MESSAGE.pack(_MESSAGE.size + len(body), bits, kind, timestamp & 0xFFFFFFFF) + body


def packet(command, number, payload=b"", group=0):
    return _PACKET.pack(command, group, number & 0xFFFF) + payload


def acknowledge(number):
    """Success, no events, the session has open channels."""
    return packet(ACKNOWLEDGE, number, struct.pack(">BBHHBBI", 12, 0, 0, 0, 1, 0, 0))


def _checksum(octets):
    total = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    total = (total & 0xFFFF) + (total >> 16)
    return ~((total & 0xFFFF) + (total >> 16)) & 0xFFFF


@functools.cache
def _ip_header(length, source, target):
    fields = (0x45, 0, length, 0, 0x4000, 64, 17)
    checksum = _checksum(_IP.pack(*fields, 0, source, target))
    return _IP.pack(*fields, checksum, source, target)


def ethernet(source, target, payload):
    """`source` and `target`: (address as text, port). Without UDP checksum, which is optional in IPv4."""
    udp = _UDP.size + len(payload)
    return b"".join((_ETHERNET, _ip_header(_IP.size + udp, _address(source[0]), _address(target[0])),
                     _UDP.pack(source[1], target[1], udp, 0), payload))


@functools.cache
def _address(text):
    return bytes(int(part) for part in text.split("."))
