# SPDX-License-Identifier: MIT
"""Audio and DMX512 whose levels, rates and gaps are known exactly, alone and beside a laser."""
from dataclasses import replace
from fractions import Fraction
from math import log10, sqrt
import struct

from cases.mistakes import AUDIO, AUDIO_MODE, DMX_LINE_MODE, DMX_MODE, LEVELS, SEGMENT, chunk, config, message
from traffic import BEGIN, MS, Case, Datagram, in_order, wave

START = 5_000_000  # us, the first timestamp
STEREO_16 = bytes.fromhex("6102 0000")
MONO_24 = bytes.fromhex("8201 0000")


def on_channel(payload, channel):
    octets = bytearray(payload)
    octets[6] |= channel
    return bytes(octets)


def dbfs(amplitude):
    return 20 * log10(amplitude)


def audio(count, dictionary, sample, channel=0):
    """48 samples in each millisecond; `sample`: the octets of sample `n` of the stream."""
    for i in range(count):
        setup = config(AUDIO_MODE, dictionary) if i % 100 == 0 else b""
        body = setup + chunk(1000, b"".join(sample(48 * i + n) for n in range(48)))
        payload = on_channel(message(i, START + 1000 * i, AUDIO, body, bool(setup)), channel)
        yield Datagram(BEGIN + i * MS, i, "wave", START + 1000 * i, 1000, 48, channel, octets=payload)


def stereo(n):
    """Left: a square wave with a quarter of the full amplitude. Right: silence, but for one sample of the same height in 100."""
    return struct.pack(">hh", 8192 if n // 24 % 2 else -8192, 8192 if n % 100 == 0 else 0)


STEREO_LEVELS = [{"bits": 16, "peak_dbfs": dbfs(1 / 4), "rms_dbfs": dbfs(1 / 4)},
                 {"bits": 16, "peak_dbfs": dbfs(1 / 4), "rms_dbfs": dbfs(sqrt(1 / 100) / 4)}]


def audio_stereo():
    return Case(list(audio(1000, STEREO_16, stereo)), no_findings=True,
                told={(0, 0): {"mode": "audio", "octets_per_sample": 4, "samples_per_second": 48000.0, "dmx": None,
                               "audio_channels": STEREO_LEVELS}})


def with_timestamps(datagrams, at, by):
    """From datagram `at` on, timestamps and arrivals are `by` us later: nothing is lost, and the output is silent between."""
    for i, d in enumerate(datagrams):
        if i >= at:
            media = d.media + by
            d.octets = d.octets[:8] + struct.pack(">I", media) + d.octets[12:]
            d.media, d.time = media, d.time + 1000 * by
        yield d


def audio_gap():
    """One channel of 24 bits with half the full amplitude, and 7 ms without a sample."""
    traffic = list(audio(1000, MONO_24, lambda n: struct.pack(">i", (1 if n % 2 else -1) << 22)[1:]))
    return Case(list(with_timestamps(traffic, 500, 7000)), findings=("1 gap",), absent=("lost", "no captured configuration"),
                told={(0, 0): {"octets_per_sample": 3, "datagrams_with_unknown_samples": 0,
                               "audio_channels": [{"bits": 24, "peak_dbfs": dbfs(1 / 2), "rms_dbfs": dbfs(1 / 2)}]}})


def dmx_figures(datagrams, slots):
    """`datagrams`: those that complete an update; `slots`: (base, levels of each slot over time)."""
    times = [d.time for d in datagrams]
    span = Fraction(times[-1] - times[0], 10**9)
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    return {"updates": len(times), "updates_per_second": float((len(times) - 1) / span), "largest_gap_us": max(gaps) / 1000,
            "other_packets": 0,
            "slots": [{"base": base, "count": len(levels), "last": [series[-1] for series in levels],
                       "min": [min(series) for series in levels], "max": [max(series) for series in levels]}
                      for base, levels in slots]}


MAP = bytes.fromhex("43 0001 04 43 0065 02 0000")  # four slots from 1 on, two from 101 on


def faders(i):
    """Six levels: rising, falling, constant, and one that leaves its range only once."""
    return [min(i, 255), max(255 - i, 7), 128, 255 if i == 50 else 10, i * 7 % 256, 0]


def dmx_levels(count=200, channel=0):
    for i in range(count):
        body = config(DMX_MODE, MAP + bytes(-len(MAP) % 4)) + chunk(0, bytes(faders(i)))
        payload = on_channel(message(i, START + 25_000 * i, LEVELS, body, True), channel)
        yield Datagram(BEGIN + i * 25 * MS, i, "dmx", START + 25_000 * i, channel=channel, octets=payload)


def fader_slots(count):
    series = list(zip(*map(faders, range(count))))
    return [(1, series[:4]), (101, series[4:])]


def dmx_told(datagrams, slots, **more):
    return {**more, "datagrams": 0, "audio_channels": None, "dmx": dmx_figures(datagrams, slots)}


def dmx_gap():
    """Levels 40 times a second, and once none for 425 ms: they hold, so that it is no finding."""
    traffic = list(with_timestamps(list(dmx_levels()), 120, 400_000))
    return Case(traffic, no_findings=True,
                told={(0, 0): dmx_told(traffic, fader_slots(200), mode="DMX512, discrete", other_chunks=200)})


def dmx_line(count=300):
    """Packets of a DMX512 line with 512 slots, 44 a second, each in two segments."""
    packets = [bytes([0]) + bytes((slot + number) % 251 for slot in range(512)) for number in range(count)]
    period = 22_750  # us
    for i in range(2 * count):
        number, is_second = divmod(i, 2)
        piece = packets[number][256:] if is_second else packets[number][:256]
        setup = config(DMX_LINE_MODE, b"") if i % 20 == 0 else b""
        header = struct.pack(">BBH", is_second, number & 0xFF, 256 * is_second)
        media = period * number + 12_000 * is_second
        yield Datagram(BEGIN + media * 1000, i, "dmx", START + media,
                       octets=message(i, START + media, SEGMENT, setup + header + piece, bool(setup)))


def dmx_line_of_512():
    traffic = list(dmx_line())
    slots = [(1, [[(slot + number) % 251 for number in range(300)] for slot in range(512)])]
    return Case(traffic, no_findings=True, told={(0, 0): dmx_told(traffic[1::2], slots, mode="DMX512, continuous", other_chunks=600)})


def numbered(datagrams):
    for number, d in enumerate(in_order(datagrams)):
        octets = d.octets and d.octets[:2] + struct.pack(">H", number) + d.octets[4:]
        yield replace(d, number=number, octets=octets)


def beside_a_laser():
    """A laser, audio and DMX512 on three channels of one client, each by the default service of its kind."""
    sound = [replace(d, time=d.time + 300_000) for d in audio(2000, STEREO_16, stereo, channel=1)]
    lights = [replace(d, time=d.time + 600_000) for d in dmx_levels(80, channel=2)]
    return Case(list(numbered(wave(2000, every=100) + sound + lights)), no_findings=True,
                told={(0, 0): {"audio_channels": None, "dmx": None}, (0, 1): {"audio_channels": STEREO_LEVELS, "dmx": None},
                      (0, 2): dmx_told(lights, fader_slots(80))})


CASES = {"audio_stereo": audio_stereo, "audio_gap": audio_gap, "dmx_gap": dmx_gap, "dmx_line_of_512": dmx_line_of_512,
         "audio_and_dmx_beside_a_laser": beside_a_laser}
