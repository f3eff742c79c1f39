# SPDX-License-Identifier: MIT
"""Two small programs that stream a circle, as a person writes them after the specification: apart from the library, from wire.py
and from the detectors. The senders of crooked_*.py derive from them; each has one mistake."""
import math
import re
from random import Random

from traffic import BEGIN, SERVER, Case, Datagram

MESSAGE, MESSAGE_ACKNOWLEDGED, CLOSE, ABORT, ACKNOWLEDGE = 0x40, 0x41, 0x44, 0x46, 0x47
PING, PING_RESPONSE, SCAN, SCAN_RESPONSE, MAP, MAP_RESPONSE = 0x08, 0x09, 0x10, 0x11, 0x12, 0x13
VOID, WAVE, FRAME, FRAME_FIRST, FRAME_SEQUEL = 0x00, 0x01, 0x02, 0x03, 0xC0
CIRCLE = 500  # samples
INNOCENT = ("lost", "the sender restarted", "the clock of the capture")  # what none of those that are named is accused of
XYRGB = (0x4200, 0x4010, 0x4210, 0x4010, 0x527E, 0x5214, 0x51CC, 0x0000)


def u8(value):
    return (value % 2**8).to_bytes(1, "big")


def u16(value):
    return (value % 2**16).to_bytes(2, "big")


def u24(value):
    return (value % 2**24).to_bytes(3, "big")


def u32(value):
    return (value % 2**32).to_bytes(4, "big")


class Sender:
    """A clock, a socket and the messages. Times of the program are microseconds since its start."""

    findings = ()  # that name its mistake; where there are none, a comment "not named" says what is found instead
    untold = frozenset()  # keys of the report that its mistake makes wrong
    boot = 81_234_567  # of the monotonic clock at the start, us
    address, server = ("10.9.2.7", 51234), SERVER
    channel, service, mode, match = 0, 1, 0x01, 1
    tags = XYRGB

    def __init__(self):
        self.draw = Random(type(self).__name__)
        self.time, self.sent = BEGIN, []
        self.sequence = self.draw.randrange(60_000)

    def wake(self, at):
        """Sleeps until a time, and wakes up a little late; some 10 us after the last datagram if that time is over."""
        late = 20 + self.draw.expovariate(1 / 40) + (self.draw.randrange(600) if self.draw.random() < 0.01 else 0)
        self.time = max(self.time + self.draw.randrange(12_000, 25_000), BEGIN + int((at + late) * 1000))

    @property
    def clock(self):
        """The monotonic clock in us."""
        return self.boot + (self.time - BEGIN) // 1000

    def send(self, payload):
        self.sent.append(Datagram(self.time, len(self.sent), octets=payload, flow=self.address, server=self.server))

    def answered(self, payload, after):
        """The unit sends something back, `after` us later."""
        self.sent.append(Datagram(self.time + after * 1000, len(self.sent), octets=payload, flow=self.server,
                                  server=self.address))

    def acknowledged(self, number, is_new):
        """`is_new`: the connection and the channel were opened just now."""
        flags = u16(is_new)
        self.answered(u8(ACKNOWLEDGE) + u8(0) + u16(number) + u8(12) + u8(0) + flags + flags + u8(1) + u8(0) + u32(0), 260)

    def packet(self, message=b"", command=MESSAGE):
        return self.header(command) + message

    def header(self, command):
        number, self.sequence = self.sequence, self.sequence + 1
        return u8(command) + u8(0) + self.number(number)

    def number(self, value):
        return u16(value)

    def message(self, kind, timestamp, body=b"", bit=False):
        return self.size(8 + len(body)) + u8(self.cnl(bit)) + u8(kind) + self.stamp(timestamp) + body

    def size(self, octets):
        return u16(octets)

    def cnl(self, bit):
        return 0x80 | (0x40 if bit else 0) | self.channel

    def stamp(self, microseconds):
        return u32(microseconds)

    def config(self):
        words = self.dictionary()
        return u8(self.words(words)) + u8(self.config_flags()) + u8(self.service) + u8(self.mode) + words

    def words(self, dictionary):
        return len(dictionary) // 4

    def config_flags(self):
        return 0x01 | self.match << 4

    def dictionary(self):
        return b"".join(u16(tag) for tag in self.tags)

    def chunk(self, duration, samples):
        return u8(self.chunk_flags()) + self.duration_field(duration) + samples

    def chunk_flags(self):
        return self.match << 4

    def duration_field(self, microseconds):
        return u24(microseconds)

    def sample(self, x, y, red, green, blue):
        return u16(x) + u16(y) + u8(red) + u8(green) + u8(blue)

    def close_channel(self, at):
        self.wake(at)
        self.send(self.packet(self.message(VOID, self.boot + at, u8(0) + u8(0x02) + u8(0) + u8(0), bit=True)))

    def close(self, at):
        self.wake(at)
        self.send(self.packet(command=CLOSE))

    def case(self, **expected):
        self.run()
        traffic = sorted(self.sent, key=lambda datagram: datagram.time)
        absent = INNOCENT if self.findings else ()
        return Case(traffic, findings=self.findings, absent=absent, only_findings=True, untold=self.untold,
                    **expected)


