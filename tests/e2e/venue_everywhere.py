#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Four projectors of one venue file, mirrored, rotated, limited and dimmed, get the same picture from idn_sender play, from
idn_sender osc, from a host of Helios DACs and from an Ether Dream client. The light that arrives must be that of the file, which
is computed here anew.

Usage: venue_everywhere.py IDN_SENDER IDN_SERVER IDN_PARSER LIBIDN_HELIOS IDN_ETHERDREAM
"""
import csv
import json
import math
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

RATE = 20_000
FULL = 65_535
# x, y, r, g, b. Each point comes several times, so that no move between two of them hides one.
CORNERS = [(16_384, 8_192, 1, 0, 0), (8_192, 20_480, 0, 1, 0), (-12_288, 16_384, 0, 0, 1), (-16_384, -4_096, 1, 1, 0),
           (-4_096, -20_480, 0, 1, 1), (12_288, -8_192, 1, 0, 1)]
POINTS = [point for point in CORNERS for _ in range(40)]

PROJECTORS = {
    "Left": "mirror_x = true\nbrightness = 0.5\n",
    "Right": "rotate = 90\nscale = 0.5\nbalance = { red = 1.0, green = 0.25, blue = 0.5 }\n",
    "Floor": "mirror_y = true\noffset_x = 0.125\noffset_y = -0.25\n[projector.limits.brightness]\nmost = 0.4\nblue = 0.2\n",
    "Wall": "rotate = -30\nscale = 0.75\nbrightness = 0.8\n[projector.limits.picture]\nright = 0.2\naction = \"blank\"\n",
}
MOST = 0.75  # of all projectors


def orient(x, y, degrees=0, scale=1.0):
    turn = math.radians(degrees)
    return (scale * (x * math.cos(turn) - y * math.sin(turn)), scale * (x * math.sin(turn) + y * math.cos(turn)))


def expected(name):
    """The points that must arrive lit, by the file's definition."""
    lit = set()
    for x, y, *colours in CORNERS:
        if name == "Left":
            place, light = (-x, y), [0.5 * colour for colour in colours]
        elif name == "Right":
            place, light = orient(x, y, 90, 0.5), [factor * colour for factor, colour in zip((1.0, 0.25, 0.5), colours)]
        elif name == "Floor":
            place, light = (x + 0.125 * 32_768, -y - 0.25 * 32_768), [min(most, c) for most, c in zip((0.4, 0.4, 0.2), colours)]
        else:
            place, light = orient(x, y, -30, 0.75), [0.8 * colour for colour in colours]
            if place[0] > 0.2 * 32_768:
                continue
        lit.add((*(round(value) for value in place), *(round(FULL * min(MOST, value)) for value in light)))
    return lit


def is_near(one, other):
    """Within the rounding of hosts: OSC has fractions of 32767, the picture 65536 steps."""
    return all(abs(a - b) <= 4 for a, b in zip(one, other))


class Projector:
    """idn_server, and what it recorded."""

    def __init__(self, folder, name, server):
        self.name, self.capture = name, os.path.join(folder, f"{name}.pcap")
        self.process = subprocess.Popen([server, "--json", "--bind", "127.0.0.1", "--port", "0", "--record", self.capture],
                                        stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        self.drain = threading.Thread(target=self.process.stdout.read)
        self.drain.start()

    def lit(self, parser):
        self.process.send_signal(signal.SIGINT)
        self.drain.join()
        self.process.wait()
        table = self.capture + ".csv"
        subprocess.run([parser, self.capture, "--port", str(self.port), "--samples", table], stdout=subprocess.DEVNULL)
        with open(table, encoding="utf-8") as file:
            rows = [tuple(int(row[key]) for key in ("x", "y", "r", "g", "b")) for row in csv.DictReader(file)]
        os.remove(self.capture)
        return {row for row in rows if any(row[2:])}


def write_venue(path, projectors):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'rate = {RATE}\nformat = "xyrgb16"\nplugins.log_file = ""\nplugins.hold_ms = 500\n[limits.brightness]\n'
                   f"most = {MOST}\n")
        for projector in projectors:
            file.write(f'[[projector]]\nname = "{projector.name}"\ntarget = "127.0.0.1:{projector.port}"\n'
                       f"{PROJECTORS[projector.name]}")


# --- the ways to play -----------------------------------------------------------------------------------------------------------


