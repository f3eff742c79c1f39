# SPDX-License-Identifier: MIT
"""Measures how long it is dark when a receiver restarts, gets another address, or is used by another client meanwhile:
for devices of the client layer, opened by unit ID (with rearm) and by address, and for laser-dac, one after the other
on virtual networks, with the same receiver.

usage: reconnect.py RECONNECT_DEVICE RECONNECT_RECEIVER [ROUNDS]

The receiver logs each datagram with light that it plays. Dark is the longest time between two of them; "after" is the
part of it after the receiver was back. Prints a table; fails if a device of the client layer does not reconnect."""
import json
import pathlib
import signal
import statistics
import struct
import sys
import threading
import time

from support import Mismatch, Skip, closing_line, main, peer, program, require

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
from scan_namespaces import IDN_PORT, World, able, has_link, ip  # noqa: E402

UNIT_ID, UNIT_NAME, HOME = "01-0200000000A1", "reconnect unit", "10.1.0.2"
NEVER = 20.0  # seconds after which a stream counts as lost
STEADY = 1.0  # seconds of uninterrupted light required before and after
AWAY = 3.0  # seconds that a receiver is away: longer than all link time-outs
CLIENT, OTHER = {"10.1.0.1", "10.2.0.1"}, {"10.1.0.9"}
SHORT_GAP = 0.1  # seconds; longer ones end a stretch of light


def eventually(condition, limit=NEVER):
    """Polls `condition`. @return whether it became true within `limit` seconds"""
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


# --- hosts and programs on the networks ------------------------------------------------------------------------


class Networks:
    """Two Ethernet segments: the client is on both, the unit has an address on one of them, another client is on the
    first."""

    def __init__(self, world):
        self.client, self.unit, self.other = (world.namespace(name) for name in ("client", "unit", "other"))
        first, second = world.namespace("first"), world.namespace("second")
        world.switch(first, [(self.client, "eth0"), (self.unit, "eth0"), (self.other, "eth0")])
        world.switch(second, [(self.client, "eth1"), (self.unit, "eth1")])
        for namespace, address, interface in ((self.client, "10.1.0.1", "eth0"), (self.client, "10.2.0.1", "eth1"),
                                              (self.other, "10.1.0.9", "eth0")):
            ip("-n", namespace, "addr", "add", f"{address}/24", "brd", "+", "dev", interface)
        everybody = (self.client, self.unit, self.other, first, second)
        require(eventually(lambda: all(has_link(name) for name in everybody)), "links are up")
        self.address = None

    def place_unit(self, address):
        """Replaces the address of the unit."""
        if self.address:
            ip("-n", self.unit, "addr", "del", f"{self.address}/24", "dev", self._interface(self.address))
        self.address = address
        ip("-n", self.unit, "addr", "add", f"{address}/24", "brd", "+", "dev", self._interface(address))

    @staticmethod
    def _interface(address):
        return "eth0" if address.startswith("10.1.") else "eth1"


class Unit:
    """The receiver, with one log over all its restarts."""

    def __init__(self, world, networks, command, log):
        self.world, self.networks, self.command, self.log = world, networks, command, log
        self.process = None

    def start(self):
        self.process = self.world.start(self.networks.unit, self.command, UNIT_ID, UNIT_NAME, str(self.log))
        require(self.process.stdout.readline() == "ready\n", "the receiver listens")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def lit(self, sources=frozenset(CLIENT)):
        """Arrival, in seconds since 1970, of each lit datagram from `sources` that was played."""
        times = []
        text = self.log.read_text() if self.log.exists() else ""
        for line in text[: text.rfind("\n") + 1].splitlines():  # the receiver may be writing the last one
            at, source = line.split(" ")
            if source.split(":")[0] in sources:
                times.append(int(at) / 1e9)
        return times

    def is_lit(self, sources=frozenset(CLIENT)):
        times = self.lit(sources)
        return bool(times) and time.time() - times[-1] < SHORT_GAP

    def has_been_lit(self, sources=frozenset(CLIENT)):
        """Whether it has been lit without interruption for the last STEADY seconds."""
        recent = [at for at in self.lit(sources) if at > time.time() - STEADY - SHORT_GAP]
        steps = [b - a for a, b in zip(recent, recent[1:])]
        return bool(steps) and max(steps) < SHORT_GAP and recent[-1] - recent[0] > STEADY and self.is_lit(sources)


class Player(threading.Thread):
    """A sender that has to reconnect, with the states that it reports."""

    def __init__(self, world, networks, *command):
        super().__init__(daemon=True)
        self.process = world.start(networks.client, *command)
        self.states = []
        self.start()

    def run(self):
        for line in self.process.stdout:
            if line.startswith("{"):
                self.states.append(json.loads(line))

    def told_since(self, begin):
        """The changes of state since `begin`, in order; first the state at `begin`."""
        states = list(self.states)
        first = sum(state["unix_ns"] / 1e9 < begin for state in states)
        told = []
        for before, state in zip([{}] + states, states):
            for counter in ("reconnects", "retargets"):
                if state.get(counter, 0) > before.get(counter, 0):
                    told.append((state, f"{counter} {state[counter]}"))
            if state["link"] != before.get("link"):
                told.append((state, state["link"]))
        known = [word for state, word in told if state in states[:first]][-1:]
        return known + [word for state, word in told if state in states[first:]]

    def end(self):
        self.process.kill()
        self.process.wait()
        self.join()


