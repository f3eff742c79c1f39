# SPDX-License-Identifier: MIT
"""Captures of other senders: idn_parser decodes the same values as tshark.

usage: captures.py CAPTURE"""
import os
import pathlib

import decoded
import dissect
import formats
from support import Skip, closing_line, main, require, require_all_equal, require_equal


def capture_file(name):
    beside_the_project = pathlib.Path(__file__).resolve().parents[3] / "shared"
    file = pathlib.Path(os.environ.get("IDN_SHARED_DIR", beside_the_project)) / "captures" / name
    if not file.is_file():
        raise Skip(f"no capture {file} (set IDN_SHARED_DIR)")
    return file


def samples_of_tshark(capture):
    """All samples, by the dictionary that tshark shows. These senders use a single one per capture."""
    configured = dissect.packets(capture, only="idn.routing == 1")
    dictionaries = {tuple(word for _, word in packet.tags) for packet in configured}
    require_equal(len(dictionaries), 1, "dictionaries in the capture")
    wanted = formats.Format(*dictionaries.pop())
    return [wanted.neutral(values) for values in dissect.samples(capture)]


def test(folder, name):
    capture = capture_file(name)
    expected = samples_of_tshark(capture)
    actual = decoded.rows(capture, folder)
    require(expected, "tshark shows no samples")
    require_all_equal([row.sample for row in actual], expected, "sample")
    closing_line(f"{name}: idn_parser -> tshark", f"{len(actual)} {actual[0].mode} samples equal")


main(test)
