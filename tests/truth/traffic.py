# SPDX-License-Identifier: MIT
"""Generated traffic with known properties, and the effects of networks and captures on it."""
from dataclasses import dataclass, field, replace
from typing import Optional

import wire

MS, SECOND = 10**6, 10**9  # ns
BEGIN = 1_790_000_000 * SECOND  # of every capture, since 1970
SERVER = ("10.9.0.1", wire.PORT)
LATE = r"late\b|out of order"  # matches findings about late datagrams
MODES = {"wave": wire.CONTINUOUS, "void": wire.CONTINUOUS, "frame": wire.DISCRETE, "first": wire.DISCRETE}
CHUNKS = {"void": wire.VOID, "wave": wire.WAVE, "frame": wire.FRAME, "first": wire.FRAME_FIRST,
          "sequel": wire.FRAME_SEQUEL}


@dataclass(slots=True)
class Datagram:
    """A real-time datagram. Numbers and media times are unwrapped."""

    time: int  # of its arrival, ns since the epoch
    number: int
    kind: str = "wave"  # wave, frame, first, sequel, void, empty, close, abort
    media: int = 0  # us
    duration: int = 0  # us
    samples: int = 0
    channel: int = 0
    flow: int = 0  # index of the client, or its address and port
    counting: int = 0  # increases where the sender restarts its sequence numbers
    axis: int = 0  # increases where a new time axis begins
    has_config: bool = False
    closes_channel: bool = False
    command: int = wire.MESSAGE
    fragment: bytes = b""  # the content of a first or sequel fragment, in place of samples
    is_last: bool = False  # for a sequel: the last fragment of its frame
    timestamp: Optional[int] = None  # on the wire, if it is not the media time: an outlier
    interface: int = 0  # index of the interface that captured it
    packet: int = 0  # number in the file, from 1
    octets: Optional[bytes] = None  # the payload, if it is not made from the other fields
    is_dark: bool = False  # none of its samples is lit
    is_merged: bool = False  # offload merged it into the packet of the datagram before
    server: tuple = SERVER  # where it is sent to

    @property
    def carries_samples(self):
        """Whether it counts as a sample datagram; of a frame in fragments only the first one does."""
        return self.kind in ("wave", "frame", "first")

    @property
    def is_outlier(self):
        return self.carries_samples and self.timestamp is not None


@dataclass
class Case:
    """A capture, and known properties that its datagrams do not have."""

    datagrams: list  # in the order of their arrival
    findings: tuple = ()  # regular expressions; each must match a finding at the begin of a word
    no_findings: bool = False  # whether the report must have no findings
    absent: tuple = ()  # regular expressions that must not match any finding
    causes: dict = field(default_factory=lambda: {0: "start"})  # why each axis began
    format: str = "pcap"
    digits: tuple = (9,)  # of a second, per interface
    file_order: Optional[list] = None  # datagrams in the order of the file, if it is not that of arrival
    answers: list = field(default_factory=list)  # acknowledges: (time, datagram that is acknowledged)
    answered_at: Optional[tuple] = None  # (interface, how far its clock is ahead in ns), if it is another one
    clock_jumps: tuple = ()  # (first datagram after the jump, size in ns)
    untold: frozenset = frozenset()  # keys whose value is not defined for this case
    restarts: int = 0  # sequence restarts
    told: dict = field(default_factory=dict)  # further figures of streams: by (flow, channel)
    only_findings: bool = False  # nothing else is known: connections and streams are not compared


def client(flow):
    """Address and port of a client by its index, or as given."""
    if isinstance(flow, tuple):
        return flow
    return (f"10.9.1.{flow + 1}", 50000 + flow)


def payload_of(d):
    if d.octets is not None:
        return d.octets
    if d.kind in ("empty", "close", "abort"):
        return wire.packet(d.command, d.number)
    timestamp = d.media if d.timestamp is None else d.timestamp
    body = b""
    if d.closes_channel:
        body = wire.CHANNEL_CLOSE
    elif d.has_config:
        body = wire.configuration(MODES[d.kind])
    if d.carries_samples:
        body += wire.chunk(d.duration, d.fragment or wire.samples(d.samples, d.is_dark))
    elif d.kind == "sequel":
        body = d.fragment
    return wire.packet(d.command, d.number, wire.message(
        CHUNKS[d.kind], d.channel, timestamp, body, d.has_config or d.closes_channel, d.is_last))


