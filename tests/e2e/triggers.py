#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Triggers and pictures by OSC and UDP, from the octets that a controller sends to the samples that idn_server has counted. The
OSC messages are built here after the specification (opensoundcontrol.org/spec-1_0), those of PONK after its own. All datagrams pass through this program on
their way to idn_server, so tests wait for datagrams instead of sleeping.

Usage: triggers.py IDN_SENDER IDN_SERVER [CASE...]
"""
import atexit
import json
import pathlib
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

DEADLINE = 180


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def await_that(condition, what):
    end = time.monotonic() + DEADLINE
    while not condition():
        check(time.monotonic() < end, f"waited {DEADLINE} s in vain for {what}")
        time.sleep(0.002)


def text(value):
    octets = value.encode() + b"\0"
    return octets + b"\0" * (-len(octets) % 4)


def osc(address, *arguments):
    types, data = ",", b""
    for argument in arguments:
        if isinstance(argument, bytes):
            types, data = types + "b", data + struct.pack(">i", len(argument)) + argument + b"\0" * (-len(argument) % 4)
        elif isinstance(argument, int):
            types, data = types + "i", data + struct.pack(">i", argument)
        else:
            types, data = types + "f", data + struct.pack(">f", argument)
    return text(address) + text(types) + data


def bundle(*elements, at=None):
    """`at`: a time since 1970, or nothing for at once."""
    tag = 1 if at is None else int((at + 2_208_988_800) * 2**32)
    return text("#bundle") + struct.pack(">Q", tag) + b"".join(struct.pack(">i", len(e)) + e for e in elements)


def lsx(points, first=0, total=None):
    """Message of LSX with some points of a frame, from `first` on of `total`, in its format XYZPPrRGB, little endian."""
    head = struct.pack("<BBBBhhhh", 2, 0, 0, 0, 1, len(points) if total is None else total, first, len(points))
    return osc("/LSX_0/Frame", head + b"".join(struct.pack("<hhhBBBBB", x, y, 0, 0, 0, *rgb) for x, y, rgb in points))


def ponk(sender, number, paths, name=""):
    """Datagram of PONK with frame `number`, after github.com/madmappersoftware/Ponk: paths of (x, y, (r, g, b))."""
    data = b""
    for points in paths:
        data += struct.pack("<BBH", 1, 0, len(points)) + b"".join(struct.pack("<ffBBB", x, y, *rgb) for x, y, rgb in points)
    return struct.pack("<8sBI32sBBBI", b"PONK-UDP", 0, sender, name.encode(), number % 256, 1, 0, sum(data)) + data


def samples_of(datagram):
    """(x, y, (r, g, b)) of each sample of a wave chunk in xyrgbi. By the specification the packet header takes 4 octets, the
    message header 8, a configuration 4 and its words, the chunk header 4."""
    if datagram[0] not in (0x40, 0x41) or datagram[7] != 0x01:
        return []
    begin = 12 + (4 + 4 * datagram[12] if datagram[6] & 0x40 else 0) + 4
    data = datagram[begin:]
    return [(x, y, (r, g, b)) for x, y, r, g, b in struct.iter_unpack(">hhBBBx", data[:len(data) // 8 * 8])]


class Way(threading.Thread):
    """Forwards datagrams between idn_sender and idn_server, and stores the samples of each."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.front, self.back = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
        for side in (self.front, self.back):
            side.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        self.front.bind(("127.0.0.1", 0))
        self.back.connect(("127.0.0.1", port))
        self.target = f"127.0.0.1:{self.front.getsockname()[1]}"
        self.waves = []
        self.times = []  # of their arrival, since 1970
        self.start()

    def run(self):
        client = None
        while True:
            for side in select.select([self.front, self.back], [], [])[0]:
                if side is self.back:
                    self.front.sendto(self.back.recv(65536), client)
                    continue
                datagram, client = self.front.recvfrom(65536)
                self.back.send(datagram)
                samples = samples_of(datagram)
                if samples:
                    self.times.append(time.time())
                    self.waves.append(samples)

    def colours(self, begin=0):
        """Colours of the lit samples, from datagram `begin` on."""
        return {rgb for wave in self.waves[begin:] for _, _, rgb in wave if rgb != (0, 0, 0)}

    def await_change(self, begin, wanted, due):
        """Waits for datagram `begin` or a later one from which on there are these colours alone. @return its number; it is not before `due`"""
        run = 20  # a slow machine leaves single datagrams dark

        def change():
            ends = range(begin, len(self.waves) - run)
            return next((i for i in ends if all(self.colours_of(j) == wanted for j in range(i, i + run))), None)
        await_that(lambda: change() is not None, "a change")
        first = change()
        check(due <= self.times[first] < due + 0.5, f"{self.times[first] - due:.6f} s after its time")
        return first

    def colours_of(self, number):
        return {rgb for _, _, rgb in self.waves[number] if rgb != (0, 0, 0)}

    def await_more(self, count):
        end = len(self.waves) + count
        await_that(lambda: len(self.waves) >= end, "datagrams")

    def await_colours(self, wanted, what):
        """Waits until the last ten datagrams have these colours and no others."""
        await_that(lambda: len(self.waves) > 10 and self.colours(-10) == wanted, what)

    def stays(self, wanted, what):
        begin = len(self.waves)
        self.await_more(50)
        check(self.colours(begin) == wanted, f"{what}: {self.colours(begin)}")


