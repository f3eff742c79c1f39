#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender applies the administrator's output limits, /etc/idn/limits.toml, to waves and frames, and plays nothing if
they cannot be read. Needs root and Linux (a mount namespace with its own /etc); exits with 77 without.

Usage: limits_of_the_machine.py IDN_SENDER
"""
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys

LIMITS = """
[brightness]
most = 0.5
green = 0.25

[picture]
left = -0.25
right = 0.25
action = "clamp"
"""
FULL, PLACES = 255, 32768
INSIDE = "IDN_LIMITS_TEST_INSIDE"


def samples_of(datagram):
    """(x, y, r, g, b) of each sample of a datagram in xyrgbi. By the specification the packet header takes 4 octets, the
    message header 8, a configuration 4 and its words; then a chunk header of 4, except in later fragments of a frame."""
    if datagram[0] not in (0x40, 0x41):
        return []
    content_id, chunk = struct.unpack_from(">HB", datagram, 6)[0], datagram[7]
    if chunk not in (0x01, 0x02, 0x03, 0xC0):
        return []
    begin = 12
    if content_id & 0x4000:
        begin += 4 + 4 * datagram[begin]
    if chunk != 0xC0:
        begin += 4
    data = datagram[begin:]
    return list(struct.iter_unpack(">hhBBBx", data[:len(data) // 8 * 8]))


def play(sender, *options):
    """@return (exit code, both outputs, all samples)"""
    sink = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sink.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    sink.bind(("127.0.0.1", 0))
    target = f"127.0.0.1:{sink.getsockname()[1]}"
    done = subprocess.run([sender, "pattern", "square", "--size", "0.9", "-d", "300ms", "--target", target, *options],
                          capture_output=True, text=True, timeout=60, check=False)
    sink.setblocking(False)
    samples = []
    try:
        while True:
            samples += samples_of(sink.recv(65536))
    except BlockingIOError:
        return done.returncode, done.stderr + done.stdout, samples


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def main(sender):
    folder = pathlib.Path("/etc/idn")
    folder.mkdir()
    limits = folder / "limits.toml"
    for mode in ["wave"], ["frame"]:
        code, _, samples = play(sender, "--mode", *mode)
        widest = max(abs(x) for x, *_ in samples)
        check(code == 0 and len(samples) > 1000, f"{mode}: plays without limits")
        check(widest > 0.8 * PLACES and max(max(s[2:]) for s in samples) == FULL, f"{mode}: as bright and wide as it is")
        limits.write_text(LIMITS)
        code, told, samples = play(sender, "--mode", *mode)
        check(code == 0 and len(samples) > 1000, f"{mode}: plays within limits")
        check(f"limits of {limits} are in force" in told, f"{mode}: the file is told: {told}")
        check(re.search(r"^limits    \d+ samples limited: \d+ by picture, \d+ by brightness$", told, re.M), f"{mode}: {told}")
        check(max(abs(x) for x, *_ in samples) <= 0.25 * PLACES + 1, f"{mode}: no wider than allowed")
        brightest = [max(s[colour] for s in samples) for colour in (2, 3, 4)]
        check(brightest == [127, 63, 127], f"{mode}: as bright as allowed, not {brightest}")
        limits.unlink()
    limits.write_text(LIMITS.replace('"clamp"', '"count"') + '[speed]\nmost = 1000\naction = "count"\n')
    code, told, samples = play(sender)
    check(f"limits of {limits} are in force" in told, told)
    check(max(abs(x) for x, *_ in samples) > 0.8 * PLACES and " by picture" in told, f"a limit that counts changes nothing: {told}")
    limits.write_text("[brightness]\nmost = 2\n")
    code, errors, samples = play(sender)
    check(code == 3 and not samples, "nothing is played where limits cannot be read")
    check(errors.startswith(f"idn_sender: {limits}:") and errors.count("\n") == 1, f"one line with the place: {errors}")
    print("waves and frames keep to the limits of the machine")


if __name__ == "__main__":
    if INSIDE in os.environ:
        main(sys.argv[1])
    else:
        own_etc = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs /etc && "$@"', "sh"]
        try:
            if os.geteuid() != 0 or subprocess.run(own_etc + ["true"], capture_output=True, check=False).returncode:
                raise OSError("cannot have an /etc of its own")
        except (OSError, AttributeError) as reason:
            print(f"skipped: {reason}")
            sys.exit(77)
        sys.exit(subprocess.run(own_etc + [sys.executable, *sys.argv], env=os.environ | {INSIDE: "1"},
                                check=False).returncode)
