# SPDX-License-Identifier: MIT
"""A receiver that was written from the protocol specification: it uses no code of the package."""

import dataclasses
import socket
import struct
import threading
import time

import numpy

RT_MESSAGE, RT_MESSAGE_ACK, RT_CLOSE, RT_CLOSE_ACK, RT_ABORT = 0x40, 0x41, 0x44, 0x45, 0x46
VOID, WAVE = 0x00, 0x01
#: Tags of the dictionary for 16-bit positions and 8-bit red (638 nm), green (532 nm) and blue (460 nm).
XYRGBI = bytes.fromhex("4200 4010 4210 4010 527e 5214 51cc 5c10")
SAMPLE = numpy.dtype([("x", ">i2"), ("y", ">i2"), ("r", "u1"), ("g", "u1"), ("b", "u1"), ("intensity", "u1")])


@dataclasses.dataclass
class Datagram:
    arrival: float
    octets: bytes

    @property
    def command(self):
        return self.octets[0]

    @property
    def sequence(self):
        return struct.unpack_from(">H", self.octets, 2)[0]

    @property
    def timestamp(self):
        return struct.unpack_from(">I", self.octets, 8)[0]

    @property
    def duration_us(self):
        return struct.unpack_from(">I", self.data)[0] & 0xFFFFFF

    @property
    def has_samples(self):
        return self.command in (RT_MESSAGE, RT_MESSAGE_ACK) and len(self.octets) > 12 and self.octets[7] == WAVE

    @property
    def closes_channel(self):
        octets = self.octets
        return len(octets) >= 16 and octets[6] & 0x40 != 0 and octets[13] & 0x02 != 0

    @property
    def dictionary(self):
        """The dictionary of the configuration; None if there is no configuration."""
        return self.octets[16 : 16 + 4 * self.octets[12]] if self.octets[6] & 0x40 else None

    @property
    def data(self):
        """What follows the configuration: chunk header and samples."""
        return self.octets[12 if self.dictionary is None else 16 + len(self.dictionary) :]

    @property
    def samples(self):
        return numpy.frombuffer(self.data[4:], SAMPLE)


def count_lit(samples):
    return int(numpy.count_nonzero(samples["r"].astype(int) + samples["g"] + samples["b"]))


class Sink:
    """Records the datagrams that arrive at a UDP port. Never answers."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(0.1)
        self.datagrams = []
        self.changed = threading.Condition(threading.RLock())
        self.ended = False
        self.thread = threading.Thread(target=self.receive)
        self.thread.start()

    @property
    def target(self):
        return "127.0.0.1:%d" % self.socket.getsockname()[1]

    def receive(self):
        while not self.ended:
            try:
                octets = self.socket.recv(65536)
            except TimeoutError:
                continue
            with self.changed:
                self.datagrams.append(Datagram(time.monotonic(), octets))
                self.changed.notify_all()

    def wait_for(self, condition, timeout=20):
        """Waits until `condition(datagrams)` is true."""
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self.datagrams), timeout), "nothing of the kind came"

    def wait_for_close(self):
        self.wait_for(lambda datagrams: any(d.command in (RT_CLOSE, RT_CLOSE_ACK) for d in datagrams))

    def samples(self):
        """The samples of all datagrams so far, in one array."""
        with self.changed:
            datagrams = list(self.datagrams)
        octets = b"".join(d.data[4:] for d in datagrams if d.has_samples)
        return numpy.frombuffer(octets, SAMPLE)

    def lit(self):
        return count_lit(self.samples())

    def close(self):
        self.ended = True
        self.thread.join()
        self.socket.close()
