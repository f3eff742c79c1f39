#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests idn_jack with a real jackd and its dummy driver: every sample of a client with openlase's ports and levels arrives at a
UDP port, and periods that JACK skips are dark for their duration. Exits with 77 if jackd cannot run.

Usage: run.py IDN_JACK SOURCE [CASE...]
IDN_JACK_SECONDS: how long the case "steady" plays, 4 without it.
"""
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

RATE, PERIOD, LATENCY_MS = 30000, 300, 60
STEPS, DEADLINE = 65535, 60
COLOURS = (255, 128, 64)  # from levels of 1, 0.5 and 0.25
SECONDS = float(os.environ.get("IDN_JACK_SECONDS", "4"))


class Failed(Exception):
    """A check has failed."""


class Interrupted(Exception):
    """No check failed, but the case could not be tested because of an interruption."""


def check(holds, what):
    if not holds:
        raise Failed(what)


def await_that(condition, what):
    end = time.monotonic() + DEADLINE
    while not condition():
        check(time.monotonic() < end, f"waited {DEADLINE} s in vain for {what}")
        time.sleep(0.01)


class Projector:
    """Stores all datagrams."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 20)
        self.socket.bind(("127.0.0.1", 0))
        self.target = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.datagrams = []
        threading.Thread(target=self.receive, daemon=True).start()

    def receive(self):
        while True:
            self.datagrams.append(self.socket.recv(65536))

    def samples(self, begin=0, end=None):
        """(x, y, r, g, b) of the samples of datagrams `begin` to `end`, by default all."""
        found = []
        for datagram in self.datagrams[begin:end]:
            found += samples_of(datagram)
        return found

    def lost(self):
        """Number of datagrams lost, by their sequence numbers."""
        numbers = [struct.unpack_from(">H", datagram, 2)[0] for datagram in self.datagrams]
        return sum((after - before - 1) % 65536 for before, after in zip(numbers, numbers[1:]))

    def is_lit(self, last=20):
        return any(sum(sample[2:]) for sample in self.samples(-last))


def samples_of(datagram):
    """(x, y, r, g, b) of the samples of a wave chunk in xyrgbi. By the specification the packet header takes 4 octets, the
    message header 8, a configuration 4 and its words, the chunk header 4."""
    if datagram[0] not in (0x40, 0x41) or datagram[7] != 0x01:
        return []
    begin = 12 + (4 + 4 * datagram[12] if datagram[6] & 0x40 else 0) + 4
    return list(struct.iter_unpack(">hhBBBx", datagram[begin:len(datagram) - (len(datagram) - begin) % 8]))


class Timeline:
    """The source's JACK frames as they arrived: `played` of them in order; `strange`: samples that the source did not write,
    or that were repeated; `breaks`: (dark samples, missing frames) wherever either is not zero."""

    def __init__(self, samples):
        self.played, self.strange, self.breaks = 0, 0, []
        last, dark = None, 0
        for x, y, *colours in samples:
            if colours == [0, 0, 0]:
                dark += 1
                continue
            frame = (x + 32767) + STEPS * (y + 32767)
            if tuple(colours) != COLOURS or last is not None and not last < frame < last + STEPS // 2:
                self.strange += 1
                continue
            if last is not None and (dark or frame != last + 1):
                self.breaks.append((dark, frame - last - 1))
            self.played += 1
            last, dark = frame, 0
        check(self.played > 0, "nothing was lit")

    def check_gaps(self, counts):
        """Without an interruption every frame must have arrived once and in order, with nothing in between. Otherwise idn_jack
        must have counted the missing frames, and they must have been dark for at least their duration; longer, if JACK has
        lost time that its frame numbers do not show. After an xrun a client can read a buffer that another has not written
        yet, or is writing."""
        print(f"  {self.played} samples; breaks (dark, missing): {self.breaks}; strange: {self.strange}")
        dark, missing = (sum(pair[i] for pair in self.breaks) for i in (0, 1))
        torn = 2 * PERIOD * counts["xruns"]
        check(self.strange <= torn, f"{self.strange} strange samples")
        check(missing <= counts["late"] + counts["dropped by JACK"] + torn, f"{missing} missing, {counts}")
        check(dark + torn >= missing, f"{missing} missing, {dark} dark")
        if counts["xruns"] + counts["late"] == 0:
            check(not self.breaks, "dark without a cause")


