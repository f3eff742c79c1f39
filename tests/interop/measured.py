# SPDX-License-Identifier: MIT
"""Checks the measurements of idn_parser against an independent calculation, by numpy from the fields that tshark prints.

usage: measured.py FILE            a capture of ../shared/captures
       measured.py wave|frame|ack  a new recording of idn_sender and idn_server

Counts must be equal; times must agree within a nanosecond, or 1e-9 of them; ratios within 1e-9."""
import json
import os
import pathlib
import subprocess
import sys

from support import Mismatch, Process, Server, Skip, closing_line, main, program, require, require_equal, run, tool

try:
    import numpy
except ImportError:
    numpy = None

FIELDS = ["frame.time_epoch", "ip.src", "ip.dst", "ipv6.src", "ipv6.dst", "udp.srcport", "udp.dstport", "udp.payload"]
REALTIME = range(0x40, 0x47)
WAVE, FRAME, FIRST, AUDIO, SEQUEL = 0x01, 0x02, 0x03, 0x20, 0xC0
MESSAGE = 8  # octets of a channel message header
SHARED = pathlib.Path(os.environ.get("IDN_SHARED_DIR", pathlib.Path(__file__).resolve().parents[3] / "shared"))


def nanoseconds(text):
    """Nanoseconds of a decimal number of seconds, which a float cannot represent."""
    seconds, _, fraction = text.partition(".")
    return int(seconds) * 1_000_000_000 + int(fraction.ljust(9, "0")[:9])


class Datagram:
    """A datagram whose headers are read at the positions given in the specification."""

    def __init__(self, line):
        time, *rest = line.split("\t")
        source4, target4, source6, target6, source_port, target_port, payload = rest
        self.time = nanoseconds(time)
        self.octets = bytes.fromhex(payload)
        self.source = (source4 or source6, int(source_port))
        self.target = (target4 or target6, int(target_port))
        self.command, self.group = self.octets[0], self.octets[1] & 0x0F
        self.sequence = int.from_bytes(self.octets[2:4], "big")
        self.has_message = self.command in REALTIME and self.command != 0x46 and len(self.octets) > 4
        if not self.has_message:
            return
        message = self.octets[4:]
        self.channel = message[2] & 0x3F
        self.type = message[3]
        self.timestamp = int.from_bytes(message[4:8], "big")
        self.has_config = bool(message[2] & 0x40) and self.type < 0xC0
        config = 4 + 4 * message[MESSAGE] if self.has_config else 0
        body = message[MESSAGE + config:int.from_bytes(message[0:2], "big")]
        self.routing = self.has_config and bool(message[MESSAGE + 1] & 1)
        has_header = self.type in (WAVE, FRAME, FIRST, AUDIO)
        self.duration = int.from_bytes(body[1:4], "big") if has_header else 0
        self.sample_octets = len(body) - (4 if has_header else 0) if has_header or self.type == SEQUEL else 0


def datagrams(capture, port):
    """Every UDP datagram to or from the port, with IP fragments reassembled by tshark."""
    command = [tool("tshark", "tshark"), "-r", str(capture), "-o", "ip.defragment:TRUE", "-Y",
               f"udp.port == {port} && !icmp", "-T", "fields"]
    for field in FIELDS:
        command += ["-e", field]
    lines = run(command).splitlines()
    return [Datagram(line) for line in lines if len(line.split("\t")[-1]) >= 8]


def lost_and_repeated(packets):
    """Numbers of datagrams lost, duplicated and late, from the set of unwrapped sequence numbers."""
    expected, last, numbers = 0, packets[0].sequence, []
    for packet in packets:
        last += (packet.sequence - last + 0x8000) % 0x10000 - 0x8000
        numbers.append(last)
    array = numpy.array(numbers)
    distinct = numpy.unique(array)
    late = sum(1 for i in range(1, len(array)) if array[i] < array[:i].max() and array[i] not in array[:i])
    return int(distinct[-1] - distinct[0] + 1 - len(distinct)), int(len(array) - len(distinct)), late


def unwrapped(timestamps):
    """Timestamps in microseconds, unwrapped from 32 bits: steps are less than half of the range."""
    steps = (numpy.diff(timestamps) + 2**31) % 2**32 - 2**31
    return numpy.concatenate([timestamps[:1], timestamps[0] + numpy.cumsum(steps)])


