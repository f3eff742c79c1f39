# SPDX-License-Identifier: MIT
"""Captures as decoded by tshark's IDN dissector."""
import re
import subprocess
from dataclasses import dataclass, field
from xml.parsers import expat

from support import Mismatch, require_equal, run, tool

_SAMPLE = re.compile(r"Sample +\d+:(.*)")
_PARTS_OF_TAGS = {"gts_" + part for part in ("category", "subcategory", "identifier", "parameter", "cscl", "iscl",
                                             "sht", "dmx_identifier", "dmx_parameter", "dmx_void")}
_AROUND = {
    "frame.number": ("number", int),
    "frame.time_epoch": ("time", float),
    "ip.src": ("source", str),
    "ip.dst": ("destination", str),
    "udp.length": ("payload", lambda length: int(length) - 8),
}


@dataclass
class Packet:
    """One datagram; `fields` contains the values of each idn.* field, in the order of the octets."""
    number: int = 0
    time: float = 0
    source: str = ""
    destination: str = ""
    payload: int = 0  # octets of the UDP payload
    is_malformed: bool = False
    fields: dict = field(default_factory=dict)
    tags: list = field(default_factory=list)  # (name, word) of the dictionary
    samples: list = field(default_factory=list)  # tuples of values, unsigned
    octets: list = field(default_factory=list)  # of samples, levels and segments

    def value(self, name):
        """The value of a field that occurs once; None if it does not occur."""
        values = self.fields.get(name, [None])
        if len(values) != 1:
            raise Mismatch(f"packet {self.number}: {len(values)} fields {name}")
        return values[0]


def _number(text):
    try:
        return int(text, 0)
    except ValueError:
        return text


class _Reader:
    """Streaming (SAX) reader of PDML: a capture becomes a hundred megabytes of it."""

    def __init__(self, on_packet):
        self._on_packet = on_packet
        self._packet = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self.parse = self._parser.ParseFile

    def _start(self, element, attributes):
        if element == "packet":
            self._packet = Packet()
        elif element == "proto" and attributes["name"] == "_ws.malformed":
            self._packet.is_malformed = True
        elif element == "field":
            self._field(attributes)

    def _end(self, element):
        if element == "packet":
            self._on_packet(self._packet)

    def _field(self, attributes):
        name = attributes["name"]
        if name == "idn.gts_sample":
            self._packet.octets.append(bytes.fromhex(attributes["value"]))
            if values := _SAMPLE.match(attributes["showname"]):  # else levels or octets
                self._packet.samples.append(tuple(map(int, values.group(1).split())))
        elif name.startswith("idn."):
            self._idn_field(name[len("idn."):], attributes)
        elif name in _AROUND:
            attribute, convert = _AROUND[name]
            setattr(self._packet, attribute, convert(attributes["show"]))

    def _idn_field(self, name, attributes):
        if not name.startswith("gts_"):
            self._packet.fields.setdefault(name, []).append(_number(attributes["show"]))
        elif name not in _PARTS_OF_TAGS:
            word = attributes.get("unmaskedvalue") or attributes["value"]
            self._packet.tags.append((name, int(word, 16)))


def _command(capture, port, only):
    return [tool("tshark", "tshark"), "-r", str(capture), "-d", f"udp.port=={port},idn", "-Y", only]


def packets(capture, port=7255, only="idn"):
    """The IDN datagrams of a capture that match the display filter `only`, by default all."""
    found = []
    command = [*_command(capture, port, only), "-T", "pdml"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as tshark:
        _Reader(found.append).parse(tshark.stdout)
    require_equal(tshark.returncode, 0, "exit code of tshark")
    return found


def samples(capture, port=7255):
    """Only the samples of all datagrams, in a tenth of the time of packets()."""
    text = run([*_command(capture, port, "idn"), "-O", "idn", "-V"])
    return [tuple(map(int, values.split())) for values in _SAMPLE.findall(text)]
