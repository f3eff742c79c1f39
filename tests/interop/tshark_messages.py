# SPDX-License-Identifier: MIT
"""Messages that none of our programs sends (DMX512, effects, audio), written by the library's encoders: tshark decodes
every field and octet to the expected value.

usage: tshark_messages.py PROGRAM

tshark 4.0 does not know audio: it shows the octets after the configuration one by one, beginning with the chunk header."""
from typing import NamedTuple

import dissect
from support import closing_line, main, require, require_equal, run

SEGMENT, STRING, LEVELS, AUDIO = 0x10, 0x11, 0x18, 0x20


class Message(NamedTuple):
    channel: int
    mode: int
    service: int
    data_match: int
    chunk_type: int
    first: int  # first octet of content()
    count: int  # octets of contents that tshark shows
    fields: dict  # expected fields of configuration and chunk header
    tags: tuple = ()
    words: int = 0  # length of the service configuration


def content(first, count):
    """Octets of the contents, as in messages/main.cpp."""
    return bytes((i * 7 + 3) & 0xFF for i in range(first, first + count))


def continuous(mode, channel, service):
    # tshark gives the sequence and the offset the same field name.
    fields = [{"dlim": [last], "octet_segment_sequence": [255, offset]} for last, offset in ((0, 0), (1, 300))]
    return [Message(channel, mode, service, 0, SEGMENT, 0, 300, fields[0]),
            Message(channel, mode, service, 0, SEGMENT, 300, 213, fields[1])]


def discrete(mode, channel, service):
    """The last two levels of the first message belong to no slot (base FFFF); tshark does not show them. In messages
    without a configuration it decodes only the headers."""
    subsets = {"dmx_dls": [0x43] * 3, "dmx_base": [1, 258, 0xFFFF], "dmx_count": [3, 255, 2]}
    rest = {"dmx_dls": [0x42], "dmx_base": [101]}
    return [Message(channel, mode, service, 1, LEVELS, 0, 258, subsets, words=3),
            Message(channel, mode, service, 2, LEVELS, 0, 412, rest, words=1),
            Message(channel, mode, service, 3, LEVELS, 0, 0, {}),
            Message(channel, mode, service, 3, STRING, 0, 0, {})]


MEANT = [
    *continuous(0x05, 8, 5), *continuous(0x03, 9, 1), *discrete(0x06, 10, 5), *discrete(0x04, 11, 1),
    Message(12, 0x0C, 0, 1, AUDIO, 0, 192, {"unknown": [0x6102]}, tags=(0x0000,), words=1),
]


def check_headers(packet, index, meant):
    expected = {"command": 0x40, "flags": 0, "sequence": index, "total_size": packet.payload - 4,
                "most_significant_bit_cnl": 1, "cclf": 1, "channel_id": meant.channel, "chunk_type": meant.chunk_type,
                "timestamp": index * 1000, "scwc": meant.words, "sdm": meant.data_match, "close": 0, "routing": 1,
                "service_id": meant.service, "service_mode": meant.mode}
    for name, value in expected.items():
        require_equal(packet.value(name), value, f"message {index}, {name}")
    for name, values in meant.fields.items():
        require_equal(packet.fields.get(name), values, f"message {index}, {name}")
    require_equal(tuple(word for _, word in packet.tags), meant.tags, f"message {index}, tags")


def check_contents(packet, index, meant):
    octets = content(meant.first, meant.count)
    if meant.chunk_type == AUDIO:
        octets = bytes([0x10, 0, 0x03, 0xE8]) + octets  # SCM 1, 1000 us
    elif meant.count > 0:
        require_equal(packet.value("scm"), meant.data_match, f"message {index}, SCM")
    require_equal(b"".join(packet.octets), octets, f"message {index}, octets")


def test(folder, program):
    capture = folder / "messages.pcap"
    run([program, capture])
    packets = dissect.packets(capture)
    require(not any(packet.is_malformed for packet in packets), "tshark finds malformed packets")
    require_equal(len(packets), len(MEANT), "messages")
    for index, (packet, meant) in enumerate(zip(packets, MEANT)):
        check_headers(packet, index, meant)
        check_contents(packet, index, meant)
    octets = sum(meant.count for meant in MEANT)
    closing_line("DMX512, effects and audio -> tshark", f"{len(packets)} messages with {octets} octets equal")


main(test)
