#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What idn_sender tells an operator, and its exit code, in the situations of an evening: by `pattern` and by `show`, on a
virtual network. Needs root and Linux network namespaces; exits with 77 without. Prints the table.

Usage: live_line_namespaces.py IDN_SENDER IDN_SERVER
"""
import concurrent.futures
import multiprocessing
import re
import subprocess
import sys
import tempfile
import time

from follow_namespaces import Network
from scan_namespaces import World, able, check, eventually, ip

PROJECTOR = "192.168.10.2"
TRIGGERS = 7001


class Stream:
    """A stream to the projector, and the lines that it leaves."""

    def __init__(self, network, program, kind, seconds, *options, target=PROJECTOR):
        self.target = target
        words = ["pattern", "circle", "--target", target, "-d", f"{seconds}s"]
        if kind == "show":
            with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
                file.write(" ".join(words) + "\n")
            words = ["show", file.name]
        self.process = network.world.start(network.client, program, *words, *options)

    def finish(self):
        """The changes, the warnings and the exit code."""
        text = self.process.communicate(timeout=60)[0]
        changes = re.findall(rf"^\d\d:\d\d:\d\d {self.target}: (?!plays )(.*)$", text, re.M)
        warnings = re.findall(r"^idn_sender: (.*)$", text, re.M)
        return changes, warnings, self.process.returncode, text


class Evening:
    def __init__(self, network, sender, server):
        self.network, self.sender, self.server = network, sender, server

    def stream(self, kind, seconds, *options, **target):
        return Stream(self.network, self.sender, kind, seconds, *options, **target)

    def projector(self, *options):
        process = self.network.world.start(self.network.hosts["projector"], self.server, *options)
        check(process.stdout.readline() != "", "the projector starts")
        return process

    def link(self, state):
        ip("-n", self.network.hosts["projector"], "link", "set", "eth0", state)

    # --- the situations: each returns what finish() does

    def absent(self, kind):
        self.network.take_away("projector")
        try:
            return self.stream(kind, 6).finish()
        finally:
            self.network.give("projector", 2)

    def refused(self, kind):
        return self.stream(kind, 3).finish()

    def plays(self, kind):
        self.projector()
        return self.stream(kind, 3).finish()

    def late(self, kind):
        """Off at the start, by its name."""
        stream = self.stream(kind, 10, *(() if kind == "show" else ("--wait-for-units", "0s")), target="Balcony")
        time.sleep(3)
        self.projector("--name", "Balcony")
        return stream.finish()

    def never_there(self, kind):
        return self.stream(kind, 3, *(() if kind == "show" else ("--wait-for-units", "0s")), target="Balcony").finish()

    def pulled(self, kind):
        self.projector()
        stream = self.stream(kind, 7)
        time.sleep(2)
        self.link("down")
        try:
            return stream.finish()
        finally:
            self.link("up")

    def back_again(self, kind):
        self.projector()
        stream = self.stream(kind, 10)
        time.sleep(2)
        self.link("down")
        time.sleep(3)
        self.link("up")
        return stream.finish()

    def dark_after(self, kind):
        self.projector()
        stream = self.stream(kind, 10, "--after-loss", "dark", "--on", f"udp:{TRIGGERS}")
        time.sleep(2)
        self.link("down")
        time.sleep(3)
        self.link("up")
        time.sleep(2)
        self.trigger("light")
        return stream.finish()

    def trigger(self, word):
        send = f"import socket; socket.socket(2, 2).sendto(b'{word}', ('127.0.0.1', {TRIGGERS}))"
        subprocess.run(["ip", "netns", "exec", self.network.client, sys.executable, "-c", send], check=True)

    def muted(self, kind):
        self.projector()
        self.network.world.start(self.network.hosts["other"], self.sender, "pattern", "dot", "--target", PROJECTOR)
        time.sleep(1)
        return self.stream(kind, 3).finish()

    def lossy(self, kind):
        self.projector("--port", "7300")
        hosts = self.network.hosts["projector"]
        relay = self.network.world.start(hosts, self.server, "relay", "--target", f"{PROJECTOR}:7300", "--loss", "5", "--seed", "5")
        check(relay.stdout.readline() != "", "the relay starts")
        return self.stream(kind, 6).finish()

    def by_trigger(self, kind):
        self.projector()
        stream = self.stream(kind, 6, "--on", f"udp:{TRIGGERS}")
        for word in ("dark", "light"):
            time.sleep(2)
            self.trigger(word)
        return stream.finish()


def first_words(changes):
    return [re.sub(r" \(.*|(?<=^LINK) .*", "", change) for change in changes]


EXPECTED = {
    # situation: (changes without their reasons, exit code, a word of the last lines)
    "plays": (["LIT"], 0, "playing"),
    "absent": (["NO ANSWER"], 3, "nothing listens at"),
    "refused": (["REFUSED"], 3, "nothing listens at"),
    "late": (["NO ANSWER", "LIT"], 0, "Balcony: is not found"),
    "never_there": (["NO ANSWER"], 1, "Balcony was never found"),
    "pulled": (["LIT", "SENDING, NOT CONFIRMED", "NO ANSWER"], 1, "stopped answering"),
    "back_again": (["LIT", "SENDING, NOT CONFIRMED", "NO ANSWER", "LIT"], 0, "the light comes back with it"),
    "dark_after": (["LIT", "SENDING, NOT CONFIRMED", "NO ANSWER", "DARK", "LIT"], 0, "it stays dark when it is back"),
    "muted": (["MUTED"], 1, "another client"),
    "lossy": (["LIT", "LINK"], 1, "the network lost datagrams"),
    "by_trigger": (["LIT", "DARK", "LIT"], 0, "playing"),
}


LONGEST_STALL_US = 20_000
"""Half of the buffer: beyond, the sender was late by itself, which receivers tell as rightly as what is looked at."""


def tell(situation, kind, sender, server):
    """@return what finish() does, of a run in which this machine did not stall, or of the last of three"""
    for _ in range(3):
        with World() as world:
            network = Network(world, ("projector", "other"))
            network.give("projector", 2)
            network.give("other", 3)
            told = getattr(Evening(network, sender, server), situation)(kind)
        if all(int(worst) < LONGEST_STALL_US for worst in re.findall(r"worst (\d+) us", told[3])):
            break
    return told


def play(situation, kind, sender, server):
    """@return the row of the table"""
    expected, code, word = EXPECTED[situation]
    changes, warnings, exit_code, text = tell(situation, kind, sender, server)
    # An answer that comes late is told between the others.
    told, wanted = ([change for change in list_ if change != "SENDING, NOT CONFIRMED"]
                    for list_ in (first_words(changes), expected))
    check(told == wanted, f"{situation} by {kind}: {changes}\n{text}")
    check(exit_code == code, f"{situation} by {kind}: exit {exit_code}\n{text}")
    check(word in text, f"{situation} by {kind}: {text}")
    return situation, kind, "; ".join(changes), exit_code, "; ".join(warnings)


def main(sender, server):
    cases = [(situation, kind, sender, server) for situation in EXPECTED for kind in ("pattern", "show")]
    # Each process has networks of its own.
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for row in pool.map(play, *zip(*cases)):
            print(" | ".join(map(str, row)))


if __name__ == "__main__":
    able()
    main(*sys.argv[1:])
