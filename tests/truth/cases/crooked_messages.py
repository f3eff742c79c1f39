# SPDX-License-Identifier: MIT
"""Senders whose messages have the wrong structure: flags, configuration, dictionary, chunks."""
from functools import partial

from cases.crooked_sender import (ACKNOWLEDGE, CLOSE, FRAME, MAP, MAP_RESPONSE, MESSAGE, SCAN, SCAN_RESPONSE, VOID, XYRGB, Frame,
                                  Wave, cases, u8, u16, u24, u32)


class ScmMissing(Wave):
    """Wrote the duration as 32 bits, and so left the match value of the chunk at 0, while the configuration says 1."""

    findings = (".*SCM",)

    def chunk_flags(self):
        return 0


class ScmInLowBits(Wave):
    """Wrote the match value of the chunk into bits 1 and 0."""

    findings = (".*SCM",)

    def chunk_flags(self):
        return self.match


class SdmCounts(Wave):
    """Counts the match value up with every message, and believed that it is a counter; each has the same configuration."""

    findings = (".*match value .SDM. changes",)

    def wave(self, k):
        self.match = k % 4
        return super().wave(k)

    def has_config(self, k):
        return True


class SdmCountsInConfig(Wave):
    """Counts the match value up with every configuration, but the chunks keep that of the first one."""

    findings = (".*SCM",)

    repeats = 0

    def config_flags(self):
        self.repeats += 1
        return 0x01 | self.repeats % 4 << 4


class ConfigOnce(Wave):
    """Sends the configuration with the first datagram only, as a TCP program would."""

    findings = (".*without configuration",)

    def has_config(self, k):
        return k == 0


class ConfigNever(Wave):
    """Sends no configuration, and believed that XYRGB is the default."""

    findings = (".*no captured configuration",)

    def has_config(self, k):
        return False


class ConfigSeldom(Wave):
    """Repeats the configuration every two seconds: read 200 ms as 2000 ms."""

    findings = (".*without configuration",)

    config_every = 400


class ConfigBitAlways(Wave):
    """Sets the configuration bit in every message, also where no configuration follows."""

    findings = (".*configuration bit is set where a chunk follows",)

    def cnl(self, bit):
        return 0xC0 | self.channel


class ConfigBitNever(Wave):
    """Writes the configuration, but not the bit that announces it."""

    findings = (".*configuration bit",)

    def cnl(self, bit):
        return 0x80 | self.channel


class WordsAreOctets(Wave):
    """Wrote the length of the dictionary in octets: 16."""

    findings = (".*SCWC",)

    def words(self, dictionary):
        return len(dictionary)


class WordsAreTags(Wave):
    """Wrote the number of tags: 8."""

    findings = (".*SCWC",)

    def words(self, dictionary):
        return len(dictionary) // 2


class WordsWithHeader(Wave):
    """Counted the configuration header among its words: 5."""

    findings = (".*SCWC",)

    def words(self, dictionary):
        return len(dictionary) // 4 + 1


class DictionaryOdd(Wave):
    """Left out the void tag at the end of seven tags; 14 / 4 is 3 among integers, so blue is not in the dictionary."""

    findings = (".*SCWC",)

    tags = XYRGB[:-1]


class DictionaryWithoutPrecision(Wave):
    """Left out the precision tags, and believed that X and Y have 16 bits anyway."""
    # not named: nothing: 150 samples of 7 octets are 210 of 5

    tags = (0x4200, 0x4210, 0x527E, 0x5214, 0x51CC, 0x0000)


class DictionaryWithIntensity(Wave):
    """Copied the dictionary from a sender with intensity, but samples have none."""

    findings = (".*would fit 7 octets",)

    tags = (*XYRGB[:-1], 0x5C10)


class SamplesPadded(Wave):
    """Sends an array of C structures, each of which the compiler padded to 8 octets."""

    findings = (".*7 octets; the chunks would fit 8 octets",)

    def sample(self, *values):
        return super().sample(*values) + b"\0"


