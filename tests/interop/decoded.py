# SPDX-License-Identifier: MIT
"""What idn_parser decodes from a capture."""
import csv
from typing import NamedTuple

from pattern import Sample
from support import program, run


class Row(NamedTuple):
    stream: int
    mode: str
    chunk: int
    time_us: int
    sample: Sample


def rows(capture, folder, sources=(), port=7255):
    """Every sample that `idn_parser --samples` writes."""
    file = folder / "decoded.csv"
    command = [program("IDN_PARSER"), capture, "--port", port, "--samples", file]
    for source in sources:
        command += ["--source", source]
    run(command, allowed=(0, 1))  # 1: the capture has findings, which do not matter here
    with open(file, newline="") as lines:
        return [_row(line) for line in csv.DictReader(lines)]


def _row(line):
    names = ("x", "y", "r", "g", "b", "intensity", "u1", "u2", "u3", "x_prime", "z")
    sample = Sample(*(int(line[name]) for name in names))
    return Row(int(line["stream"]), line["mode"], int(line["chunk"]), int(line["time_us"]), sample)
