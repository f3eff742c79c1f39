#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""idn_sender --audio keeps with the light: a click and a flash in each second, heard at the output of a JACK server without
a sound card, and seen at idn_server behind its buffer. Where the clock of the JACK server itself slips, since it was not
woken in time, sound may be off by as much until it has caught up. Exits with 77 without jackd. Prints the deviations.

Usage: sound_in_step.py IDN_SENDER IDN_SERVER [SECONDS]
"""
import ctypes
import json
import os
import select
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import wave

RATE = 48_000
PERIOD = 256
LIGHT_RATE = 30_000
BUFFER_MS = 25
SOUND_RATE = 44_100
FLASH = 0.02
SERVER = f"idn-test-{os.getpid()}"
DATAGRAM_MS = 1
ALLOWED_MS = 1000 * PERIOD / RATE + DATAGRAM_MS
CATCH_UP = 10  # seconds


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Ear:
    """A client of JACK that notes when a click is heard, in seconds of the monotonic clock, and what the server's clock
    of frames loses beside that."""

    def __init__(self):
        self.jack = jack = ctypes.CDLL("libjack.so.0")
        jack.jack_client_open.restype = ctypes.c_void_p
        jack.jack_port_register.restype = ctypes.c_void_p
        jack.jack_port_by_name.restype = ctypes.c_void_p
        jack.jack_port_get_buffer.restype = ctypes.c_void_p
        jack.jack_frames_to_time.restype = ctypes.c_uint64
        jack.jack_get_time.restype = ctypes.c_uint64
        jack.jack_last_frame_time.restype = ctypes.c_uint32
        self.clicks = []
        self.lost = {}  # by half seconds: seconds of the monotonic clock less those of frames, at the promptest call
        self.last = float("-inf")
        use_server_name, no_start = 0x04, 0x01
        self.client = ctypes.c_void_p(
            jack.jack_client_open(b"ear", use_server_name | no_start, None, ctypes.c_char_p(SERVER.encode()))
        )
        check(self.client.value, "JACK takes a client")
        is_input = 0x1
        self.port = ctypes.c_void_p(
            jack.jack_port_register(self.client, b"in", b"32 bit float mono audio", is_input, ctypes.c_ulong(0))
        )
        self.callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)(self.process)
        jack.jack_set_process_callback(self.client, self.callback, None)
        check(jack.jack_activate(self.client) == 0, "the client is activated")
        self.latency = self.playback_latency()

    def playback_latency(self):
        """From the port of an application to the loudspeaker."""
        bounds = (ctypes.c_uint32 * 2)()
        port = ctypes.c_void_p(self.jack.jack_port_by_name(self.client, b"system:playback_1"))
        self.jack.jack_port_get_latency_range(port, 1, bounds)
        return bounds[1] / RATE

    def slip_ms(self, at):
        """What the server's clock has lost or won lately."""
        lost = [lost for half, lost in self.lost.items() if at - CATCH_UP <= half / 2 <= at]
        return 1000 * (max(lost) - min(lost))

    def process(self, frames, _):
        now = time.monotonic()
        lost = now - self.jack.jack_last_frame_time(self.client) / RATE
        self.lost[int(2 * now)] = min(lost, self.lost.get(int(2 * now), lost))
        samples = (ctypes.c_float * frames).from_address(self.jack.jack_port_get_buffer(self.port, frames))
        loud = next((i for i, sample in enumerate(samples) if abs(sample) > 0.2), None)
        if loud is not None:
            start = self.jack.jack_last_frame_time(self.client)
            at = self.jack.jack_frames_to_time(self.client, ctypes.c_uint32(start + loud)) / 1e6
            at += time.monotonic() - self.jack.jack_get_time() / 1e6 + self.latency
            if at - self.last > 0.5:
                self.clicks.append(at)
            self.last = at
        return 0

    def listen(self):
        """Once the program is there."""
        for _ in range(100):
            if self.jack.jack_connect(self.client, b"PortAudio:out_0", b"ear:in") == 0:
                return
            time.sleep(0.05)
        raise AssertionError("the program plays to JACK")


