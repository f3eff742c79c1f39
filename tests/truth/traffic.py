# SPDX-License-Identifier: MIT
"""Traffic of which everything is known, and what networks and captures do to it."""
from dataclasses import dataclass, field, replace
from typing import Optional

import wire

MS, SECOND = 10**6, 10**9  # ns
BEGIN = 1_790_000_000 * SECOND  # of every capture, since the epoch
SERVER = ("10.9.0.1", wire.PORT)
LATE = r"late\b|out of order"  # in a finding
MODES = {"wave": wire.CONTINUOUS, "frame": wire.DISCRETE, "first": wire.DISCRETE}
CHUNKS = {"void": wire.VOID, "wave": wire.WAVE, "frame": wire.FRAME, "first": wire.FRAME_FIRST,
          "sequel": wire.FRAME_SEQUEL}


@dataclass(slots=True)
class Datagram:
    """A real-time datagram. Numbers and media times are those before they wrap."""

    time: int  # of its arrival, ns since the epoch
    number: int
    kind: str = "wave"  # wave, frame, first, sequel, void, empty, close, abort
    media: int = 0  # us
    duration: int = 0  # us
    samples: int = 0
    channel: int = 0
    flow: int = 0  # index of the client
    counting: int = 0  # grows where the sender begins to count anew
    axis: int = 0  # grows where arrivals and timestamps can no longer be compared
    has_config: bool = False
    closes_channel: bool = False
    command: int = wire.MESSAGE
    fragment: bytes = b""  # of a sequel, or what a first fragment carries in place of its samples
    is_last: bool = False  # of a sequel
    timestamp: Optional[int] = None  # on the wire, where it is not the media time: of no axis then
    interface: int = 0  # that captured it
    packet: int = 0  # in the file, from 1

    @property
    def carries_samples(self):
        """As a datagram of a stream: of a fragmented frame the first one."""
        return self.kind in ("wave", "frame", "first")

    @property
    def is_outlier(self):
        return self.carries_samples and self.timestamp is not None


@dataclass
class Case:
    """A capture and what is known of it beyond its datagrams."""

    datagrams: list  # in the order of their arrival
    findings: tuple = ()  # expressions, with which a word of a finding must begin
    no_findings: bool = False
    absent: tuple = ()  # expressions that no finding may have
    causes: dict = field(default_factory=lambda: {0: "start"})  # of axes
    format: str = "pcap"
    digits: tuple = (9,)  # of a second, per interface
    file_order: Optional[list] = None  # where it is not the order of arrival
    answers: list = field(default_factory=list)  # (time, datagram that is acknowledged)
    clock_jumps: tuple = ()  # (first datagram behind it, ns)
    untold: frozenset = frozenset()  # keys that the definitions leave open here
    restarts: int = 0


def client(flow):
    return (f"10.9.1.{flow + 1}", 50000 + flow)


def payload_of(d):
    if d.kind in ("empty", "close", "abort"):
        return wire.packet(d.command, d.number)
    timestamp = d.media if d.timestamp is None else d.timestamp
    body = b""
    if d.closes_channel:
        body = wire.CHANNEL_CLOSE
    elif d.has_config:
        body = wire.configuration(MODES[d.kind])
    if d.carries_samples:
        body += wire.chunk(d.duration, d.fragment or wire.samples(d.samples))
    elif d.kind == "sequel":
        body = d.fragment
    return wire.packet(d.command, d.number, wire.message(
        CHUNKS[d.kind], d.channel, timestamp, body, d.has_config or d.closes_channel, d.is_last))


def in_order(datagrams):
    return sorted(datagrams, key=lambda d: d.time)


def wave(count, period=1000, *, number=100, media=5_000_000, begin=BEGIN, step=1, every=1, **more):
    """A stream that is exactly on time. `period` in us; `every`: configurations, in datagrams."""
    return [Datagram(begin + i * period * 1000, number + i * step, "wave", media + i * period, period,
                     max(20, period // 25), has_config=i % every == 0, **more) for i in range(count)]


def frames(count, period=40_000, *, number=100, media=5_000_000, begin=BEGIN, samples=150, duration=20_000, **more):
    return [Datagram(begin + i * period * 1000, number + i, "frame", media + i * period, duration, samples,
                     has_config=True, **more) for i in range(count)]


def fragmented(wholes, parts=3, spacing=60_000, cut=None, marks_last=True):
    """The frames in `parts` IDN fragments each, `spacing` ns apart. Numbers are given anew. Cut between samples, or after
    `cut` octets."""
    fragments, number = [], wholes[0].number
    for whole in wholes:
        data = wire.samples(whole.samples)
        size = cut or -(-whole.samples // parts) * wire.SAMPLE_OCTETS
        pieces = [data[:size], *(data[size * i:size * (i + 1)] for i in range(1, parts - 1)), data[size * (parts - 1):]]
        for i, piece in enumerate(pieces):
            # Whole samples that are complete with this fragment.
            samples = sum(map(len, pieces[:i + 1])) // 7 - sum(map(len, pieces[:i])) // 7
            kind = {} if i == 0 else {"has_config": False, "duration": 0, "is_last": marks_last and i == parts - 1}
            fragments.append(replace(whole, kind="first" if i == 0 else "sequel", time=whole.time + i * spacing,
                                     number=number, media=whole.media + i, fragment=piece, samples=samples, **kind))
            number += 1
    return fragments


def without(datagrams, indices):
    gone = set(indices)
    return [d for i, d in enumerate(datagrams) if i not in gone]


def delayed(datagrams, indices, by):
    """Those come `by` ns later, and then not at the same time as another one."""
    late = set(indices)
    return in_order([replace(d, time=d.time + by + 300_000 % max(1, d.duration * 500)) if i in late else d
                     for i, d in enumerate(datagrams)])


def repeated(datagrams, indices, after):
    return in_order(datagrams + [replace(datagrams[i], time=datagrams[i].time + after) for i in indices])


def clock_jump(datagrams, at, by):
    """The capture's clock steps `by` ns before datagram `at`, which begins axis 1."""
    for d in datagrams[at:]:
        d.time += by
        d.axis += 1
    return datagrams


def channel_close(after, by=1000):
    """`by` us after a datagram."""
    return replace(after, kind="void", time=after.time + by * 1000, number=after.number + 1, media=after.media + by,
                   duration=0, samples=0, has_config=False, closes_channel=True)


def session_close(after, aborts=False):
    return replace(after, kind="abort" if aborts else "close", time=after.time + 50_000, number=after.number + 1,
                   command=wire.ABORT if aborts else wire.CLOSE, has_config=False, closes_channel=False, duration=0, samples=0)


def keepalive(after, kind, after_us):
    return replace(after, kind=kind, time=after.time + after_us * 1000, number=after.number + 1,
                   media=after.media + after_us, duration=0, samples=0, has_config=False)
