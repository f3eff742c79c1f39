#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A client of Ether Dream DACs: listens for the first broadcast of one, connects to its source address, and plays POINTS lit
points. Usage: ether_dream.py POINTS"""
import socket
import struct
import sys

RATE, BATCH = 30000, 300
RESPONSE = struct.Struct("<cc4BHHHHII")


def find():
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("", 7654))
    listener.settimeout(5)
    broadcast, (address, _) = listener.recvfrom(64)
    mac, capacity, highest = broadcast[:6], *struct.unpack_from("<HI", broadcast, 10)
    print(f"Ether Dream {mac.hex()[-6:]} at {address}: {capacity} points, {highest} points/s")
    return address, capacity


class Dac:
    def __init__(self, address):
        self.stream = socket.create_connection((address, 7765), timeout=5)
        self.read(b"?")

    def read(self, command):
        octets = b""
        while len(octets) < RESPONSE.size:
            part = self.stream.recv(RESPONSE.size - len(octets))
            if not part:
                sys.exit("the connection ended")
            octets += part
        fields = RESPONSE.unpack(octets)
        if fields[1] != command or fields[0] != b"a":
            sys.exit(f"to {command} it answered {fields[0]} to {fields[1]}")
        return fields

    def send(self, octets):
        self.stream.sendall(octets)
        return self.read(octets[:1])


def play(dac, capacity, points):
    dac.send(b"p")
    sent, begun = 0, False
    while sent < points:
        count = min(BATCH, points - sent)
        if dac.send(b"?")[9] + count > capacity:  # points in the buffer; one too many would be refused
            continue
        point = struct.pack("<HhhHHHHHH", 0, 0, sent % 1000, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0, 0)
        dac.send(struct.pack("<cH", b"d", count) + point * count)
        sent += count
        if not begun and sent >= 1200:
            dac.send(struct.pack("<cHI", b"b", 0, RATE))
            begun = True
    while dac.send(b"?")[9] > 0:
        pass
    dac.send(b"s")
    print(f"{sent} points sent")


address, most = find()
play(Dac(address), most, int(sys.argv[1]))