class Wave(Sender):
    """30,000 samples/s, 150 per datagram, the configuration every 200 ms; closes its channel and its session."""

    rate, length, count, kind = 30_000, 150, 800, WAVE
    config_every = 40  # datagrams
    ends_dark = True

    def run(self):
        for k in range(self.count):
            self.wake(self.due(k))
            self.send_chunk(k)
        self.end()

    def send_chunk(self, k):
        self.send(self.packet(self.wave(k)))

    def wave(self, k):
        body = self.chunk(self.duration(k), self.samples(k))
        body = self.config() + body if self.has_config(k) else body
        return self.message(self.kind, self.timestamp(k), body, self.has_config(k))

    def media(self, k):
        """When chunk k begins, from the number of its first sample: nothing is rounded twice."""
        return k * self.length * 1_000_000 // self.rate

    def due(self, k):
        return self.media(k)

    def timestamp(self, k):
        return self.boot + self.media(k)

    def duration(self, k):
        return self.media(k + 1) - self.media(k)

    def has_config(self, k):
        return k % self.config_every == 0

    def samples(self, k):
        return b"".join(self.sample(*self.point(i)) for i in range(k * self.length, (k + 1) * self.length))

    def point(self, i):
        """From the centre to a circle, around it, with a dark part, and dark at the end."""
        angle, radius = 2 * math.pi * i / CIRCLE, 20_000 * min(i / 40, 1)
        is_lit = 40 < i < self.count * self.length - 60 * self.ends_dark and 10 < i % CIRCLE < CIRCLE - 10
        return round(radius * math.cos(angle)), round(radius * math.sin(angle)), *((255, 120, 0) if is_lit else (0, 0, 0))

    def end(self):
        self.close_channel(self.media(self.count))
        self.close(self.media(self.count) + 1000)


class Frame(Sender):
    """30 frames/s in frame mode, each with the configuration; frames that need more than one datagram in IDN fragments."""

    mode, frames, count, points = 0x02, 30, 150, 300
    room = 1454  # octets of a datagram

    def run(self):
        for k in range(self.count):
            self.wake(self.due(k))
            self.send_frame(k)
        self.end()

    def due(self, k):
        return k * 1_000_000 // self.frames

    def send_frame(self, k):
        for message in self.messages(k):
            self.send(self.packet(message))
            self.time += self.draw.randrange(15_000, 40_000)

    def duration(self):
        return (self.points - 1) * 1_000_000 // 30_000

    def messages(self, k):
        timestamp, data = self.clock, self.chunk(self.duration(), self.samples(k))
        first = self.room - 12 - len(self.config())
        if len(data) <= first:
            return [self.message(FRAME, timestamp, self.config() + data, bit=True)]
        pieces = [data[:first], *(data[i:i + self.room - 12] for i in range(first, len(data), self.room - 12))]
        return self.fragments(timestamp, pieces)

    def fragments(self, timestamp, pieces):
        last = len(pieces) - 1
        return [self.message(FRAME_FIRST, timestamp, self.config() + pieces[0], bit=True),
                *(self.sequel(timestamp, n, piece, n == last) for n, piece in enumerate(pieces) if n)]

    def sequel(self, timestamp, n, piece, is_last):
        return self.message(FRAME_SEQUEL, timestamp + n, piece, is_last)

    def samples(self, k):
        return b"".join(self.sample(*self.point(i, k)) for i in range(self.points))

    def point(self, i, k):
        """A circle that grows and shrinks; the beam moves to its first sample dark."""
        angle, radius = 2 * math.pi * i / (self.points - 1), 15_000 + 5000 * math.sin(k / 10)
        return round(radius * math.cos(angle)), round(radius * math.sin(angle)), *((0, 200, 255) if i else (0, 0, 0))

    def end(self):
        self.close_channel(self.due(self.count))
        self.close(self.due(self.count) + 1000)


def cases(names, prefix):
    """The senders of a module, given by its names, as cases: SizeLittleEndian is PREFIX_size_little_endian."""
    senders = [each for each in names.values() if isinstance(each, type) and each.__module__ == names["__name__"]]
    words = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z0-9])(?=[A-Z][a-z])")
    return {prefix + words.sub("_", each.__name__).lower(): each for each in senders}