class Program:
    """A child process, whose output lines are stored."""

    def __init__(self, *command, env):
        self.lines = []
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, env=env)
        self.reader = threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")), daemon=True)
        self.reader.start()

    def says(self, part):
        return any(part in line for line in list(self.lines))

    def await_line(self, part):
        await_that(lambda: self.says(part) or self.process.poll() is not None, f'"{part}"')
        check(self.says(part), f'no "{part}" but {self.lines}')

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(DEADLINE)
        self.reader.join(DEADLINE)
        return code


class Stage:
    """A separate JACK server, a source, idn_jack and a projector."""

    def __init__(self, programs, folder, settings="", options=("--openlase",)):
        self.programs = programs
        self.env = os.environ | {"JACK_DEFAULT_SERVER": f"idn{os.getpid()}", "JACK_NO_AUDIO_RESERVATION": "1",
                                 "IDN_VENUE": str(folder / "venue.toml")}
        self.projector = Projector()
        (folder / "venue.toml").write_text(f'plugins.log_file = "{folder}/log"\n[[projector]]\ntarget = "{self.projector.target}"\n'
                                             f'name = "Left"\nplugins.latency_ms = {LATENCY_MS}\n{settings}')
        self.running = []
        self.server = self.start_server()
        self.source = self.start_source()
        self.player = self.start(programs[0], *options)

    def start(self, *command):
        self.running.append(Program(*command, env=self.env))
        return self.running[-1]

    def start_server(self):
        return self.start("jackd", "-r", "-n", self.env["JACK_DEFAULT_SERVER"], "-d", "dummy", "-r", RATE, "-p", PERIOD)

    def start_source(self):
        """Starts the source, repeatedly until the JACK server accepts it."""
        end = time.monotonic() + DEADLINE
        while True:
            source = self.start(self.programs[1])
            await_that(lambda: source.says("ready") or source.process.poll() is not None, "the source")
            if source.process.poll() is None:
                return source
            self.running.remove(source)
            if self.server.process.poll() is not None or time.monotonic() > end:
                print("skipped: jackd does not run here:", *self.server.lines[-5:])
                sys.exit(77)
            time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in reversed(self.running):
            program.end()

    def end_player(self):
        """Ends idn_jack. @return the counts in its last line, by name"""
        check(self.player.end() == 0, f"exit code of idn_jack, which says {self.player.lines}")
        print("  idn_jack:", self.player.lines[-1].strip())
        check(self.projector.lost() == 0, "datagrams were lost before they were kept")
        return {name.strip(): float(number.split()[0]) for name, number in
                (part.rsplit(" ", 1) if "ppm" not in part else ("ppm", part.split()[-2])
                 for part in self.player.lines[-1].split(","))}


def steady(programs, folder):
    with Stage(programs, folder) as stage:
        await_that(stage.projector.is_lit, "light")
        time.sleep(SECONDS)
        counts = stage.end_player()
        timeline = Timeline(stage.projector.samples())
        timeline.check_gaps(counts)
        check(not stage.projector.is_lit(1), "dark at the end")
        if counts["xruns"] > 0:
            raise Interrupted("other work has interrupted JACK")
        check(timeline.played >= SECONDS * RATE * 0.99, f"only {timeline.played} samples")


def late_client(programs, folder):
    """JACK skips a client that takes too long, and those that depend on it."""
    with Stage(programs, folder) as stage:
        await_that(stage.projector.is_lit, "light")
        stage.source.tell("late 50")
        stage.player.await_line("dropped by JACK")
        begin = len(stage.projector.datagrams)
        await_that(lambda: len(stage.projector.datagrams) > begin + 500, "samples")
        counts = stage.end_player()
        timeline = Timeline(stage.projector.samples())
        timeline.check_gaps(counts)
        check(counts["xruns"] >= 1 and counts["dropped by JACK"] >= 2 * PERIOD, "it is counted")
        check(any(dark >= 2 * PERIOD for dark, _ in timeline.breaks), "it is dark for the periods that it has missed")


