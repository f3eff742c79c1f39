#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the recipes of a document for the table of idn_parser --datagrams, literally, on generated captures, and compares
their results with --json. Ends with 1 if anything differs, with 77 without the tool.

Usage: datagram_recipes.py IDN_PARSER DOCUMENT duckdb|pandas
"""
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from datagram_rows import told
from generate import write

SKIPPED = 77
# Together these have every flag, several streams and axes, and columns without any value.
CAPTURES = ("late_2ms_1khz", "duplicate_100ms", "loss_10", "pause_2s", "pause_2000ms_dark", "timestamp_jumps",
            "stalls_skip", "timestamp_corrupted_ahead", "two_channels_with_loss", "frames_in_fragments", "capture_clock_thrice",
            "restart_after_close")
WANTED = {"duckdb": ("datagrams", "late_datagrams", "target.on_target_share", "target.deviation_p99_us"),
          "pandas": ("clock.long_term_jitter_without_drift_us",)}


def recipes(document, language):
    section = document.split("\n## Datagrams\n")[1].split("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def with_duckdb(duckdb, document):
    convert, query = recipes(document, "sql")
    duckdb.sql(convert)
    for name, stream, *figures in duckdb.sql(query).fetchall():
        yield pathlib.Path(name).stem, stream, figures


def with_pandas(_, document):
    names = {}
    exec(recipes(document, "python")[0], names)
    for (name, stream), jitter in names["jitter_us"].items():
        yield pathlib.Path(name).stem, stream, [jitter]


def report_of(parser, name, folder):
    capture, _ = write(name, folder)
    done = subprocess.run([parser, capture, "--json", "--datagrams", f"{folder}/{name}.csv"], stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def main(parser, document, tool):
    try:
        module = importlib.import_module(tool)
    except ModuleNotFoundError:
        print(f"skipped: the recipes for {tool} are not run, python3 has no {tool} here")
        return SKIPPED
    parser, document = os.path.abspath(parser), pathlib.Path(document).read_text()
    with tempfile.TemporaryDirectory() as folder:
        reports = {name: report_of(parser, name, folder) for name in CAPTURES}
        os.chdir(folder)
        found = {(name, stream): figures
                 for name, stream, figures in {"duckdb": with_duckdb, "pandas": with_pandas}[tool](module, document)}
        os.chdir("/")
    expected = {(name, i): [told(stream, path) for path in WANTED[tool]] for name, report in reports.items()
                for i, stream in enumerate(report["streams"], 1)}
    lines = [f"{key}: {found.get(key)} instead of {expected.get(key)}" for key in sorted(found.keys() | expected.keys())
             if key not in found or key not in expected
             or any(abs(a - b) > 1.1e-3 if "jitter" in path else abs(a - b) > 1e-9 * max(1, abs(b))
                    for a, b, path in zip(found[key], expected[key], WANTED[tool]))]
    print("\n".join(lines) or f"{len(found)} streams of {len(reports)} captures, {tool} {module.__version__}: all alike")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
