# SPDX-License-Identifier: MIT
"""Senders whose datagrams are right, but not when they are sent, from where, how often, or what comes last."""
from functools import partial

from traffic import SERVER

from cases.crooked_sender import (ABORT, MESSAGE_ACKNOWLEDGED, PING, PING_RESPONSE, SCAN, SCAN_RESPONSE, VOID, Frame,
                                  Sender, Wave, cases, u8, u16)


class SocketPerDatagram(Wave):
    """Creates the socket within the function that sends, so that each datagram has a port of its own."""

    findings = (".*new socket",)

    config_every = 1

    def send(self, payload):
        self.address = (self.address[0], 40_000 + len(self.sent))
        super().send(payload)


class TwoSockets(Sender):
    """Has a socket for each half of the picture, both for the same service in wave mode."""

    findings = (".*two sockets of one host",)

    def run(self):
        halves = Wave(), Wave()
        halves[1].address, halves[1].sequence = (self.address[0], 51235), 30_000
        for half in halves:
            half.run()
            self.sent += half.sent


class FourChannels(Sender):
    """Has a channel for each of four pictures, all for the same service in wave mode, with one socket and one counter."""

    findings = (".*another channel of this sender has the service",)

    def run(self):
        pictures = [Wave() for _ in range(4)]
        for picture in pictures:
            picture.channel = pictures.index(picture)
        for k in range(Wave.count):
            for picture in pictures:
                self.wake(picture.due(k))
                picture.sequence = self.sequence
                self.send(picture.packet(picture.wave(k)))
                self.sequence += 1
        for self.channel in range(4):
            self.close_channel(4_000_000)
        self.close(4_001_000)


class CloseNever(Wave):
    """Ends without a close, in the middle of the picture, and believed that a receiver sees that the window was closed."""
    # not named: nothing

    count, ends_dark = 801, False

    def end(self):
        pass


class CloseOfChannelOnly(Wave):
    """Closes the channel and not the session."""
    # not named: nothing

    def close(self, at):
        pass


class SessionBeforeChannel(Wave):
    """Closes the session first and the channel then, by a message that opens a session again."""

    findings = (".*close of a channel follows that of the session",)

    def end(self):
        self.close(self.media(self.count))
        self.close_channel(self.media(self.count) + 1000)


class ClockOfEachChannel(Wave):
    """Two projectors on one socket, each object with a clock that begins at its own start."""

    findings = (".*channels of a session have timestamps of different clocks",)

    def send_chunk(self, k):
        for self.channel, self.service, self.boot in ((0, 1, 81_234_567), (1, 2, 12_345)):
            self.send(self.packet(self.wave(k)))
            self.time += 30_000
        self.channel, self.service, self.boot = 0, 1, 81_234_567


class AbortAtEnd(Wave):
    """Ends with the abort command, as the fastest way to stop."""
    # not named: nothing

    def close(self, at):
        self.wake(at)
        self.send(self.packet(command=ABORT))


class CloseTooEarly(Wave):
    """Closes the session right after it handed the last second to the socket, so that most of it is not drawn."""

    findings = (".*closed before what was sent",)

    def due(self, k):
        return self.media(min(k, 600))

    def end(self):
        self.close_channel(self.media(600))
        self.close(self.media(600))


class CloseForTwoSeconds(Wave):
    """Repeats the close for two seconds, to be safe."""

    findings = (".*closed again and again",)

    def close(self, at):
        for n in range(40):
            super().close(at + 50_000 * n)


class DataAfterClose(Wave):
    """Closes the session, while a second thread still sends for 100 ms; the first of its datagrams opens a session anew."""

    findings = (".*samples follow the close",)

    def run(self):
        for k in range(self.count):
            if k == 780:
                self.close(self.due(k) - 2000)
            self.wake(self.due(k))
            self.send_chunk(k)


class LitEnd(Wave):
    """Ends lit, outside of the centre, and closes."""
    # not named: nothing

    count, ends_dark = 801, False


class LitStandstill(Wave):
    """Has no points left after two seconds, and repeats the last one, lit, until the end."""
    # not named: nothing

    def point(self, i):
        return super().point(60_200 if 60_200 < i < self.count * self.length - 60 else i)


