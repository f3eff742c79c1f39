# SPDX-License-Identifier: MIT
"""Applications for Ether Dream DACs play to idn_etherdream, which sends their points to idn_server.

usage: ether_dream.py plays laser-dac|ether-dream|npm FORMAT
       ether_dream.py found | missing | example | underrun | rates | reconnect | three | signals | limits
       ether_dream.py pace laser-dac|ether-dream|npm   measures, for lab/ether-dream

All points are compared, and idn_parser must report no findings for the streams. Each application plays for
IDN_ETHER_DREAM_SECONDS, 3 by default. Applications run on one host, the DACs and their projectors on another."""
import itertools
import json
import os
import signal
import subprocess

import decoded
from ether_dream_clients import ADDRESSES, Client, peer
from network import Network
from support import Process, Server, closing_line, main, program, require, require_equal, run, wait_for

SECONDS = float(os.environ.get("IDN_ETHER_DREAM_SECONDS", "3"))
RATE = 30_000
CAPACITY = 1799
# Points by which an application may be early while it plays, see Dac::room().
EARLY = RATE // 250


class Dacs(Process):
    """idn_etherdream on host b, one DAC for each service of idn_server there."""

    def __init__(self, folder, network, count=1, options=(), settings=""):
        targets = [f"127.0.0.1/{i + 1}" for i in range(count)]
        plugins = folder / "venue.toml"
        plugins.write_text(settings)
        addresses = [word for address in ADDRESSES[:count] for word in ("--address", address)]
        for address in ADDRESSES[1:count]:
            run([*network.on("b"), "ip", "address", "add", f"{address}/24", "broadcast", "+", "dev", "cable"])
        super().__init__([*network.on("b"), "env", f"IDN_VENUE={plugins}", program("IDN_ETHERDREAM"), "--json",
                          *targets, *addresses, *options], folder, "idn_etherdream")

    def await_start(self):
        self.wait_for_line(lambda line: line["event"] == "start", "start")

    def told(self, text):
        return any(text in line.get("text", "") for line in self.lines())

    def underruns_before_last_client(self):
        texts = [line.get("text", "") for line in self.lines()]
        last = max(place for place, text in enumerate(texts) if " connected" in text)
        return sum("underrun" in text for text in texts[:last])

    def finish_playing(self, number=signal.SIGTERM):
        self.finish(number)
        return [line for line in self.lines() if line["event"] == "summary"]


class Stage:
    """Both hosts, with idn_server and with the DACs that play to it."""

    def __init__(self, folder, count=1, options=(), services=None, settings=""):
        self.folder, self.count, self.options, self.settings = folder, count, options, settings
        self.services = services or count

    def __enter__(self):
        self.network = Network().__enter__()
        self.on_a = self.network.on("a")
        services = [word for i in range(self.services) for word in ("--service", f"{i + 1}:laser:Laser {i + 1}")]
        self.server = Server(self.folder, services, self.network.on("b"))
        self.server.port()
        self.dacs = Dacs(self.folder, self.network, self.count, self.options, self.settings)
        self.dacs.await_start()
        return self

    def __exit__(self, *error):
        self.dacs.__exit__(*error)
        self.server.__exit__(*error)
        self.network.__exit__(*error)

    def client(self, kind, name="client", **options):
        return Client(kind, self.folder, name, self.on_a, **options)

    def finish(self):
        """@return the summaries of the DACs, and the samples of each stream"""
        summaries = self.summaries = self.dacs.finish_playing()
        self.server.finish_recording()
        streams = {}
        self.rows = decoded.rows(self.server.recording, self.folder)
        for row in self.rows:
            streams.setdefault(row.stream, []).append(row.sample)
        return summaries, list(streams.values())

    def check_verdict(self):
        if any(summary["reanchors"] for summary in self.summaries):
            return  # this machine delayed a tick thread by more than 40 ms, so there are findings
        report = subprocess.run([program("IDN_PARSER"), "report", self.server.recording, "--json"],
                                capture_output=True, text=True)
        findings = json.loads(report.stdout).get("findings")
        require_equal(findings, [], "findings of idn_parser")


def lit(samples):
    return [sample for sample in samples if not sample.is_dark()]