class Program:
    """A child process that prints JSON lines to a file."""

    def __init__(self, folder, name, *command, stdin=subprocess.DEVNULL):
        self.output = folder / name
        self.errors = folder / (name + ".errors")
        with open(self.output, "wb") as out, open(self.errors, "wb") as err:
            self.process = subprocess.Popen([str(part) for part in command], stdin=stdin, stdout=out, stderr=err)
        atexit.register(self.process.kill)  # of a test that has failed

    def events(self, name):
        lines = self.output.read_text()
        events = [json.loads(line) for line in lines[:lines.rfind("\n") + 1].splitlines()]
        return [event for event in events if event["event"] == name]

    def await_event(self, name, count=1):
        await_that(lambda: len(self.events(name)) >= count or self.process.poll() is not None, f"{name} events")
        check(len(self.events(name)) >= count, f"ended: {self.errors.read_text()}")
        return self.events(name)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(DEADLINE)
        check(code == 0, f"exit code {code}: {self.errors.read_text()}")


class Stage:
    """idn_server, idn_sender with `options`, and a Way between them."""

    def __init__(self, folder, programs, command, listeners, *options, samples=30, stdin=subprocess.DEVNULL):
        self.server = Program(folder, "server", programs[1], "--json", "--port", "0", "--state", folder / "state")
        self.way = Way(self.server.await_event("start")[0]["port"])
        self.sender = Program(folder, "sender", programs[0], *command, "--json", "--rate", "30k", "-n", str(samples), "--target",
                              self.way.target, *options, stdin=stdin)
        self.places = {event["for"]: ("127.0.0.1", int(event["at"].rsplit(":", 1)[1]))
                       for event in self.sender.await_event("listening", listeners)}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def send(self, what, octets):
        self.socket.sendto(octets, self.places[what])

    def osc(self, *message):
        self.send("triggers by osc", osc(*message))

    def line(self, words):
        self.send("triggers by udp", words.encode())

    def picture(self, octets):
        self.send("pictures", octets)

    def end(self):
        """Ends both programs. Checks that the stream ends dark, and that idn_server has counted all samples. @return the event
        "triggers" of idn_sender, if any"""
        self.sender.end()
        summary = self.server
        summary.end()
        last = self.way.waves[-1]
        check(all(rgb == (0, 0, 0) for _, _, rgb in last), "a dark end")
        passed = sum(map(len, self.way.waves))
        counted = sum(stream["samples"] for stream in summary.events("summary")[0]["streams"])
        check(counted == passed, f"idn_server counted {counted} samples of {passed}")
        return next(iter(self.sender.events("triggers")), None)


