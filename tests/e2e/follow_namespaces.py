#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender follows units that change their addresses, on a virtual network: one that acknowledges, one that never
does, one whose address is taken by another unit, one that is restarted on another host. Other streams must not lose
anything meanwhile, and a stream to an address, not to a unit ID, must not search. Needs root and Linux network
namespaces; exits with 77 without.

Usage: follow_namespaces.py IDN_SENDER IDN_SERVER
"""
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time

from scan_namespaces import HEADER, IDN_PORT, PATIENCE, World
from scan_namespaces import able, check, eventually, has_link, ip, scan_response, service_map

MOVING_ID = "01-0200000000A1"
STEADY_ID = "01-0200000000B2"
SILENT_ID = "01-0200000000C3"
OTHER_ID = "01-0200000000D4"
RT_COMMANDS = range(0x40, 0x47)


# --- a unit that never acknowledges ----------------------------------------------------------------------------


def run_unit(unit_id):
    """On SIGUSR1 prints the number of requests and of real-time datagrams, and the longest time between two of these."""
    came = {"requests": 0, "datagrams": 0, "longest_gap": 0.0}
    # Not by print(), which is not reentrant: the next signal may arrive while it writes.
    signal.signal(signal.SIGUSR1, lambda *_: os.write(1, (json.dumps(came) + "\n").encode()))
    unit = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    unit.bind(("0.0.0.0", IDN_PORT))
    print("ready", flush=True)
    last = None
    while True:
        datagram, sender = unit.recvfrom(65536)
        command, flags, sequence = HEADER.unpack(datagram[:4])
        if command in RT_COMMANDS:
            now = time.monotonic()
            came["datagrams"] += 1
            came["longest_gap"] = max(came["longest_gap"], now - (last or now))
            last = now
            continue
        came["requests"] += 1
        answer = {0x08: datagram[4:], 0x10: scan_response(unit_id, "Mute"), 0x12: service_map()}[command]
        try:
            unit.sendto(HEADER.pack(command + 1, flags, sequence) + answer, sender)
        except OSError:
            pass  # its address is being changed


class MuteUnit:
    def __init__(self, world, namespace, unit_id):
        self.process = world.start(namespace, sys.executable, __file__, "--unit", unit_id)
        check(self.process.stdout.readline() == "ready\n", "the unit starts")

    def came(self):
        self.process.send_signal(signal.SIGUSR1)
        line = self.process.stdout.readline()
        if not line.startswith("{"):
            raise AssertionError("the unit failed: " + line + self.process.stdout.read())
        return json.loads(line)


# --- programs --------------------------------------------------------------------------------------------------


class JsonLines(threading.Thread):
    """Reads the JSON lines that a program prints, in a thread of its own."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process = process
        self.lines = []
        self.start()

    def run(self):
        for line in self.process.stdout:
            self.lines.append(json.loads(line) if line.startswith("{") else {"event": "text", "text": line})

    def events(self, name):
        return [line for line in list(self.lines) if line["event"] == name]

    def expect(self, name, count=1):
        eventually(lambda: len(self.events(name)) >= count, f"{count} of {name}")
        return self.events(name)[count - 1]

    def finish(self):
        self.process.send_signal(signal.SIGINT)
        self.join()
        return self.process.wait()


