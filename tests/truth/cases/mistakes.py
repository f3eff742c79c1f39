# SPDX-License-Identifier: MIT
"""Senders with one mistake each, written octet by octet after the specification, and correct ones that differ from them by that
alone. Only findings are known of them: what else a report says depends on the mistake."""
from functools import partial
from math import cos, pi, sin
import struct

from traffic import BEGIN, MS, Case, Datagram

DICTIONARY_7 = bytes.fromhex("4200 4010 4210 4010 527E 5214 51CC 0000")  # X, Y of 16 bits; R, G, B
DICTIONARY_8 = bytes.fromhex("4200 4010 4210 4010 527E 5214 51CC 5C10")  # and an intensity
WAVE_MODE, FRAME_MODE, DMX_LINE_MODE, DMX_MODE, AUDIO_MODE = 0x01, 0x02, 0x05, 0x06, 0x0C
WAVE, FRAME, FRAME_FIRST, FRAME_SEQUEL, SEGMENT, LEVELS, AUDIO = 0x01, 0x02, 0x03, 0xC0, 0x10, 0x18, 0x20
PER_DATAGRAM = 30  # samples, in 1 ms
CIRCLE = [(round(20_000 * cos(2 * pi * i / 300)), round(20_000 * sin(2 * pi * i / 300))) for i in range(300)]


def samples(i, count=PER_DATAGRAM, order=">", colours=b"\xFF\x80\x20"):
    """Samples of datagram `i`: a circle, a hundred times a second."""
    return b"".join(struct.pack(order + "hh", *CIRCLE[(i * count + n) % 300]) + colours for n in range(count))


