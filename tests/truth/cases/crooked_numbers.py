# SPDX-License-Identifier: MIT
"""Senders that write a number wrong: its octets, its unit, its origin or its range."""
import struct
from functools import partial

from traffic import BEGIN, SECOND

from cases.crooked_sender import Frame, Sender, Wave, cases, u8, u16, u24, u32


class SizeLittleEndian(Wave):
    """Wrote the total size with htons() left out, and believed that only the timestamp needs it."""

    findings = (".*total size has its two octets swapped",)

    def size(self, octets):
        return u16(octets)[::-1]


class TimestampLittleEndian(Wave):
    """Copied the timestamp with memcpy() from a 32-bit integer on a PC."""

    findings = (".*octets of the timestamp",)

    def stamp(self, microseconds):
        return u32(microseconds)[::-1]


class SequenceLittleEndian(Wave):
    """Packed the packet header with "<BBH" in Python; all sizes are equal, so nothing else looked wrong."""

    findings = (".*sequence number counts with its two octets swapped",)

    def number(self, value):
        return u16(value)[::-1]


class DurationLittleEndian(Wave):
    """Shifted the 24 bits of the duration out from the low end."""

    findings = (".*octets of the duration",)

    def duration_field(self, microseconds):
        return u24(microseconds)[::-1]


class CoordinatesLittleEndian(Wave):
    """Sent an Int16Array of JavaScript as it is in memory, and believed that network order is for headers."""

    findings = (".*little endian",)

    def sample(self, x, y, red, green, blue):
        return u16(x)[::-1] + u16(y)[::-1] + bytes((red, green, blue))


class TagsLittleEndian(Wave):
    """Declared the dictionary as a C array of uint16_t, and copied it."""

    findings = (".*tags have their two octets swapped",)

    def dictionary(self):
        return b"".join(u16(tag)[::-1] for tag in self.tags)


class SizeWithoutHeader(Wave):
    """Believed that the total size is what follows the message header."""

    findings = (".*total size of a message counts its header",)

    def size(self, octets):
        return u16(octets - 8)


class SizeWithPacketHeader(Wave):
    """Believed that the total size is that of the datagram, with the four octets of the packet header."""

    findings = (".*total size counts the packet header",)

    def size(self, octets):
        return u16(octets + 4)


class SizeConstant(Wave):
    """Computed the total size once, of a message with configuration, and kept it for those without."""

    findings = (".*total size stays the same",)

    def size(self, octets):
        return u16(8 + 4 + 16 + 4 + 7 * self.length if octets > 100 else octets)


class TimestampInMilliseconds(Wave):
    """Used millis() of Arduino for the timestamp."""

    findings = (".*1000 times .*milliseconds",)

    def timestamp(self, k):
        return super().timestamp(k) // 1000


class TimestampInSamples(Wave):
    """Counts samples in the timestamp, as RTP does."""

    findings = (".*33.33 times more slowly",)

    def timestamp(self, k):
        return k * self.length


class TimestampRestartsWithPicture(Wave):
    """Believed that the timestamp is the time within the picture, which begins anew every 100 ms."""

    findings = (".*timestamp begins anew with the same value",)

    def timestamp(self, k):
        return self.media(k % 20)


class TimestampInSeconds(Wave):
    """Used int(time.time()) of Python: seconds since 1970."""

    findings = (".*1e.06 times more slowly",)

    def timestamp(self, k):
        return (BEGIN + 1000 * self.media(k)) // SECOND


class TimestampInNanoseconds(Wave):
    """Used time.monotonic_ns(), masked to 32 bits, and believed that the receiver cares for differences only."""

    findings = (".*counts nanoseconds",)

    def timestamp(self, k):
        return 1000 * super().timestamp(k)


class TimestampInFloat(Wave):
    """Kept the microseconds in a float of 32 bits, as all numbers are in Max."""

    findings = (".*numbers of a float",)

    boot = 612_345_678

    def timestamp(self, k):
        return int(struct.unpack("f", struct.pack("f", float(super().timestamp(k))))[0])


class TimestampOfSending(Wave):
    """Stamped wave chunks with the clock at the time of sending instead of counting samples."""

    findings = (".*follow the times of sending",)

    def timestamp(self, k):
        return self.clock


class TimestampOf16Bits(Wave):
    """Kept the microseconds in an unsigned int, which has 16 bits on an AVR."""

    findings = (".*it has 16 bits",)

    def stamp(self, microseconds):
        return u32(microseconds % 2**16)


class TimestampZero(Frame):
    """Left the timestamp of frames at 0, and believed that it means "at once"."""

    findings = ("timestamps do not advance",)

    def stamp(self, microseconds):
        return u32(0)


class TimestampBackwards(Wave):
    """Writes the time that is left until the end of the show."""

    findings = (".*counts down",)

    def timestamp(self, k):
        return self.media(self.count) - self.media(k)


class DurationInSamples(Wave):
    """Wrote the number of samples where the duration belongs."""

    findings = (".*duration is the number of samples",)

    def duration(self, k):
        return self.length


class DurationOfBuffer(Wave):
    """Wrote the duration of the buffer of 100 ms, of which each datagram sends a 20th."""

    findings = (".*by a whole factor",)

    def duration(self, k):
        return 100_000


class DurationInMilliseconds(Wave):
    """Wrote the duration in milliseconds."""

    findings = (".*durations in milliseconds",)

    def duration(self, k):
        return 5


class DurationPerSample(Wave):
    """Wrote the time of one sample, and believed that the duration is the pace."""

    findings = (".*samples per second by the durations",)

    def duration(self, k):
        return 1_000_000 // self.rate