class Eye(threading.Thread):
    """Between sender and receiver: notes when a flash arrives."""

    def __init__(self, receiver):
        super().__init__(daemon=True)
        self.receiver = receiver
        self.front = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.front.bind(("127.0.0.1", 0))
        self.back = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.flashes = []
        self.last = float("-inf")
        self.start()

    def run(self):
        client = None
        while True:
            for ready in select.select([self.front, self.back], [], [])[0]:
                octets, source = ready.recvfrom(65536)
                if ready is self.back:
                    self.front.sendto(octets, client)
                    continue
                client, now = source, time.monotonic()
                self.back.sendto(octets, self.receiver)
                if len(octets) > 100 and any(octets[-4:-1]):  # the colours of the last sample of XYRGBI
                    if now - self.last > 0.5:
                        self.flashes.append(now)
                    self.last = now


def write_sound(path, seconds):
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, SOUND_RATE, 0, "NONE", ""))
        second = struct.pack("<h", 20_000) * 441 + bytes(2 * (SOUND_RATE - 441))
        for _ in range(seconds):
            file.writeframes(second)


def feed(pipe, seconds):
    """Light for the first part of each second, as xyrgb16."""
    lit, dark = struct.pack("<hhHHH", 0, 0, 60_000, 0, 0), struct.pack("<hhHHH", 0, 0, 0, 0, 0)
    flash = int(FLASH * LIGHT_RATE)
    try:
        for _ in range(seconds):
            pipe.write(lit * flash + dark * (LIGHT_RATE - flash))
        pipe.close()
    except BrokenPipeError:
        pass


def main(sender, server, seconds=20):
    seconds = int(seconds)
    if shutil.which("jackd") is None:
        print("skipped: no jackd; Debian: apt-get install jackd2")
        sys.exit(77)
    environment = dict(os.environ, JACK_DEFAULT_SERVER=SERVER, JACK_NO_AUDIO_RESERVATION="1")
    jackd = subprocess.Popen(
        ["jackd", "--no-realtime", "-n", SERVER, "-d", "dummy", "-r", str(RATE), "-p", str(PERIOD)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    unit = subprocess.Popen(
        [server, "--port", "0", "--buffer", f"{BUFFER_MS}ms", "--json"], stdout=subprocess.PIPE, text=True
    )
    try:
        subprocess.run(["jack_wait", "-s", SERVER, "-w", "-t", "10"], check=True, stdout=subprocess.DEVNULL)
        port = json.loads(unit.stdout.readline())["port"]
        threading.Thread(target=unit.stdout.read, daemon=True).start()  # else it waits for a reader
        ear, eye = Ear(), Eye(("127.0.0.1", port))
        with tempfile.NamedTemporaryFile(suffix=".wav") as sound:
            write_sound(sound.name, seconds)
            stream = subprocess.Popen(
                [sender, "live", "--layout", "xyrgb16", "-t", f"127.0.0.1:{eye.front.getsockname()[1]}"]
                + ["--audio", sound.name, "--json"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
            threading.Thread(target=feed, args=(stream.stdin, seconds), daemon=True).start()
            ear.listen()
            output = stream.stdout.read()
            stream.wait()
        check(stream.returncode == 0, f"exit code {stream.returncode}")
        seen = [flash + BUFFER_MS / 1000 for flash in eye.flashes]
        # The first second is before the receiver's first answer, which tells its buffer.
        pairs = [(min(ear.clicks, key=lambda click: abs(click - light)), light) for light in seen[1:]]
        off = [1000 * (click - light) for click, light in pairs]
        late = off[5:]
        slips = [ear.slip_ms(light) for _, light in pairs[5:]]
        print(f"{len(off)} flashes, {len(ear.clicks)} clicks; behind 5 s: sound later than light by {min(late):.2f} to "
              f"{max(late):.2f} ms, median {statistics.median(late):.2f}; allowed {ALLOWED_MS:.2f} and what JACK's clock slips, "
              f"{max(slips):.2f} at most")
        print(output.decode().splitlines()[-1] if output else "")
        check(len(off) >= seconds - 2 and len(ear.clicks) >= seconds - 2, "every flash has its click")
        check(all(abs(each) <= ALLOWED_MS + slip for each, slip in zip(late, slips)), (off, slips))
    finally:
        for process in (unit, jackd):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
