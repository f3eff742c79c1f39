#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Datagrams are marked as --dscp says, a network that re-marks them is found out, and the streams of a show take of the
interface what `show --dry-run` plans. tshark reads the marks, the kernel counts the octets. Needs root, Linux network
namespaces, dumpcap and tshark; exits with 77 without.

Usage: marking_namespaces.py IDN_SENDER IDN_SERVER IDN_PARSER
"""
import collections
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from scan_namespaces import World, able, check, eventually, has_link, ip, skip

PROJECTOR = "192.168.10.2"
EF, DEFAULT = 46, 0
SECONDS = 8  # for which octets are counted
ETHERNET_BESIDE = 24  # octets of a frame that the kernel does not count: preamble, checksum, gap


# --- a network that re-marks ---------------------------------------------------------------------------------------


def checksum(header):
    total = sum(int.from_bytes(header[i : i + 2], "big") for i in range(0, len(header), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return (~total & 0xFFFF).to_bytes(2, "big")


def remarked(frame):
    """The frame without its DSCP, if it has one. The checksum of UDP is left out: the network card would compute it."""
    if frame[12:14] != b"\x08\x00":
        return frame
    frame = bytearray(frame)
    if frame[23] == socket.IPPROTO_UDP and frame[20:22] in (b"\x40\x00", b"\x00\x00"):
        frame[40:42] = bytes(2)
    frame[15] &= 0x03
    frame[24:26] = bytes(2)
    frame[24:26] = checksum(frame[14:34])
    return bytes(frame)


def run_bridge():
    ends = []
    for name in ("left", "right"):
        end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        end.bind((name, 0))
        ends.append(end)
    print("ready", flush=True)
    while True:
        for end in select.select(ends, [], [])[0]:
            frame, address = end.recvfrom(65536)
            if address[2] == socket.PACKET_OUTGOING:
                continue
            other = ends[1 - ends.index(end)]
            try:
                other.send(remarked(frame) if end is ends[0] else frame)
            except OSError:
                pass  # merged by the kernel: longer than the MTU


# --- captures ----------------------------------------------------------------------------------------------------


class Capture:
    def __init__(self, world, namespace, path):
        self.path = path
        self.process = world.start(namespace, "dumpcap", "-q", "-i", "eth0", "-w", path)
        eventually(lambda: os.path.exists(path) and os.path.getsize(path) > 0, "dumpcap writes")

    def finish(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def marks(self, port):
        """How many datagrams from this port tshark finds, by DSCP."""
        shown = subprocess.run(["tshark", "-r", self.path, "-Y", f"udp.srcport == {port}", "-T", "fields", "-e",
                                "ip.dsfield.dscp"], capture_output=True, text=True, check=True).stdout
        return collections.Counter(map(int, shown.split()))


def report(program, *words):
    done = subprocess.run([program, *words, "--json"], capture_output=True, text=True)
    check(done.returncode in (0, 1), done.stderr)
    return json.loads(done.stdout)


def check_marks(capture, parser, expected):
    """@return the port of the sender"""
    whole = report(parser, capture.path)
    connection = whole["connections"][0]
    port = int(connection["client"].rsplit(":", 1)[1])
    ours = {row["value"]: row["datagrams"] for row in connection["marks"]["dscp"]}
    theirs = capture.marks(port)
    merged = whole["capture"]["merged_datagrams"] - whole["capture"]["merged_packets"]  # tshark has the packets
    check(set(theirs) == {expected} and theirs[expected] + merged == ours[expected],
          f"idn_parser found {ours}, tshark {theirs}, {merged} merged")
    check(set(ours) == {expected} and ours[expected] > 1000, f"marked {ours}")
    print(f"{os.path.basename(capture.path)}: {ours[expected]} datagrams with DSCP {expected}, by tshark too")


def streams_are_marked(world, client, projector, folder, sender, parser):
    sent, received = (Capture(world, where, os.path.join(folder, name))
                      for where, name in ((client, "sent.pcapng"), (projector, "received.pcapng")))
    stream = world.start(client, sender, "pattern", "circle", "--target", PROJECTOR, "--rate", "100k", "--dscp", "EF",
                         "-d", "3s", "--quiet")
    check(stream.wait(timeout=60) == 0, "the stream plays")
    for capture in (sent, received):
        capture.finish()
    check_marks(sent, parser, EF)
    check_marks(received, parser, DEFAULT)
    compared = report(parser, "compare", sent.path, received.path)["connections"][0]
    check(compared["remarked"] == compared["arrived"] > 1000, f"re-marked {compared['remarked']}")
    check([(row["sent_dscp"], row["received_dscp"]) for row in compared["remarkings"]] == [(EF, DEFAULT)], "of EF")
    print(f"compare: {compared['remarked']} of {compared['arrived']} re-marked")


# --- octets --------------------------------------------------------------------------------------------------------


def counted(namespace):
    """When, octets and packets that eth0 has sent."""
    names = [f"/sys/class/net/eth0/statistics/tx_{what}" for what in ("bytes", "packets")]
    said = subprocess.run(["ip", "netns", "exec", namespace, "cat", *names], capture_output=True, text=True, check=True)
    return time.monotonic(), *map(int, said.stdout.split())


def show_takes_what_is_planned(world, client, folder, sender):
    path = os.path.join(folder, "show.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"pattern circle --target {PROJECTOR} --rate 100k\n"
                   f"pattern circle --target {PROJECTOR} --rate 30k --format extended --channel 1\n"
                   f"pattern circle --target {PROJECTOR} --rate 50k -n 400 --mtu 9000 --channel 2\n"
                   f"pattern ilda --target {PROJECTOR} --mode frame --fps 50 --channel 3\n")
    words = ["ip", "netns", "exec", client, sender, "show", path]
    planned = json.loads(subprocess.run([*words, "--dry-run", "--json"], capture_output=True, text=True, check=True).stdout)
    before = counted(client)
    check(before[1:] == counted(client)[1:], "nothing is sent by a dry run")
    show = world.start(client, sender, "show", path, "-d", f"{SECONDS + 6}s", "--quiet")
    time.sleep(3)  # the start, when every datagram has the configuration
    begin = counted(client)
    time.sleep(SECONDS)
    end = counted(client)
    check(show.wait(timeout=60) in (0, 1), "the show plays")
    seconds, octets, packets = (after - first for after, first in zip(end, begin))
    measured = (octets + ETHERNET_BESIDE * packets) * 8 / 1e6 / seconds
    plan = planned["together"]
    print(f"planned {plan['mbit_per_second']:.3f} Mbit/s in {plan['packets_per_second']:.0f} packets/s, "
          f"counted {measured:.3f} in {packets / seconds:.0f}")
    check(abs(measured / plan["mbit_per_second"] - 1) < 0.01, "within 1 %")


def main(sender, server, parser):
    if not shutil.which("dumpcap") or not shutil.which("tshark"):
        skip("no dumpcap and tshark")
    with World() as world, tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)  # dumpcap may drop its privileges
        client, way, projector = (world.namespace(name) for name in ("client", "way", "projector"))
        world.cable(client, "eth0", way, "left")
        world.cable(way, "right", projector, "eth0")
        for namespace, address in ((client, "192.168.10.1/24"), (projector, PROJECTOR + "/24")):
            ip("-n", namespace, "addr", "add", address, "brd", "+", "dev", "eth0")
        eventually(lambda: all(has_link(n) for n in (client, way, projector)), "all links are up")
        bridge = world.start(way, sys.executable, __file__, "--bridge")
        check(bridge.stdout.readline() == "ready\n", "the bridge starts")
        unit = world.start(projector, server, "--quiet")
        check(unit.stdout.readline() != "", "the projector starts")
        streams_are_marked(world, client, projector, folder, sender, parser)
        show_takes_what_is_planned(world, client, folder, sender)


if __name__ == "__main__":
    if sys.argv[1] == "--bridge":
        run_bridge()
    able()
    main(*sys.argv[1:])
