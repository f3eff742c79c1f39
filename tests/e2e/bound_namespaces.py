#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Units of idn_server that are each bound to one address are found by broadcast searches, answer from that address,
and ignore streams sent to a broadcast address. Needs root and Linux network namespaces; exits with 77 without.

Usage: bound_namespaces.py IDN_SENDER IDN_SERVER
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile

from scan_namespaces import Scan, World, able, check, eventually, has_link, ip

LEFT, RIGHT, FAR = "192.168.1.50", "192.168.1.51", "10.30.0.50"
LIMITED, DIRECTED = "255.255.255.255", "192.168.1.255"
# As in docs/programs.md.
TWO_UNITS = f"""
[[unit]]
name = "Left"
bind = "{LEFT}"
auth_code = "secret"       # clients that know it may set the client-group mask
max_sessions = 4           # more are refused
[[unit.service]]
id = 1
type = "laser"

[[unit]]
name = "Right"
bind = "{RIGHT}"
"""
# Arguments: own address, receivers separated by commas, datagram in hex, time-out in s, number of answers. Sends the
# datagram to each receiver, then prints the source addresses of that many answers.
ASK = """
import socket, sys
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
client.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
client.bind((sys.argv[1], 0))
for to in sys.argv[2].split(","):
    client.sendto(bytes.fromhex(sys.argv[3]), (to, 7255))
client.settimeout(float(sys.argv[4]))
for _ in range(int(sys.argv[5])):
    print(*client.recvfrom(2048)[1])
"""
# Binds the limited broadcast address, without SO_REUSEADDR.
OCCUPY = """
import socket
unit = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
unit.bind(("255.255.255.255", 7255))
print("ready", flush=True)
unit.recv(1)
"""
SCAN, OPENING = "10000001", "40000000"


class Server:
    """idn_server in a namespace; the constructor waits until its units have started, end() returns its summary."""

    def __init__(self, world, namespace, server, units, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="idn_bound_")
        folder = pathlib.Path(self.folder.name)
        (folder / "units.toml").write_text(TWO_UNITS)
        options = [option.replace("UNITS", str(folder / "units.toml")) for option in options]
        self.recording = folder / "all.pcap"
        self.process = world.start(namespace, server, "--json", "--state", folder / "state", "--record",
                                   self.recording, *options)
        self.before = []
        self.units = []
        while len(self.units) < units:
            line = self.process.stdout.readline()
            check(line, f"idn_server starts: {self.before}")
            if line.startswith("{"):
                event = json.loads(line)
                self.units += [event] if event["event"] == "start" else []
            else:
                self.before.append(line)

    def ids(self):
        return {unit["unit_id"] for unit in self.units}

    def end(self):
        self.process.send_signal(signal.SIGINT)
        lines = [line for line in self.process.stdout]
        self.process.wait()
        return json.loads(lines[-1])


def build_networks(world):
    client, stranger, host, switch = (world.namespace(n) for n in ("client", "stranger", "host", "switch"))
    world.switch(switch, [(client, "eth0"), (host, "eth0")])
    world.cable(stranger, "eth0", host, "eth1")
    for namespace, address, interface in ((client, "192.168.1.2/24", "eth0"), (host, f"{LEFT}/24", "eth0"),
                                          (host, f"{RIGHT}/24", "eth0"), (stranger, "10.30.0.2/16", "eth0"),
                                          (host, f"{FAR}/16", "eth1")):
        ip("-n", namespace, "addr", "add", address, "brd", "+", "dev", interface)
    eventually(lambda: all(has_link(n) for n in (client, stranger, host, switch)), "all links are up")
    return client, stranger, host


def ask(namespace, own, to, datagram, answers=0, wait=20.0):
    done = subprocess.run(["ip", "netns", "exec", namespace, sys.executable, "-c", ASK, own, ",".join(to), datagram,
                           str(wait), str(answers)], capture_output=True, text=True, check=True)
    return sorted(line.split()[0] for line in done.stdout.splitlines())