class WavelengthInDecimal(Wave):
    """Wrote the wavelengths as they are read: 0x5638, 0x5532, 0x5460."""

    findings = (".*tag 5 is 0x5638",)

    tags = (0x4200, 0x4010, 0x4210, 0x4010, 0x5638, 0x5532, 0x5460, 0x0000)


class DictionaryWithoutY(Wave):
    """Copied the line of X and forgot to change it: X twice, no Y."""

    findings = (".*lacks X, Y or colours",)

    tags = (0x4200, 0x4010, 0x4200, 0x4010, 0x527E, 0x5214, 0x51CC, 0x0000)


class RoutingMissing(Wave):
    """Left out the routing flag, and believed that the service ID routes."""

    findings = (".*lack the routing bit",)

    def config_flags(self):
        return self.match << 4


class FrameChunksInWaveMode(Wave):
    """Opens the channel for wave mode and sends chunks of frame mode."""

    findings = (".*chunk type",)

    kind = FRAME


class WaveChunksInFrameMode(Wave):
    """Opens the channel for frame mode and sends chunks of wave mode."""

    findings = (".*chunk type",)

    mode = 0x02


class MatchValueForgotten(Wave):
    """Changes to samples with intensity after half of the time, and leaves the match value as it was."""

    findings = (".*another dictionary has the same match value",)

    length = 140

    def wave(self, k):
        if k >= self.count // 2:
            self.tags = (*XYRGB[:7], 0x5C10)
        return super().wave(k)

    def sample(self, x, y, red, green, blue):
        return super().sample(x, y, red, green, blue) + (u8(max(red, green, blue)) if self.tags != XYRGB else b"")


class ModeVoid(Wave):
    """Left the service mode at 0, and believed that it is the default."""

    findings = (".*service mode 0",)

    mode = 0


class ServiceTypeAsID(Wave):
    """Writes the service type 0x80 as the service ID, though the service map of the unit has laser service 1 only."""
    findings = (".*0x80 is the type of a service",)

    service = 0x80

    def run(self):
        self.time -= 400_000_000
        for command, answer in ((SCAN, u8(SCAN_RESPONSE) + u8(0) + u16(7) + u8(40) + u8(1) + u8(1) + u8(0) + u8(7) + u8(1)
                                 + bytes.fromhex("0242ac110002") + bytes(8) + b"laser".ljust(20, b"\0")),
                                (MAP, u8(MAP_RESPONSE) + u8(0) + u16(7) + u8(4) + u8(24) + u8(0) + u8(1) + u8(1) + u8(0x80)
                                 + u8(1) + u8(0) + b"Projector".ljust(20, b"\0"))):
            self.send(u8(command) + u8(0) + u16(7))
            self.answered(answer, 350)
            self.time += 20_000_000
        super().run()


class Channel64(Wave):
    """Numbers channels from 1 to 64 and uses the last one, whose bit is that of the configuration."""

    findings = (".*configuration bit is set where a chunk follows",)

    channel = 64


class ChannelMessageBitMissing(Wave):
    """Left out bit 7 of the content ID, and believed that it is reserved."""

    findings = (".*not a channel message",)

    def cnl(self, bit):
        return super().cnl(bit) & 0x7F


class ChannelPerDatagram(Wave):
    """Takes the next channel ID for every datagram, each with configuration, and closes none."""

    findings = (".*changes its channel each time",)

    def wave(self, k):
        self.channel = k % 64
        return super().wave(k)

    def has_config(self, k):
        return True


class OpenedAndClosedEachTime(Wave):
    """Opens the channel, sends and closes it with each datagram, as one does with a file."""

    findings = (".*opens and closes the channel at once",)

    def config_flags(self):
        return super().config_flags() | 0x02

    def has_config(self, k):
        return True


class CloseBitWithConfig(Wave):
    """Sets the close flag in each configuration, and believed that it closes the old one; chunks between have no open channel."""

    findings = (".*opens and closes the channel at once",)

    def config_flags(self):
        return super().config_flags() | 0x02


