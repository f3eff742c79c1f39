# SPDX-License-Identifier: MIT
"""Runs each example as a program, and checks its light."""

import pathlib
import struct
import subprocess
import sys

import pytest
import wire

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def run(name, *arguments):
    ended = subprocess.run([sys.executable, EXAMPLES / name, *arguments], timeout=60, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_an_example_is_short(name):
    lines = (EXAMPLES / name).read_text().splitlines()
    assert len(lines) < (50 if name == "offsets.py" else 40)


def test_a_circle_is_lit_for_a_second(sink):
    run("circle.py", sink.target)
    sink.wait_for_close()
    lit = sink.samples()[sink.samples()["g"] > 0]
    radius = (lit["x"] / 32767.0) ** 2 + (lit["y"] / 32767.0) ** 2
    assert 15_000 < len(lit) <= 30_000
    assert abs(radius - 0.36).max() < 0.001
    assert wire.count_lit(sink.samples()[-1:]) == 0


def test_a_figure_turns(sink):
    assert "armed" in run("figure.py", sink.target, "1")
    sink.wait_for_close()
    lit = sink.samples()[sink.samples()["b"] > 0]
    assert len(lit) > 10_000
    assert lit["x"].min() < -19_000 and lit["x"].max() > 19_000


def test_a_cube_turns_above_its_name(sink):
    run("cube.py", sink.target, "0.5")
    sink.wait_for_close()
    samples = sink.samples()
    cube, name = samples[(samples["g"] > 0) & (samples["r"] == 0)], samples[samples["r"] > 0]
    assert len(cube) > 2000 and len(name) > 500
    # Corners are 0.4 * sqrt(3) = 0.69 from the middle; perspective enlarges that by 4 / (4 - 0.69) at most.
    assert 9_000 < abs(cube["x"].astype(int)).max() < 27_600
    assert -22_940 <= name["y"].min() and name["y"].max() < -16_000 and cube["y"].min() > -16_000


def test_an_ild_file_is_played(sink, tmp_path):
    records = [struct.pack(">hhBBBB", 1000 * i, 0, 0, 0, 0, 255) for i in range(20)]  # x, y, status, b, g, r
    head = b"ILDA" + bytes([0, 0, 0, 5]) + b"name    company "
    path = tmp_path / "line.ild"
    path.write_bytes(b"".join(head + struct.pack(">HHHBB", 20, i, 5, 0, 0) + b"".join(records) for i in range(5)) +
                     head + struct.pack(">HHHBB", 0, 0, 5, 0, 0))
    run("play_ild.py", path, sink.target)
    sink.wait_for_close()
    lit = sink.samples()[sink.samples()["r"] > 0]
    assert set(lit["x"]) == set(range(0, 20_000, 1000))


def test_offsets_are_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    import test_files

    test_files.record(tmp_path / "made.pcap", 7255)
    run("offsets.py", tmp_path / "made.pcap", tmp_path / "offsets.png")
    assert (tmp_path / "offsets.png").read_bytes().startswith(b"\x89PNG")