def lit_of_all(streams):
    """The lit samples of all streams, one stream after the other."""
    return [sample for samples in streams for sample in lit(samples)]


def pauses(samples):
    """Number of dark gaps between lit samples: the client was late, or this machine."""
    came = [i for i, sample in enumerate(samples) if not sample.is_dark()]
    return sum(1 for before, after in zip(came, came[1:]) if after - before > 1)


def compare(samples, client, made, underruns=0):
    """Checks that the lit samples are those of the client, from its first point on. The npm package drops points, and may
    reconnect, if it detects too late that the buffer has run empty; then only the order of the points is checked.

    @return the number of points received"""
    came = lit(samples)
    if client.kind == "npm" and underruns > 0:
        meant = map(client.expected, range(made))
        for number, sample in enumerate(came):
            require(sample in meant, f"{client.kind}: sample {number} is none of those that follow")
        return len(came)
    for index, sample in enumerate(came):
        require_equal(sample, client.expected(index), f"{client.kind}: point {index}")
    # A stop discards the points in the buffer.
    least = made - CAPACITY - EARLY - 500 if client.kind == "npm" else made
    require(least <= len(came) <= made, f"{client.kind}: {len(came)} of {made} points came")
    return len(came)


def plays(folder, kind, format_name):
    with Stage(folder, settings=f'format = "{format_name}"\n') as stage:
        with stage.client(kind, points=int(SECONDS * RATE), format_name=format_name) as client:
            client.finish()
        summaries, streams = stage.finish()
        came = compare(lit_of_all(streams), client, client.points(), summaries[0]["underruns"])
        stage.check_verdict()
    closing_line(f"{kind} -> idn_etherdream -> idn_server as {format_name}",
                 f"{came} of {client.points()} points equal, {pauses(streams[0])} pauses")


def deviation_p99_us(recording, port_of):
    """The p99 deviation of the streams for which `port_of` is true."""
    report = subprocess.run([program("IDN_PARSER"), "report", recording, "--json"], capture_output=True, text=True)
    streams = json.loads(report.stdout)["streams"]
    return [stream["target"]["deviation_p99_us"] for stream in streams if port_of(stream)]


