# SPDX-License-Identifier: MIT
"""Senders that do what few others do, and are right."""
from functools import partial

from cases.crooked_sender import CLOSE, MESSAGE_ACKNOWLEDGED, VOID, Frame, Wave, cases, u8, u16, u32


class Wide(Wave):
    """Colours first and of 16 bits, channel 63, the default service, match value 3, timestamps that wrap."""

    boot, channel, service, match = 2**32 - 1_500_000, 63, 0, 3
    length, count, config_every = 120, 1000, 50
    tags = (0x527E, 0x4010, 0x5214, 0x4010, 0x51CC, 0x4010, 0x4200, 0x4010, 0x4210, 0x4010)

    def sample(self, x, y, red, green, blue):
        return u16(red * 257) + u16(green * 257) + u16(blue * 257) + u16(x) + u16(y)


class FragmentsInsideSamples(Frame):
    """Frames in fragments that end in the middle of samples, timestamps counted up by one; the end in one datagram."""

    points, room = 700, 1440

    def end(self):
        self.wake(self.due(self.count))
        self.send(self.packet(self.message(VOID, self.clock, u8(0) + u8(0x02) + u8(0) + u8(0), bit=True), CLOSE))


class StillPicture(Frame):
    """A frame, then a void message every 100 ms for four seconds."""

    count = 1

    def send_frame(self, k):
        super().send_frame(k)
        for n in range(1, 40):
            self.wake(100_000 * n)
            self.send(self.packet(self.message(VOID, self.clock)))

    def end(self):
        self.close_channel(4_000_000)
        self.close(4_001_000)


class OpenedBefore(Wave):
    """Opens the channel with a void message, asks for an acknowledge twice per second, and numbers wrap."""

    def run(self):
        self.sequence = 65_400
        self.wake(0)
        self.send(self.packet(self.message(VOID, self.boot, self.config(), bit=True)))
        super().run()

    def due(self, k):
        return self.media(k) + 3000

    def timestamp(self, k):
        return super().timestamp(k) + 3000

    def send_chunk(self, k):
        if k % 100:
            return super().send_chunk(k)
        number = self.sequence
        self.send(self.packet(self.wave(k), MESSAGE_ACKNOWLEDGED))
        self.acknowledged(number, k == 0)

    def end(self):
        self.close_channel(self.media(self.count) + 3000)
        self.close(self.media(self.count) + 4000)


class Full(Wave):
    """The full ISP-DB25 dictionary with shutter, 100,000 samples/s, 100 samples per datagram."""

    rate, length, count, config_every = 100_000, 100, 3000, 200
    tags = (0x4101, 0x5C10, 0x527E, 0x5214, 0x51CC, 0x51BD, 0x5241, 0x51E8, 0x4200, 0x4010, 0x4210, 0x4010, 0x4201, 0x4010)

    def sample(self, x, y, red, green, blue):
        return bytes((1, max(red, green, blue), red, green, blue, 0, 0, 0)) + u16(x) + u16(y) + u16(0)


class PausesWithClose(Wave):
    """After every second closes the channel for half a second, keeps the link with empty messages, and opens it again."""

    def media(self, k):
        return 5000 * k + 500_000 * (k // 200)

    def duration(self, k):
        return 5000

    def send_chunk(self, k):
        super().send_chunk(k)
        if k % 200 == 199 and k + 1 < self.count:
            self.close_channel(self.media(k) + 5000)
            for n in range(1, 3):
                self.wake(self.media(k) + 5000 + 200_000 * n)
                self.send(self.packet())

    def end(self):
        self.close_channel(self.media(self.count - 1) + 5000)
        self.close(self.media(self.count - 1) + 6000)

    def point(self, i):
        """Each second begins and ends dark."""
        x, y, *colour = super().point(i)
        return x, y, *(colour if 40 < i % 30_000 < 29_940 else (0, 0, 0))


class LaserAndDimmers(Wave):
    """A laser in wave mode, and DMX512 dimmer levels at 25 Hz on another channel of the same session."""

    def send_chunk(self, k):
        super().send_chunk(k)
        if k % 8 == 0:
            body = u8(0x00) + bytes(3) + bytes(min(255, k // 4 + n) for n in range(24))
            self.wake(self.due(k) + 1500)
            self.send(self.packet(self.dimmers(0x18, u8(0) + u8(0x01) + u8(5) + u8(0x06) + body)))

    def dimmers(self, kind, body):
        return u16(8 + len(body)) + u8(0xC0 | 8) + u8(kind) + u32(self.clock) + body

    def end(self):
        self.wake(self.media(self.count))
        self.send(self.packet(self.dimmers(VOID, u8(0) + u8(0x02) + u8(0) + u8(0))))
        self.channel = 0
        self.close_channel(self.media(self.count) + 1000)
        self.close(self.media(self.count) + 2000)


class JumboFrames(Frame):
    """One message per frame, however long, which IP cuts: right in frame mode."""

    points, room = 900, 65_000


class FromServerPort(Wave):
    """Has its own socket at port 7255, too."""

    address = ("10.9.2.7", 7255)


class Broadcast(Wave):
    """Streams to the broadcast address."""

    server = ("255.255.255.255", 7255)


CASES = {name: partial(lambda each: each().case(no_findings=True), each) for name, each in cases(vars(), "unusual_").items()}