class Check:
    """Compares values of idn_parser with expected ones, and counts them."""

    def __init__(self):
        self.values = 0

    def count(self, actual, expected, what):
        require_equal(actual, int(expected), what)
        self.values += 1

    def time(self, actual_us, expected_ns, what):
        difference = abs(actual_us * 1000 - float(expected_ns))
        allowed = max(1.0, 1e-9 * abs(float(expected_ns)))
        require(difference <= allowed, f"{what}: {actual_us} us, {difference} ns from {float(expected_ns) / 1000} us")
        self.values += 1

    def percentile(self, actual_us, values, share, what):
        """Of fewer than 10 / (1 - share) values it is not told."""
        if len(values) * (1000 - round(share * 1000)) < 10_000:
            require_equal(actual_us, None, what)
        else:
            self.time(actual_us, nearest_rank(values, share), what)

    def ratio(self, actual, expected, what, scale=1.0):
        require(abs(actual - expected) <= 1e-9 * max(abs(expected), scale), f"{what}: {actual!r} instead of {expected!r}")
        self.values += 1


def check_offsets(stream, times, check):
    offsets = numpy.diff(times)
    check.time(stream["offsets"]["average_us"], offsets.mean(), "average offset")
    check.time(stream["offsets"]["min_us"], offsets.min(), "smallest offset")
    check.time(stream["offsets"]["max_us"], offsets.max(), "largest offset")
    buckets = numpy.clip(offsets, -10**9, 10**9) // 100_000 * 100
    edges, counts = numpy.unique(buckets, return_counts=True)
    require_equal(stream["histogram"]["counts"], [[int(e), int(c)] for e, c in zip(edges, counts)], "histogram")
    check.count(stream["histogram"]["total"], len(offsets), "offsets")
    # The plot over time has the smallest and the largest offset of each part of the stream. Parts have as many offsets each,
    # a power of two; two datagrams may have arrived at the same time, so that the begin of a part does not tell its first one.
    series = stream["offsets_over_time"]
    per_part = 1
    while -(-len(offsets) // per_part) > len(series):
        per_part *= 2
    starts = numpy.arange(len(series)) * per_part
    require_equal([begin for begin, _, _ in series], times[1:][starts].tolist(), "begins of the parts")
    for (_, low, high), part in zip(series, numpy.split(offsets, starts[1:])):
        check.time(low, part.min(), "smallest offset of a part")
        check.time(high, part.max(), "largest offset of a part")


def nearest_rank(values, share):
    return numpy.sort(values)[max(0, -(-len(values) * round(share * 1000) // 1000) - 1)]


def deviations_of(offsets, media, durations, is_frame):
    """(deviations, gaps) in ns. Deviation of an offset: for frames from the step of the timestamps; for waves from the
    duration of the earlier chunk, and at least the gap: the time that the timestamps skip, or repeat if negative."""
    steps = numpy.diff(media) * 1000
    if is_frame:
        return offsets - steps, numpy.zeros_like(steps)
    gaps = steps - durations[:-1] * 1000
    gaps[abs(gaps) <= 2000] = 0
    deviations = offsets - durations[:-1] * 1000
    return numpy.where(abs(gaps) > abs(deviations), gaps, deviations), gaps


def check_target(stream, deviations, dark, check):
    target = stream["target"]
    near = numpy.count_nonzero((deviations >= -100_000) & (deviations < 100_000))
    check.ratio(target["on_target_share"], near / (len(deviations) + dark), "share on target")
    check.count(target["dark_datagrams"], dark, "dark datagrams")
    deviations = abs(deviations)
    check.time(target["peak_period_jitter_us"], deviations.max(), "peak jitter")
    for name, share in (("p50", 0.5), ("p99", 0.99), ("p99_9", 0.999)):
        check.percentile(target[f"deviation_{name}_us"], deviations, share, f"deviation {name}")


def check_clock(stream, arrivals, media, expected, check):
    clock = stream["clock"]
    elapsed, played = arrivals - arrivals[0], (media - media[0]) * 1000
    lateness = elapsed - played
    check.time(clock["long_term_jitter_us"], (lateness.max() - lateness.min()) / 2, "J_ALT")
    check.time(clock["start_delay_us"], lateness.max(), "start delay")
    check.ratio(clock["smallest_buffer_packets"], (lateness.max() - lateness.min()) / expected, "smallest buffer")
    # Least squares about the means, in extended precision.
    x, y = played.astype(numpy.longdouble), lateness.astype(numpy.longdouble)
    x, y = x - x.mean(), y - y.mean()
    drift = float((x * y).sum() / (x * x).sum() * 1e6)
    check.ratio(clock["rate_error_ppm"], drift, "rate error", 1e-3)


def check_stream(stream, packets, check):
    carrying = [p for p in packets if p.has_message and p.channel == stream["channel"] and p.sample_octets > 0]
    timed = [p for p in carrying if p.type != SEQUEL]
    arrivals = numpy.array([p.time for p in timed], dtype=numpy.int64)
    media = unwrapped(numpy.array([p.timestamp for p in timed], dtype=numpy.int64))
    durations = numpy.array([p.duration for p in timed], dtype=numpy.int64)
    check.count(stream["datagrams"], len(timed), "datagrams")
    check.count(stream["samples"] * stream["octets_per_sample"], sum(p.sample_octets for p in carrying), "octets of samples")
    check.count(stream["display_us"], sum(p.duration for p in timed), "display time")
    check.count(stream["configurations"], sum(p.routing for p in packets if p.has_message), "configurations")
    check.count(stream["min_payload_octets"], min(len(p.octets) for p in carrying), "smallest payload")
    check.count(stream["max_payload_octets"], max(len(p.octets) for p in carrying), "largest payload")
    check_offsets(stream, arrivals, check)
    is_frame = timed[0].type in (FRAME, FIRST)
    offsets = numpy.diff(arrivals)
    expected = (numpy.diff(media) if is_frame else durations[:-1]) * 1000
    check.time(stream["expected_offset_us"], expected.mean(), "expected offset")
    deviations, gaps = deviations_of(offsets, media, durations, is_frame)
    check_target(stream, deviations, sum(int(g) // int(e) for g, e in zip(gaps, expected) if g > 0), check)
    check_clock(stream, arrivals, media, expected.mean(), check)
    if is_frame:
        check.count(stream["frame_pace"]["frames"], len(timed), "frames")


def check_acknowledges(connection, packets, answers, check):
    asked = {p.sequence: p.time for p in packets if p.command in (0x41, 0x45)}
    latencies = numpy.array([a.time - asked[a.sequence] for a in answers if a.sequence in asked], dtype=numpy.int64)
    told = connection["acknowledge"]
    check.count(told["requests"], len(asked), "acknowledge requests")
    check.count(told["answered"], len(latencies), "answers")
    if len(latencies) == 0:
        return
    check.time(told["latency"]["min_us"], latencies.min(), "smallest latency")
    check.percentile(told["latency"]["p50_us"], latencies, 0.5, "latency p50")
    check.percentile(told["latency"]["p99_us"], latencies, 0.99, "latency p99")
    check.time(told["latency"]["max_us"], latencies.max(), "largest latency")


def record(folder, kind):
    """Records a stream of idn_sender to idn_server. @return the capture and the server's port"""
    arguments = {
        "wave": ["pattern", "ilda", "--duration", "3s"],
        "frame": ["pattern", "ilda", "--mode", "frame", "--fps", "25", "--duration", "3s", "--mtu", "700"],
        "ack": ["pattern", "ilda", "--samples-per-packet", "50", "--rate", "40k", "--duration", "3s"],
    }[kind]
    with Server(folder, ["--port", "0", "--bind", "127.0.0.1"]) as server:
        port = server.port()
        with Process([program("IDN_SENDER"), *arguments, "--target", f"127.0.0.1:{port}"], folder, "idn_sender") as sender:
            sender.finish()
        server.finish_recording()
    return server.recording, port


def test(folder, what):
    if numpy is None:
        raise Skip("numpy is not installed (package python3-numpy)")
    capture, port = (SHARED / "captures" / what, 7255) if what.endswith(".pcap") else record(folder, what)
    if not capture.is_file():
        raise Skip(f"no capture {capture} (set IDN_SHARED_DIR)")
    report = json.loads(run([program("IDN_PARSER"), capture, "--port", str(port), "--json"], allowed=(0, 1)))
    everything = datagrams(capture, port)
    check = Check()
    check.count(report["traffic"]["datagrams"], len(everything), "datagrams of the port")
    for number, connection in enumerate(report["connections"]):
        def of_connection(p, source="client", target="server"):
            return (f"{p.source[0]}:{p.source[1]}", f"{p.target[0]}:{p.target[1]}", p.group) == (
                connection[source], connection[target], connection["client_group"])
        packets = [p for p in everything if p.command in REALTIME and of_connection(p)]
        answers = [p for p in everything if p.command == 0x47 and of_connection(p, "server", "client")]
        check.count(connection["packets"], len(packets), "real-time packets")
        check.count(connection["acknowledges"], len(answers), "acknowledges")
        lost, repeated, late = lost_and_repeated(packets)
        check.count(connection["lost"], lost, "lost")
        check.count(connection["duplicated"], repeated, "duplicates")
        check.count(connection["late"], late, "late")
        check_acknowledges(connection, packets, answers, check)
        for stream in (s for s in report["streams"] if s["connection"] == number and s["datagrams"] > 1):
            check_stream(stream, packets, check)
    closing_line(f"{what}: idn_parser -> numpy over tshark",
                 f"{len(everything)} datagrams, {len(report['streams'])} streams, {check.values} figures equal")


main(test)