GREEN = (0, 255, 0)


def case_triggers(folder, programs):
    stage = Stage(folder, programs, ["pattern", "circle", "--colour", "00ff00"], 2, "--begin-dark", "--on", "osc:0,/go=light",
                  "--on", "udp:0,black out=dark")
    way = stage.way
    way.await_more(20)
    check(not way.colours(), "dark from the beginning")
    stage.osc("/light")
    way.await_colours({GREEN}, "light by OSC")
    stage.line("dark\r\n")
    way.await_colours(set(), "dark by UDP")
    dice = random.Random(7)
    for _ in range(1000):
        junk = dice.randbytes(dice.randrange(64))
        stage.send("triggers by osc", junk)
        stage.send("triggers by udp", b"?" + junk.replace(b"\n", b"?"))
        stage.send("triggers by osc", bundle(osc("/light"), b"/light"))  # the second element is truncated
    way.stays(set(), "dark whatever comes that is no trigger")
    stage.send("triggers by osc", bundle(osc("/other"), bundle(osc("/light", 1.0))))
    way.await_colours({GREEN}, "light by a bundle")
    stage.osc("/light", 0.0)
    way.await_colours(set(), "dark by letting go")
    stage.osc("/go", 1)
    way.await_colours({GREEN}, "light by an address of one's own")
    stage.line("light\nblack out\n")
    way.await_colours(set(), "the last of several lines")
    stage.line("light")
    way.await_colours({GREEN}, "light by UDP")
    told = stage.end()
    check((told["dark"], told["light"], told["next"], told["cue"]) == (3, 5, 0, 0), told)
    check(told["nothing_to_call"] == 0 and told["released"] == 0, told)
    check(told["not_understood"] > 1000 and told["measured"] >= 7, told)
    check(0 < (told["response_p50_us"] or told["response_max_us"]) <= told["response_max_us"], told)
    check((told["response_p50_us"] is None) == (told["measured"] < 20), told)


def case_times(folder, programs):
    """A start and triggers at times of the wall clock, told by UDP too."""
    reports = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    reports.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    reports.bind(("127.0.0.1", 0))
    start = time.time() + 1.5
    stage = Stage(folder, programs, ["pattern", "circle", "--colour", "00ff00"], 2, "--on", "udp:0", "--on", "osc:0",
                  "--start-at", f"{start:.9f}", "--report-to", str(reports.getsockname()[1]))
    way = stage.way
    at = way.await_change(0, {GREEN}, start)
    check(at < 3, f"{at} datagrams before the first lit one")

    due = time.time() + 0.5
    stage.line(f"dark @{due:.9f} #one")
    dark = way.await_change(at, set(), due)
    stage.line(f"dark @{due:.9f} #one")
    due = time.time() + 0.5
    stage.send("triggers by osc", bundle(osc("/light"), at=due))
    lit = way.await_change(dark, {GREEN}, due)
    stage.send("triggers by osc", bundle(osc("/dark"), at=time.time() + 50))  # darkness by OSC does not wait
    way.await_colours(set(), "dark at once")
    stage.send("triggers by osc", bundle(osc("/light"), at=time.time() + 3600))  # by a wrong clock
    way.await_colours({GREEN}, "light at once, since it is far ahead")
    stage.line("dark")
    way.await_colours(set(), "dark")
    past = time.time() - 2
    stage.line(f"light @{past:.9f} #two")
    way.await_colours({GREEN}, "light at once, since it was late")
    stage.line("light @soon #three")
    stage.line(f"next @{past:.9f} #four")
    stage.line(f"dark @{time.time() + 3600:.0f}")  # never comes

    def told():
        return [(event["action"], event["id"], event["outcome"]) for event in stage.sender.events("trigger")]

    wanted = [("dark", "one", "waits"), ("dark", "one", "done"), ("dark", "one", "again"), ("light", None, "waits"),
              ("light", None, "done"), ("light", "two", "done"), ("next", "four", "nothing to call"), ("dark", None, "waits")]
    await_that(lambda: len(told()) >= len(wanted), "what became of all")
    check(told() == wanted, told())
    done = [event for event in stage.sender.events("trigger") if event["outcome"] == "done"]
    check(all(0 <= event["late_us"] < 500_000 for event in done[:2]) and 2e6 <= done[2]["late_us"] < 4e6, done)
    summary = stage.end()
    check((summary["dark"], summary["light"], summary["late"], summary["again"], summary["not_understood"]) == (3, 3, 2, 1, 1),
          summary)
    reports.setblocking(False)
    received = []
    while select.select([reports], [], [], 0)[0]:
        received.append(reports.recv(65536).decode())
    printed = [line + "\n" for line in stage.sender.output.read_text().splitlines()]
    check(received == printed, f"{len(received)} lines by UDP, {len(printed)} printed")


