#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender against receivers that accept its stream but drop all or some of its chunks, and report that only in the event
flags of their acknowledges, with result 0, as specified. Written after protocol sections 1.8 and 1.9.

Usage: refusing_receiver.py IDN_SENDER
"""
import json
import socket
import struct
import subprocess
import sys
import threading

LATENCY_US = 38_000  # that the receiver reports
HEADER = struct.Struct(">BBH")
ACKNOWLEDGE = struct.Struct(">BBHHBBI")
MESSAGE, MESSAGE_ASKS, CLOSE_ASKS, ACKNOWLEDGES = 0x40, 0x41, 0x45, 0x47
NEW, SEQUENCE, SEQUENCE_MISSING = 0x0001, 0x0010, 0x0040
FRAGMENT, CONTINUITY, TOO_SHORT = 0x0040, 0x0400, 0x0800
WAVE, FRAME, FRAME_FIRST = 0x01, 0x02, 0x03


class Receiver(threading.Thread):
    """Refuses the chunks for which `refuses(number)` is true, numbered from 0, and reports that in the next acknowledge.
    Sends `answers` acknowledges at most."""

    def __init__(self, refuses=lambda chunk: False, input_events=0, pipeline_events=0, answers=None):
        super().__init__(daemon=True)
        self.refuses, self.events, self.answers = refuses, (input_events, pipeline_events), answers
        self.chunks = self.refused = self.answered = 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]

    def run(self):
        pending = [NEW, 0]  # input and pipeline events since the last acknowledge
        while True:
            datagram, sender = self.socket.recvfrom(65536)
            command, group, number = HEADER.unpack(datagram[:4])
            if command in (MESSAGE, MESSAGE_ASKS) and len(datagram) > 8 and datagram[7] in (WAVE, FRAME, FRAME_FIRST):
                if self.refuses(self.chunks):
                    self.refused += 1
                    pending = [told | event for told, event in zip(pending, self.events)]
                self.chunks += 1
            if command in (MESSAGE_ASKS, CLOSE_ASKS) and self.answered != self.answers:
                self.socket.sendto(HEADER.pack(ACKNOWLEDGES, group, number)
                                   + ACKNOWLEDGE.pack(12, 0, pending[0], pending[1], 0x01, 0, LATENCY_US), sender)
                self.answered += 1
                pending = [0, 0]


def run(sender, receiver, *options):
    receiver.start()
    done = subprocess.run([sender, "pattern", "circle", "--target", f"127.0.0.1:{receiver.port}", *options],
                          capture_output=True, text=True, timeout=120)
    return done


failures = 0


def expect(name, condition, *shown):
    global failures
    print(("ok      " if condition else "FAILED  ") + name)
    if not condition:
        failures += 1
        print("        ", *shown, sep="\n        ")


def judge(sender, name, receiver, code, words, *options):
    done = run(sender, receiver, *options)
    told = done.stdout + done.stderr
    expect(f"{name}: {receiver.refused} of {receiver.chunks} chunks refused, exit code {done.returncode}",
           done.returncode == code and all(word in told for word in words), f"wanted: {code}, {words}", told)
    for line in told.splitlines():
        if line.startswith(("receiver", "idn_sender:")):
            print("          " + line)


def summary(sender, receiver, *options):
    done = run(sender, receiver, "--json", *options)
    return done.returncode, json.loads(done.stdout.splitlines()[-1])


def main(sender):
    def always(chunk):
        return True

    wave, frame = ("-d", "1800ms"), ("-d", "3s", "--mode", "frame", "--fps", "25")
    judge(sender, "waves, MCLErr and CTYErr", Receiver(always, 0, TOO_SHORT | CONTINUITY), 1,
          ["drops 100 %", "chunk too short", "discontinuous", "--samples-per-packet"], *wave)
    judge(sender, "waves, sequence errors", Receiver(always, SEQUENCE | SEQUENCE_MISSING), 1,
          ["drops 100 %", "sequence number missing", "look for loss"], *wave)
    judge(sender, "frames, FRGErr", Receiver(always, 0, FRAGMENT), 1,
          ["drops 100 %", "fragments do not fit", "--mtu"], *frame)
    judge(sender, "frames, nearly all", Receiver(lambda chunk: chunk % 20 != 0, SEQUENCE, FRAGMENT), 1,
          ["drops ", "fragments do not fit", "sequence number not the next"], *frame)
    for refused, refuses, options in ((0.25, lambda chunk: chunk % 4 == 0, wave), (0.95, lambda chunk: chunk % 20 != 0, frame)):
        code, told = summary(sender, Receiver(refuses, 0, CONTINUITY), *options)
        expect(f"a share of {refused} is told as {told['refused_share']:.3f}",
               code == 1 and abs(told["refused_share"] - refused) < 0.1, told)

    # Losses too few to count as refusal.
    judge(sender, "waves, one lost datagram", Receiver(lambda chunk: chunk == 700, SEQUENCE | SEQUENCE_MISSING, CONTINUITY), 0,
          ["playing"], *wave)
    judge(sender, "waves, one in a hundred", Receiver(lambda chunk: chunk % 100 == 0, SEQUENCE, CONTINUITY), 0,
          ["playing"], *wave)
    judge(sender, "frames, one lost fragment", Receiver(lambda chunk: chunk == 20, SEQUENCE, FRAGMENT), 0,
          ["playing"], *frame)
    judge(sender, "frames, all shown", Receiver(), 0, ["playing"], *frame)

    # Does not answer from the fourth request on. Requests are sent every 500 ms, so the one at 2.0 s is the second missed.
    for mode, options in (("waves", ()), ("frames", ("--mode", "frame", "--fps", "25"))):
        judge(sender, f"{mode}, dead after 1.5 s of 2.9", Receiver(answers=3), 1,
              ["silent, it no longer answers", "stopped answering"], "-d", "2900ms", *options)

    code, told = summary(sender, Receiver(always, 0, FRAGMENT), *frame)
    expect("JSON tells share and reason", code == 1 and told["receiver"] == "drops data" and told["refused_share"] == 1
           and told["refused_because"] == ["fragments do not fit"]
           and told["refused_chunks"] == told["judged_chunks"] > 0, told)
    code, told = summary(sender, Receiver(), *wave)
    expect("JSON of a stream that is played", code == 0 and told["receiver"] == "playing" and told["refused_share"] == 0
           and told["refused_because"] == [] and told["receiver_latency_us"] == LATENCY_US, told)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
