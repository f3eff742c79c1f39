# SPDX-License-Identifier: MIT
"""idn.fleet: agents with real players, over Unix sockets and over nats-server; what they play is read from the datagrams."""

import asyncio
import contextlib
import fcntl
import json
import os
import pathlib
import pty
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import termios
import time

import numpy
import pytest
import wire
from test_files import program

from idn.fleet import _agent, _clock
from idn.fleet._agent import Agent
from idn.fleet._command import Command, Outcome, Refused, decode_command, decode_outcome, decode_status, parse_duration_ns, parse_moment_ns
from idn.fleet._journal import Journal
from idn.fleet._show import decode_show, digest_of, read_show

ROOT = pathlib.Path(__file__).parents[2]
DEADLINE_S = 60
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
# Where Debian has it, or scripts/test unpacks it.
SERVER = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin:{ROOT}/build/unpacked/nats-server/usr/sbin")
LACKING = [name for name in ("nats", "nkeys", "rich") if subprocess.run([sys.executable, "-c", f"import {name}"], stderr=subprocess.DEVNULL).returncode]
needs_nats = pytest.mark.skipif(not SERVER or bool(LACKING), reason=f"needs nats-server and the packages {', '.join(LACKING) or 'of idn[fleet]'}")


def wait_for(condition, what):
    deadline = time.monotonic() + DEADLINE_S
    while not (value := condition()):
        assert time.monotonic() < deadline, what
        time.sleep(0.02)
    return value


def free_port():
    with socket.socket() as any_socket:
        any_socket.bind(("127.0.0.1", 0))
        return any_socket.getsockname()[1]


def write_ild(path, colour):
    """A square of one colour in one frame of format 5, after the specification."""
    samples = b""
    for number in range(100):
        x, y = ((-20000, number * 400 - 20000), (20000, 20000 - number * 400))[number % 2]
        samples += struct.pack(">hhBBBB", x, y, 0x80 if number == 99 else 0, *colour[::-1])
    def head(count):
        return b"ILDA\0\0\0\5" + b"square  " + b"nobody  " + struct.pack(">HHHBB", count, 0, 1, 0, 0)
    path.write_bytes(head(100) + samples + head(0))


class Projector(wire.Sink):
    def colours(self):
        """Of the lit samples of the last 20 datagrams; None if none of the last comes from the last half second."""
        with self.changed:
            last = [datagram for datagram in self.datagrams[-20:] if datagram.has_samples]
        if not last or time.monotonic() - last[-1].arrival > 0.5:
            return None
        samples = numpy.concatenate([datagram.samples for datagram in last])
        return {(int(s["r"]), int(s["g"]), int(s["b"])) for s in samples} - {(0, 0, 0)}

    def wait_for_colours(self, *wanted):
        wait_for(lambda: self.colours() == set(wanted), f"it shows {self.colours()} in place of {wanted}")


class Stage:
    """A show with three cues, projectors, agents and the operator's command line."""

    def __init__(self, folder):
        self.folder, self.processes, self.projectors = folder, {}, []
        self.environment = os.environ | {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}
        for name, colour in (("red", RED), ("green", GREEN), ("blue", BLUE)):
            write_ild(folder / f"{name}.ild", colour)

    def show(self, name="show"):
        """@return the path of a show for a projector of its own, and that"""
        projector = Projector()
        self.projectors.append(projector)
        (self.folder / name).write_text(f"# {name}\nplay red.ild green.ild blue.ild --stay --rate 30k --target {projector.target}\n")
        return self.folder / name, projector

    def begin(self, name, *options):
        log = (self.folder / f"{name}.log").open("ab")
        command = [sys.executable, "-m", "idn.fleet", "agent", "--name", name, "--player", program("IDN_SENDER"), *options]
        self.processes[name] = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        wait_for(lambda: (self.folder / "idn-fleet" / f"{name}.sock").exists() and name in self.statuses(local=True), f"{name} does not begin: {self.log(name)}")

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()

    def run(self, *words, local=False):
        command = [sys.executable, "-m", "idn.fleet", *map(str, words)]
        environment = dict(self.environment)
        if local:
            environment.pop("IDN_NATS", None)
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=DEADLINE_S)

    def fleet(self, *words, returns=0):
        ended = self.run(*words)
        assert ended.returncode == returns, ended.stdout + ended.stderr
        return ended.stdout + ended.stderr

    def statuses(self, local=False):
        return json.loads(self.run("status", "--json", local=local).stdout or "{}")

    def outcome(self, name, command):
        """Of a command that comes now, whenever it was sent"""
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(self.folder / "idn-fleet" / f"{name}.sock"))
            client.sendall(json.dumps({"request": "command", "command": json.loads(command.encode())}).encode() + b"\n")
            return json.loads(client.recv(4096))["outcome"]

    def kill(self, name, number=signal.SIGKILL):
        process = self.processes.pop(name)
        process.send_signal(number)
        process.wait(DEADLINE_S)

    def player(self, name):
        """@return its process ID"""
        return json.loads((self.folder / ".local/state/idn-fleet" / name / "player.json").read_text())["pid"]

    def end(self):
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.wait(DEADLINE_S)
        for notes in self.folder.rglob("player.json"):  # of agents that were killed
            with contextlib.suppress(ProcessLookupError):
                os.kill(json.loads(notes.read_text())["pid"], signal.SIGKILL)
        for projector in self.projectors:
            projector.close()


