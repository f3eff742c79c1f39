#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how many frames of many fragments arrive complete at a simple receiver.

Plays a frame of 20 000 points with idn_sender to a typical small receiver: one thread, a socket with the default
receive buffer, recv, some work for each datagram. It reassembles fragments by packet sequence numbers, without
libidn. Prints a line per datagram size; there is no pass or fail, since the result depends on the machine.

  tests/load/fragments.py build/release/sender/idn_sender
  tests/load/fragments.py build/release/sender/idn_sender --busy 2 --seconds 10 --fps 60 -- --spread 0ms
"""
import argparse
import os
import socket
import struct
import subprocess
import sys
import tempfile

FRAME, FRAME_FIRST, FRAME_SEQUEL = 0x02, 0x03, 0xC0


def ild_file(path, points):
    """Writes one frame of ILDA format 5, with lit points."""
    header = struct.pack(">4s3xB8s8sHHHBx", b"ILDA", 5, b"fragment", b"tests", points, 0, 1, 0)
    records = b"".join(struct.pack(">hhBBBB", (i * 37) % 60000 - 30000, (i * 91) % 60000 - 30000,
                                   0x80 if i + 1 == points else 0, 255, 255, 255) for i in range(points))
    end = struct.pack(">4s3xB8s8sHHHBx", b"ILDA", 5, b"", b"", 0, 0, 1, 0)
    with open(path, "wb") as file:
        file.write(header + records + end)


class Receiver:
    """Receives frames; `whole` contains the number of octets of samples of each complete frame."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(20)
        self.buffer = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF)
        self.whole = []
        self.datagrams = 0
        self.sequence = None
        self.octets = None  # octets received of the frame in progress; None: a fragment is missing, or there is no frame

    def run(self):
        while True:
            try:
                datagram = self.socket.recv(65535)
            except TimeoutError:
                return False
            self.datagrams += 1
            if datagram[0] == 0x44:  # session close
                return True
            if datagram[0] in (0x40, 0x41):
                self.take(datagram)

    def take(self, datagram):
        sequence, _, content, chunk, _ = struct.unpack(">HHBBI", datagram[2:12])
        follows = self.sequence is not None and sequence == (self.sequence + 1) & 0xFFFF
        self.sequence = sequence
        offset = 12
        if chunk < 0xC0 and content & 0x40:  # a configuration
            offset += 4 + 4 * datagram[offset]
        if chunk in (FRAME, FRAME_FIRST):
            self.octets = len(datagram) - offset - 4
        elif chunk == FRAME_SEQUEL and follows and self.octets is not None:
            self.octets += len(datagram) - offset
        else:
            self.octets = None
        last = chunk == FRAME or (chunk == FRAME_SEQUEL and content & 0x40)
        if last and self.octets is not None:
            self.whole.append(self.octets)
            self.octets = None


def measure(options, path, mtu):
    receiver = Receiver()
    command = [options.sender, "play", path, "--mode", "frame", "--fps", str(options.fps), "--rate", "500k",
               "--target", "127.0.0.1:%d" % receiver.socket.getsockname()[1],
               "--repeat", str(int(options.fps * options.seconds))]
    if mtu:
        command += ["--mtu", str(mtu)]
    sender = subprocess.Popen(command + options.options, stdout=subprocess.DEVNULL)
    ended = receiver.run()
    sender.terminate()
    sender.wait()
    frames = int(options.fps * options.seconds)
    whole = receiver.whole.count(options.points * 7)
    print("mtu %-7s %5d of %5d frames whole, %5.1f %%  (%d datagrams, receive buffer %d octets, load %.1f%s)" %
          (mtu or "default", whole, frames, 100.0 * whole / frames, receiver.datagrams, receiver.buffer,
           os.getloadavg()[0], "" if ended else ", no session close came"), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sender", help="idn_sender")
    parser.add_argument("--busy", type=int, default=0, help="processes that compute without end beside it [0]")
    parser.add_argument("--points", type=int, default=20000, help="of a frame [20000]")
    parser.add_argument("--fps", type=float, default=25, help="frames per second [25]")
    parser.add_argument("--seconds", type=float, default=8, help="for each size [8]")
    parser.add_argument("--mtu", default="0,1500,604,9000,65535", help="sizes to try; 0: the default")
    parser.add_argument("options", nargs="*", help="behind --, for idn_sender")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "frame.ild")
        ild_file(path, options.points)
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
        try:
            for mtu in options.mtu.split(","):
                measure(options, path, int(mtu))
        finally:
            for process in busy:
                process.kill()
                process.wait()


if __name__ == "__main__":
    main()