def show(programs, folder, lines):
    path = os.path.join(folder, "show.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    return subprocess.Popen([programs["sender"], "show", path, "--wait-for-units", "no"], stdout=subprocess.DEVNULL)


def play(programs, folder, _):
    path = os.path.join(folder, "picture.ild")
    with open(path, "wb") as file:
        header = struct.pack(">4s3xB8s8sHHHBx", b"ILDA", 5, b"", b"", len(POINTS), 0, 1, 0)
        points = [struct.pack(">hhBBBB", x, y, 0, 255 * b, 255 * g, 255 * r) for x, y, r, g, b in POINTS]
        file.write(header + b"".join(points) + struct.pack(">4s3xB8s8sHHHBx", b"ILDA", 5, b"", b"", 0, 0, 1, 0))
    running = show(programs, folder, [f"play {path} --target {name} --fps 0 --repeat 30" for name in PROJECTORS])
    assert running.wait() == 0


def osc(programs, folder, _):
    ports = [free_port() for _ in PROJECTORS]
    running = show(programs, folder, [f"osc {port} --target {name} -d 2s" for port, name in zip(ports, PROJECTORS)])
    numbers = [value for x, y, *colours in POINTS for value in (x / 32_767, y / 32_767, *map(float, colours))]
    picture = padded(b"/frame") + padded(b"," + b"f" * len(numbers)) + struct.pack(f">{len(numbers)}f", *numbers)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        while running.poll() is None:
            for port in ports:
                for message in (padded(b"/arm") + padded(b","), picture):
                    client.sendto(message, ("127.0.0.1", port))
            time.sleep(0.05)
    assert running.returncode == 0


def padded(text):
    return text + bytes(4 - len(text) % 4)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unused:
        unused.bind(("127.0.0.1", 0))
        return unused.getsockname()[1]


HELIOS_HOST = """
import ctypes, sys, time
library = ctypes.CDLL(sys.argv[1])
points, count, devices = sys.stdin.buffer.read(), int(sys.argv[2]), int(sys.argv[3])
assert library.OpenDevices() == devices
end = time.monotonic() + 1
while time.monotonic() < end:
    for device in range(devices):
        if library.GetStatus(device) == 1:
            assert library.WriteFrameHighResolution(device, int(sys.argv[4]), 0, points, count) == 1
library.CloseDevices()
"""


def helios(programs, _, venue):
    points = b"".join(struct.pack("<5H", x + 32_768, y + 32_768, FULL * r, FULL * g, FULL * b) for x, y, r, g, b in POINTS)
    subprocess.run([sys.executable, "-c", HELIOS_HOST, programs["helios"], str(len(POINTS)), str(len(PROJECTORS)), str(RATE)],
                   input=points, env=os.environ | {"IDN_VENUE": venue}, check=True)


def ether_dream(programs, _, venue):
    addresses = [f"127.0.0.{number}" for number in range(2, 2 + len(PROJECTORS))]
    port = free_port()
    words = [programs["etherdream"], *PROJECTORS, "--json", "--venue", venue, "--port", str(port), "--announce-to", "127.0.0.1"]
    words += [word for address in addresses for word in ("--address", address)]
    bridge = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    started = 0
    while started < len(addresses):
        started += json.loads(bridge.stdout.readline())["event"] == "start"
    drain = threading.Thread(target=bridge.stdout.read)
    drain.start()
    points = b"".join(struct.pack("<HhhHHHHHH", 0, x, y, FULL * r, FULL * g, FULL * b, 0, 0, 0) for x, y, r, g, b in POINTS)
    clients = [threading.Thread(target=ether_dream_client, args=((address, port), points)) for address in addresses]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    bridge.send_signal(signal.SIGINT)
    drain.join()
    assert bridge.wait() == 0


def ether_dream_client(address, points):
    """Keeps the buffer of 1799 points filled, by the status in each answer."""
    with socket.create_connection(address, timeout=10) as connection:

        def ask(command):
            if command:
                connection.sendall(command)
            answer = connection.recv(22, socket.MSG_WAITALL)
            assert answer[0:1] == b"a", f"{command[:1]} is answered by {answer}"
            return struct.unpack_from("<H", answer, 12)[0]

        ask(b"")
        ask(b"p")
        data = b"d" + struct.pack("<H", len(POINTS)) + points
        for number in range(60):
            while ask(b"?") > 1_799 - len(POINTS):
                time.sleep(0.005)
            ask(data)
            if number == 4:
                ask(b"b" + struct.pack("<HI", 0, RATE))


# --- the test -------------------------------------------------------------------------------------------------------------------


def main(sender, server, parser, helios_library, etherdream):
    programs = {"sender": sender, "helios": helios_library, "etherdream": etherdream}
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for way in (play, osc, helios, ether_dream):
            projectors = [Projector(folder, name, server) for name in PROJECTORS]
            venue = os.path.join(folder, "venue.toml")
            write_venue(venue, projectors)
            os.environ["IDN_VENUE"] = venue
            try:
                way(programs, folder, venue)
            finally:
                arrived = {projector.name: projector.lit(parser) for projector in projectors}
            for name, lit in arrived.items():
                wanted = expected(name)
                foreign = [point for point in lit if not any(is_near(point, other) for other in wanted)]
                missing = [point for point in wanted if not any(is_near(point, other) for other in lit)]
                print(f"{way.__name__:12} {name:6} {len(lit):3} different lit points, {len(foreign)} foreign, {len(missing)} missing")
                if foreign or missing or not lit:
                    faults.append((way.__name__, name, foreign[:5], missing))
    for fault in faults:
        print("wrong:", *fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