# --- the cases: each function returns the time at which the receiver is available again ------------------------


def restart_after(seconds):
    def happen(unit, _):
        unit.kill()
        time.sleep(seconds)  # the time that it is away
        unit.start()
        return time.time()
    return happen


def move_to(address):
    def happen(_, world):
        world.networks.place_unit(address)
        return time.time()
    return happen


def restart_at(address):
    def happen(unit, world):
        unit.kill()
        world.networks.place_unit(address)
        unit.start()
        return time.time()
    return happen


def set_groups(world, mask):
    """Sets the client groups that the unit admits, with its authentication code, as an operator would."""
    request = struct.pack(">BBH BBH 12s", 0x0C, 0, 1, 16, 0x02, mask, b"test")
    code = (f"import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(5); "
            f"s.sendto({request!r}, ({world.networks.address!r}, {IDN_PORT})); print(s.recv(64).hex())")
    asked = world.start(world.networks.other, sys.executable, "-c", code)
    answer = asked.stdout.read().strip()
    require(answer[8:] == f"0400{mask:04x}", f"the unit answers {answer!r}")


def take_and_give_back(unit, world):
    """Excludes group 0, lets a client of group 1 take the service, admits group 0 again, then ends the other client."""
    set_groups(world, 0x0002)
    other = world.start(world.networks.other, program("IDN_SENDER"), "pattern", "circle", "--group", "1",
                        "--target", f"{world.networks.address}")
    require(eventually(lambda: unit.has_been_lit(OTHER)), "the other client has the service")
    set_groups(world, 0xFFFF)
    time.sleep(AWAY)  # both clients request the service meanwhile
    require(not unit.is_lit(), "one client at a time")
    other.send_signal(signal.SIGINT)
    other.wait()
    return unit.lit(OTHER)[-1]


CASES = {
    "away for 0.3 s, same address": restart_after(0.3),
    "away for 3 s, same address": restart_after(AWAY),
    "another address": move_to("10.1.0.22"),
    "another network": move_to("10.2.0.2"),
    "killed, starts in another network": restart_at("10.2.0.2"),
    "taken by another client, given back": take_and_give_back,
}


# The cases in which the receiver keeps its address, so that a stream to an address can reconnect.
AT_HOME = ("away for 0.3 s, same address", "away for 3 s, same address", "taken by another client, given back")


# --- measuring -------------------------------------------------------------------------------------------------


def longest_gap(times, begin):
    """(last light before, first light after) the longest dark time since `begin`."""
    near = [at for at in times if at > begin - STEADY]
    return max(zip(near, near[1:]), key=lambda step: step[1] - step[0])


class Measured:
    def __init__(self, dark, after, told):
        self.dark, self.after, self.told = dark, after, told


def measure(folder, name, happen, command, receiver):
    with World() as world:
        world.networks = Networks(world)
        world.networks.place_unit(HOME)
        log = folder / f"{time.monotonic_ns()}.log"
        unit = Unit(world, world.networks, receiver, log)
        unit.start()
        player = Player(world, world.networks, *command)
        require(eventually(unit.has_been_lit), f"{name}: {command[0]} plays; it told {player.states}")
        begin = time.time()
        back = happen(unit, world)
        came_back = eventually(lambda: unit.has_been_lit() and unit.lit()[-1] > back + STEADY)
        time.sleep(0.5)  # until the last state is reported
        told = player.told_since(begin)
        player.end()
        if not came_back:
            return Measured(None, None, told)
        last, first = longest_gap(unit.lit(), begin)
        return Measured(first - last, max(0.0, first - back), told)


def text_of(values):
    if None in values:
        return f"not within {NEVER:.0f} s"
    if len(values) == 1:
        return f"{values[0]:.2f}"
    return f"{statistics.median(values):.2f} ({min(values):.2f}..{max(values):.2f})"


def row(name, who, rounds):
    told = max((round.told for round in rounds), key=len)
    return [name, who, text_of([r.dark for r in rounds]), text_of([r.after for r in rounds]), " > ".join(told)]


def print_table(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    for number, cells in enumerate(rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def test(folder, device, receiver, rounds="1"):
    try:
        able()
    except SystemExit:
        raise Skip("network namespaces need Linux, root and the program ip") from None
    players = {"libidn, by unit ID": [device, f"{UNIT_ID}/1"], "libidn, by address": [device, f"{HOME}/1"],
               "laser-dac": [peer(), "follow", UNIT_NAME]}
    rows = [["the receiver is", "", "dark, s", "after, s", "told"]]
    lost = []
    for name, happen in CASES.items():
        measured = {who: [] for who in players if name in AT_HOME or "address" not in who}
        for _ in range(int(rounds)):
            for who, each in measured.items():
                each.append(measure(folder, name, happen, players[who], receiver))
        rows += [row(name, who, each) for who, each in measured.items()]
        lost += [f"{who}, {name}" for who, each in measured.items() for one in each
                 if one.dark is None and who != "laser-dac"]
    print_table(rows)
    if lost:
        raise Mismatch(f"the device did not come back: {', '.join(lost)}")
    closing_line("devices and laser-dac find receivers again", f"{len(CASES)} cases, {rounds} of each")


main(test)