def config(mode, dictionary=DICTIONARY_7, service=0):
    """Configuration header, routing set, with the match value 0."""
    return bytes([len(dictionary) // 4, 0x01, service, mode]) + dictionary


def chunk(duration, data):
    return struct.pack(">I", duration) + data


def message(i, timestamp, kind, body, has_config, number=None, too_small_by=0):
    """A real-time packet: header of 4 octets; total size, content ID and timestamp in 8; then the rest of the message."""
    content = 0x80 | (0x40 if has_config else 0)
    head = struct.pack(">HBBI", 8 + len(body) - too_small_by, content, kind, timestamp & 0xFFFFFFFF)
    return struct.pack(">BBH", 0x40, 0, (i if number is None else number) & 0xFFFF) + head + body


def sent(payloads, period=MS, flows=lambda i: 0):
    return [Datagram(BEGIN + i * period, i, octets=payload, flow=flows(i)) for i, payload in enumerate(payloads)]


def case(payloads, *findings, absent=(), flows=lambda i: 0, period=MS):
    """With the findings that must appear; without any, a correct sender."""
    return Case(sent(payloads, period, flows), findings=findings, no_findings=not findings, absent=absent, only_findings=True)


def waves(count=2000, *, timestamp=lambda i: 5_000_000 + 1000 * i, duration=1000, mode=WAVE_MODE, kind=WAVE, sample=samples,
          dictionary=DICTIONARY_7, number=lambda i: i, has_bit=True, too_small_by=0, match=0):
    """A wave of 30 000 samples per second, with a configuration every 100 ms."""
    for i in range(count):
        setup = config(mode, dictionary) if i % 100 == 0 else b""
        yield message(i, timestamp(i), kind, setup + chunk(match << 28 | duration, sample(i)), bool(setup) and has_bit, number(i), too_small_by)


def frames(count=100, *, duration=20_000, step=40_000):
    for i in range(count):
        body = config(FRAME_MODE) + chunk(duration, samples(0, 300))
        yield message(i, 5_000_000 + step * i, FRAME, body, True)


def lossy_switch():
    """Waves, then frames of another dictionary; the datagram that switches is lost."""
    payloads = list(waves(1000))
    for i in range(1000, 1100):
        setup = config(FRAME_MODE) if i % 5 == 0 else b""
        payloads.append(message(i, 5_000_000 + 1_000_000 + 40_000 * (i - 1000), FRAME, setup + chunk(20_000, samples(0, 300)), bool(setup)))
    datagrams = sent(payloads)
    for i, datagram in enumerate(datagrams[1000:]):
        datagram.time = BEGIN + 1000 * MS + i * 40 * MS
    del datagrams[1000]
    return Case(datagrams, findings=("lost",), absent=("receivers refuse",), only_findings=True)


def lossy_match():
    """The configuration changes its match value; the datagram that does so is lost, and an empty one tells the loss."""
    payloads = [bytearray(payload) for payload in waves(2000)]
    for i, payload in enumerate(payloads[1000:]):
        start = 12
        if i % 100 == 0:
            payload[start + 1] |= 0x10  # SDM
            start += 4 + len(DICTIONARY_7)
        payload[start] |= 0x10  # SCM
    payloads[1001] = payloads[1001][:4]
    datagrams = sent(map(bytes, payloads))
    del datagrams[1000]
    return Case(datagrams, findings=("lost",), absent=("receivers refuse",), only_findings=True)


def two_channels(first=1):
    """Waves on channels 0 and 3, each with a service of its own."""
    for i in range(2000):
        setup = config(WAVE_MODE, service=first + i % 2) if i % 100 < 2 else b""
        octets = bytearray(message(i, 5_000_000 + i // 2 * 1000, WAVE, setup + chunk(1000, samples(i // 2)), bool(setup)))
        octets[6] |= 3 * (i % 2)
        yield bytes(octets)


def eight(i, count=PER_DATAGRAM):
    """Samples of 8 octets."""
    return samples(i, count, colours=b"\xFF\x80\x20\xFF")


def dmx(tags, levels):
    """Levels of a DMX512 line 40 times a second, with a map of the octets in each message."""
    for i in range(200):
        padded = tags + bytes(-len(tags) % 4)
        yield message(i, 5_000_000 + 25_000 * i, LEVELS, config(DMX_MODE, padded) + chunk(0, bytes(levels)), True)


def dmx_line(offset):
    """Packets of a DMX512 line in two segments, the second of which claims to begin at `offset`."""
    for i in range(400):
        setup = config(DMX_LINE_MODE, b"") if i % 20 == 0 else b""
        header = struct.pack(">BBH", i % 2, i // 2 & 0xFF, offset if i % 2 else 0)
        yield message(i, 5_000_000 + 12_500 * i, SEGMENT, setup + header + bytes(256 + i % 2), bool(setup))


def stalled(case):
    """The network delivers nothing for 80 ms, from the first segment of a packet on, and then all at once."""
    for datagram in case.datagrams[102:109]:
        datagram.time = case.datagrams[109].time
    return case


def fragments(step, duration=20_000, data=samples(0, 300)):
    """Frames in three fragments; `step`: of the timestamps of fragments, in us."""
    third = -(-len(data) // 3)
    for i in range(300):
        piece = data[third * (i % 3):third * (i % 3 + 1)]
        timestamp = 5_000_000 + 40_000 * (i // 3) + step * (i % 3)
        if i % 3 == 0:
            yield message(i, timestamp, FRAME_FIRST, config(FRAME_MODE) + chunk(duration, piece), True)
        else:
            yield message(i, timestamp, FRAME_SEQUEL, piece, i % 3 == 2)


def audio():
    """48 kHz, two channels of 16 bits."""
    for i in range(1000):
        setup = config(AUDIO_MODE, bytes.fromhex("6102 0000")) if i % 100 == 0 else b""
        tone = b"".join(struct.pack(">hh", round(9000 * sin((i * 48 + n) / 10)), 0) for n in range(48))
        yield message(i, 5_000_000 + 1000 * i, AUDIO, setup + chunk(1000, tone), bool(setup))


def overflowed(count):
    """Maps `count` octets from slot 1 on, with a count that has only 8 bits."""
    return bytes.fromhex("43 0001") + bytes([count & 0xFF])


WRONG = {
    "size_without_header": lambda: case(waves(too_small_by=8), "total size"),
    "config_bit_not_set": lambda: case(waves(has_bit=False), ".*configuration bit"),
    "eight_octets_as_seven": lambda: case(waves(sample=eight), ".*8 octets"),
    "timestamp_constant": lambda: case(waves(timestamp=lambda i: 5_000_000), "timestamps do not advance"),
    "number_constant": lambda: case(waves(number=lambda i: 7), ".*does not count"),
    "socket_per_chunk": lambda: case(waves(), ".*new socket", absent=(".*no captured configuration",),
                                     flows=lambda i: ("10.9.1.1", 20_000 + i)),
    "socket_per_frame": lambda: case(frames(), ".*new socket", flows=lambda i: ("10.9.1.1", 50_000 + i), period=40 * MS),
    "little_endian_samples": lambda: case(waves(sample=partial(samples, order="<")), ".*little endian"),
    "timestamps_in_ms": lambda: case(waves(timestamp=lambda i: 5_000 + i), ".*1000 times .*milliseconds"),
    "durations_in_ms": lambda: case(waves(duration=1), ".*milliseconds"),
    "durations_of_29_us": lambda: case(waves(duration=29), ".*samples per second by", absent=(".*milliseconds",)),
    "durations_zero": lambda: case(waves(duration=0), ".*duration of 0"),
    "frames_on_a_wave_channel": lambda: case(waves(kind=FRAME), ".*chunk type"),
    "dmx_count_overflowed": lambda: case(dmx(overflowed(256), 256), ".*count", period=25 * MS),
    # Further ones, which a receiver refuses for other reasons.
    "dmx_count_overflowed_to_44": lambda: case(dmx(overflowed(300), 300), ".*count", period=25 * MS),
    "dmx_offset": lambda: case(dmx_line(257), ".*does not continue", period=12_500_000),
    "frame_durations_zero": lambda: case(frames(duration=0), ".*duration of 0", period=40 * MS),
    "fragment_timestamps": lambda: case(fragments(500), "99 of 100 frames: .*never complete", period=13_333_000),
    "fragments_of_one_timestamp": lambda: case(fragments(0), ".*timestamp of the first one", absent=(".*never complete",),
                                               period=13_333_000),
    "fragments_duration_zero": lambda: case(fragments(1, duration=0), "100 of .*duration of 0", absent=(".*never complete", ".*too few"),
                                            period=13_333_000),
    "fragments_eight_as_seven": lambda: case(fragments(1, data=eight(0, 299)), ".*inside a sample", absent=(".*never complete",),
                                             period=13_333_000),
    "frame_durations_in_ms": lambda: case(frames(duration=20), ".*milliseconds", period=40 * MS),
    "frame_timestamps_in_ms": lambda: case(frames(step=40), ".*1000 times .*milliseconds", period=40 * MS),
    "match_value": lambda: case(waves(match=1), ".*SCM"),
    "mode_unknown": lambda: case(waves(mode=0x07), ".*service mode"),
}
CORRECT = {
    "wave": lambda: case(waves()), "two_channels": lambda: case(two_channels(), period=MS // 2),
    "default_service": lambda: case(two_channels(first=0), period=MS // 2),
    "lossy_switch": lossy_switch, "lossy_match": lossy_match,
    "frames": lambda: case(frames(), period=40 * MS),
    "wave_of_eight": lambda: case(waves(sample=eight, dictionary=DICTIONARY_8)),
    "dmx": lambda: case(dmx(overflowed(255), 255), period=25 * MS), "dmx_default_map": lambda: case(dmx(b"", 512), period=25 * MS),
    "audio": lambda: case(audio()), "dmx_line": lambda: case(dmx_line(256), period=12_500_000),
    "fragments": lambda: case(fragments(1), period=13_333_000),
    "dmx_stall": lambda: stalled(case(dmx_line(256), period=12_500_000)),
    "fragments_empty": lambda: Case(sent(fragments(1, data=b""), 13_333_000), findings=("no IDN stream with samples",),
                                    absent=("receivers refuse",), only_findings=True),
}
CASES = {f"mistake_{name}": make for name, make in WRONG.items()} | {f"correct_{name}": make for name, make in CORRECT.items()}
