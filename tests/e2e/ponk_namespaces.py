#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender ponk shows what comes by the interface of its address and nothing else, on a host with two networks, while
another program of that host has joined the group everywhere. Needs root and Linux network namespaces; exits with 77 without.

Usage: ponk_namespaces.py IDN_SENDER IDN_SERVER
"""
import ctypes
import os
import pathlib
import socket
import sys
import tempfile

from scan_namespaces import World, able, check, eventually, has_link, ip
from triggers import PonkSource, Stage

GROUP, PORT = "239.255.10.24", 5583
OWN, NEAR = "10.30.1.1", "10.30.1.2"  # one network
OTHER_OWN, OTHER = "10.40.1.1", "10.40.1.2"  # the other one
RED, BLUE = (255, 0, 0), (0, 0, 255)


def enter(namespace):
    """Sockets, threads and processes made from now on belong to `namespace`."""
    clone_newnet = 0x40000000
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{namespace}") as handle:
        if libc.setns(handle.fileno(), clone_newnet) != 0:
            raise OSError(ctypes.get_errno(), "setns")


def sender_at(namespace, address):
    enter(namespace)
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
    return sender


class Witness:
    """A program of the host that has joined the group on all its networks. It counts by sender."""

    def __init__(self, addresses):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("0.0.0.0", 0))
        for address in addresses:
            member = socket.inet_aton(GROUP) + socket.inet_aton(address)
            self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        self.socket.settimeout(60)
        self.port = self.socket.getsockname()[1]

    def await_from(self, source, address, count=20):
        """Waits until so many frames of `source` have come to this host, as those to idn_sender have."""
        self.socket.setblocking(False)
        try:
            while self.socket.recv(65536):
                pass
        except BlockingIOError:
            pass
        self.socket.settimeout(60)
        seen = 0
        while seen < count:
            check(source.is_alive(), "the source is there")
            seen += self.socket.recvfrom(65536)[1][0] == address


def source(sender, number, colour, witness, *receivers):
    """Sends each frame to all receivers, and then to the witness by the group."""

    def deliver(octets):
        for receiver in receivers:
            sender.sendto(octets, (receiver, PORT))
        sender.sendto(octets, (GROUP, witness.port))

    return PonkSource(deliver, number, colour)


def check_this_machine_only(programs, witness, own, others):
    with tempfile.TemporaryDirectory(prefix="idn_ponk_") as folder:
        stage = Stage(pathlib.Path(folder), programs, ["ponk", "--arm"], 1)
        for number, (sender, address, *receivers) in enumerate(others):
            frames = source(sender, number, BLUE, witness, *receivers)
            witness.await_from(frames, address)
            frames.stays_dark(stage.way, f"dark though frames come from {address}")
            frames.silence()
        for number, receiver in enumerate((GROUP, "127.0.0.1")):
            frames = source(own, 10 + number, RED, witness, receiver)
            stage.way.await_colours({RED}, f"frames of this machine to {receiver}")
            frames.silence()
            stage.way.await_colours(set(), "dark without them")
        stage.end()


def check_one_network(programs, witness, own, near, other):
    with tempfile.TemporaryDirectory(prefix="idn_ponk_") as folder:
        stage = Stage(pathlib.Path(folder), programs, ["ponk", f"{OWN}:{PORT}", "--arm"], 1)
        check(stage.sender.events("listening")[0]["at"] == f"{OWN}:{PORT}", stage.sender.events("listening"))
        frames = source(other, 1, BLUE, witness, GROUP, OWN)
        witness.await_from(frames, OTHER)
        frames.stays_dark(stage.way, "dark though frames come by the other network")
        frames.silence()
        for number, (sender, receiver) in enumerate(((near, GROUP), (near, OWN), (own, GROUP), (own, OWN))):
            frames = source(sender, 10 + number, RED, witness, receiver)
            stage.way.await_colours({RED}, f"frames to {receiver}")
            frames.silence()
            stage.way.await_colours(set(), "dark without them")
        stage.end()


def main(*programs):
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    with World() as world:
        host, near, other = (world.namespace(name) for name in ("host", "near", "other"))
        world.cable(host, "eth0", near, "eth0")
        world.cable(host, "eth1", other, "eth0")
        for namespace, address, interface in ((host, OWN, "eth0"), (near, NEAR, "eth0"), (host, OTHER_OWN, "eth1"),
                                              (other, OTHER, "eth0")):
            ip("-n", namespace, "addr", "add", f"{address}/24", "dev", interface)
        ip("-n", other, "route", "add", f"{OWN}/32", "via", OTHER_OWN)
        eventually(lambda: all(has_link(n) for n in (host, near, other)), "all links are up")
        near_sender, other_sender = sender_at(near, NEAR), sender_at(other, OTHER)
        by_network = sender_at(host, OWN)  # a program of this machine that sends by a network
        own_sender = sender_at(host, "127.0.0.1")
        witness = Witness(["127.0.0.1", OWN, OTHER_OWN])
        check_this_machine_only(programs, witness, own_sender,
                                [(near_sender, NEAR, GROUP, OWN), (other_sender, OTHER, GROUP, OTHER_OWN),
                                 (by_network, OWN, GROUP)])
        check_one_network(programs, witness, by_network, near_sender, other_sender)
        ctypes.CDLL(None).setns(home, 0)
        print("frames came by the chosen interface only")


if __name__ == "__main__":
    able()
    main(*sys.argv[1:])
