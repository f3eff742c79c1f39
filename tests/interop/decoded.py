# SPDX-License-Identifier: MIT
"""What idn_parser decodes from a capture."""
import csv
import operator
from typing import NamedTuple

from pattern import Sample
from support import program, run


# Columns with the values of a Sample, in its order.
_VALUES = ("x", "y", "r", "g", "b", "intensity", "u1", "u2", "u3", "x_prime", "z")


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
    with open(file, newline="") as text:
        lines = csv.reader(text)
        columns = {name: i for i, name in enumerate(next(lines))}
        position = operator.itemgetter(*(columns[name] for name in ("stream", "mode", "chunk", "time_us")))
        values = operator.itemgetter(*(columns[name] for name in _VALUES))
        return [_row(*position(line), values(line)) for line in lines]


def _row(stream, mode, chunk, time_us, values):
    return Row(int(stream), mode, int(chunk), int(time_us), Sample._make(map(int, values)))