class TwoMessagesInDatagram(Wave):
    """Puts two messages into each datagram, to save headers."""

    findings = (".*second message follows",)

    length, config_every = 75, 80

    def send_chunk(self, k):
        if k % 2 == 0:
            self.send(self.packet(self.wave(k) + self.wave(k + 1)))


class WholeBuffer(Wave):
    """Sends the whole buffer of 1454 octets each time, however much of it the message fills."""

    findings = (".*whole of a buffer",)

    def packet(self, message=b"", command=MESSAGE):
        return super().packet(message, command).ljust(1454, b"\0")


class ChunkHeaderPadded(Wave):
    """Sends a C structure with the flags in an octet and the duration in 32 bits, which the compiler aligned: 8 octets."""

    findings = (".*four octets too many",)

    def chunk(self, duration, samples):
        return u8(self.chunk_flags()) + bytes(3) + u32(duration) + samples


class PacketHeaderMissing(Wave):
    """Sends IDN-Stream messages without the packet header of IDN-Hello."""

    findings = (".*without packet header",)

    def header(self, command):
        return b""

    def close(self, at):
        pass


class CommandNibblesSwapped(Wave):
    """Wrote command 0x04 instead of 0x40."""

    findings = (".*behind a command .0x04. that no client sends",)

    def header(self, command):
        return super().header(0x04 if command == MESSAGE else command)


class CommandAcknowledge(Wave):
    """Wrote command 0x47 for data, the last one of the list with "real-time" in its name."""

    findings = (".*behind a command .0x47. that no client sends",)

    def header(self, command):
        return super().header(ACKNOWLEDGE if command == MESSAGE else command)


class CommandClose(Wave):
    """Sends every message with the close command, and believed that it ends the datagram."""

    findings = (".*closed and opened again at once",)

    def header(self, command):
        return super().header(CLOSE)


class FlagsAreSession(Wave):
    """Writes a random session ID into the flags."""

    findings = (".*reserved bits of the flags",)

    def header(self, command):
        return u8(command) + u8(0xA7) + super().header(command)[2:]


class GroupCounts(Wave):
    """Took the flags and the sequence number for a sequence number of 24 bits, little endian."""

    findings = (".*several client groups",)

    def header(self, command):
        number, self.sequence = self.sequence, self.sequence + 1
        return u8(command) + u24(number)[::-1]


class EmptyChunks(Wave):
    """Sends a chunk without samples while the artist has nothing to draw: half of each second."""

    findings = (".*too few samples",)

    def samples(self, k):
        return b"" if k % 200 >= 100 else super().samples(k)


class OneSampleEach(Wave):
    """Sends each sample in a datagram of its own, as soon as it is computed: 1,000 samples/s."""

    findings = (".*fewer than 20 samples",)

    rate, length, count, config_every = 1000, 1, 4000, 200


class FrameOfOneSample(Frame):
    """Draws a beam as a frame of one sample."""

    findings = (".*too few samples",)

    points = 1

    def duration(self):
        return 10_000

    def point(self, i, k):
        return 0, 0, 0, 200, 255


class OnceForStillPicture(Frame):
    """Sets "once", and believed that the frame is to be sent once then: two frames per second, each drawn for 10 ms."""
    # not named: nothing

    frames, count = 2, 12

    def chunk_flags(self):
        return super().chunk_flags() | 0x01


class CloseWithoutBit(Wave):
    """Closes the channel with the close flag in a message without the configuration bit."""

    findings = (".*lacks the configuration bit",)

    def end(self):
        at = self.media(self.count)
        self.wake(at)
        self.send(self.packet(self.message(VOID, self.boot + at, u8(0) + u8(0x02) + u8(0) + u8(0))))
        self.close(at + 1000)


class CloseWithChannelOne(Wave):
    """Closes channel 1, which is the service ID; the stream is on channel 0."""

    findings = (".*never open",)

    def close_channel(self, at):
        self.channel = 1
        super().close_channel(at)


CASES = {name: partial(lambda each: each().case(), each) for name, each in cases(vars(), "crooked_").items()}