def case_cues(folder, programs):
    colours = {"ff0000": (255, 0, 0), "00ff00": GREEN, "0000ff": (0, 0, 255)}
    red, green, blue = colours.values()
    files = []
    for colour in colours:
        files.append(folder / (colour + ".ild"))
        subprocess.run([programs[0], "export", "square", files[-1], "--colour", colour], check=True, stdout=subprocess.DEVNULL)
    stage = Stage(folder, programs, ["play", *files, "--stay"], 2, "--on", "udp:0", "--on", "osc:0,/last=cue 3")
    way = stage.way
    way.await_more(100)
    way.stays({red}, "the first cue stays")
    stage.line("next")
    way.await_colours({green}, "the next one")
    stage.osc("/last")
    way.await_colours({blue}, "cue 3")
    stage.line("next")
    way.await_colours({red}, "the first one behind the last")
    stage.osc("/cue", 2)
    way.await_colours({green}, "cue 2")
    stage.line("dark")
    way.await_colours(set(), "dark")
    stage.osc("/cue", 3.0)
    stage.osc("/cue", 4)
    stage.osc("/cue", 2.5)
    way.stays(set(), "a cue called in the dark stays dark")
    stage.line("light")
    way.await_colours({blue}, "the cue that was called in the dark")
    order = []
    for wave in way.waves:
        for _, _, rgb in wave:
            if rgb != (0, 0, 0) and order[-1:] != [rgb]:
                order.append(rgb)
    check(order == [red, green, blue, red, green, blue], f"each cue without remains of the one before: {order}")
    told = stage.end()
    check((told["dark"], told["light"], told["next"], told["cue"]) == (1, 1, 2, 3), told)
    check((told["nothing_to_call"], told["not_understood"]) == (1, 1), told)


def case_planned_cues(folder, programs):
    """A cue with a time begins with the sample that leaves then, in the middle of a datagram, whose samples last 5 ms."""
    files = []
    for colour in ("ff0000", "00ff00"):
        files.append(folder / (colour + ".ild"))
        subprocess.run([programs[0], "export", "circle", files[-1], "--colour", colour], check=True, stdout=subprocess.DEVNULL)
    stage = Stage(folder, programs, ["play", *files, "--stay"], 1, "--on", "udp:0", samples=150)
    way = stage.way
    way.await_more(20)
    within, after = 0, []
    for number in range(10):
        begin, due, colour = len(way.waves), time.time() + 0.3, (GREEN, (255, 0, 0))[number % 2]
        stage.line(f"cue {2 - number % 2} @{due:.6f}")
        await_that(lambda: len(way.waves) > begin + 1 and way.colours_of(-1) == {colour}, "the cue")
        first = next(i for i in range(begin, len(way.waves)) if colour in way.colours_of(i))
        place = next(i for i, (_, _, rgb) in enumerate(way.waves[first]) if rgb == colour)
        within += len(way.colours_of(first)) == 2
        after.append(way.times[first] + place / 30_000 - due)
    check(within >= 5, f"{within} of 10 cues begin within a datagram")
    check(abs(sorted(after)[5]) < 0.004, f"{[round(1000 * time, 1) for time in after]} ms after their times")
    # One that is called at once, behind what was to begin and is discarded: it begins nevertheless.
    due = time.time() + 0.3
    stage.line(f"cue 2 @{due:.6f}")
    await_that(lambda: time.time() > due - 0.005, "the time, almost")
    stage.line("cue 1")
    begin = len(way.waves)
    await_that(lambda: len(way.waves) > begin + 10 and way.colours(-10) == {GREEN}, "the planned cue")
    stage.end()