@pytest.fixture
def stage(tmp_path):
    program("IDN_SENDER")
    stage = Stage(tmp_path)
    yield stage
    stage.end()


def test_cues_of_a_show_reach_the_projector_and_darkness_too(stage):
    show, projector = stage.show()
    stage.begin("hall")
    assert "hall: show done" in stage.fleet("put", show)
    projector.wait_for_colours()  # dark until it is asked for light
    assert stage.fleet("list").splitlines() == ["show (1 streams): hall", "  cue 1  red.ild", "  cue 2  green.ild", "  cue 3  blue.ild"]
    stage.fleet("light")
    projector.wait_for_colours(RED)
    said = stage.fleet("go", 2)
    assert re.search(r"^hall: cue 2 done, \d+ us after its time$", said, re.MULTILINE), said
    projector.wait_for_colours(GREEN)
    assert "hall: cue 4 nothing to call" in stage.fleet("go", 4, returns=1)
    status = stage.statuses()["hall"]
    assert (status["cue"], status["light"], status["player"], status["show"]) == (2, True, "plays", "show")
    assert re.search(r"hall: dark done, confirmed after [0-9.]+ ms", stage.fleet("dark"))
    projector.wait_for_colours()
    stage.kill("hall", signal.SIGTERM)
    projector.wait_for_close()


def test_the_example_of_the_document_plays(stage):
    show, projector = stage.show()
    for name in ("intro", "main", "finale"):
        shutil.copy(stage.folder / "red.ild", stage.folder / f"{name}.ild")
    sections = (ROOT / "docs/fleet.md").read_text().split("\n## ")
    blocks = re.findall(r"```(?:sh)?\n(.*?)```", next(section for section in sections if section.startswith("One host")), re.DOTALL)
    (stage.folder / "show.txt").write_text(blocks[0].replace("Left", projector.target).replace("Right", projector.target))
    of_readme = re.search(r"```\n(idn-fleet agent(?:.|\n)*?)```", (ROOT / "README.md").read_text())[1]
    for line in (blocks[1] + of_readme).splitlines():
        words = line.partition("#")[0].split()
        assert words[0] == "idn-fleet"
        if words[1] == "agent":
            assert words[2:] == ["--name", "hall", "&"]
            if "hall" not in stage.processes:
                stage.begin("hall")
        else:
            stage.fleet(*(word if word != "show.txt" else stage.folder / word for word in words[1:]))
        if words[1] == "light":
            projector.wait_for_colours(RED)
    projector.wait_for_colours()