class DurationOfWholeMicroseconds(Wave):
    """Computed the duration as samples times (1000000 / 30000), which is 33 among integers."""

    findings = (".*what rounding the time",)

    def duration(self, k):
        return self.length * (1_000_000 // self.rate)


class DurationZero(Wave):
    """Left the duration at 0, and believed that the timestamps say it."""

    findings = (".*duration of 0",)

    def duration(self, k):
        return 0


class FrameDurationInMilliseconds(Frame):
    """Wrote the duration of a frame in milliseconds: 9."""

    findings = (".*durations in milliseconds",)

    def duration(self):
        return super().duration() // 1000


class FrameDurationOfSession(Frame):
    """Believed that the duration says for how long the frame stays: ten seconds."""

    findings = (".*frames last longer",)

    def duration(self):
        return 10_000_000


class SequenceOf8Bits(Wave):
    """Counts datagrams in an unsigned char."""

    findings = (".*it counts in 8 bits",)

    def number(self, value):
        return u16(value % 256)


class SequenceCountsOctets(Wave):
    """Adds the octets of each datagram to the sequence number, as TCP does."""

    findings = (".*counts octets",)

    def packet(self, message=b"", command=0x40):
        octets = super().packet(message, command)
        self.sequence += len(octets) - 1
        return octets


class SequencePerFrame(Frame):
    """Gives all fragments of a frame one sequence number, and believed that it counts frames."""

    findings = (".*different content have the same sequence number",)

    points = 600

    def send_frame(self, k):
        number = self.sequence
        for message in self.messages(k):
            self.sequence = number
            self.send(self.packet(message))
            self.time += self.draw.randrange(15_000, 40_000)


class SequenceZero(Wave):
    """Left the sequence number at 0."""

    findings = (".*does not count",)

    def number(self, value):
        return u16(0)


class SequenceFromClock(Wave):
    """Took the sequence number from a clock of milliseconds: it grows, which he believed is enough."""

    findings = (".*sequence numbers skip",)

    def number(self, value):
        return u16(self.clock // 1000)


class SequencePerChannel(Sender):
    """Counts the datagrams of each channel by themselves; two channels for two services."""

    findings = (".*each channel counts its own",)

    def run(self):
        senders = Wave(), Wave()
        senders[1].sequence, senders[1].channel, senders[1].service = 40_000, 1, 2
        for sender in senders:
            sender.close = lambda at: None
            sender.run()
        self.sent = [datagram for sender in senders for datagram in sender.sent]
        self.time = senders[1].time
        self.close(4_001_000)


class CoordinatesUnsigned(Wave):
    """Sent coordinates from 0 to 65535 with 32768 in the centre, as for a DAC."""

    findings = (".*seem to be unsigned",)

    def sample(self, x, y, red, green, blue):
        return super().sample(x + 32768, y + 32768, red, green, blue)


class CoordinatesOverflow(Wave):
    """Scaled the picture by 2 and did not limit it to 16 bits."""

    findings = (".*coordinates overflow",)

    def sample(self, x, y, red, green, blue):
        return super().sample(x * 2, y * 2, red, green, blue)


class CoordinatesOf12Bits(Wave):
    """Sent coordinates from 0 to 4095, which his USB DAC wants."""

    findings = (".*12 bits",)

    def sample(self, x, y, red, green, blue):
        return super().sample((x >> 4) + 2048, (y >> 4) + 2048, red, green, blue)


class SampleCountOf8Bits(Wave):
    """Keeps the number of samples in an octet: of 300 samples 44 are sent, with the duration of 300."""
    # not named: nothing

    length, count, config_every = 300, 400, 20

    def samples(self, k):
        return super().samples(k)[:7 * (self.length % 256)]


class RateTenTimes(Wave):
    """A zero too many in the rate: 300,000 samples/s."""

    findings = (".*300000 samples per second",)

    rate, length, count, config_every = 300_000, 180, 3000, 300


class TimestampOfMilliseconds(Wave):
    """millis() * 1000, as of a clock that has no microseconds."""

    findings = (".*timestamps are whole milliseconds",)

    def timestamp(self, k):
        return (self.boot + self.media(k)) // 1000 * 1000

    def media(self, k):
        return k * 4266


class DurationIntoFlags(Wave):
    """Writes the word of flags and duration as duration << 8 | flags."""

    findings = (".*duration is shifted by an octet",)

    def chunk(self, duration, samples):
        return u32(duration << 8 | self.chunk_flags()) + samples


class PaddedStructure(Wave):
    """Copies a structure of eight octets, of which the dictionary knows seven; 1400 octets hold both."""

    findings = (".*samples seem to have an octet more",)

    length = 175

    def sample(self, x, y, red, green, blue):
        return super().sample(x, y, red, green, blue) + u8(0)


class FrameTimestampInNanoseconds(Frame):
    """The clock of frames counts nanoseconds."""

    findings = (".*timestamp counts nanoseconds",)

    @property
    def clock(self):
        return self.time


class FrameTimestampLittleEndian(Frame):
    """The timestamp of frames with its low octet first."""

    findings = (".*octets of the timestamp are in the wrong order",)

    def stamp(self, microseconds):
        return (microseconds % 2**32).to_bytes(4, "little")


class DurationOfMilliseconds(Wave):
    """The duration in whole milliseconds, times 1000."""

    findings = (".*duration is cut to whole milliseconds",)

    length = 170

    def duration(self, k):
        return super().duration(k) // 1000 * 1000


class FrameDurationLittleEndian(Frame):
    """The duration of frames with its low octet first."""

    findings = (".*octets of the duration are in the wrong order",)

    def duration_field(self, microseconds):
        return microseconds.to_bytes(3, "little")


CASES = {name: partial(lambda each: each().case(), each) for name, each in cases(vars(), "crooked_").items()}
