#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what idn_server, or the instruments of idn_viewer, report for the traffic of generated captures with the known
answers. Ends with 1 if anything differs. Skipped are captures that a receiver would not get in this form: unsorted files and
capture clocks that jump; for idn_server also merged datagrams, which no socket returns, and more than one time axis, as it begins a
stream anew where a channel opens. If a silence ends the session, the counts of its streams are added up.

Usage: check_replay.py TRUTH_REPLAY_SERVER|TRUTH_REPLAY_VIEWER [--only NAME]...
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from cases import CASES
from compare import differs, leaves
from generate import write

LONGEST_RUN = 300  # seconds
OF_STREAM = ("datagrams", "samples", "late_datagrams", "measured_s", "expected_offset_us", "offsets", "target", "clock")
OF_CONNECTION = ("lost", "duplicated", "late")
COUNTS = ("datagrams", "samples", "late_datagrams", *OF_CONNECTION)
PERCENTILES = ("deviation_p50_us", "deviation_p99_us", "deviation_p99_9_us")  # not exact in receivers, which do not store all offsets


def is_comparable(truth, replay):
    capture = truth["capture"]
    if "streams" not in truth or capture["clock_jumps"]["count"] or capture.get("sorted_packets", 1):
        return False
    axes = [len(stream.get("time_axes", ())) for stream in truth["streams"]]
    if "server" in pathlib.Path(replay).name:
        return not capture["merged_packets"] and all(count == 1 for count in axes)
    return all(axes)


def expected_of(truth, stream):
    """What the receiver should report for a stream."""
    connection = next(c for c in truth["connections"] if c["client"] == stream["client"])
    told = {key: stream[key] for key in OF_STREAM if key in stream}
    told["target"] = {key: value for key, value in told["target"].items() if key not in PERCENTILES}
    return {**told, **{key: connection[key] for key in OF_CONNECTION}}


def summary_of(replay, capture):
    done = subprocess.run([replay, str(capture)], capture_output=True, timeout=LONGEST_RUN, text=True)
    if "no laser samples" in done.stderr:
        return {"streams": []}
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def check(replay, capture, truth):
    """@return figures compared, and a line for each that differs"""
    rows = summary_of(replay, capture)["streams"]
    stream = truth["streams"][0]  # the first channel occupies the projector; a receiver reports nothing for the others
    own = [row for row in rows if (row["client"], row["channel"]) == (stream["client"], stream["channel"])]
    if not own:  # a stream without samples
        return 0, [] if stream.get("samples") == 0 or not rows else ["no such stream"]
    expected = expected_of(truth, stream)
    actual = own[0]
    if len(own) > 1:  # a second of silence ends a session
        expected = {key: expected[key] for key in COUNTS}
        actual = {key: sum(row[key] for row in own) for key in COUNTS}
    compared = list(leaves(expected, actual))
    return len(compared), [f"{path}: {told!r} instead of {known!r}" for path, known, told in compared
                           if differs(known, told, path)]


def run(replay, names, folder):
    failed = figures = compared = 0
    for name in names:
        capture, truth = write(name, folder)
        if is_comparable(truth, replay):
            count, wrong = check(replay, capture, truth)
            compared, figures, failed = compared + 1, figures + count, failed + bool(wrong)
            print(f"{'DIFFERS' if wrong else 'ok':8}{name}: {count} figures")
            for line in wrong:
                print(f"        {line[:400]}")
        capture.unlink()
    print(f"{compared} captures, {figures} figures: {compared - failed} agree, {failed} differ")
    return 1 if failed else 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("replay", metavar="TRUTH_REPLAY")
    options.add_argument("--only", metavar="NAME", action="append", choices=CASES, help="a case, by its name")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="idn_truth_") as folder:
        return run(given.replay, given.only or list(CASES), pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
