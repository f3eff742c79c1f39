#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares offsets, deviations, the share on target and the rate error of real captures, computed by numpy from the octets of
the file, with those of idn_parser. Ends with 1 if they differ, with 77 without numpy or captures.

Usage: shared_captures.py IDN_PARSER SHARED
"""
import pathlib
import struct
import sys
from dataclasses import dataclass

from check import report_of
from compare import differs
from wire import CLOSE, FRAME, FRAME_FIRST, MESSAGE, PORT, WAVE

try:
    import numpy
except ModuleNotFoundError:
    numpy = None

SKIPPED = 77
REALTIME = range(MESSAGE, 0x47)
NANO, MICRO = 0xA1B23C4D, 0xA1B2C3D4
ROUNDING, PAUSE, AXIS = 2_000, 500_000_000, 500_000_000  # ns
NUMBERS, TIMESTAMPS = 2**16, 2**32


def packets_of(path):
    """(time in ns, IPv4 packet) of a pcap of Ethernet."""
    octets = path.read_bytes()
    order = next(o for o in "<>" if struct.unpack(o + "I", octets[:4])[0] in (NANO, MICRO))
    unit = 1 if struct.unpack(order + "I", octets[:4])[0] == NANO else 1000
    place = 24
    while place < len(octets):
        seconds, rest, size, _ = struct.unpack_from(order + "IIII", octets, place)
        frame = octets[place + 16:place + 16 + size]
        place += 16 + size
        if frame[12:14] == b"\x08\x00":
            yield seconds * 10**9 + rest * unit, frame[14:]


def datagrams_of(path):
    """(time, source, target, payload) of UDP datagrams; one in IP fragments has the time of the last fragment."""
    waiting = {}
    for time, ip in packets_of(path):
        header, total, ident = (ip[0] & 15) * 4, int.from_bytes(ip[2:4], "big"), ip[4:6]
        if ip[9] != 17:
            continue
        flags = int.from_bytes(ip[6:8], "big")
        parts = waiting.setdefault((ip[12:20], ident), {})
        parts[(flags & 0x1FFF) * 8] = (ip[header:total], not flags & 0x2000)
        whole = b"".join(parts[at][0] for at in sorted(parts))
        if not any(is_last for _, is_last in parts.values()) or len(whole) < int.from_bytes(whole[4:6], "big"):
            continue
        del waiting[(ip[12:20], ident)]
        source, target, size = struct.unpack_from(">HHH", whole)
        address = lambda at: ".".join(map(str, ip[at:at + 4]))
        yield time, f"{address(12)}:{source}", f"{address(16)}:{target}", whole[8:size]


@dataclass
class Part:
    """A real-time datagram: samples of a stream, or the end of a session or channel."""

    time: int
    number: int  # sequence number, unwrapped
    is_first_copy: bool = True
    is_in_order: bool = True
    channel: int = -1
    kind: int = 0
    timestamp: int = 0
    duration: int = 0  # us
    samples: bool = False
    closes: bool = False


def part_of(time, payload):
    part = Part(time, int.from_bytes(payload[2:4], "big"), closes=payload[0] >= CLOSE)
    message = payload[4:]
    if len(message) < 8:
        return part
    part.channel, part.kind, part.timestamp = message[2] & 63, message[3], int.from_bytes(message[4:8], "big")
    has_config = message[2] & 64 and part.kind < 0xC0
    begin = 8 + (4 + 4 * message[8] if has_config else 0)
    part.closes = part.closes or bool(has_config and message[9] & 2)
    body = message[begin:int.from_bytes(message[:2], "big")]
    if part.kind in (WAVE, FRAME, FRAME_FIRST):
        part.duration, part.samples = int.from_bytes(body[1:4], "big"), len(body) > 4
    return part


def signed(value, modulus):
    return (value + modulus // 2) % modulus - modulus // 2


def connections_of(path):
    """The real-time datagrams of each connection, with unwrapped sequence numbers."""
    found = {}
    for time, source, target, payload in datagrams_of(path):
        if target.endswith(f":{PORT}") and len(payload) >= 4 and payload[0] in REALTIME:
            found.setdefault((source, target, payload[1] & 15), []).append(part_of(time, payload))
    for parts in found.values():
        highest, seen = parts[0].number, set()
        for part in parts:
            part.number = highest + signed(part.number - highest, NUMBERS)
            part.is_first_copy, part.is_in_order = part.number not in seen, part.number >= highest
            seen.add(part.number)
            highest = max(highest, part.number)
    return found


def offsets_of(parts, channel):
    """@return rows of (offset, expected, gap) in ns; for each axis (media time, lateness); the number of late datagrams; the
    number of excluded offsets by cause"""
    rows, axes, left_out, late = [], [[]], {"loss": 0, "axis": 0, "pause": 0, "offload": 0}, 0
    seen, last, ended, media = set(), None, False, 0
    for part in parts:
        seen.add(part.number)
        ended = ended or part.closes and not part.samples
        if part.channel != channel or not part.samples or not part.is_first_copy:
            continue
        if not part.is_in_order:
            late += 1
            continue
        step = 0 if last is None else signed(part.timestamp - last.timestamp, TIMESTAMPS) * 1000
        media += step
        if last is not None:
            offset, expected = part.time - last.time, step if part.kind != WAVE else last.duration * 1000
            gap = step - last.duration * 1000
            if ended or abs(offset - step) > AXIS:
                left_out["axis"] += 1
                axes.append([])
            elif any(n not in seen for n in range(last.number + 1, part.number)):
                left_out["loss"] += 1
            elif gap >= PAUSE:
                left_out["pause"] += 1
            else:
                rows.append((offset, expected, gap if part.kind == WAVE and abs(gap) > ROUNDING else 0))
        axes[-1].append((media, part.time - media))
        last, ended = part, part.closes
    return rows, axes, left_out, late


def rate_error(axes):
    """Slope of lateness over media time in ppm: least squares about the means of each axis, in extended precision."""
    xx = xy = numpy.longdouble(0)
    for points in axes:
        table = numpy.array(points, dtype=numpy.int64)
        x, y = ((table - table[0]).astype(numpy.longdouble)).T
        x, y = x - x.mean(), y - y.mean()
        xx, xy = xx + (x * x).sum(), xy + (x * y).sum()
    return float(xy / xx * 10**6)


def figures_of(parts, channel):
    rows, axes, left_out, late = offsets_of(parts, channel)
    offset, expected, gap = numpy.array(rows, dtype=numpy.int64).T
    own = offset - expected
    deviation = numpy.where(abs(gap) > abs(own), gap, own)
    dark = int((gap[gap > 0] // expected[gap > 0]).sum())
    ranked = numpy.sort(abs(deviation))
    on_target = numpy.count_nonzero((deviation >= -100_000) & (deviation < 100_000))
    return {
        "offsets.count": len(offset), "offsets.average_us": float(offset.mean() / 1000),
        "offsets.min_us": offset.min() / 1000, "offsets.max_us": offset.max() / 1000,
        **{f"offsets.left_out.{cause}": count for cause, count in left_out.items()},
        "expected_offset_us": float(expected.mean() / 1000), "late_datagrams": late,
        "target.on_target_share": on_target / (len(offset) + late + dark), "target.dark_datagrams": dark,
        "target.deviation_p50_us": ranked[-(-len(ranked) // 2) - 1] / 1000 if len(ranked) >= 20 else None,
        "target.deviation_p99_us": ranked[-(-len(ranked) * 99 // 100) - 1] / 1000 if len(ranked) >= 1000 else None,
        "target.peak_period_jitter_us": ranked[-1] / 1000, "clock.rate_error_ppm": rate_error(axes)}


def at(report, path):
    for key in path.split("."):
        if not isinstance(report, dict) or key not in report:
            return "missing"
        report = report[key]
    return report


def check(parser, capture):
    """@return a line for each figure that differs"""
    report, wrong, compared = report_of(parser, capture), [], 0
    connections = connections_of(capture)
    for stream in report["streams"]:
        parts = connections[(stream["client"], stream["server"], stream["client_group"])]
        truth = figures_of(parts, stream["channel"])
        compared += len(truth)
        wrong += [f"{stream['client']} channel {stream['channel']}: {path}: {at(stream, path)!r} instead of {value!r}"
                  for path, value in truth.items() if differs(value, at(stream, path), path)]
        print(f"        {stream['client']} channel {stream['channel']}: {100 * truth['target.on_target_share']:.3f} % of "
              f"{truth['offsets.count']} offsets on target, deviation p50 {truth['target.deviation_p50_us']} us, "
              f"p99 {truth['target.deviation_p99_us']} us, rate error {truth['clock.rate_error_ppm']:.3f} ppm")
    if len(connections) != len(report["connections"]):
        wrong.append(f"{len(report['connections'])} connections instead of {len(connections)}")
    print(f"{'DIFFERS' if wrong else 'ok':8}{capture.name}: {len(report['streams'])} streams, {compared} figures")
    for line in wrong:
        print(f"        {line}")
    return wrong


def main(parser, shared):
    captures = sorted((pathlib.Path(shared) / "captures").glob("*.pcap"))
    if numpy is None or not captures:
        print(f"skipped: {'numpy is not installed (package python3-numpy)' if numpy is None else 'no captures in ' + shared}")
        return SKIPPED
    return 1 if [line for capture in captures for line in check(parser, capture)] else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
