#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds up the marks in the figure of lateness over time on the page of idn_parser, and checks that the sums equal the counts
of --json, for each generated capture. Ends with 1 if anything differs.

Usage: page_marks.py IDN_PARSER [NAME...]
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from cases import CASES
from generate import write

SHOWN = 64  # streams on a page
# Wrong numbers count as a loss before each datagram, also before the close, where the figure has no samples.
LOST_BEFORE_CLOSE = ("crooked_sequence_little_endian", "crooked_sequence_from_clock", "crooked_group_changes_in_stream")
LISTED = 100  # most events that idn_parser keeps
MARKS = {"lost": r"(\d+) lost within", "late": r"(\d+) after a later one within",
         "outliers": r"(\d+) timestamps off the axis within", "dark_ms": r"([\d.]+) ms of media time left out within",
         "axes": r"^(?:start|closed|restart|capture clock|step) at", "pauses": "ms until", "duplicates": "repeated at"}


def run(parser, capture, page):
    done = subprocess.run([parser, "report", str(capture), "--json", "--html", str(page)], capture_output=True,
                          text=True, timeout=300)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def marks_of(section):
    """The sum of each kind of mark; None if the stream has no such figure."""
    figure = re.search(r'<svg[^>]*aria-label="Arrival less media time over the capture">(.*?)</svg>', section, re.DOTALL)
    if not figure:
        return None
    titles = re.findall("<title>(.*?)</title>", figure[1])
    found = {name: [match for title in titles if (match := re.search(pattern, title))] for name, pattern in MARKS.items()}
    return {name: round(sum(float(match[1]) if match.groups() else 1 for match in matches), 3)
            for name, matches in found.items()}


def told(report, stream):
    connection, gaps = report["connections"][stream["connection"]], stream["media_gaps"]
    sums = {"lost": connection["lost"], "late": stream["late_datagrams"], "outliers": stream["timestamp_outliers"],
            "axes": stream["time_axes"]["count"] - 1, "pauses": stream["pauses"]["count"]}
    if gaps["after_loss"] in (0, gaps["count"]):  # else it is not told how long those without loss are
        sums["dark_ms"] = 0 if gaps["after_loss"] else gaps["total_us"] / 1000
    if connection["out_of_sequence"]["count"] <= LISTED:
        sums["duplicates"] = connection["duplicated"]
    return sums


def check(parser, name, folder):
    capture, _ = write(name, folder)
    page = pathlib.Path(folder) / f"{name}.html"
    report = run(parser, capture, page)
    sections = page.read_text().split("<section>")[1:]
    lines, count = [], 0
    for number, (stream, section) in enumerate(zip(report["streams"][:SHOWN], sections, strict=True), 1):
        marks = marks_of(section)
        if marks is None:
            if stream["time_axes"]["count"] > 0:
                lines.append(f"stream {number}: no figure")
            continue
        for key, value in told(report, stream).items():
            if key == "lost" and name in LOST_BEFORE_CLOSE:
                continue
            count += 1
            if marks[key] != value:
                lines.append(f"stream {number}: {marks[key]:g} {key} are marked, {value} told")
    capture.unlink()
    page.unlink()
    return count, lines


def main(parser, *names):
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(
            min(4, os.cpu_count() or 1)) as workers:
        outcomes = {name: workers.submit(check, parser, name, folder) for name in names or CASES}
        for name, outcome in outcomes.items():
            count, lines = outcome.result()
            print(f"{name}: {'; '.join(lines) if lines else f'{count} sums of marks are right'}")
            failed += bool(lines)
    print(f"{len(outcomes) - failed} of {len(outcomes)} pages mark what is told")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