def pace(folder, kind):
    """Compares the pacing with that of idn_sender, which plays at the same time, at the same rate, in datagrams of the
    same size."""
    with Stage(folder, 1, services=2) as stage:
        sender = [*stage.network.on("b"), program("IDN_SENDER"), "pattern", "circle", "--target", "127.0.0.1/2", "--rate",
                  RATE, "--samples-per-packet", RATE // 1000, "--duration", f"{SECONDS}s", "--json"]
        with stage.client(kind, points=int(SECONDS * RATE)) as client:
            client.await_connected()
            with Process(sender, folder, "idn_sender") as idn_sender:
                idn_sender.finish()
            client.finish()
        summaries, streams = stage.finish()
        by_points = [samples for samples in streams if lit(samples)[0] == client.expected(0)]
        require_equal(len(by_points), 1, "streams of the DAC")
        came = compare(by_points[0], client, client.points(), summaries[0]["underruns"])
        stage.check_verdict()
        ours = deviation_p99_us(stage.server.recording, lambda stream: stream["service_id"] == 1)[0]
        theirs = deviation_p99_us(stage.server.recording, lambda stream: stream["service_id"] == 2)[0]
    closing_line(f"{kind} -> idn_etherdream beside idn_sender",
                 f"{came} of {client.points()} points equal, {pauses(by_points[0])} pauses, deviation "
                 f"p99 {ours:.1f} us, idn_sender {theirs:.1f} us, {ours / theirs:.2f} times")
    require(ours <= 1.5 * theirs, "more than 1.5 times")


def found(folder):
    """Each DAC broadcasts from its own address, with the configured values."""
    options = ["--capacity", "3999", "--max-rate", "60k", "--sw-revision", "7", "--hw-revision", "20"]
    with Stage(folder, 3, options) as stage:
        heard = [json.loads(line) for line in run([*stage.on_a, peer(), "scan", 3]).splitlines()]
        stage.finish()
    require_equal({line["address"] for line in heard}, set(ADDRESSES), "addresses")
    require_equal(len({line["mac"] for line in heard}), 3, "hardware addresses")
    for line in heard:
        told = [line[key] for key in ("capacity", "max_rate", "sw", "hw", "playback")]
        require_equal(told, [3999, 60_000, 7, 20, 0], "what a DAC tells")
    closing_line("ether-dream scan -> idn_etherdream", f"{len(heard)} broadcasts of 3 DACs equal")


def missing(folder):
    """The DAC of a projector that is switched on later is broadcast from then on, and not before."""
    name = "interop unit"
    with Network() as network:
        command = [*network.on("b"), program("IDN_ETHERDREAM"), "--json", name]
        with Process(command, folder, "idn_etherdream") as bridge:
            start = bridge.wait_for_line(lambda line: line["event"] == "start", "start")
            require(start["missing"], "a projector that is not there is not missing")
            require_equal(run([*network.on("a"), peer(), "scan", 2]), "", "broadcasts without a projector")
            with Server(folder, ["--name", name], network.on("b")) as server:
                server.port()
                wait_for(lambda: run([*network.on("a"), peer(), "scan", 2]) != "", "the broadcasts of the DAC")
                with Client("laser-dac", folder, "client", network.on("a"), points=RATE) as client:
                    client.finish()
                server.finish_recording()
            bridge.finish(signal.SIGTERM)
        streams = {}
        for row in decoded.rows(server.recording, folder):
            streams.setdefault(row.stream, []).append(row.sample)
        came = max(compare(samples, client, client.points()) for samples in streams.values() if lit(samples))
    closing_line("laser-dac -> idn_etherdream -> idn_server that comes later", f"{came} points equal")


def limits(folder):
    """The output limits in venue.toml are applied to the points of applications."""
    settings = """[limits.brightness]
most = 0.5
[limits.picture]
left = -0.5
right = 0.5
bottom = -0.25
top = 0.25
"""
    for kind in ("laser-dac", "npm"):
        part = folder / kind
        part.mkdir()
        with Stage(part, settings=settings) as stage:
            with stage.client(kind, points=int(SECONDS * RATE)) as client:
                client.finish()
            summaries, streams = stage.finish()
        # Several streams, and fewer points, if the npm client got too little CPU time and connected again.
        taken, came = summaries[0]["points"], len(lit_of_all(streams))
        require(came > CAPACITY and came >= taken - CAPACITY, f"{came} of {taken} points were lit")
        for sample in itertools.chain(*streams):
            require(abs(sample.x) <= 16384 and abs(sample.y) <= 8192, f"{sample} is outside of the picture")
            require(max(sample.r, sample.g, sample.b) <= 32768, f"{sample} is too bright")
    closing_line("limits of venue.toml -> idn_etherdream", "hold for laser-dac and npm")


def example(folder):
    """The example of the crate, which polls the DAC without a pause, still plays without a gap."""
    with Stage(folder) as stage:
        run([*stage.on_a, peer(), "example", ADDRESSES[0], SECONDS])
        _, streams = stage.finish()
        made = int(SECONDS * (100_000 // 32))
        with stage.client("ether-dream", points=0) as client:  # for expected() only
            pass
        came = lit(streams[0])
        for index, sample in enumerate(came):
            require_equal(sample, client.expected(index), f"point {index}")
        require(made - CAPACITY - EARLY <= len(came) <= made, f"{len(came)} of {made} points came")
        stage.check_verdict()
    closing_line("ether-dream's example -> idn_etherdream", f"{len(came)} points equal at its rate of 3125")


def underrun(folder):
    with Stage(folder) as stage:
        with stage.client("underrun", points=int(SECONDS * RATE)) as client:
            client.finish()
        summaries, streams = stage.finish()
        require(summaries[0]["underruns"] >= 2, "no underrun halfway")
        require(pauses(streams[0]) >= 1, "not dark between")
        came = compare(streams[0], client, client.points())
    closing_line("ether-dream with an underrun -> idn_etherdream", f"{came} points equal, dark in between")


def rates(folder):
    """Each point is shown at the rate that was queued for it."""
    segment, short = 3000, 20  # at the end of a rate less than 20 points may be sent at the next one
    with Stage(folder) as stage:
        with stage.client("rates", points=int(SECONDS * RATE)) as client:
            client.finish()
        _, streams = stage.finish()
        came = compare(streams[0], client, client.points())
    times = [row.time_us for row in stage.rows if not row.sample.is_dark()]
    wrong = [0, 0]
    for index, (time, following) in enumerate(zip(times, times[1:])):
        fast = index // segment % 2
        wrong[fast] += abs(following - time - (20 if fast else 1e6 / RATE)) > 2
    changes = came // segment
    require(sum(wrong) <= short * changes + 2 * pauses(streams[0]), f"{wrong} points at a wrong rate, {changes} changes")
    closing_line("ether-dream with queued rates -> idn_etherdream",
                 f"{came} points equal, {changes} changes of the rate, {sum(wrong)} points at the one before or behind")


def reconnect(folder):
    """The npm package ends with an emergency stop and plays again; then another application plays."""
    with Stage(folder) as stage:
        points = int(SECONDS * RATE / 3)
        with stage.client("npm", "npm", points=points, times=2) as npm:
            npm.finish()
        with stage.client("laser-dac", "laser-dac", points=points, first=1000) as laser_dac:
            laser_dac.finish()
        _, streams = stage.finish()
        late = stage.dacs.underruns_before_last_client()  # underruns of the npm package
        require(len(streams) == 3 or late > 0, f"{len(streams)} streams")
        ends = [line["points"] for line in npm.lines() if line["event"] == "end"]
        compare(lit_of_all(streams[:-1]) if late > 0 else streams[0], npm, ends[late > 0], late)
        if late == 0:
            npm.first += ends[0]
            compare(streams[1], npm, ends[1] - ends[0])
        compare(streams[-1], laser_dac, points)
        stage.check_verdict()
    closing_line("npm twice, then laser-dac -> idn_etherdream", "each plays, points equal")


def three(folder):
    kinds = ("npm", "laser-dac", "ether-dream")
    with Stage(folder, 3) as stage:
        clients = []
        for i, kind in enumerate(kinds):
            clients.append(stage.client(kind, kind, first=20_000 * i, points=int(SECONDS * RATE),
                                        address=ADDRESSES[i]))
            clients[-1].await_connected()
        for client in clients:
            client.finish()
        summaries, streams = stage.finish()
        came = 0
        for client, summary in zip(clients, summaries):
            own = [s for s in streams if lit(s) and lit(s)[0] == client.expected(0)]
            require_equal(len(own), 1, f"streams of {client.kind}")
            came += compare(own[0], client, client.points(), summary["underruns"])
        stage.check_verdict()
    closing_line("npm, laser-dac and ether-dream at once -> idn_etherdream", f"{came} points equal")


def signals(folder):
    """Whether the application or idn_etherdream is ended: the stream becomes dark and is closed."""
    for name, number in (("client", signal.SIGKILL), ("bridge", signal.SIGTERM), ("bridge", signal.SIGINT)):
        part = folder / f"{name}{number}"
        part.mkdir()
        with Stage(part) as stage:
            with stage.client("laser-dac", points=int(600 * RATE)) as client:
                client.await_connected()
                wait_for(lambda: any(line["event"] == "stream" for line in stage.server.lines()), "a stream")
                if name == "client":
                    client.process.send_signal(number)
                    client.process.wait()
                    wait_for(lambda: stage.dacs.told(" disconnected"), "the end of the client")
                else:
                    stage.dacs.finish(number)
                wait_for(lambda: any(line["event"] == "dark" and line["reason"] == "closed"
                                     for line in stage.server.lines()), "the close of the stream")
            if name == "client":
                stage.dacs.finish_playing()
            stage.server.finish_recording()
            rows = decoded.rows(stage.server.recording, part)
            lit = [i for i, row in enumerate(rows) if not row.sample.is_dark()]
            require(lit, "nothing was lit")
            # Some receivers drop what they have buffered when the channel closes (OpenIDN).
            dark_s = (len(rows) - 1 - lit[-1]) / RATE
            require(dark_s >= 0.2, f"dark for {dark_s} s before the close")
    closing_line("idn_etherdream ends", "dark for 0.2 s and closed behind SIGKILL of the client, SIGTERM and SIGINT")


def test(folder, scenario, *arguments):
    globals()[scenario](folder, *arguments)


main(test)
