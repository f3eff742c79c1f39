# SPDX-License-Identifier: MIT
"""Senders that cut frames or chunks into pieces wrong."""
from functools import partial

from cases.crooked_sender import FRAME, WAVE, Frame, Wave, cases


class FragmentsWithOneTimestamp(Frame):
    """Gives all fragments the timestamp of the frame."""

    findings = (".*fragments have the timestamp of the first one",)

    points = 600

    def sequel(self, timestamp, n, piece, is_last):
        return super().sequel(timestamp - n, n, piece, is_last)


class FragmentsWithTimeOfSending(Frame):
    """Gives each fragment the time at which it is sent."""

    findings = (".*timestamps of its fragments",)

    points = 600

    def sequel(self, timestamp, n, piece, is_last):
        return super().sequel(timestamp + 28 * n - n, n, piece, is_last)


class FragmentsWithChunkHeader(Frame):
    """Repeats the chunk header in each fragment."""

    findings = (".*begin with the chunk header again",)

    points = 600

    def sequel(self, timestamp, n, piece, is_last):
        return super().sequel(timestamp, n, self.chunk(self.duration(), piece), is_last)


class FragmentsWithoutFirst(Frame):
    """Sends the first fragment as a whole frame: did not see that there is a type for it."""

    findings = (".*whole frame .0x02.",)

    points = 600

    def message(self, kind, timestamp, body=b"", bit=False):
        return super().message(FRAME if kind == 0x03 else kind, timestamp, body, bit)


class FragmentsAllFirst(Frame):
    """Sends each part of a frame as a first fragment, with configuration and chunk header."""

    findings = (".*each fragment is a first one",)

    points, room = 600, 1426

    def sequel(self, timestamp, n, piece, is_last):
        return self.message(0x03, timestamp + n, self.config() + self.chunk(self.duration(), piece), bit=True)


class FragmentsWithoutLast(Frame):
    """Never marks the last fragment, and believed that the next frame ends the one before."""

    findings = (".*no last fragment is marked",)

    points = 600

    def sequel(self, timestamp, n, piece, is_last):
        return super().sequel(timestamp, n, piece, False)


class FragmentsAllLast(Frame):
    """Sets bit 6 in each sequel, and believed that it says "fragment"."""

    findings = (".*marked as last",)

    points = 600

    def sequel(self, timestamp, n, piece, is_last):
        return super().sequel(timestamp, n, piece, True)


class FragmentsBackwards(Frame):
    """Sends the last fragment first, from a stack."""

    findings = (".*before the first one of their frame",)

    points = 600

    def messages(self, k):
        return super().messages(k)[::-1]


class FragmentsWithConfig(Frame):
    """Repeats the configuration in each sequel."""

    findings = (".*begin with the configuration again",)

    points = 600

    def sequel(self, timestamp, n, piece, is_last):
        return self.message(0xC0, timestamp + n, self.config() + piece, True)


class WaveCutIntoFragments(Wave):
    """Cuts a chunk of 500 samples into wave chunks of 1430 octets each, in the middle of samples."""

    findings = (".*inside a sample",)

    length, count, config_every = 500, 240, 12

    def send_chunk(self, k):
        samples = self.samples(k)
        for first in range(0, len(samples), 1430):
            piece = samples[first:first + 1430]
            begin, end = (self.media(k) + self.duration(k) * cut // len(samples) for cut in (first, first + len(piece)))
            body, has_config = self.chunk(end - begin, piece), first == 0 and self.has_config(k)
            body = self.config() + body if has_config else body
            self.wake(begin)
            self.send(self.packet(self.message(WAVE, self.boot + begin, body, has_config)))


class WaveInFrameFragments(Wave):
    """Sends wave chunks of 500 samples in fragments of frame mode."""

    findings = (".*chunk type",)

    length, count, config_every = 500, 240, 12

    def send_chunk(self, k):
        samples, has_config = self.chunk(self.duration(k), self.samples(k)), self.has_config(k)
        first = self.config() + samples[:1400] if has_config else samples[:1400]
        self.send(self.packet(self.message(0x03, self.timestamp(k), first, has_config)))
        for n, is_last in ((1, False), (2, True)):
            self.wake(0)
            piece = samples[1400 * n:] if is_last else samples[1400 * n:][:1400]
            self.send(self.packet(self.message(0xC0, self.timestamp(k) + n, piece, is_last)))


CASES = {name: partial(lambda each: each().case(), each) for name, each in cases(vars(), "crooked_").items()}