def test_a_command_is_carried_out_once(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    stage.fleet("light")
    stage.fleet("go", 3, "--id", "finale")
    stage.fleet("go", 1)
    projector.wait_for_colours(RED)
    assert "cue 3 done" in stage.fleet("go", 3, "--id", "finale")  # as it was
    stage.kill("hall")
    stage.begin("hall")
    assert "cue 3 done" in stage.fleet("go", 3, "--id", "finale")
    projector.wait_for_colours(RED)
    assert stage.statuses()["hall"]["cue"] == 1


def test_a_cue_that_is_more_than_a_second_late_is_missed(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    past = f"{time.time() - 5:.3f}"
    assert f"{past} is over, by 5 s; give a time to come" in stage.fleet("go", 2, "--at", past, returns=2)
    assert "hall: cue 2 missed" in stage.fleet("go", 2, "--at", past, "--id", "past", returns=1)
    assert re.search(r"cue 3 done, \d{6} us after its time", stage.fleet("go", 3, "--at", f"{time.time() - 0.5:.3f}"))


def test_a_player_that_ends_comes_back_as_it_was(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    stage.fleet("light")
    stage.fleet("go", 2)
    first = stage.player("hall")
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: stage.statuses()["hall"]["player"] == "plays" and stage.player("hall") != first, "no new player")
    projector.wait_for_colours(GREEN)
    stage.fleet("dark")
    second = stage.player("hall")
    os.kill(second, signal.SIGKILL)
    wait_for(lambda: (stage.folder / ".local/state/idn-fleet/hall/player.json").exists() and stage.player("hall") != second, "no new player")
    before = len(projector.datagrams)
    projector.wait_for(lambda datagrams: len(datagrams) > before + 1000)  # a second of the new one
    assert projector.colours() == set()


def test_a_player_outlives_its_agent_and_what_it_waits_for_is_told_by_the_next(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    stage.fleet("light")
    player = stage.player("hall")
    operator = subprocess.Popen([sys.executable, "-m", "idn.fleet", "go", "3", "--in", "4s", "--id", "late"], env=stage.environment, stdout=subprocess.PIPE)
    wait_for(lambda: stage.statuses()["hall"]["waiting"] == 1, "the cue does not arrive")
    stage.kill("hall")
    operator.wait(DEADLINE_S)
    projector.wait_for_colours(RED)
    stage.begin("hall")
    assert stage.player("hall") == player
    projector.wait_for_colours(BLUE)
    assert "hall: cue 3 done" in stage.fleet("go", 3, "--id", "late")
    lost = [b.sequence - a.sequence for a, b in zip(projector.datagrams, projector.datagrams[1:]) if b.sequence != (a.sequence + 1) % 65536]
    assert not lost


def test_a_show_with_a_mistake_does_not_end_the_one_that_plays(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    stage.fleet("light")
    wrong = stage.folder / "wrong"
    wrong.write_text("play red.ild --rate nonsense --target 127.0.0.1\n")
    assert "hall: show failed: " in stage.fleet("put", wrong, returns=1)
    projector.wait_for_colours(RED)
    assert stage.statuses()["hall"]["show"] == "show"


def test_whoever_does_not_confirm_is_named(stage):
    show, projector = stage.show()
    for name in ("hall", "foyer"):
        stage.begin(name)
    stage.fleet("put", show, "--to", "hall")
    stage.kill("foyer")
    said = stage.fleet("dark", returns=1)
    assert "foyer: DID NOT CONFIRM" in said and "hall: dark done" in said
    os.kill(stage.player("hall"), signal.SIGSTOP)  # a player that answers nothing
    try:
        assert "hall: DID NOT CONFIRM" in stage.fleet("dark", "--to", "hall", returns=1)
    finally:
        os.kill(stage.player("hall"), signal.SIGCONT)


def test_two_agents_of_one_name_and_an_agent_without_a_player_are_told(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    stage.fleet("light")
    second = stage.run("agent", "--name", "hall", "--player", program("IDN_SENDER"))
    assert second.returncode == 2 and "is there already" in second.stderr and second.stderr.count("\n") == 1
    projector.wait_for_colours(RED)  # its player is the other's
    without = stage.run("agent", "--name", "other", "--player", "/no/such/program")
    assert without.returncode == 2 and without.stderr == "idn-fleet: there is no program /no/such/program; install idn_sender, or give its path by --player\n"
    stage.begin("other", "--", "--no-such-option")
    assert "other: show failed: idn_sender: " in (said := stage.fleet("put", show, "--to", "other", returns=1)) and "--no-such-option" in said
    assert stage.statuses()["other"]["player"] == "no show"
    assert stage.fleet("light", "--to", "halls", returns=1).splitlines()[0] == "halls: there is no agent of this name; there are hall, other"


def test_an_agent_that_was_ended_begins_dark(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    stage.fleet("light")
    stage.fleet("go", 2)
    projector.wait_for_colours(GREEN)
    stage.kill("hall", signal.SIGTERM)
    stage.begin("hall")
    wait_for(lambda: stage.statuses()["hall"]["playing"] or stage.statuses()["hall"]["player"] == "plays", "no player")
    assert not stage.statuses()["hall"]["light"]
    projector.wait_for_colours()
    stage.fleet("light")
    projector.wait_for_colours(GREEN)


def test_light_of_long_ago_is_missed(stage):
    show, projector = stage.show()
    stage.begin("hall")
    stage.fleet("put", show)
    assert stage.outcome("hall", Command("light", "night", time.time_ns() - 11_000_000_000)) == "missed"
    projector.wait_for_colours()
    assert not stage.statuses()["hall"]["light"]
    assert stage.outcome("hall", Command("light", "evening", time.time_ns() - 8_000_000_000)) == "done"
    projector.wait_for_colours(RED)


def test_a_projector_that_is_not_there_is_named(stage):
    (stage.folder / "show").write_text("play red.ild green.ild --stay --rate 30k --target Lfet\n")
    stage.begin("hall")
    trouble = "1 of 1 projectors in trouble: Lfet (its unit is not found)"
    assert stage.fleet("put", stage.folder / "show").splitlines()[0] == f"hall: show done: {trouble}"
    assert stage.fleet("light").splitlines()[0] == f"hall: light done: {trouble}"
    assert re.match(rf"hall: cue 2 done, \d+ us after its time: {re.escape(trouble)}\n", stage.fleet("go", 2))
    assert stage.fleet("status", returns=1).splitlines()[-1] == "hall: Lfet: its unit is not found"
    assert stage.fleet("go", 7, returns=1).splitlines()[0] == "hall: cue 7 nothing to call: idn-fleet list shows the cues"


@pytest.mark.parametrize(("content", "said"), [
    (b"play red.ild mian.ild --target 10.0.0.1\n", "show:1: there is no file mian.ild; names with spaces need quotes"),
    (b"\n# a\nplay 'red.ild\n", "show:3: No closing quotation"),
    (b"ILDA\xff\xfe", "show is not text; give a file of idn_sender show"),
    (b"# nothing", "show has no line; write one stream per line"),
])
def test_a_show_that_cannot_be_sent_is_told_in_one_line(stage, content, said):
    (stage.folder / "show").write_bytes(content)
    told = stage.fleet("put", stage.folder / "show", returns=3)
    assert told.startswith(f"idn-fleet: {stage.folder}/{said}") and told.count("\n") == 1
    assert stage.fleet("put", stage.folder / "nothing", returns=3) == f"idn-fleet: {stage.folder}/nothing: No such file or directory\n"


def test_nonsense_at_the_socket_is_refused(stage):
    stage.begin("hall")
    for octets in (b"\n", b"[]\n", b"\xff\xfe\n", b'{"request": "fly"}\n', b'{"request": "command", "command": {"action": "light"}}\n', b"[" * 60_000 + b"\n",
                   b'{"request": "has", "digest": "../../etc/passwd"}\n', b'{"request": "store", "digest": "00", "size": -1}\n', b"x" * 200_000 + b"\n"):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(stage.folder / "idn-fleet/hall.sock"))
            client.sendall(octets)
            client.settimeout(DEADLINE_S)
            with contextlib.suppress(ConnectionResetError):  # after a line that is too long
                assert b"refused" in client.recv(4096)
    assert stage.statuses()["hall"]["player"] == "no show"


@pytest.mark.parametrize("change", [
    {"action": "fly"}, {"id": ""}, {"id": "a b"}, {"id": "x" * 49}, {"id": 5}, {"sent_ns": -1}, {"sent_ns": True}, {"sent_ns": 1 << 64}, {"to": "hall"}, {"to": ["a.b"]},
    {"cue": 0}, {"cue": 100_000}, {"cue": "1"}, {"cue": None}, {"at_ns": 1.5}, {"action": "show", "show": "../x"}, {"action": "show", "show": "A" * 64}])
def test_a_command_with_a_mistake_is_refused(change):
    whole = json.loads(Command("cue", "id", 1, (), 1, 2).encode())
    assert decode_command(json.dumps(whole).encode()) == Command("cue", "id", 1, (), 1, 2)
    with pytest.raises(Refused):
        decode_command(json.dumps(whole | change).encode())


@pytest.mark.parametrize("data", [b"", b"null", b"{}", b'{"agent": "a", "id": "b", "unix_ns": "1"}'])
def test_an_outcome_with_a_mistake_is_refused(data):
    with pytest.raises(Refused):
        decode_outcome(data)


def test_a_status_with_a_mistake_is_refused(stage):
    stage.begin("hall")
    whole = stage.statuses()["hall"]
    assert decode_status(json.dumps(whole).encode()) == whole
    for change in ({"unix_ns": "1"}, {"troubles": []}, {"light": 1}, {"last": {}}, {"last": 5}, {"player": None}, {"lateness_us": "5"}):
        with pytest.raises(Refused):
            decode_status(json.dumps(whole | change).encode())
    for key in ("digest", "last", "clock_error_us", "troubles"):
        with pytest.raises(Refused):
            decode_status(json.dumps({other: value for other, value in whole.items() if other != key}).encode())


def test_a_manifest_cannot_name_files_elsewhere(tmp_path):
    write_ild(tmp_path / "red.ild", RED)
    (tmp_path / "show").write_text("\ufeffplay red.ild --target 10.0.0.1\n")
    show, files = read_show(tmp_path / "show")
    digest = digest_of((tmp_path / "red.ild").read_bytes())
    assert show.lines == (f"play files/{digest}/red.ild --target 10.0.0.1",) and files == {digest: tmp_path / "red.ild"}
    assert decode_show(show.encode()) == show
    whole = json.loads(show.encode())
    for files in ({digest: "../red.ild"}, {digest: ".."}, {digest: ""}, {"../x": "red.ild"}, {digest: 5}, [digest]):
        with pytest.raises(Refused):
            decode_show(json.dumps(whole | {"files": files}).encode())
    for change in ({"lines": ["play a\nplay b"]}, {"lines": "play a"}, {"name": "\x1b[2J"}, {"cues": 1}):
        with pytest.raises(Refused):
            decode_show(json.dumps(whole | change).encode())


def test_times_are_read_as_the_programs_read_them():
    assert parse_duration_ns("300ms") == 300_000_000 and parse_duration_ns("1.5s") == 1_500_000_000
    assert parse_moment_ns("1798761590") == parse_moment_ns("2026-12-31T23:59:50Z") == parse_moment_ns("2027-01-01T00:59:50+01:00")
    assert parse_moment_ns("1.000000001") == 1_000_000_001 and parse_moment_ns("1970-01-01T00:00:01.25Z") == 1_250_000_000
    for text in ("", "soon", "5", "-1s", "5 s"):
        with pytest.raises(Refused):
            parse_duration_ns(text)
    for text in ("", "now", "2026-12-31", "2026-12-31T23:59:50", "2026-13-31T23:59:50Z", "-5"):
        with pytest.raises(Refused):
            parse_moment_ns(text)


def test_a_host_that_starts_again_is_dark_until_light_is_asked_for(tmp_path):
    async def status_of_agent():
        return Agent("hall", tmp_path, "idn_sender", []).status()

    journal = Journal(tmp_path / "journal.db")
    for number, (boot, light) in enumerate(((_agent.BOOT, True), ("0d5f6c0e-of-another-start", False))):
        journal.write(Command("light", f"id{number}", 1), Outcome("hall", f"id{number}", "done"), {"light": boot, "show_name": "evening"})
        status = asyncio.run(status_of_agent())
        assert (status["light"], status["show"]) == (light, "evening")


def test_the_error_of_a_clock_is_what_chrony_says():
    # Answers of chrony 4.3: with a server on the same host, and before any server has answered.
    kept = "7F000001,127.0.0.1,9,1795963249.754446977,-0.000001528,0.000000005,0.000000018,0.003,0.000,0.018,0.000003873,0.000000428,0.3,Normal"
    assert _clock.error_by_chrony(kept) == pytest.approx(1.528 + 3.873 / 2 + 0.428)
    assert _clock.error_by_chrony("00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,1.000000000,1.000000000,0.0,Not synchronised") is None
    assert _clock.error_by_chrony("506 Cannot talk to daemon") is None


def test_the_error_of_a_clock_is_what_ptp_says():
    # Answers of linuxptp 3.1.1, by software stamps over veth, and of the master there.
    head = "sending: GET TIME_STATUS_NP\nsending: GET CURRENT_DATA_SET\n\tbad755.fffe.f4e42e-0 seq 0 RESPONSE MANAGEMENT TIME_STATUS_NP \n"
    times = ("\t\tmaster_offset              {}\n\t\tingress_time               1795978841369070822\n\t\tlastGmPhaseChange          "
             "0x0000'0000000000000000.0000\n\t\tgmPresent                  {}\n\t\tgmIdentity                 2270eb.fffe.995152\n")
    way = "\tbad755.fffe.f4e42e-0 seq 1 RESPONSE MANAGEMENT CURRENT_DATA_SET \n\t\tstepsRemoved     1\n\t\toffsetFromMaster -1223.0\n\t\tmeanPathDelay    2055.0\n"
    assert _clock.error_by_ptp(head + times.format(-1223, "true") + way) == pytest.approx(1.223 + 2.055 / 2)
    assert _clock.error_by_ptp(head + times.format(0, "false") + way) is None
    assert _clock.error_by_ptp("sending: GET TIME_STATUS_NP\n") is None


class Cluster:
    def __init__(self, folder, configuration=""):
        self.folder, self.port = folder, free_port()
        self.process, self.url = None, f"nats://127.0.0.1:{self.port}"
        (folder / "nats.conf").write_text(f"jetstream {{ store_dir: {folder}/js }}\n{configuration}")
        self.begin()

    def begin(self):
        log = (self.folder / "nats.log").open("ab")
        self.process = subprocess.Popen([SERVER, "-c", self.folder / "nats.conf", "-a", "127.0.0.1", "-p", str(self.port)], stdout=log, stderr=log)
        wait_for(self.is_there, "nats-server does not begin")

    def is_there(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(DEADLINE_S)


@pytest.fixture
def cluster(stage):
    cluster = Cluster(stage.folder)
    stage.environment["IDN_NATS"] = cluster.url
    yield cluster
    stage.end()
    cluster.end()


def watched(stage):
    """@return what `watch` writes on a terminal, until it has written the table"""
    inside, outside = pty.openpty()
    fcntl.ioctl(outside, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 200, 0, 0))
    process = subprocess.Popen([sys.executable, "-m", "idn.fleet", "watch"], stdin=outside, stdout=outside, stderr=outside, env=stage.environment | {"TERM": "xterm"})
    os.close(outside)
    said = b""
    while b"disk GB" not in said or b"\xe2\x94\x98" not in said and b"\xe2\x95\xaf" not in said:  # to the lower right corner
        said += os.read(inside, 65536)
    process.send_signal(signal.SIGINT)
    assert process.wait(DEADLINE_S) == 130
    os.close(inside)
    return said.decode(errors="replace")


def wait_until_known(stage, *names):
    wait_for(lambda: all(stage.statuses().get(name, {}).get("unix_ns", 0) > (time.time() - 2) * 1e9 for name in names), f"{names} do not report")


@needs_nats
def test_hosts_play_by_nats_and_one_that_was_away_catches_up_on_state(stage, cluster):
    assert "the fleet is not set up" in stage.fleet("status", returns=2)
    stage.fleet("init")
    one, other = stage.show("one"), stage.show("other")
    for name in ("hall", "foyer"):
        stage.begin(name, "--clock-error", "any")
    wait_until_known(stage, "hall", "foyer")
    stage.fleet("put", one[0], "--to", "hall")
    stage.fleet("put", other[0], "--to", "foyer")
    assert "2 of 2 done" in stage.fleet("light")
    said = stage.fleet("go", 2, "--id", "entry")
    assert "2 of 2 done" in said and said.count("\n") == 3  # each is told once
    one[1].wait_for_colours(GREEN)
    other[1].wait_for_colours(GREEN)

    stage.fleet("go", 1)
    assert "2 of 2 done" in stage.fleet("go", 2, "--id", "entry")  # as it was
    one[1].wait_for_colours(RED)

    stage.fleet("go", 1)
    wait_for(lambda: re.search(r"skew of the last cue \d+ us, by the clocks of 2 agents", stage.fleet("status")), "status tells no skew")
    assert "hall" in watched(stage) and "foyer" in watched(stage)

    stage.kill("foyer", signal.SIGTERM)
    assert "foyer: DID NOT CONFIRM" in stage.fleet("go", 1, "--id", "first", returns=1)
    assert "foyer: DID NOT CONFIRM" in stage.fleet("go", 3, "--id", "second", returns=1)
    one[1].wait_for_colours(BLUE)
    stage.begin("foyer", "--clock-error", "any")
    missed = wait_for(lambda: stage.statuses()["foyer"]["outcomes"].get("missed") == 2 and stage.statuses()["foyer"], "two cues were missed")
    assert missed["cue"] == 3 and not missed["light"]  # since it was ended
    stage.fleet("light", "--to", "foyer")
    other[1].wait_for_colours(BLUE)  # the state, and not the cues in between
    colours = {tuple(map(int, (s["r"], s["g"], s["b"]))) for d in other[1].datagrams if d.has_samples and d.arrival > time.monotonic() - 1 for s in d.samples}
    assert RED not in colours


@needs_nats
def test_cues_and_darkness_need_one_server_of_three(stage, tmp_path):
    ports = [free_port() for _ in range(3)]
    routes = ", ".join(f"nats://127.0.0.1:{port}" for port in ports)
    servers = []
    try:
        for number, port in enumerate(ports):
            (tmp_path / str(number)).mkdir()
            routing = f"cluster {{ name: fleet, listen: 127.0.0.1:{port}, routes: [{routes}] }}"
            servers.append(Cluster(tmp_path / str(number), f"server_name: s{number}\n{routing}\n"))
        stage.environment["IDN_NATS"] = ",".join(server.url for server in servers)
        wait_for(lambda: stage.run("init", "--replicas", "3").returncode == 0, "no cluster")
        show, projector = stage.show()
        stage.begin("hall", "--clock-error", "any")
        wait_until_known(stage, "hall")
        stage.fleet("put", show)
        stage.fleet("light")
        for server in servers[:2]:
            server.end(signal.SIGKILL)
        stage.environment["IDN_NATS"] = servers[2].url
        wait_for(lambda: f"is connected to 127.0.0.1:{servers[2].port}" in stage.log("hall").splitlines()[-1], "the agent finds no server")
        # Soon no stream has a leader, so nobody can tell who there is.
        wait_for(lambda: stage.run("status").returncode == 2, "a stream without a quorum still answers")
        said = stage.fleet("go", 2, returns=1)
        assert "hall: cue 2 done" in said and "1 of 1 done, ID" in said and "who else there is is not known" in said
        projector.wait_for_colours(GREEN)
        assert "hall: cue 3 done" in stage.fleet("go", 3, "--to", "hall")
        assert "hall: dark done" in stage.fleet("dark", returns=1)
        projector.wait_for_colours()
    finally:
        stage.end()
        for server in servers:
            server.end(signal.SIGKILL)


@needs_nats
def test_streams_do_not_notice_that_the_server_is_gone_and_darkness_follows_if_it_was_asked_for(stage, cluster):
    stage.fleet("init")
    stays, leaves = stage.show("stays"), stage.show("leaves")
    stage.begin("hall", "--clock-error", "any")
    stage.begin("foyer", "--clock-error", "any", "--control-lost", "2s")
    wait_until_known(stage, "hall", "foyer")
    stage.fleet("put", stays[0], "--to", "hall")
    stage.fleet("put", leaves[0], "--to", "foyer")
    stage.fleet("light")
    stage.fleet("go", 2)
    stays[1].wait_for_colours(GREEN)
    cluster.end(signal.SIGKILL)
    leaves[1].wait_for_colours()
    assert "no server confirms anything: dark" in stage.log("foyer")
    assert stays[1].colours() == {GREEN}
    cluster.begin()
    wait_until_known(stage, "hall", "foyer")
    stage.fleet("go", 3)
    stays[1].wait_for_colours(BLUE)
    assert leaves[1].colours() == set()  # until light is asked for
    stage.fleet("light")
    leaves[1].wait_for_colours(BLUE)
    for _, projector in (stays, leaves):
        steps = [(b.sequence - a.sequence) % 65536 for a, b in zip(projector.datagrams, projector.datagrams[1:])]
        assert set(steps) == {1}


@needs_nats
def test_light_that_was_sent_before_darkness_does_not_come_after_it(stage, cluster):
    stage.fleet("init")
    show, projector = stage.show()
    stage.begin("hall", "--clock-error", "any")
    wait_until_known(stage, "hall")
    stage.fleet("put", show)
    sent_ns = time.time_ns()
    stage.fleet("dark")
    assert stage.outcome("hall", Command("light", "overtaken", sent_ns)) == "overtaken"
    projector.wait_for_colours()


@needs_nats
def test_each_role_may_do_what_it_is_for(stage, tmp_path):
    # The commands and the configuration of the document, with another address.
    text = (ROOT / "docs/fleet.md").read_text().replace("10.0.0.1", "127.0.0.1")
    make_keys, make_certificate = re.search(r"^(idn-fleet keys .*)\n(openssl .*)$", text, re.MULTILINE).groups()
    subprocess.run(shlex.split(make_certificate), cwd=tmp_path, check=True, stderr=subprocess.DEVNULL)
    words = make_keys.replace("anna", "boss").replace(" --viewer wall", "").split()
    assert "3 keys" in stage.fleet("keys", tmp_path / words[2], *words[3:])
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in (tmp_path / "keys").glob("*.nk"))
    configuration = re.search(r"^listen: (?:.|\n)*?(?=```)", text, re.MULTILINE)[0]
    configuration = re.sub(r"^(listen|jetstream).*\n", "", configuration, flags=re.MULTILINE)  # as any Cluster has them
    cluster = Cluster(tmp_path, re.sub(r"(cert|key)\.pem", lambda name: str(tmp_path / name[0]), configuration))
    cluster.url = cluster.url.replace("nats:", "tls:")
    try:
        def as_user(name):
            stage.environment |= {"IDN_NATS": cluster.url, "IDN_NKEY": str(tmp_path / "keys" / f"{name}.nk")}

        assert "give the certificate that signed it by --tls-ca\n" in stage.fleet("init", "--nats", cluster.url, returns=2)
        stage.environment["IDN_TLS_CA"] = str(tmp_path / "cert.pem")
        # "Authorization Violation" comes after "broken pipe" where the server was quicker.
        assert "users it does not let in: look at --nkey, --creds\n" in stage.fleet("init", "--nats", cluster.url, returns=2)
        as_user("boss")
        stage.fleet("init")
        show, projector = stage.show()
        for name in ("hall", "foyer"):
            stage.begin(name, "--clock-error", "any", "--nkey", tmp_path / "keys" / f"{name}.nk")
        # Keys made later, of users whose keys have been taken to their hosts.
        os.rename(tmp_path / "keys/hall.nk", tmp_path / "hall.nk")
        stage.fleet("keys", tmp_path / "keys", "--viewer", "wall", "--agent", "hall")
        assert "boss is of the role operator in " in stage.fleet("keys", tmp_path / "keys", "--viewer", "boss", returns=2)
        cluster.process.send_signal(signal.SIGHUP)
        wait_until_known(stage, "hall", "foyer")
        stage.fleet("put", show, "--to", "hall")
        as_user("wall")
        wait_for(lambda: stage.statuses()["hall"]["show"] == "show", "a viewer sees nothing")
        for words in (("light", "--to", "hall"), ("go", "2", "--to", "hall"), ("dark", "--to", "hall")):
            said = stage.fleet(*words, returns=1)
            assert "DID NOT CONFIRM" in said and 'Permissions Violation for Publish to "idn.fleet.command"'.lower() in said.lower()
            assert "look at --nkey, --name (docs/fleet.md" in said
        assert stage.run("put", show, "--to", "hall").returncode != 0
        as_user("foyer")  # an agent is no operator
        assert "DID NOT CONFIRM" in stage.fleet("light", "--to", "hall", returns=1)
        assert "Permissions Violation".lower() in publish(cluster, tmp_path / "keys/foyer.nk", "$KV.idn_agents.hall").lower()
        assert "Permissions Violation".lower() in publish(cluster, tmp_path / "keys/foyer.nk", "idn.fleet.told.hall.x").lower()
        assert publish(cluster, tmp_path / "keys/foyer.nk", "idn.fleet.told.foyer.x") == ""
        as_user("boss")
        assert not stage.statuses()["hall"]["light"]
        stage.fleet("light", "--to", "hall")
        projector.wait_for_colours(RED)
    finally:
        stage.end()
        cluster.end()


def publish(cluster, key, subject):
    """@return what the server says of it"""
    code = f"""
import asyncio, nats, ssl
async def main():
    said = []
    async def on_error(problem): said.append(str(problem))
    client = await nats.connect({cluster.url!r}, nkeys_seed={str(key)!r}, error_cb=on_error, tls=ssl.create_default_context(cafile={str(cluster.folder / "cert.pem")!r}))
    await client.publish({subject!r}, b"x")
    for _ in range(2):  # what it says comes before the answer to the first, and is heard before that to the second
        await client.flush()
    print("".join(said), end="")
    await client.close()
asyncio.run(main())
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@needs_nats
def test_of_several_servers_one_that_lets_nobody_in_is_passed_over(stage, tmp_path):
    clusters = []
    try:
        for place, user in (("here", "anna"), ("elsewhere", "stranger")):
            folder = tmp_path / place
            folder.mkdir()
            stage.fleet("keys", folder / "keys", "--operator", user)
            clusters.append(Cluster(folder, "include keys/users.conf\n"))
        here, elsewhere = (cluster.url for cluster in clusters)
        stage.environment["IDN_NKEY"] = str(tmp_path / "here/keys/anna.nk")
        for _ in range(8):  # the client begins with any of them
            assert "is set up" in stage.fleet("init", "--nats", f"{elsewhere},{here}")
        assert "look at --nkey" in stage.fleet("init", "--nats", f"{elsewhere},{elsewhere}", returns=2)
    finally:
        for cluster in clusters:
            cluster.end()


@needs_nats
def test_a_clock_that_nobody_keeps_is_refused(stage, cluster):
    if _clock.error_by_kernel() is not None:
        pytest.skip("this clock is kept")
    ended = stage.run("agent", "--name", "hall")
    assert ended.returncode == 2 and "nobody keeps the clock of this host" in ended.stderr


def test_an_outcome_is_not_told_twice_and_survives(tmp_path):
    from idn.fleet._command import Outcome
    from idn.fleet._journal import Journal

    journal = Journal(tmp_path / "journal.db")
    command = Command("cue", "one", 1, (), 1, 2)
    journal.write(command, Outcome("hall", "one", "waits", unix_ns=1), {})
    told = journal.untold()
    journal.write(command, Outcome("hall", "one", "done", 5.0, unix_ns=2), {"cue": "1"})
    journal.set_told(told[0])  # by then there is another one to tell
    again = Journal(tmp_path / "journal.db")
    assert [outcome.outcome for outcome in again.untold()] == ["done"] and again.state() == {"cue": "1"} and again.command("one") == command
    again.set_told(again.untold()[0])
    assert not again.untold()
    assert sqlite3.connect(tmp_path / "journal.db").execute("SELECT count(*) FROM command").fetchone() == (1,)
