#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender venue init writes the projectors that a search finds, and loses nothing of a file that is there.

Usage: venue_init.py IDN_SENDER IDN_SERVER. Needs a network namespace; exits with 77 without.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import own_network


class Unit:
    def __init__(self, server, *lasers):
        services = [word for laser in lasers for word in ("--service", laser)]
        self.process = subprocess.Popen([server, "--name", "Hall", *services, "--unit-id", "01-020000000001", "--bind",
                                         "127.0.0.1"], stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        self.process.stdout.readline()  # listens
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def main():
    sender, server = (os.path.abspath(program) for program in sys.argv[1:3])
    own_network.enter()
    with tempfile.TemporaryDirectory() as folder:
        venue = pathlib.Path(folder) / "venue.toml"

        def init(*options, code):
            done = subprocess.run([sender, "venue", "init", str(venue), *options], capture_output=True, text=True, timeout=120,
                                  check=False)
            assert done.returncode == code, done
            return done.stdout + done.stderr

        def names():
            return [line.split('"')[1] for line in venue.read_text().splitlines() if line.startswith("name = ")]

        assert "no projector answers" in init(code=1) and not venue.exists()
        with Unit(server, "1:laser:Left"):
            init(code=0)
        assert len(names()) == 1, venue.read_text()
        mine = venue.read_text().replace("# mirror_x = true", "mirror_x = true")
        venue.write_text(mine)
        with Unit(server, "1:laser:Left", "2:laser:Right"):
            assert "--add" in init(code=3) and venue.read_text() == mine
            init("--add", code=0)
            assert venue.read_text().startswith(mine) and len(names()) == 2, venue.read_text()
            before = venue.read_text()
            init("--add", code=0)
            assert venue.read_text() == before, "added twice"
            assert ".old" in init("--replace", code=0)
            assert venue.with_name("venue.toml.old").read_text() == before and len(names()) == 2
        shown = subprocess.run([sender, "venue", "--venue", str(venue)], capture_output=True, text=True, timeout=120, check=True)
        assert "01-020000000001/2" in shown.stdout, shown.stdout


main()