class KeepaliveMissing(Frame):
    """Sends a frame only when the picture changes, every three seconds, and nothing else: the receiver repeats it."""

    findings = (".*link time-outs",)

    count = 5

    def due(self, k):
        return 3_000_000 * k


class KeepalivePing(KeepaliveMissing):
    """As a keepalive sends a ping every 200 ms."""

    findings = (".*pings alone",)

    findings = ()

    def send_frame(self, k):
        super().send_frame(k)
        for n in range(1, 15):
            self.wake(self.due(k) + 200_000 * n)
            self.send(u8(PING) + u8(0) + u16(n))
            self.answered(u8(PING_RESPONSE) + u8(0) + u16(n), 240)


class KeepaliveEmpty(KeepaliveMissing):
    """As a keepalive sends an empty message every 200 ms, which keeps the link, but not the session."""

    findings = (".*empty packets alone",)

    findings = ()

    def send_frame(self, k):
        super().send_frame(k)
        for n in range(1, 15):
            self.wake(self.due(k) + 200_000 * n)
            self.send(self.packet())


class KeepaliveTooSlow(KeepaliveMissing):
    """As a keepalive sends a void message every 1.5 s: did not read that the link ends after one."""

    findings = (".*link time-outs",)

    def send_frame(self, k):
        super().send_frame(k)
        self.wake(self.due(k) + 1_500_000)
        self.send(self.packet(self.message(VOID, self.clock)))


class PauseWithoutClose(Wave):
    """Stops sending for two seconds when the user presses pause, lit, and continues with the next sample and timestamp."""
    # not named: "the clock of the capture was set", which it was not

    untold = frozenset({"clock_jumps"})

    pause = 2_000_000

    def due(self, k):
        return self.media(k) + (self.pause if k >= 401 else 0)