def case_content_runs_on(folder, programs):
    """Numbered samples, of which none may be left out, whatever is dark between."""
    stage = Stage(folder, programs, ["live", "--latency", "500ms"], 1, "--on", "udp:0", stdin=subprocess.PIPE)
    way = stage.way

    def source():
        number = 0
        while True:
            octets = b"".join(struct.pack(">hhHHH", (number + i) % 65536 - 32768, 0, 0, 65535, 0) for i in range(300))
            try:
                stage.sender.process.stdin.write(octets)
            except BrokenPipeError:
                return
            number += 300

    threading.Thread(target=source, daemon=True).start()
    way.await_more(700)  # what was in the pipe before the sender began has left the queue
    begin = len(way.waves)
    for _ in range(3):
        way.await_colours({GREEN}, "light")
        stage.line("dark")
        way.await_colours(set(), "dark")
        way.await_more(100)
        stage.line("light")
    way.await_colours({GREEN}, "light again")
    end = len(way.waves)
    stage.end()
    numbers = [x for wave in way.waves[begin:end] for x, _, _ in wave]
    steps = [(b - a) % 65536 for a, b in zip(numbers, numbers[1:])]
    left_out = [step - 1 for step in steps if step > 1]
    check(not left_out, f"{left_out} samples were left out")
    starved = stage.sender.events("summary")[0]["starved_samples"]  # they stay where the beam was
    check(steps.count(0) <= starved, f"{steps.count(0)} times the content stood still, {starved} times the input was late")


def case_pictures(folder, programs):
    stage = Stage(folder, programs, ["osc", "0"], 1, "--hold", "400ms")
    way = stage.way
    red, blue = (255, 0, 0), (0, 0, 255)
    frame = [(1000 * i, -1000 * i, red) for i in range(20)]
    shown = {(x, y) for x, y, _ in frame}
    sending = threading.Event()
    sending.set()
    pictures = [lsx(frame[:7], 0, 20), lsx(frame[7:], 7, 20)]

    def source():
        while True:
            sending.wait()
            for picture in pictures:
                stage.picture(picture)
            time.sleep(0.02)

    threading.Thread(target=source, daemon=True).start()
    way.await_more(50)
    check(not way.colours(), "dark until armed")
    stage.picture(osc("/arm"))
    way.await_colours({red}, "frames of LSX")

    def lit():
        return {(x, y) for wave in way.waves for x, y, rgb in wave if rgb != (0, 0, 0)}

    await_that(lambda: lit() >= shown, "all points of the frame")  # a datagram may contain only a part of a pass
    check(lit() == shown, f"points where they were: {lit() ^ shown}")
    stage.picture(osc("/dark"))
    way.await_colours(set(), "dark")
    way.stays(set(), "dark though frames go on")
    stage.picture(osc("/arm", 1))
    way.await_colours({red}, "armed again")
    sending.clear()
    way.await_colours(set(), "dark when the source is silent")
    pictures[:] = [osc("/point", 0.5, -0.5, 0.0, 0.0, 1)]
    sending.set()
    way.await_colours({blue}, "a point, when it is there again")
    check((16384, -16384, blue) in way.waves[-1], f"the point where it was: {way.waves[-1][-1]}")
    pictures[:] = [osc("/frame", *(0.0, 0.0, 1, 0, 0) * 10)]
    way.await_colours({red}, "a frame of numbers")
    for _ in range(100):
        stage.picture(random.Random(3).randbytes(40))
    way.stays({red}, "lit whatever else comes")
    stage.end()
    sending.clear()
    check("were not understood" in stage.sender.errors.read_text(), "junk is told of")