def check_found(sender, namespace, ways):
    """Runs a scan. `ways`: the addresses expected in its result, by unit ID."""
    scan = Scan(sender, namespace)
    check(scan.code == 0, f"exit code {scan.code}, {scan.errors}")
    found = {unit: [address["address"] for address in facts["addresses"]] for unit, facts in scan.units.items()}
    check(found == {unit: [address] for unit, address in ways.items()}, found)


def ways_of(*servers):
    return {unit["unit_id"]: unit["local"].split(":")[0] for server in servers for unit in server.units}


def check_one_unit(world, sender, server, client, host):
    one = Server(world, host, server, 1, "--bind", LEFT, "--name", "Left")
    check(one.before == [], one.before)
    check_found(sender, client, ways_of(one))
    check_found(sender, host, ways_of(one))
    requests = one.end()["traffic"]["requests"]
    check(requests > 0, requests)


def check_two_units(world, sender, server, client, stranger, host):
    two = Server(world, host, server, 2, "--config", "UNITS")
    check_found(sender, client, ways_of(two))
    # Each unit answers each broadcast once, from its own address; requests from another network are ignored.
    check(ask(client, "192.168.1.2", [LIMITED], SCAN, answers=2) == [LEFT, RIGHT], "one answer of each")
    summary = two.end()
    check(summary["traffic"]["broadcasts_ignored"] == 0, summary["traffic"])

    two = Server(world, host, server, 2, "--config", "UNITS")
    ask(stranger, "10.30.0.2", [LIMITED] * 3, SCAN)
    ask(client, "192.168.1.2", [LIMITED, DIRECTED] * 50, OPENING)
    check(ask(client, "192.168.1.2", [LIMITED, DIRECTED], SCAN, answers=4) == [LEFT, LEFT, RIGHT, RIGHT], "answers")
    summary = two.end()
    traffic = summary["traffic"]
    check(traffic["requests"] == 4, traffic)
    check(traffic["broadcasts_ignored"] == 2 * (3 + 100), traffic)
    check(traffic["datagrams"] == 4 + 206 and summary["streams"] == [], summary)
    recorded = two.recording.read_bytes()
    check(recorded.count(bytes.fromhex(SCAN)) == 4, "the recording holds the requests")


def check_two_processes(world, sender, server, client, host):
    left = Server(world, host, server, 1, "--bind", LEFT, "--name", "Left")
    right = Server(world, host, server, 1, "--bind", RIGHT, "--name", "Right")
    far = Server(world, host, server, 1, "--bind", FAR, "--name", "Far")
    check_found(sender, client, ways_of(left, right))
    for each in (left, right, far):
        each.end()


def check_warning(world, server, host):
    occupier = world.start(host, sys.executable, "-c", OCCUPY)
    check(occupier.stdout.readline() == "ready\n", "the limited broadcast is taken")
    unit = Server(world, host, server, 1, "--bind", LEFT, "--name", "Left")
    expected = f'"Left" on {LEFT}:7255 may not be found by searches: cannot listen to {LIMITED}:7255'
    check(len(unit.before) == 1 and expected in unit.before[0], unit.before)
    check(unit.before[0].endswith("give senders its address, or receive on every interface\n"), unit.before)
    occupier.kill()
    unit.end()


def check_loopback(world, sender, server, host):
    unit = Server(world, host, server, 1, "--bind", "127.0.0.1")
    check(unit.before == [], unit.before)
    check_found(sender, host, ways_of(unit))
    unit.end()


def main(sender, server):
    with World() as world:
        client, stranger, host = build_networks(world)
        check_one_unit(world, sender, server, client, host)
        check_two_units(world, sender, server, client, stranger, host)
        check_two_processes(world, sender, server, client, host)
        check_warning(world, server, host)
        check_loopback(world, sender, server, host)
        print("units bound to addresses of their own are found by broadcast, and by nothing else")


if __name__ == "__main__":
    able()
    main(*sys.argv[1:])