class PauseAlignedToClock(PauseWithoutClose):
    """Stops sending for 700 ms every second to load the next picture, lit; timestamps follow the clock."""

    findings = (".*gaps in media time",)

    count = 300

    def media(self, k):
        return super().media(k) + 700_000 * (k // 61)

    def duration(self, k):
        return 5000

    def due(self, k):
        return self.media(k)


class TwoSecondsAhead(Wave):
    """Fills the buffer of the receiver: two seconds at once, then as time passes."""

    findings = (".*more than 200 ms before their time",)

    def due(self, k):
        return max(0, self.media(k) - 2_000_000)


class BurstPerSecond(Wave):
    """Sends a second of samples once per second."""

    findings = (".*more than 200 ms before their time",)

    def due(self, k):
        return self.media(k) // 1_000_000 * 1_000_000


class AllAtOnce(Wave):
    """Sends a whole animation of 4 s as fast as the network takes it, and believed that the timestamps pace it."""

    findings = (".*more than 200 ms before their time",)

    def due(self, k):
        return 0


class AboveMTU(Wave):
    """Sends 1,000 samples per datagram, of which IP makes five fragments, to save packets."""

    findings = (".*IP has to divide",)

    length, count, config_every = 1000, 120, 6


class SecondPerDatagram(Wave):
    """Sends 9,000 samples, 300 ms, per datagram."""

    findings = (".*IP has to divide",)

    length, count, config_every = 9000, 20, 1


class ScanWhileStreaming(Wave):
    """Scans 100 times per second while it streams, to see whether the unit is still there."""

    findings = (".*searches go on",)

    def send_chunk(self, k):
        super().send_chunk(k)
        if k % 2 == 0:
            self.wake(self.due(k) + 2500)
            self.send(u8(SCAN) + u8(0) + u16(k))
            self.answered(u8(SCAN_RESPONSE) + u8(0) + u16(k) + u8(40) + u8(1) + u8(1) + u8(0) + u8(7) + u8(1)
                          + bytes.fromhex("0242ac110002") + bytes(8) + b"laser".ljust(20, b"\0"), 300)


class AcknowledgeEach(Wave):
    """Asks for an acknowledge with each datagram; reads none, which nobody can see."""

    findings = (".*asks for an acknowledge",)

    def send_chunk(self, k):
        number = self.sequence
        self.send(self.packet(self.wave(k), MESSAGE_ACKNOWLEDGED))
        self.acknowledged(number, k == 0)


class EachTwice(Wave):
    """Sends each datagram twice, against losses."""

    findings = (".*800 datagrams duplicated",)

    def send_chunk(self, k):
        super().send_chunk(k)
        self.time += 40_000
        self.send(self.sent[-1].octets)


class EachTwiceWithNewNumbers(Wave):
    """Sends each message twice, as two datagrams with numbers of their own, against losses."""

    findings = (".*comes again with a new sequence number",)

    def send_chunk(self, k):
        message = self.wave(k)
        self.send(self.packet(message))
        self.time += 40_000
        self.send(self.packet(message))


class RetriesWithoutAnswer(Wave):
    """Asks for acknowledges, and sends a datagram again after 1 ms without one; the unit does not support them."""

    findings = (".*1600 datagrams duplicated",)

    def send_chunk(self, k):
        message = self.packet(self.wave(k), MESSAGE_ACKNOWLEDGED)
        for attempt in range(3):
            self.wake(self.due(k) + 1000 * attempt)
            self.send(message)


class WrongPort(Wave):
    """Sends to port 7225."""

    findings = (".*went to port 7225",)

    server = (SERVER[0], 7225)


class IntervalTooShort(Wave):
    """setInterval(4) with 5 ms of samples each: the stream is 25 % faster than the clock."""

    findings = (".*1.25 times too fast for their durations",)

    def due(self, k):
        return 4000 * k

    def end(self):
        self.close_channel(self.due(self.count))
        self.close(self.due(self.count) + 1000)


class IntervalTooLong(Wave):
    """sleep(5 ms) after the work of 0.6 ms: the stream is 12 % slower than the clock."""

    findings = (".*1.12 times too slowly for their durations",)

    def due(self, k):
        return 5600 * k

    def end(self):
        self.close_channel(self.due(self.count))
        self.close(self.due(self.count) + 1000)


class SleepOf15Milliseconds(Wave):
    """Sleep(5) of Windows takes 15.6 ms: three or four datagrams at once then."""
    # not named: nothing

    def due(self, k):
        return -(-self.media(k) // 15_600) * 15_600

    def end(self):
        self.close_channel(self.media(self.count) + 15_600)
        self.close(self.media(self.count) + 31_200)


class TooManyFrames(Frame):
    """Sends frames as fast as the loop runs, 800 per second of 10 ms each; most are never drawn."""

    findings = (".*frames last longer",)

    frames, count = 800, 1600


class FrameTooLong(Frame):
    """Sends 30 frames per second of 3,000 samples at 30,000 samples/s, each of which takes 100 ms."""

    findings = (".*frames last longer",)

    points = 3000


class RateTooLow(Wave):
    """Plays 1,000 samples/s, for which its circle takes half a second: a dot that crawls."""
    # not named: nothing

    rate, length, count, config_every = 1000, 20, 200, 10


class RateChangesEachTime(Wave):
    """Computes the rate from the time that the last chunk took: 20,000 or 60,000 samples/s, from chunk to chunk."""
    # not named: nothing

    def media(self, k):
        return 5000 * k + 2500 * (k % 2)


class GroupChangesInStream(Wave):
    """Sends every second datagram with client group 1, to control two layers."""

    findings = (".*several client groups",)

    def header(self, command):
        return u8(command) + u8(self.sequence % 2) + super().header(command)[2:]


class ReroutesEachConfig(Wave):
    """Alternates between services 1 and 2 every 200 ms on one channel, to feed two projectors."""

    findings = (".*changes its service",)

    def config(self):
        self.service = 3 - self.service
        return super().config()


class SessionPerFrame(Frame):
    """Closes the channel and the session after each frame, as one does with a request of HTTP."""

    findings = (".*closed and opened again at once",)

    def send_frame(self, k):
        super().send_frame(k)
        self.close_channel(self.due(k) + 400)
        self.close(self.due(k) + 500)

    def end(self):
        pass


CASES = {name: partial(lambda each: each().case(), each) for name, each in cases(vars(), "crooked_").items()}