def server_stalls(programs, folder):
    """The server stalls. The time lost does not show in its frame numbers, so no frame is missing."""
    with Stage(programs, folder) as stage:
        await_that(stage.projector.is_lit, "light")
        begin = time.monotonic()
        stage.server.process.send_signal(signal.SIGSTOP)
        time.sleep(0.2)
        stage.server.process.send_signal(signal.SIGCONT)
        stage.player.await_line("xruns: ")
        await_that(stage.projector.is_lit, "light again")
        longest = time.monotonic() - begin
        begin = len(stage.projector.datagrams)
        await_that(lambda: len(stage.projector.datagrams) > begin + 500, "samples")
        counts = stage.end_player()
        timeline = Timeline(stage.projector.samples())
        timeline.check_gaps(counts)
        dark, _ = max(timeline.breaks, default=(0, 0))
        check(counts["xruns"] >= 1, "it is counted")
        check(0.2 * RATE - 2 * PERIOD < dark < longest * RATE, f"dark for {dark / RATE:.3f} s instead of 0.2")


def server_ends(programs, folder):
    with Stage(programs, folder) as stage:
        await_that(stage.projector.is_lit, "light")
        stage.server.process.kill()
        stage.server.process.wait()
        stage.player.await_line("JACK server gone")
        await_that(lambda: not stage.projector.is_lit(), "darkness")
        stage.source.end()
        time.sleep(1)
        check(not stage.projector.is_lit(), "it stays dark")
        stage.server = stage.start_server()
        stage.source = stage.start_source()
        await_that(stage.projector.is_lit, "light again")
        check(stage.end_player()["begun"] >= 2, "begun again")
        check(stage.player.lines.count("connected to libol\n") == 2, f"connected again: {stage.player.lines}")


def transport(programs, folder):
    with Stage(programs, folder, options=("--openlase", "--transport")) as stage:
        stage.player.await_line("connected to libol")
        await_that(lambda: len(stage.projector.samples()) > RATE // 2, "samples")
        check(not any(sum(sample[2:]) for sample in stage.projector.samples()), "dark before the transport rolls")
        stage.source.tell("roll")
        await_that(stage.projector.is_lit, "light")
        stage.source.tell("halt")
        await_that(lambda: not stage.projector.is_lit(), "darkness")
        check(stage.end_player()["begun"] == 1, "it goes on in the dark")


def limits(programs, folder):
    settings = ("[projector.limits.brightness]\nmost = 0.5\ngreen = 0.25\naction = \"clamp\"\n"
                "[projector.limits.picture]\nleft = -0.25\nright = 0.25\naction = \"clamp\"\n")
    with Stage(programs, folder, settings) as stage:
        stage.source.tell("hostile")
        await_that(stage.projector.is_lit, "light")
        begin = len(stage.projector.datagrams)
        await_that(lambda: len(stage.projector.datagrams) > begin + 1000, "samples")
        stage.end_player()
        samples = stage.projector.samples(begin)
        check(max(abs(sample[0]) for sample in samples) <= 0.25 * 32768 + 1, "no wider than allowed")
        brightest = [max(sample[colour] for sample in samples) for colour in (2, 3, 4)]
        check(brightest == [127, 63, 127], f"as bright as allowed, not {brightest}")
        print(f"  {len(samples)} hostile samples, none beyond")


CASES = (steady, late_client, server_stalls, server_ends, transport, limits)


def attempt(case, programs):
    """Other work on the machine can interrupt JACK, which does not always report it correctly; so each case has three
    attempts."""
    for left in (2, 1, 0):
        with tempfile.TemporaryDirectory() as folder:
            try:
                return case(programs, pathlib.Path(folder))
            except Failed as failure:
                print(f"{'again' if left else 'FAILED'}: {case.__name__}: {failure}", flush=True)
                if left == 0:
                    sys.exit(1)
            except Interrupted as reason:
                print(f"{'again' if left else 'not tested'}: {case.__name__}: {reason}", flush=True)
    return None


def main():
    names = sys.argv[3:]
    for case in CASES:
        if names and case.__name__ not in names:
            continue
        print(case.__name__, flush=True)
        attempt(case, sys.argv[1:3])


if __name__ == "__main__":
    try:
        subprocess.run(["jackd", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        print("skipped: there is no jackd (Debian and Ubuntu: apt-get install jackd2)")
        sys.exit(77)
    main()