def in_order(datagrams):
    return sorted(datagrams, key=lambda d: d.time)


def wave(count, period=1000, *, number=100, media=5_000_000, begin=BEGIN, step=1, every=1, **more):
    """A stream in wave mode, exactly on time. `period` in us; `every`: datagrams between two configurations; `step`:
    increment of the sequence number."""
    return [Datagram(begin + i * period * 1000, number + i * step, "wave", media + i * period, period,
                     max(20, period // 25), has_config=i % every == 0, **more) for i in range(count)]


def silence(datagrams, at, milliseconds):
    """From datagram `at` on, the arrivals are later, and the timestamps not: the sender stalled, and goes on where it was."""
    for d in datagrams[at:]:
        d.time += milliseconds * MS
    return datagrams


def timestamp_jump(datagrams, at, milliseconds):
    """The sender's timestamps jump before datagram `at`, with which a new axis begins."""
    for d in datagrams[at:]:
        d.media += milliseconds * 1000
        d.axis += 1
    return datagrams


def frames(count, period=40_000, *, number=100, media=5_000_000, begin=BEGIN, samples=150, duration=20_000, **more):
    return [Datagram(begin + i * period * 1000, number + i, "frame", media + i * period, duration, samples,
                     has_config=True, **more) for i in range(count)]


def fragmented(wholes, parts=3, spacing=60_000, cut=None, marks_last=True):
    """The frames divided into `parts` IDN fragments each, `spacing` ns apart, with new sequence numbers. Divided between
    samples, or after every `cut` octets."""
    fragments, number = [], wholes[0].number
    for whole in wholes:
        data = wire.samples(whole.samples)
        size = cut or -(-whole.samples // parts) * wire.SAMPLE_OCTETS
        pieces = [data[:size], *(data[size * i:size * (i + 1)] for i in range(1, parts - 1)), data[size * (parts - 1):]]
        for i, piece in enumerate(pieces):
            # The samples whose last octet is in this fragment.
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
    """Datagrams `indices` arrive `by` ns later, plus a fraction of a period, so that no two arrive at the same time."""
    late = set(indices)
    return in_order([replace(d, time=d.time + by + 300_000 % max(1, d.duration * 500)) if i in late else d
                     for i, d in enumerate(datagrams)])


def repeated(datagrams, indices, after):
    return in_order(datagrams + [replace(datagrams[i], time=datagrams[i].time + after) for i in indices])


def clock_jump(datagrams, at, by):
    """The clock of the capture steps by `by` ns before datagram `at`, with which a new axis begins."""
    for d in datagrams[at:]:
        d.time += by
        d.axis += 1
    return datagrams


def offloaded(datagrams, most):
    """Up to `most` datagrams of equal size at a time, of which the last may be shorter, are captured as one packet, at the time
    of the first one."""
    size, count = 0, 0
    for before, datagram in zip(datagrams, datagrams[1:]):
        first = size or len(payload_of(before))
        datagram.is_merged = (count < most - 1 and len(payload_of(before)) == first >= len(payload_of(datagram)))
        size, count = (first, count + 1) if datagram.is_merged else (0, 0)
        if datagram.is_merged:
            datagram.time = before.time
    return datagrams


def channel_close(after, by=1000):
    """A channel close, `by` us after a datagram."""
    return replace(after, kind="void", time=after.time + by * 1000, number=after.number + 1, media=after.media + by,
                   duration=0, samples=0, has_config=False, closes_channel=True)


def session_close(after, aborts=False):
    return replace(after, kind="abort" if aborts else "close", time=after.time + 50_000, number=after.number + 1,
                   command=wire.ABORT if aborts else wire.CLOSE, has_config=False, closes_channel=False, duration=0, samples=0)


def keepalive(after, kind, after_us):
    return replace(after, kind=kind, time=after.time + after_us * 1000, number=after.number + 1,
                   media=after.media + after_us, duration=0, samples=0, has_config=False)
