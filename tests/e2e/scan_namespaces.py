#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender scan on three virtual networks: a segment with two units of the same name, a second link to one of them,
and a point-to-point link without broadcast. Needs root and Linux network namespaces; exits with 77 without.

Usage: scan_namespaces.py IDN_SENDER IDN_SERVER [--untimed]
--untimed: a scan may take longer than a second, for programs that a sanitizer slows down.

Two of the units are implemented here after the specification, and check the requests that they get.
"""
import ctypes
import fcntl
import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

PATIENCE = 120.0
SKIPPED = 77
IDN_PORT = 7255
FIRST_ID = "01-020000000001"
SECOND_ID = "01-020000000002"
ROGUE_ID = "01-0200000000EE"
HEADER = struct.Struct(">BBH")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def eventually(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < deadline, f"never happened: {what}")
        select.select([], [], [], 0.02)


# --- a unit ----------------------------------------------------------------------------------------------------


def scan_response(unit_id, name):
    identifier = bytes.fromhex(unit_id.replace("-", ""))
    coded_id = bytes([len(identifier)]) + identifier
    return struct.pack(">BBBB16s20s", 40, 0x01, 0x01, 0, coded_id, name.encode())


def service_map():
    services = [(1, 0x80, 1, b"Left"), (2, 0x80, 0, b"Right"), (7, 0x05, 1, b"Fog")]
    entries = b"".join(struct.pack(">BBBB20s", i, kind, flags, 0, name) for i, kind, flags, name in services)
    return struct.pack(">BBBB", 4, 24, 0, len(services)) + entries


def run_unit(name, ids):
    """Answers on every address of its namespace until it is killed, once for each of `ids`; several IDs are a conflict.
    Prints requests that do not conform to the specification."""
    unit = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    unit.bind(("0.0.0.0", IDN_PORT))
    print("ready", flush=True)
    while True:
        request, sender = unit.recvfrom(65536)
        command, flags, sequence = HEADER.unpack(request[:4]) if len(request) >= 4 else (None, 0, 0)
        payload = request[4:]
        if command not in (0x08, 0x10, 0x12) or flags != 0 or (command != 0x08 and payload):
            print(f"bad request {request.hex(' ')}", flush=True)
            continue
        answers = {0x08: [payload], 0x10: [scan_response(i, name) for i in ids], 0x12: [service_map()]}[command]
        for answer in answers:
            unit.sendto(HEADER.pack(command + 1, flags, sequence) + answer, sender)


# --- networks --------------------------------------------------------------------------------------------------


def ip(*words):
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


class PointToPointLink(threading.Thread):
    """Forwards packets between two tun interfaces, each in its namespace: a link without broadcast."""

    def __init__(self, ends):
        super().__init__(daemon=True)
        self.ends = ends
        self.opened = threading.Event()
        self.error = None
        self.stop_reader, self.stop_writer = os.pipe()

    def run(self):
        try:
            files = [self.open_end(namespace) for namespace in self.ends]
        except OSError as error:
            self.error = error
            self.opened.set()
            return
        self.opened.set()
        while True:
            readable, _, _ = select.select([*files, self.stop_reader], [], [])
            if self.stop_reader in readable:
                break
            for source in readable:
                target = files[1] if source == files[0] else files[0]
                try:
                    os.write(target, os.read(source, 65536))
                except OSError:
                    pass  # the other end is not up yet
        for file in files:
            os.close(file)

    @staticmethod
    def open_end(namespace):
        """Creates a tun interface in `namespace`, which this thread enters; other threads stay where they are."""
        clone_newnet, tunsetiff, iff_tun_no_pi = 0x40000000, 0x400454CA, 0x1001
        libc = ctypes.CDLL(None, use_errno=True)
        with open(f"/run/netns/{namespace}") as handle:
            if libc.setns(handle.fileno(), clone_newnet) != 0:
                raise OSError(ctypes.get_errno(), "setns")
        file = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(file, tunsetiff, struct.pack("16sH22x", b"tun0", iff_tun_no_pi))
        return file

    def stop(self):
        os.write(self.stop_writer, b".")
        self.join()


class World:
    """Namespaces, links between them and processes in them; removed at the end of the `with` block."""

    def __init__(self):
        self.prefix = f"idn{os.getpid()}"
        self.namespaces = []
        self.processes = []
        self.link = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()
        if self.link:
            self.link.stop()
        for namespace in self.namespaces:
            subprocess.run(["ip", "netns", "del", namespace], check=False)

    def namespace(self, name):
        full = f"{self.prefix}{name}"
        ip("netns", "add", full)
        self.namespaces.append(full)
        ip("-n", full, "link", "set", "lo", "up")
        return full

    @staticmethod
    def cable(left, left_name, right, right_name):
        ip("-n", left, "link", "add", left_name, "type", "veth", "peer", "name", right_name, "netns", right)
        ip("-n", left, "link", "set", left_name, "up")
        ip("-n", right, "link", "set", right_name, "up")

    def switch(self, name, hosts):
        """One segment with these hosts: (namespace, interface name)."""
        ip("-n", name, "link", "add", "bridge", "type", "bridge")
        ip("-n", name, "link", "set", "bridge", "up")
        for number, (namespace, interface) in enumerate(hosts):
            self.cable(namespace, interface, name, f"port{number}")
            ip("-n", name, "link", "set", f"port{number}", "master", "bridge")

    def point_to_point(self, left, left_address, right, right_address):
        self.link = PointToPointLink([left, right])
        self.link.start()
        self.link.opened.wait()
        if self.link.error:
            self.link.join()
            self.link = None
            skip("no tun devices here")
        for namespace, own, other in ((left, left_address, right_address), (right, right_address, left_address)):
            ip("-n", namespace, "addr", "add", own, "peer", other, "dev", "tun0")
            ip("-n", namespace, "link", "set", "tun0", "up")

    def start(self, namespace, *command):
        process = subprocess.Popen(
            ["ip", "netns", "exec", namespace, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.processes.append(process)
        return process

    def unit(self, namespace, name, *ids):
        process = self.start(namespace, sys.executable, __file__, "--unit", name, *ids)
        check(process.stdout.readline() == "ready\n", f"unit {name} starts")
        return process


def has_link(namespace):
    return "NO-CARRIER" not in ip("-n", namespace, "link")


def build_networks(world):
    client, first, second, remote, switch = (world.namespace(n) for n in ("client", "one", "two", "far", "switch"))
    world.switch(switch, [(client, "eth0"), (first, "eth0"), (second, "eth0")])
    world.cable(client, "eth1", first, "eth1")
    for namespace, address, interface in (
        (client, "192.168.10.1/24", "eth0"),
        (first, "192.168.10.2/24", "eth0"),
        (second, "192.168.10.3/24", "eth0"),
        (client, "10.20.0.1/16", "eth1"),
        (first, "10.20.0.2/16", "eth1"),
    ):
        ip("-n", namespace, "addr", "add", address, "brd", "+", "dev", interface)
    world.point_to_point(client, "10.9.0.1", remote, "10.9.0.2")
    eventually(lambda: all(has_link(n) for n in (client, first, second, remote, switch)), "all links are up")
    return client, first, second, remote


# --- checks of the results of scan ----------------------------------------------------------------------------


class Scan:
    def __init__(self, sender, namespace, *options):
        begin = time.monotonic()
        done = subprocess.run(
            ["ip", "netns", "exec", namespace, sender, "scan", "--json", *options], capture_output=True, text=True
        )
        self.elapsed = time.monotonic() - begin
        self.code = done.returncode
        self.errors = done.stderr.splitlines()
        units = [json.loads(line) for line in done.stdout.splitlines()]
        self.units = {unit["id"]: unit for unit in units}
        check(len(self.units) == len(units), "each unit is listed once")

    def ways_to(self, unit_id):
        return [(a["interface"], a["address"]) for a in self.units[unit_id]["addresses"]]


def check_listing(scan, server_id):
    check(scan.code == 0, f"exit code {scan.code}, {scan.errors}")
    check(set(scan.units) == {FIRST_ID, SECOND_ID, server_id}, f"units {list(scan.units)}")
    check(scan.ways_to(FIRST_ID) == [("eth1", "10.20.0.2"), ("eth0", "192.168.10.2")], scan.ways_to(FIRST_ID))
    check(scan.ways_to(SECOND_ID) == [("eth0", "192.168.10.3")], scan.ways_to(SECOND_ID))
    check(scan.ways_to(server_id) == [("tun0", "10.9.0.2")], scan.ways_to(server_id))
    for unit_id in (FIRST_ID, SECOND_ID):
        unit = scan.units[unit_id]
        check(unit["name"] == "Twin", unit["name"])
        services = [(s["id"], s["type"], s["name"], s["default"], s.get("device")) for s in unit["services"]]
        expected = [
            (1, "laser", "Left", True, f"{unit_id}/1"),
            (2, "laser", "Right", False, f"{unit_id}/2"),
            (7, "dmx", "Fog", True, None),
        ]
        check(services == expected, services)
    for unit in scan.units.values():
        check(unit["status"] == [], unit["status"])
        for address in unit["addresses"]:
            check(address["answers_unicast"] and not address["ambiguous"] and address["local_network"], address)
            check(0 < address["round_trip_us"] < 800_000, address)
    check(len(scan.errors) == 1, scan.errors)
    check("tun0 cannot broadcast; scan requests go to its other end 10.9.0.2" in scan.errors[0], scan.errors[0])


def check_streaming(sender, client, device, server):
    done = subprocess.run(
        ["ip", "netns", "exec", client, sender, "pattern", "circle", "-d", "300ms", "--target", device],
        capture_output=True,
        text=True,
    )
    check(done.returncode == 0, f"streaming to {device}: {done.stderr}")
    server.send_signal(signal.SIGINT)
    summary = [json.loads(line) for line in server.stdout][-1]
    check(summary["event"] == "summary", summary)
    check(summary["total"]["samples"] > 0, summary["total"])


def check_conflict(world, sender, client, second, unit):
    unit.kill()
    unit.wait()
    world.unit(second, "Twin", SECOND_ID, ROGUE_ID)
    scan = Scan(sender, client)
    check(scan.code == 1, f"exit code {scan.code}")
    check({SECOND_ID, ROGUE_ID} <= set(scan.units), list(scan.units))
    lines = [line for line in scan.errors if "conflict: 192.168.10.3:7255 on eth0" in line]
    check(len(lines) == 1 and SECOND_ID in lines[0] and ROGUE_ID in lines[0], scan.errors)


def check_restriction(sender, client):
    scan = Scan(sender, client, "--interface", "eth1")
    check(scan.code == 0, scan.errors)
    check(list(scan.units) == [FIRST_ID] and scan.ways_to(FIRST_ID) == [("eth1", "10.20.0.2")], scan.units)
    check(scan.errors == [], scan.errors)


def check_streams_take(sender, client, interface, address):
    """A unit with two addresses is streamed to at the one of the network that is asked for."""
    done = subprocess.run(
        ["ip", "netns", "exec", client, sender, "pattern", "circle", "-d", "300ms", "--json", "--target", FIRST_ID]
        + ["--interface", interface],
        capture_output=True,
        text=True,
    )
    remotes = {json.loads(line)["remote"] for line in done.stdout.splitlines() if '"remote"' in line}
    check(remotes == {f"{address}:7255"}, f"{interface}: {remotes} {done.stderr}")


def main(sender, server, *options):
    with World() as world:
        client, first, second, remote = build_networks(world)
        world_units = [world.unit(first, "Twin", FIRST_ID), world.unit(second, "Twin", SECOND_ID)]
        emulated = world.start(remote, server, "--json", "--name", "Remote")
        server_id = json.loads(emulated.stdout.readline())["unit_id"]
        # On a busy machine a scan may be delayed: one of at most 30 has to take less than a second.
        scans = [Scan(sender, client)]
        while min(scan.elapsed for scan in scans) >= 1 and len(scans) < 30 and "--untimed" not in options:
            scans.append(Scan(sender, client))
        for scan in scans:
            check_listing(scan, server_id)
        fastest = min(scan.elapsed for scan in scans)
        check(fastest < 1 or "--untimed" in options, f"a scan takes {fastest:.3f} s")
        check_restriction(sender, client)
        check_streaming(sender, client, f"{server_id}/1", emulated)
        check_conflict(world, sender, client, second, world_units[1])
        world_units[0].kill()
        complaints = [line for unit in world_units for line in unit.stdout]
        check(complaints == [], complaints)
        for interface, address in (("eth1", "10.20.0.2"), ("eth0", "192.168.10.2")):
            unit = world.unit(first, "Twin", FIRST_ID)  # which ends when it gets samples
            check_streams_take(sender, client, interface, address)
            unit.kill()
            unit.wait()
        print(f"3 networks, 3 units, each scan listed all of them; fastest {fastest * 1000:.0f} ms")


def able():
    if not sys.platform.startswith("linux"):
        skip("network namespaces are a feature of Linux")
    if os.geteuid() != 0:
        skip("network namespaces need root")
    if shutil.which("ip") is None:
        skip("the program ip (package iproute2) is not installed")
    probe = f"idn{os.getpid()}probe"
    try:
        ip("netns", "add", probe)
        ip("netns", "del", probe)
    except OSError as error:
        skip(f"no network namespaces here: {error}")


if __name__ == "__main__":
    if sys.argv[1] == "--unit":
        run_unit(sys.argv[2], sys.argv[3:])
    able()
    main(*sys.argv[1:])