class PonkSource(threading.Thread):
    """Sends frames with one line of `colour`, until it is silent."""

    def __init__(self, send, sender, colour, name=""):
        super().__init__(daemon=True)
        self.deliver, self.sender, self.name_sent = send, sender, name
        self.line = [(-0.5, 0.25, colour), (0.5, 0.25, colour)]
        self.ends = threading.Event()
        self.sent = 0
        self.start()

    def run(self):
        while not self.ends.wait(0.02):
            self.deliver(ponk(self.sender, self.sent, [self.line], self.name_sent))
            self.sent += 1

    def await_more(self, count=30):
        end = self.sent + count
        await_that(lambda: self.sent >= end, "frames to be sent")

    def stays_dark(self, way, what):
        """While frames go on. idn_sender sends no samples when it has been dark for a second."""
        begin = len(way.waves)
        self.await_more()
        check(not way.colours(begin), f"{what}: {way.colours(begin)}")

    def silence(self):
        self.ends.set()
        self.join()


def case_ponk(folder, programs):
    red, blue = (255, 0, 0), (0, 0, 255)
    stage = Stage(folder, programs, ["ponk", "0"], 2, "--hold", "400ms", "--on", "udp:0")
    way = stage.way
    first = PonkSource(stage.picture, 1, red)
    first.stays_dark(way, "dark without --arm")
    stage.line("light")
    way.await_colours({red}, "light by a trigger")
    # y is up, in PONK and in IDN.
    check({y for wave in way.waves for _, y, rgb in wave if rgb == red} == {8192}, "the line where it was")
    stage.line("dark")
    way.await_colours(set(), "dark by a trigger")
    first.stays_dark(way, "dark by a trigger though frames go on")
    stage.line("light")
    way.await_colours({red}, "light again")
    second = PonkSource(stage.picture, 2, blue)
    second.await_more()
    way.stays({red}, "the first sender that came")
    for junk in (b"PONK-UDP", ponk(3, 0, [])[:-1], ponk(1, 0, [[(0, 0, GREEN)]])[:-1]):
        stage.picture(junk)
    way.stays({red}, "lit whatever else comes")
    first.silence()
    way.await_colours({blue}, "the other sender, when the first one is silent")
    second.silence()
    way.await_colours(set(), "dark when no sender is there")
    stage.end()
    check("datagrams of other senders" in stage.sender.errors.read_text(), "other senders are told of")


def case_ponk_from(folder, programs):
    red, blue = (255, 0, 0), (0, 0, 255)
    stage = Stage(folder, programs, ["ponk", "0"], 1, "--arm", "--only", "Second")
    first = PonkSource(stage.picture, 1, red, "First")
    first.stays_dark(stage.way, "dark as long as the chosen sender is not there")
    second = PonkSource(stage.picture, 2, blue, "Second")
    stage.way.await_colours({blue}, "the chosen sender")
    stage.way.stays({blue}, "the chosen sender and no other")
    second.silence()
    stage.way.await_colours(set(), "dark without it, though the other one goes on")
    first.stays_dark(stage.way, "dark as long as the chosen sender is not there again")
    first.silence()
    stage.end()


def main(programs, chosen):
    cases = {name[5:]: run for name, run in globals().items() if name.startswith("case_")}
    for name in chosen or cases:
        with tempfile.TemporaryDirectory(prefix="idn_triggers_") as folder:
            cases[name](pathlib.Path(folder), programs)
        print(f"{name}: as it has to be")


if __name__ == "__main__":
    main(sys.argv[1:3], sys.argv[3:])
