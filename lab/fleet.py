# SPDX-License-Identifier: MIT
"""What lab/fleet runs, in an interpreter with idn and its extra `fleet`."""

import asyncio
import collections
import contextlib
import ctypes
import itertools
import json
import os
import pathlib
import re
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import nats
import nats.js.errors

from idn.fleet._command import Command, decode_outcome, new_id, now_ns
from idn.fleet._nats import COMMANDS, TOLD, Access, NatsFleet, connect, set_up
from idn.fleet._show import digest_of, read_show

ROOT = pathlib.Path(__file__).parents[1]
SENDER, UNITS = (ROOT / "build/release" / name for name in ("sender/idn_sender", "idn_server/idn_server"))
NATS = ROOT / "build/unpacked/nats-server/usr/sbin/nats-server"
HOSTS, STREAMS = ("hall", "foyer", "park"), 40
OPERATOR, PREFIX = f"idn_operator_{os.getpid()}", f"idn_{os.getpid()}_"  # namespaces
COLOURS = {1: (255, 0, 0), 2: (0, 255, 0), 3: (0, 0, 255)}
DARK = 4  # a cue without light, where the others begin: from elsewhere the beam takes a while
FAKETIME = next(map(str, pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), "")
MOST_APART_US, MOST_DARK_MS = 1000, 20


def ip(*words):
    subprocess.run(["ip", *map(str, words)], check=True)


def address(host):
    return f"10.77.8.{HOSTS.index(host) + 11}"


@contextlib.contextmanager
def network():
    """A bridge in the namespace of the operator, which this process enters, and a namespace for each host."""
    ip("netns", "add", OPERATOR)
    try:
        with open(f"/run/netns/{OPERATOR}") as inside:
            if ctypes.CDLL(None, use_errno=True).setns(inside.fileno(), 0x40000000) != 0:
                raise OSError(ctypes.get_errno(), "setns")
        ip("link", "set", "lo", "up")
        ip("link", "add", "bridge", "type", "bridge")
        ip("address", "add", "10.77.8.1/24", "dev", "bridge")
        ip("link", "set", "bridge", "up")
        for host in HOSTS:
            ip("netns", "add", f"{PREFIX}{host}")
            ip("link", "add", host, "type", "veth", "peer", "name", "eth0", "netns", f"{PREFIX}{host}")
            ip("link", "set", host, "master", "bridge", "up")
            ip("-n", f"{PREFIX}{host}", "link", "set", "lo", "up")
            ip("-n", f"{PREFIX}{host}", "address", "add", f"{address(host)}/24", "dev", "eth0")
            ip("-n", f"{PREFIX}{host}", "link", "set", "eth0", "up")
        yield
    finally:
        for name in (OPERATOR, *(f"{PREFIX}{host}" for host in HOSTS)):
            subprocess.run(["ip", "netns", "delete", name], stderr=subprocess.DEVNULL)