class Network:
    """One Ethernet segment with a client and named hosts, whose addresses can be changed."""

    def __init__(self, world, names):
        self.world = world
        self.client = world.namespace("client")
        self.hosts = {name: world.namespace(name) for name in names}
        switch = world.namespace("switch")
        everybody = [self.client, *self.hosts.values()]
        world.switch(switch, [(namespace, "eth0") for namespace in everybody])
        self.addresses = {}
        ip("-n", self.client, "addr", "add", "192.168.10.1/24", "brd", "+", "dev", "eth0")
        eventually(lambda: all(has_link(n) for n in [switch, *everybody]), "all links are up")

    def give(self, name, number):
        self.take_away(name)
        self.addresses[name] = f"192.168.10.{number}"
        ip("-n", self.hosts[name], "addr", "add", f"{self.addresses[name]}/24", "brd", "+", "dev", "eth0")

    def take_away(self, name):
        if name in self.addresses:
            ip("-n", self.hosts[name], "addr", "del", f"{self.addresses.pop(name)}/24", "dev", "eth0")

    def server(self, program, name, unit_id):
        server = JsonLines(self.world.start(self.hosts[name], program, "--json", "--name", name, "--unit-id", unit_id))
        server.expect("start")
        return server

    def sender(self, program, *words):
        return JsonLines(self.world.start(self.client, program, *words, "--json"))

    def show(self, program, folder, *targets):
        path = os.path.join(folder, "show.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"pattern circle --rate 30k -n 60 --target {target}\n" for target in targets)
        return self.sender(program, "show", path)


def is_playing(sender, remote):
    states = [line["receiver"] for line in sender.events("status") if line["remote"] == f"{remote}:{IDN_PORT}"]
    return states[-1:] == ["playing"]


# --- test cases ------------------------------------------------------------------------------------------------


def tells_of_the_outage(sender, remote):
    states = [line for line in sender.events("status") if line["remote"] == f"{remote}:{IDN_PORT}"]
    return any(0 < (line["link_quality"] or 0) < 200 for line in states)


def check_move(event, unit, former, now):
    check(event["unit"] == unit, event)
    check(event["from"] == f"{former}:{IDN_PORT}" and event["to"] == f"{now}:{IDN_PORT}", event)
    check(0.3 < event["dark_s"] < PATIENCE, event)
    return event["dark_s"]


def follow_both_kinds(network, sender_program, server_program, folder):
    """A unit that acknowledges and one that does not change their addresses; a third stream must not be disturbed."""
    for name, number in (("moving", 2), ("steady", 3), ("silent", 4)):
        network.give(name, number)
    moving = network.server(server_program, "moving", MOVING_ID)
    steady = network.server(server_program, "steady", STEADY_ID)
    silent = MuteUnit(network.world, network.hosts["silent"], SILENT_ID)
    sender = network.show(sender_program, folder, f"{MOVING_ID}/1", STEADY_ID, f"{SILENT_ID}/2")
    eventually(lambda: is_playing(sender, "192.168.10.2") and is_playing(sender, "192.168.10.3"), "both play")

    network.give("moving", 22)
    dark = [check_move(sender.expect("moved"), f"{MOVING_ID}/1", "192.168.10.2", "192.168.10.22")]
    eventually(lambda: is_playing(sender, "192.168.10.22"), "the unit plays at its new address")
    eventually(lambda: tells_of_the_outage(sender, "192.168.10.22"), "the receiver rates the link")
    before = silent.came()
    network.give("silent", 44)
    dark.append(check_move(sender.expect("moved", 2), f"{SILENT_ID}/2", "192.168.10.4", "192.168.10.44"))
    eventually(lambda: silent.came()["datagrams"] > before["datagrams"] + 100, "it gets its stream again")

    check(sender.finish() == 0, f"a stream that was found again is no finding: {sender.lines[-5:]}")
    check(len(sender.events("moved")) == 2, sender.events("moved"))
    check(moving.finish() == 0, "the unit ends")
    check(steady.finish() == 0, "the unit ends")
    stream = steady.expect("summary")
    check(stream["total"]["lost"] == 0 and stream["total"]["streams"] == 1, stream["total"])
    gap = silent.came()["longest_gap"]
    check(gap <= dark[1] + 0.5, f"dark for {gap:.2f} s at the unit, told {dark[1]:.2f} s")
    silent.process.kill()
    return dark


def follow_a_displaced_unit(network, sender_program, folder):
    """Another unit takes the address: it gets no datagrams once that is detected. The stream's own unit is found at its
    new address."""
    network.give("silent", 4)
    network.take_away("steady")
    own = MuteUnit(network.world, network.hosts["silent"], SILENT_ID)
    other = MuteUnit(network.world, network.hosts["steady"], OTHER_ID)
    sender = network.sender(sender_program, "pattern", "circle", "--target", SILENT_ID)
    eventually(lambda: own.came()["datagrams"] > 100, "the stream plays")
    network.take_away("silent")
    network.give("steady", 4)
    event = sender.expect("displaced")
    check(event["by"] == OTHER_ID and event["at"] == f"192.168.10.4:{IDN_PORT}", event)
    got = other.came()["datagrams"]
    before = own.came()["datagrams"]
    network.give("silent", 5)
    dark = check_move(sender.expect("moved"), SILENT_ID, "192.168.10.4", "192.168.10.5")
    eventually(lambda: own.came()["datagrams"] > before + 100, "the stream is back")
    # Datagrams sent until the event was read here; the stream has a thousand per second.
    check(other.came()["datagrams"] <= got + 100, f"the other unit got {other.came()['datagrams'] - got} datagrams more")
    check(sender.finish() == 0, sender.lines[-3:])
    for unit in (own, other):
        unit.process.kill()
    return dark


def follow_a_restarted_unit(network, sender_program, server_program):
    """Nothing listens at the old address any more, so ICMP errors come back."""
    network.give("moving", 2)
    network.give("steady", 3)
    first = network.server(server_program, "moving", MOVING_ID)
    sender = network.sender(sender_program, "pattern", "circle", "--target", MOVING_ID)
    eventually(lambda: is_playing(sender, "192.168.10.2"), "the stream plays")
    check(first.finish() == 0, "the unit ends")
    second = network.server(server_program, "steady", MOVING_ID)
    dark = check_move(sender.expect("moved"), MOVING_ID, "192.168.10.2", "192.168.10.3")
    eventually(lambda: is_playing(sender, "192.168.10.3"), "it plays at its new address")
    check(sender.finish() == 0, sender.lines[-3:])
    check(second.finish() == 0, "the unit ends")
    return dark


def lose_a_unit(network, sender_program):
    """A unit that disappears for good makes the exit code 1, although it never acknowledged."""
    network.give("silent", 4)
    unit = MuteUnit(network.world, network.hosts["silent"], SILENT_ID)
    sender = network.sender(sender_program, "pattern", "circle", "--target", SILENT_ID, "-d", "4s")
    eventually(lambda: unit.came()["datagrams"] > 100, "the stream plays")
    network.take_away("silent")
    sender.join()
    check(sender.process.wait() == 1, sender.lines[-3:])
    check("no longer answers" in sender.lines[-1].get("text", ""), sender.lines[-1])
    unit.process.kill()


def ask_only_the_unit(network, sender_program):
    """While a unit keeps its address, requests go to it only, and only a few per second."""
    network.give("silent", 4)
    network.give("steady", 3)
    unit = MuteUnit(network.world, network.hosts["silent"], SILENT_ID)
    bystander = MuteUnit(network.world, network.hosts["steady"], OTHER_ID)
    sender = network.sender(sender_program, "pattern", "circle", "--target", SILENT_ID)
    eventually(lambda: unit.came()["datagrams"] > 100, "the stream plays")
    begin, asked, bystander_asked = time.monotonic(), unit.came(), bystander.came()["requests"]
    eventually(lambda: unit.came()["datagrams"] > asked["datagrams"] + 3000, "three seconds of the stream")
    requests = unit.came()["requests"] - asked["requests"]
    check(0 < requests <= 4 * (time.monotonic() - begin) + 4, f"{requests} requests")
    check(bystander.came()["requests"] == bystander_asked, "the bystander is left alone")
    check(sender.finish() == 0, sender.lines[-3:])
    for process in (unit.process, bystander.process):
        process.kill()


def tell_off_from_not_admitted(network, sender_program):
    """A unit that answers searches and acknowledges nothing is on."""
    network.give("silent", 4)
    unit = MuteUnit(network.world, network.hosts["silent"], SILENT_ID)
    for target in (SILENT_ID, "192.168.10.4"):
        words = "it answers searches, so it is on"
        sender = network.world.start(network.client, sender_program, "pattern", "circle", "--target", target, "-d", "2s")
        told = sender.communicate(timeout=PATIENCE)[0]
        check(sender.returncode == 0 and words in told, told)
    unit.process.kill()


def leave_an_address_alone(network, sender_program):
    """Who is named by an address is asked once, at the start."""
    network.give("silent", 4)
    unit = MuteUnit(network.world, network.hosts["silent"], SILENT_ID)
    sender = network.sender(sender_program, "pattern", "circle", "--target", "192.168.10.4", "-d", "6s")
    eventually(lambda: unit.came()["datagrams"] > 1500, "the stream plays for more than a round")
    asked = unit.came()["requests"]
    sender.join()
    check(sender.process.wait() == 0, sender.lines[-3:])
    came = unit.came()
    check(0 < asked < 10 and came["requests"] == asked and came["datagrams"] > 5900, (asked, came))
    unit.process.kill()


def main(sender, server):
    with World() as world, tempfile.TemporaryDirectory() as folder:
        network = Network(world, ("moving", "steady", "silent"))
        dark = follow_both_kinds(network, sender, server, folder)
        dark.append(follow_a_displaced_unit(network, sender, folder))
        dark.append(follow_a_restarted_unit(network, sender, server))
        lose_a_unit(network, sender)
        ask_only_the_unit(network, sender)
        leave_an_address_alone(network, sender)
        tell_off_from_not_admitted(network, sender)
        told = ", ".join(f"{time:.2f}" for time in dark)
        print(f"found again after {told} s of darkness: acknowledging, silent, displaced, restarted elsewhere")


if __name__ == "__main__":
    if sys.argv[1] == "--unit":
        run_unit(sys.argv[2])
    able()
    main(*sys.argv[1:])
