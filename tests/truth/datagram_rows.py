#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes figures from the rows of idn_parser --datagrams, and checks that they equal those of --json, for each generated
capture. Ends with 1 if anything differs.

Usage: datagram_rows.py IDN_PARSER [NAME...]
"""
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from capture_file import interface_name
from cases import CASES
from generate import numbered, write

ROUNDING_US = 2
ON_TARGET_NS = 100_000
LISTED = 100  # most events that the JSON lists
TEXT = ("client", "server", "stamp_source", "begins_axis")


def run(parser, capture, table):
    done = subprocess.run([parser, "report", str(capture), "--json", "--datagrams", str(table)], capture_output=True,
                          text=True, timeout=300)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def rows_of(table):
    with open(table, newline="") as file:
        for row in csv.DictReader(file):
            yield {key: value if key in TEXT else int(value) if value else None for key, value in row.items()}


def dark_in(row):
    gap = row["gap_us"] or 0
    if row["frame"] or gap <= ROUNDING_US or not row["expected_ns"]:
        return 0
    return gap * 1000 // row["expected_ns"]


def share_on_target(measured):
    judged = [row for row in measured if row["deviation_ns"] is not None]
    if not judged:
        return None
    kept = sum(-ON_TARGET_NS <= row["deviation_ns"] < ON_TARGET_NS for row in judged)
    late = sum(row["late"] for row in measured)
    jumps = sum(row["begins_axis"] == "step" and row["axis"] is not None for row in measured)
    return kept / (len(judged) + late + jumps + sum(dark_in(row) for row in judged))


def p99_us(measured):
    sizes = sorted(abs(row["deviation_ns"]) for row in measured if row["deviation_ns"] is not None)
    return sizes[math.ceil(0.99 * len(sizes)) - 1] / 1000 if len(sizes) >= 1000 else None


def axes_of(measured):
    axes = {}
    for row in measured:
        if row["axis"] is not None:
            axes.setdefault(row["axis"], []).append(row)
    return [axes[number] for number in sorted(axes)]


def long_term_jitter_us(axes):
    """Half the range of (arrival - media time) after removal of the rate error; the largest of all axes."""
    spans = [[row["lateness_ns"] for row in axis if row["lateness_ns"] is not None] for axis in axes]
    return max(((max(span) - min(span)) / 2000 for span in spans if span), default=None)


def left_out(measured):
    """Number of offsets excluded for each cause. The first datagram has no offset. A loss counts within an axis only: where the
    row does not begin one, and neither it nor its predecessor is an outlier."""
    counts = {"axis": 0, "loss": 0, "pause": 0, "offload": 0}
    previous = None
    for row in measured:
        if row["late"]:
            continue
        if row is not measured[0] and row["offset_ns"] is None:
            is_on_axis = not (row["begins_axis"] or row["outlier"] or (previous and previous["outlier"]))
            lost = bool(row["after_loss"] and is_on_axis)
            counts["loss"] += lost
            counts["pause"] += row["pause"]
            merged = is_on_axis and not lost and row["packet"] == previous["packet"]
            counts["offload"] += merged
            counts["axis"] += 1 - lost - row["pause"] - merged
        previous = row
    return counts


def figures(rows):
    measured = [row for row in rows if not row["duplicate"]]
    offsets = [row["offset_ns"] for row in measured if row["offset_ns"] is not None]
    axes = axes_of(measured)
    return {
        "datagrams": len(measured),
        "samples": sum(row["samples"] or 0 for row in measured),
        "display_us": sum(row["duration_us"] for row in measured),
        "late_datagrams": sum(row["late"] for row in measured),
        "timestamp_outliers": sum(row["outlier"] for row in measured),
        "max_payload_octets": max(row["octets"] for row in measured),
        "offsets.count": len(offsets),
        "offsets.average_us": sum(offsets) / len(offsets) / 1000 if offsets else None,
        "offsets.min_us": min(offsets) / 1000 if offsets else None,
        "offsets.max_us": max(offsets) / 1000 if offsets else None,
        **{f"offsets.left_out.{cause}": count for cause, count in left_out(measured).items()},
        "target.on_target_share": share_on_target(measured),
        "target.deviation_p99_us": p99_us(measured),
        "clock.long_term_jitter_without_drift_us": long_term_jitter_us(axes),
        "pauses.count": sum(row["pause"] for row in measured),
        "time_axes.count": len(axes),
        "time_axes.first": [(axis[0]["unix_ns"], axis[0]["begins_axis"], sum(not row["outlier"] for row in axis))
                            for axis in axes[:LISTED]],
    }


def told(stream, path):
    value = stream
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if path == "time_axes.first":
        return [(axis["unix_ns"], axis["cause"], axis["datagrams"]) for axis in value]
    return value


def is_alike(path, counted, value):
    if not isinstance(value, float) or counted is None:
        return counted == value
    # The table has lateness in whole nanoseconds.
    return abs(counted - value) <= (1.1e-3 if path.endswith("drift_us") else 1e-9 * max(1, abs(value)))


def differences(report, rows):
    """@return how many figures were compared, and a line for each that differs"""
    count, lines = 0, []
    for number, stream in enumerate(report["streams"], 1):
        own = [row for row in rows if row["stream"] == number]
        if stream["datagrams"] < 2:  # no offset, so the report has none of these figures
            continue
        named = {(row["client"], row["server"], row["client_group"], row["channel"]) for row in own}
        if named != {tuple(stream[key] for key in ("client", "server", "client_group", "channel"))}:
            lines.append(f"stream {number} is named {named}")
        has_offsets = stream["offsets"] is not None
        for path, counted in figures(own).items():
            if path.startswith("offsets.left_out") and not has_offsets:  # what is left out is told with the others only
                continue
            if path == "max_payload_octets" and stream["sequel_fragments"]:  # which have no rows
                counted = max(counted, stream["max_payload_octets"])
            if path == "offsets.count" and not has_offsets:
                counted = counted or None
            count += 1
            if not is_alike(path, counted, told(stream, path)):
                lines.append(f"stream {number}, {path}: {counted!r} of the rows, {told(stream, path)!r} of the report")
    return count, lines


def stamp_sources(case):
    """(packet number, expected stamp_source) of each datagram."""
    units = {6: "us", 9: "ns"}
    numbered(case)
    for d in case.datagrams:
        name = f" {interface_name(d.interface)}" if interface_name(d.interface) else ""
        source = "pcap" if case.format == "pcap" else f"pcapng interface {d.interface}{name}"
        yield d.packet, f"{source} {units[case.digits[d.interface]]}"


def wrong_stamps(name, rows):
    expected = dict(stamp_sources(CASES[name]()))
    wrong = [row for row in rows if row["stamp_source"] != expected[row["packet"]]]
    return [f"{len(wrong)} stamp sources, first of packet {row['packet']}: {row['stamp_source']!r} instead of "
            f"{expected[row['packet']]!r}" for row in wrong[:1]]


def check(parser, name, folder):
    capture, _ = write(name, folder)
    table = pathlib.Path(folder) / f"{name}.csv"
    try:
        report = run(parser, capture, table)
        rows = list(rows_of(table))
        count, lines = differences(report, rows)
        return count, lines + wrong_stamps(name, rows)
    except (RuntimeError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
        return 0, [f"{type(error).__name__}: {error}"]
    finally:
        capture.unlink()
        table.unlink(missing_ok=True)


def main(parser, *names):
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(
            min(4, os.cpu_count() or 1)) as workers:
        outcomes = {name: workers.submit(check, parser, name, folder) for name in names or CASES}
        for name, outcome in outcomes.items():
            count, lines = outcome.result()
            print(f"{name}: {'; '.join(lines) if lines else f'{count} figures add up'}")
            failed += bool(lines)
    print(f"{len(outcomes) - failed} of {len(outcomes)} captures add up")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