class Lab:
    def __init__(self, folder):
        self.folder, self.servers, self.agents, self.fleet = folder, {}, {}, None
        self.units = None
        self.bad = False
        for number, colour in (COLOURS | {DARK: (0, 0, 0)}).items():
            samples, blanked = b"", 0x40 if number == DARK else 0
            for step in range(100):
                x, y = ((-20000, step * 400 - 20000), (20000, 20000 - step * 400))[step % 2] if number != DARK else (-20000, -20000)
                samples += struct.pack(">hhBBBB", x, y, blanked | (0x80 if step == 99 else 0), *colour[::-1])
            head = b"ILDA\0\0\0\5" + b"square  nobody  "
            data = head + struct.pack(">HHHBB", 100, 0, 1, 0, 0) + samples + head + struct.pack(">HHHBB", 0, 0, 1, 0, 0)
            (folder / f"{number}.ild").write_bytes(data)

    def start(self, host, *command, **variables):
        prefix = ["ip", "netns", "exec", f"{PREFIX}{host}"] if host else []
        log = (self.folder / "log").open("ab")
        return subprocess.Popen([*prefix, *map(str, command)], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=os.environ | {"HOME": str(self.folder)} | variables)

    def start_units(self):
        with (self.folder / "units.json").open("w") as said:
            command = [UNITS, "--config", self.folder / "units.toml", "--json", "--quiet"]
            self.units = subprocess.Popen(command, stdout=said, stdin=subprocess.DEVNULL, env=os.environ | {"HOME": str(self.folder)})

    def end_units(self):
        """@return their summary"""
        self.units.send_signal(signal.SIGINT)
        self.units.wait()
        return json.loads((self.folder / "units.json").read_text().splitlines()[-1])

    def start_server(self, host):
        routes = ",".join(f"nats://{address(other)}:6222" for other in HOSTS if other != host)
        self.servers[host] = self.start(host, NATS, "-js", "-sd", self.folder / "js" / host, "-n", host, "-a", address(host), "-p", 4222,
                                        "--cluster_name", "idn", "--cluster", f"nats://{address(host)}:6222", "--routes", routes)

    def start_agent(self, host, **variables):
        self.agents[host] = self.start(host, sys.executable, "-m", "idn.fleet", "agent", "--name", host, "--nats", self.urls(), "--clock-error", "any",
                                       "--sockets", self.folder / "sockets", "--folder", self.folder / "state" / host, "--player", SENDER, "--", "--wait", "hybrid", **variables)

    async def restart_agent(self, host, **variables):
        """With its player; both end dark, and come back as they were."""
        self.agents[host].terminate()
        self.agents[host].wait()
        self.start_agent(host, **variables)
        await asyncio.sleep(3.0)

    def urls(self):
        return ",".join(f"nats://{address(host)}:4222" for host in HOSTS)

    def player(self, host):
        return json.loads((self.folder / "state" / host / host / "player.json").read_text())["pid"]

    async def begin(self):
        units = "".join(f'[[unit]]\nname = "{host} {number}"\nport = {port_of(host, number)}\n' for host in HOSTS for number in range(STREAMS))
        (self.folder / "units.toml").write_text(units)
        self.start_units()
        for host in HOSTS:
            self.start_server(host)
        while True:
            with contextlib.suppress(Exception):
                client = await connect(Access(self.urls().split(",")), "lab")
                await set_up(client, 3)
                break
            await asyncio.sleep(0.5)
        self.fleet = NatsFleet(client)
        self.client = client
        for host in HOSTS:
            self.start_agent(host)

    def end(self):
        for process in self.agents.values():
            process.terminate()
        for process in self.agents.values():
            process.wait()
        for notes in self.folder.rglob("player.json"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(json.loads(notes.read_text())["pid"], signal.SIGKILL)
        for process in self.servers.values():
            process.terminate()
            process.wait()
        if self.units.poll() is None:
            self.end_units()

    async def ask(self, command, deadline_s=60.0, names=HOSTS):
        """@return outcomes by agent"""
        last = {}

        async def collect():
            async for outcome in self.fleet.send(command):
                last[outcome.agent] = outcome
                if all(name in last and last[name].is_last for name in names):
                    return

        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(collect(), deadline_s)
        return last

    async def put(self, samples_per_packet, streams=STREAMS):
        for host in HOSTS:
            path = self.folder / f"{host}-{samples_per_packet}"
            path.write_text("".join(
                f"play 1.ild 2.ild 3.ild 4.ild --stay --rate 30k --format xyrgbi --samples-per-packet {samples_per_packet} --target 10.77.8.1:{port_of(host, number)}\n"
                for number in range(streams)))
            show, files = read_show(str(path))
            for digest, file in files.items():
                await self.fleet.store(digest, file.read_bytes())
            await self.fleet.store(digest_of(show.encode()), show.encode())
            told = await self.ask(Command("show", new_id(), now_ns(), (host,), show=digest_of(show.encode())), names=(host,))
            if told.get(host) is None or told[host].outcome != "done":
                sys.exit(f"{host}: {told}")
        await self.light()
        await asyncio.sleep(3.0)

    async def light(self):
        await self.ask(Command("light", new_id(), now_ns()), 5.0)

    @contextlib.contextmanager
    def recording(self, octets=128):
        file = self.folder / "wire.pcap"
        file.unlink(missing_ok=True)
        begun = subprocess.Popen(["tcpdump", "-i", "bridge", "-w", file, "-s", str(octets), "-B", "262144", "--time-stamp-precision=nano",
                                  "udp dst portrange 20000-29999"], stderr=subprocess.PIPE, text=True)
        begun.stderr.readline()  # listening
        try:
            yield file
        finally:
            time.sleep(0.5)
            begun.send_signal(signal.SIGINT)
            said = begun.communicate()[1]
            if "0 packets dropped by kernel" not in said:
                print(f"tcpdump: {said.splitlines()[-1]}")


def port_of(host, number):
    return 20000 + 1000 * HOSTS.index(host) + number


def packets(file):
    """Time in ns since 1970, port, and octets of each datagram."""
    data = file.read_bytes()
    place = 24
    while place + 16 <= len(data):
        seconds, fraction, size, _ = struct.unpack_from("<IIII", data, place)
        begin = place + 16
        yield seconds * 1_000_000_000 + fraction, struct.unpack_from(">H", data, begin + 36)[0], data[begin + 42 : begin + size]
        place = begin + size


def colours_of(octets):
    """Colours of the first two samples; None of what has no samples."""
    if len(octets) < 12 or octets[0] not in (0x40, 0x41) or octets[7] != 1:
        return None
    begin = 12 + (4 + 4 * octets[12] if octets[6] & 0x40 else 0) + 4
    return {tuple(octets[begin + 8 * number + 4 : begin + 8 * number + 7]) for number in range(2)}


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def spread(values, digits=1):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


async def measure_skew(lab):
    # With datagrams of 1 ms, as few as two processors carry together with the units; and all, with datagrams of 5 ms.
    await measure_skew_of(lab, 30, 10)
    await measure_skew_of(lab, 150, STREAMS)


async def measure_skew_of(lab, samples_per_packet, streams, cues=40, turns=20):
    """Between the first light of a cue, of all projectors, as the units show it; and from the word to the last lit datagram."""
    await lab.put(samples_per_packet, streams)
    words = []
    lab.end_units()
    lab.start_units()
    for number in range(cues):
        dark = Command("cue", new_id(), now_ns(), cue=DARK, at_ns=now_ns())
        await lab.ask(dark, 3.0)
        await asyncio.sleep(0.4)
        await lab.ask(Command("cue", new_id(), now_ns(), cue=number % 3 + 1, at_ns=now_ns() + 300_000_000), 3.0)
        await asyncio.sleep(0.1)
    start = lab.end_units()["skew"]["start"]
    lab.start_units()
    skew = start["any_two_p99_us"]
    print(f"skew, by the units, datagrams of {samples_per_packet / 30:.0f} ms: light of {start['streams']} began {start['count']} times of {cues}: any two apart p50 {start['any_two_p50_us']:.0f}, p99 {skew:.0f}, "
          f"at most {start['spread_max_us']:.0f} us{'' if skew < MOST_APART_US else ' (MISSED)'}", flush=True)
    with lab.recording() as file:
        for _ in range(turns):
            words.append(now_ns())
            await lab.ask(Command("dark", new_id(), now_ns()), 3.0)
            await asyncio.sleep(0.1)
            await lab.light()
            await asyncio.sleep(0.1)
    by_port = collections.defaultdict(list)
    for at, port, octets in packets(file):
        if (colours := colours_of(octets)) is not None:
            by_port[port].append((at, colours))
    dark = []
    for word in words:
        for of_port in by_port.values():
            lit = [time for time, colours in of_port if word - 50_000_000 < time < word + 90_000_000 and colours != {(0, 0, 0)}]
            if lit:
                dark.append((max(lit) - word) / 1e6)
    after = percentile(dark, 0.99)
    print(f"dark: {turns} times, last lit datagram of each projector p50 {percentile(dark, 0.5):.1f}, p99 {after:.1f}, at most {max(dark):.1f} ms after the word "
          f"{'' if after < MOST_DARK_MS else '(MISSED)'}")


async def measure_rounds(lab, rounds=10, seconds=5.0):
    """The streams' p99 with 20 commands a second and without, in turn."""
    await lab.put(150)
    figures = {True: [], False: []}
    for _, commands in itertools.product(range(rounds), (True, False)):
        with lab.recording(96) as file:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                if commands:
                    await lab.ask(Command("cue", new_id(), now_ns(), cue=1, at_ns=now_ns()), 0.05)
                else:
                    await asyncio.sleep(0.05)
        arrivals = collections.defaultdict(list)
        for at, port, octets in packets(file):
            if octets[7:8] == b"\1":  # samples
                arrivals[port].append(at)
        figures[commands].append(statistics.median(
            percentile([abs(after - before - 5_000_000) / 1000 for before, after in itertools.pairwise(of_port)], 0.99) for of_port in arrivals.values()))
    print(f"rounds: {rounds} each of {seconds:.0f} s, 120 streams, p99 of |offset - 5 ms| of a stream (median): with 20 commands/s {spread(figures[True])} us, "
          f"without {spread(figures[False])}; differences {spread([a - b for a, b in zip(figures[True], figures[False])])}")


async def leader(lab):
    return (await lab.client.jetstream().stream_info(COMMANDS)).cluster.leader


async def kill_server(lab):
    lab.servers["park"].kill()
    lab.servers["park"].wait()
    await asyncio.sleep(6.0)
    lab.start_server("park")


async def kill_leader(lab):
    host = await leader(lab)
    lab.servers[host].kill()
    lab.servers[host].wait()
    await asyncio.sleep(6.0)
    lab.start_server(host)


async def kill_all_servers(lab):
    for server in lab.servers.values():
        server.kill()
        server.wait()
    await asyncio.sleep(4.0)
    for host in HOSTS:
        lab.start_server(host)


async def split_host(lab):
    ip("link", "set", "park", "down")
    await asyncio.sleep(8.0)
    ip("link", "set", "park", "up")


async def split_others(lab):
    """The operator sees one host, with one server of three."""
    for host in ("hall", "foyer"):
        ip("link", "set", host, "down")
    await asyncio.sleep(6.0)
    for host in ("hall", "foyer"):
        ip("link", "set", host, "up")


async def freeze_disk(lab):
    subprocess.run(["fsfreeze", "-f", lab.folder / "state" / "park"], check=True)
    await asyncio.sleep(5.0)
    subprocess.run(["fsfreeze", "-u", lab.folder / "state" / "park"], check=True)


async def kill_agent(lab):
    for _ in range(3):
        lab.agents["park"].kill()
        lab.agents["park"].wait()
        await asyncio.sleep(1.0)
        lab.start_agent("park")
        await asyncio.sleep(3.0)


async def kill_player(lab):
    for _ in range(3):
        with contextlib.suppress(OSError, ProcessLookupError):
            os.kill(lab.player("park"), signal.SIGKILL)
        await asyncio.sleep(3.0)


def set_clock(lab, seconds):
    (lab.folder / "clock").write_text(f"{seconds:+d}\n")


async def step_clock(lab):
    """Of one host: 2 s ahead, then 2 s behind, then right."""
    for seconds in (2, -2, 0):
        set_clock(lab, seconds)
        await asyncio.sleep(4.0)


async def nothing(lab):
    await asyncio.sleep(0)


async def await_leaders(lab):
    """After a fault servers elect leaders, which takes seconds."""
    while True:
        with contextlib.suppress(nats.errors.Error, nats.js.errors.Error):
            infos = [await lab.client.jetstream(timeout=2.0).stream_info(name) for name in (COMMANDS, TOLD, "KV_idn_agents")]
            if all(info.cluster.leader for info in infos):
                return
        await asyncio.sleep(0.5)


async def told(lab):
    """All outcomes so far, by agent and ID."""
    await await_leaders(lab)
    stream = lab.client.jetstream(timeout=5.0)
    outcomes = collections.defaultdict(list)
    subscription = await stream.subscribe("idn.fleet.told.>", stream=TOLD, ordered_consumer=True)
    with contextlib.suppress(nats.errors.TimeoutError):
        while True:
            outcome = decode_outcome((await subscription.next_msg(timeout=2.0)).data)
            outcomes[outcome.agent, outcome.id].append(outcome)
    await subscription.unsubscribe()
    return outcomes


async def measure_fault(lab, name, fault, cues=500, per_second=25):
    await await_leaders(lab)
    await lab.light()
    commands, begun, queue = [], time.monotonic(), asyncio.Queue()
    with lab.recording(96) as file:

        async def later():
            await asyncio.sleep(3.0)
            await fault(lab)
            return now_ns()

        breaks = asyncio.ensure_future(later())
        sends = []
        for number in range(cues):
            command = Command("cue", new_id(), now_ns(), cue=number % 3 + 1, at_ns=now_ns() + 300_000_000)
            commands.append(command)
            sends.append(asyncio.ensure_future(lab.fleet._publish(command, queue)))
            await asyncio.sleep(max(0.0, begun + (number + 1) / per_second - time.monotonic()))
        healed_ns = await breaks
        await asyncio.wait_for(asyncio.gather(*sends), 120.0)  # the stream has them
    wanted = {(host, command.id) for host in HOSTS for command in commands}
    for _ in range(60):  # outcomes of a host that was away come afterwards
        outcomes = await told(lab)
        if all(any(outcome.is_last for outcome in outcomes[key]) for key in wanted):
            break
        await asyncio.sleep(1.0)
    last = {key: [outcome.outcome for outcome in outcomes[key] if outcome.is_last] for key in wanted}
    lost, twice = sum(not of for of in last.values()), sum(len(of) > 1 for of in last.values())
    counts = collections.Counter(of[0] for of in last.values() if of)
    lab.bad |= bool(lost or twice)
    at_park = sorted(outcome.unix_ns for key in wanted if key[0] == "park" for outcome in outcomes[key] if outcome.outcome == "done" and outcome.unix_ns > healed_ns)
    latest, gaps = {}, collections.Counter()
    for at, port, _ in packets(file):
        host = HOSTS[(port - 20000) // 1000]
        gaps[host] = max(gaps[host], at - latest.get(port, at))
        latest[port] = at
    recovery = f"{(at_park[0] - healed_ns) / 1e9:.1f} s" if at_park and fault is not nothing else "-"
    print(f"{name}: {cues} cues x {len(HOSTS)}: {', '.join(f'{count} {what}' for what, count in sorted(counts.items()))}, {lost} lost, {twice} twice; "
          f"recovery of park {recovery}; longest gap of a stream " + ", ".join(f"{host} {gaps[host] / 1e6:.0f}" for host in HOSTS) + " ms", flush=True)


async def measure_faults(lab):
    await lab.put(150)
    await measure_fault(lab, "no fault", nothing, 6000, 50)
    for fault in (kill_server, kill_leader, kill_all_servers, split_host, split_others, kill_agent, kill_player):
        await measure_fault(lab, fault.__name__.replace("_", " "), fault)
    if lab.can_freeze:
        await measure_fault(lab, "freeze disk", freeze_disk)
    set_clock(lab, 0)
    # For the agent and its player, whose streams go by the monotonic clock; read anew each second.
    await lab.restart_agent("park", LD_PRELOAD=FAKETIME, FAKETIME_TIMESTAMP_FILE=str(lab.folder / "clock"), FAKETIME_CACHE_DURATION="1",
                            FAKETIME_DONT_FAKE_MONOTONIC="1")
    await measure_fault(lab, "step clock", step_clock)
    await lab.restart_agent("park")


def memory(lab):
    """In MB, of the largest of each kind; and of the journals."""
    def resident(pids):
        return max(int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) for pid in pids) / 1024

    journals = [sum(file.stat().st_size for file in (lab.folder / "state" / host).rglob("journal*")) for host in HOSTS]
    return {"agent": resident(process.pid for process in lab.agents.values()), "player": resident(map(lab.player, HOSTS)),
            "server": resident(process.pid for process in lab.servers.values()), "journal": max(journals) / 2**20}


async def measure_hour(lab, seconds=3600, every=0.5, streams=4):
    """A cue each half second, darkness and light each minute."""
    await lab.put(150, streams)
    begun, before, ids, queue, sends = time.monotonic(), memory(lab), [], asyncio.Queue(), set()
    for number in range(int(seconds / every)):
        if number % 120 == 119:
            await lab.ask(Command("dark", new_id(), now_ns()), 3.0)
            await lab.light()
        command = Command("cue", new_id(), now_ns(), cue=number % 3 + 1, at_ns=now_ns() + 300_000_000)
        ids.append(command.id)
        send = asyncio.ensure_future(lab.fleet._publish(command, queue))
        sends.add(send)
        send.add_done_callback(sends.discard)
        await asyncio.sleep(max(0.0, begun + (number + 1) * every - time.monotonic()))
    await asyncio.sleep(3.0)
    outcomes = await told(lab)
    last = {(host, id): [outcome for outcome in outcomes[host, id] if outcome.is_last] for host in HOSTS for id in ids}
    lost, twice = sum(not of for of in last.values()), sum(len(of) > 1 for of in last.values())
    lab.bad |= bool(lost or twice)
    counts = collections.Counter(of[0].outcome for of in last.values() if of)
    late = [[of[0].late_us for host in HOSTS for id in part if (of := last[host, id]) and of[0].late_us is not None] for part in (ids[: len(ids) // 12], ids[-len(ids) // 12 :])]
    after = memory(lab)
    print(f"{seconds} s: {len(ids)} cues x {len(HOSTS)}: {', '.join(f'{count} {what}' for what, count in sorted(counts.items()))}, {lost} lost, {twice} twice; "
          "late p50, p99 " + " and ".join(f"{percentile(part, 0.5):.0f}, {percentile(part, 0.99):.0f}" for part in late) + " us in the first and the last twelfth; MB: "
          + ", ".join(f"{what} {before[what]:.1f} to {after[what]:.1f}" for what in before), flush=True)


def mount(folder):
    """A file system that can be frozen for the state of one host. @return whether this machine can"""
    state = folder / "state" / "park"
    state.mkdir(parents=True)
    image = folder / "park.img"
    image.touch()
    os.truncate(image, 64 << 20)
    return all(subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0 for command in (["mkfs.ext4", "-q", image], ["mount", "-o", "loop", image, state]))


async def main(names):
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    with tempfile.TemporaryDirectory() as name, network():
        folder = pathlib.Path(name)
        lab = Lab(folder)
        lab.can_freeze = mount(folder)
        try:
            await lab.begin()
            for what, measure in (("skew", measure_skew), ("rounds", measure_rounds), ("faults", measure_faults), ("hour", measure_hour)):
                if what in (names or ("skew", "rounds", "faults")):
                    await measure(lab)
        finally:
            lab.end()
            if lab.can_freeze:
                subprocess.run(["umount", folder / "state" / "park"])
    return 1 if lab.bad else 0


sys.exit(asyncio.run(main(sys.argv[1:])))
