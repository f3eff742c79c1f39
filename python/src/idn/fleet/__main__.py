# SPDX-License-Identifier: MIT
"""idn-fleet: commands many hosts that play shows. Exit codes as those of the programs (docs/programs.md): 1 if an agent did not do it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import pathlib
import shutil
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Protocol

from idn.fleet._agent import Agent
from idn.fleet._clock import clock_error_us
from idn.fleet._command import MISSED_AFTER_NS, Command, Outcome, Refused, name_of, new_id, now_ns, parse_duration_ns, parse_moment_ns
from idn.fleet._local import LocalFleet, LocalLink, folder_of_sockets
from idn.fleet._show import decode_show, digest_of, read_show

if TYPE_CHECKING:
    from idn.fleet._nats import Access

#: How long an agent has to answer, after the time of a cue; for light, which waits for a player that begins; for a show, which may be large.
ANSWER_S, LIGHT_S, SHOW_S = 2.0, 5.0, 60.0
NO_AGENT = "there is no agent; start one with: idn-fleet agent"


class Fleet(Protocol):
    async def agents(self) -> dict[str, dict[str, Any]]: ...
    def send(self, command: Command) -> AsyncIterator[Outcome]: ...
    async def store(self, digest: str, data: bytes) -> None: ...
    async def fetch(self, digest: str) -> bytes: ...
    async def close(self) -> None: ...


def _access(given: argparse.Namespace) -> Access:
    try:
        from idn.fleet._nats import Access
    except ImportError as problem:
        raise Refused(f'{problem}; pip install "idn[fleet]"') from None
    return Access(given.nats.split(","), given.nkey, given.creds, given.tls_ca)


async def _connect(given: argparse.Namespace) -> Fleet:
    if not given.nats:
        return LocalFleet(folder_of_sockets(given.sockets))
    access = _access(given)
    from idn.fleet._nats import NatsFleet, connect

    return NatsFleet(await connect(access, given.user or f"idn-fleet-{new_id()[:8]}"))


# ---- agent


async def _run_agent(given: argparse.Namespace) -> int:
    name = name_of(given.name, "name of an agent")
    folder = pathlib.Path(given.folder or os.environ.get("STATE_DIRECTORY") or f"{os.environ.get('HOME', '/tmp')}/.local/state/idn-fleet") / name
    if given.nats:
        _check_clock(given.clock_error)
    if not hasattr(os, "pidfd_open"):
        raise Refused("agents run on Linux only")
    if not shutil.which(given.player):
        raise Refused(f"there is no program {given.player}; install idn_sender, or give its path by --player")
    agent = Agent(name, folder, given.player, given.options)
    link = LocalLink(agent, folder_of_sockets(given.sockets), folder)
    await link.open()
    tasks = [asyncio.ensure_future(agent.run()), asyncio.ensure_future(link.run())]
    if given.nats:
        from idn.fleet._nats import NatsLink

        lost = None if given.control_lost == "stay" else parse_duration_ns(given.control_lost)
        tasks.append(asyncio.ensure_future(NatsLink(agent, _access(given), lost).run()))
    ends = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ends.set)
    end = asyncio.ensure_future(ends.wait())
    try:
        await asyncio.wait([end, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()  # raises why
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # the player ends dark
    return 0


def _check_clock(limit: str) -> None:
    if limit == "any":
        return
    error = clock_error_us()
    most = parse_duration_ns(limit) / 1000
    if error is None or error > most:
        known = "nobody keeps the clock of this host" if error is None else f"the clock of this host may be wrong by {error / 1000:.3g} ms"
        raise Refused(f"{known}, more than {limit}; run chrony or PTP, or give --clock-error any, and cues begin as far apart as clocks are")


# ---- operator


def _moment(given: argparse.Namespace) -> int:
    if not given.at:
        return now_ns() + parse_duration_ns(given.wait)
    at_ns = parse_moment_ns(given.at)
    if not given.id and at_ns < now_ns() - MISSED_AFTER_NS:  # with an ID it may be asked what became of it
        raise Refused(f"{given.at} is over, by {(now_ns() - at_ns) / 1e9:.0f} s; give a time to come")
    return at_ns


async def _command(fleet: Fleet, given: argparse.Namespace, action: str, wait_s: float, **more: Any) -> int:
    to = {name_of(name, "name of an agent") for name in given.to.split(",")} if given.to else set()
    command = Command(action, given.id or new_id(), now_ns(), tuple(sorted(to)), **more)
    deadline = time.monotonic() + wait_s + max(0.0, (command.at_ns - now_ns()) / 1e9)
    last: dict[str, Outcome] = {}
    heard = asyncio.Event()

    async def collect() -> None:
        async for outcome in fleet.send(command):
            if outcome.agent in last and last[outcome.agent].is_last:
                continue  # it comes by two ways
            last[outcome.agent] = outcome
            if outcome.is_last:
                print(_text(action, command, outcome), flush=True)
            heard.set()

    # Nothing waits for names: servers that elect a leader tell them late.
    names, collected = asyncio.ensure_future(fleet.agents()), asyncio.ensure_future(collect())
    for task in (names, collected):
        task.add_done_callback(lambda _: heard.set())
    with contextlib.suppress(asyncio.TimeoutError):
        while not collected.done():
            expected = to or (set(names.result()) if names.done() and not names.exception() else set())
            if expected and all(name in last and last[name].is_last for name in expected):
                break
            heard.clear()
            await asyncio.wait_for(heard.wait(), max(0.1, deadline - time.monotonic()))
    collected.cancel()
    if to and to <= set(last):
        names.cancel()
    return await _conclude(command, to, last, names)


async def _conclude(command: Command, to: set[str], last: dict[str, Outcome], names: asyncio.Future[dict[str, dict[str, Any]]]) -> int:
    known, why = set(last), ""
    try:
        known |= set(await names)
    except asyncio.CancelledError:
        pass
    except Refused as problem:
        why = str(problem)
    expected = to or known
    if not expected and not why:
        raise Refused(NO_AGENT)
    silent = sorted(expected - set(last))
    there = ", ".join(sorted(known)) or "none"
    overlooks = bool(why) and not to
    for name in silent:
        is_wrong = not why and name not in known
        print(f"{name}: {f'there is no agent of this name; there are {there}' if is_wrong else 'DID NOT CONFIRM'}", flush=True)
    for name, outcome in last.items():
        if not outcome.is_last:
            print(f"{name}: has it, and has not told yet that it was done", flush=True)
    print(f"{sum(outcome.outcome == 'done' for outcome in last.values())} of {len(expected | set(last))} done, ID {command.id}", flush=True)
    if overlooks:
        print(f"idn-fleet: who else there is is not known: {why}; with --to NAME,... who does not confirm is named", file=sys.stderr)
    return 0 if not silent and not overlooks and all(outcome.outcome == "done" for outcome in last.values()) else 1


def _text(action: str, command: Command, outcome: Outcome) -> str:
    what = f"cue {command.cue}" if action == "cue" else action
    late = f", {outcome.late_us:.0f} us after its time" if outcome.late_us is not None else ""
    way = f", confirmed after {(outcome.unix_ns - command.sent_ns) / 1e6:.1f} ms" if action == "dark" else ""
    why = outcome.why or ("idn-fleet list shows the cues" if outcome.outcome == "nothing to call" else "")
    return f"{outcome.agent}: {what} {outcome.outcome}{late}{way}{': ' if why else ''}{why}"


async def _put(fleet: Fleet, given: argparse.Namespace) -> int:
    show, files = read_show(given.show)
    for digest, path in files.items():
        await fleet.store(digest, path.read_bytes())
    manifest = show.encode()
    await fleet.store(digest_of(manifest), manifest)
    return await _command(fleet, given, "show", SHOW_S, show=digest_of(manifest))


async def _list(fleet: Fleet) -> int:
    shows: dict[str, list[str]] = {}
    agents = await fleet.agents()
    if not agents:
        raise Refused(NO_AGENT)
    for name, status in agents.items():
        shows.setdefault(status.get("digest", ""), []).append(name)
    for digest, names in shows.items():
        if not digest:
            print(f"no show: {', '.join(names)}")
            continue
        show = decode_show(await fleet.fetch(digest))
        print(f"{show.name} ({len(show.lines)} streams): {', '.join(names)}")
        for number, cue in enumerate(show.cues, 1):
            print(f"  cue {number}  {cue}")
    return 0


async def _status(fleet: Fleet, as_json: bool) -> int:
    agents = await fleet.agents()
    if as_json:
        print(json.dumps(agents))
        return 0
    if not agents:
        raise Refused(NO_AGENT)
    from idn.fleet._watch import notes, rows

    table = rows(agents)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    for note in notes(agents):
        print(note)
    return 0 if all(row[1] != "away" for row in table) and not any(status.get("troubles") for status in agents.values()) else 1


async def _operate(given: argparse.Namespace) -> int:
    fleet = await _connect(given)
    try:
        match given.command:
            case "put":
                return await _put(fleet, given)
            case "list":
                return await _list(fleet)
            case "go":
                return await _command(fleet, given, "cue", ANSWER_S, cue=given.cue, at_ns=_moment(given))
            case "dark" | "light":
                return await _command(fleet, given, given.command, LIGHT_S if given.command == "light" else ANSWER_S)
            case "status":
                return await _status(fleet, given.json)
            case _:
                from idn.fleet._watch import watch

                return await watch(fleet)
    finally:
        await fleet.close()


async def _init(given: argparse.Namespace) -> int:
    if not given.nats:
        raise Refused("init sets up a NATS cluster; give --nats URL")
    access = _access(given)
    from idn.fleet._nats import connect, set_up

    client = await connect(access, given.user or f"idn-fleet-{new_id()[:8]}")
    try:
        await set_up(client, given.replicas)
    finally:
        await client.close()
    print(f"the fleet is set up, on {given.replicas} server{'s' if given.replicas > 1 else ''}")
    return 0


def _keys(given: argparse.Namespace) -> int:
    try:
        from idn.fleet._keys import write_keys
    except ImportError as problem:
        raise Refused(f'{problem}; pip install "idn[fleet]"') from None
    users = {name_of(name, "name of a user"): role for role in ("operator", "agent", "viewer") for name in getattr(given, role)}
    if len(users) < len(given.operator) + len(given.agent) + len(given.viewer) or not users:
        raise Refused("give each user one role, as --operator NAME, --agent NAME or --viewer NAME")
    write_keys(pathlib.Path(given.folder), users)
    print(f"{len(users)} keys NAME.nk, and users.conf, in {given.folder}")
    return 0


def _cue(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 99999:
        raise argparse.ArgumentTypeError(f'"{text}" is no cue; give 1 to 99999')
    return int(text)


def _arguments() -> argparse.Namespace:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--nats", default=os.environ.get("IDN_NATS", ""), metavar="URL", help="servers, separated by commas [$IDN_NATS; none: this host only]")
    common.add_argument("--nkey", default=os.environ.get("IDN_NKEY", ""), metavar="FILE", help="key of this user [$IDN_NKEY]")
    common.add_argument("--creds", default="", metavar="FILE", help="credentials of this user, in place of --nkey")
    common.add_argument("--user", default="", metavar="NAME", help="name of this user, as idn-fleet keys was given; with --nkey [that of its FILE]")
    common.add_argument("--tls-ca", default=os.environ.get("IDN_TLS_CA", ""), metavar="FILE", help="certificate that signed those of the servers [$IDN_TLS_CA]")
    common.add_argument("--sockets", default="", metavar="DIR", help="where agents of this host listen [$XDG_RUNTIME_DIR/idn-fleet]")
    parser = argparse.ArgumentParser(prog="idn-fleet", description="Commands many hosts that play laser shows.")
    commands = parser.add_subparsers(dest="command", required=True)

    agent = commands.add_parser("agent", parents=[common], help="play on this host what operators ask for")
    agent.add_argument("--name", default=socket.gethostname().partition(".")[0], help="[that of this host]")
    agent.add_argument("--folder", default="", metavar="DIR", help="shows and journal [$HOME/.local/state/idn-fleet]")
    agent.add_argument("--player", default="idn_sender", metavar="FILE", help="[idn_sender in PATH]")
    agent.add_argument("--clock-error", default="1ms", metavar="TIME", help="with --nats: most that the clock may be wrong, or any [1ms]")
    agent.add_argument("--control-lost", default="stay", metavar="TIME", help="with --nats: dark when no server has answered for so long; stay: play on [stay]")
    agent.add_argument("options", nargs="*", metavar="-- OPTION", help="for idn_sender show")

    def operates(name: str, text: str, commands_agents: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, parents=[common], help=text)
        if commands_agents:
            made.add_argument("--to", default="", metavar="NAME,...", help="agents [all]")
            made.add_argument("--id", default="", help="a command with the same ID is carried out once [a new one]")
        return made

    operates("put", "send a show to the agents; they are dark then").add_argument("show", metavar="SHOW", help="file of idn_sender show; the .ild files that it names go with it")
    operates("list", "shows and cues", False)
    go = operates("go", "call a cue")
    go.add_argument("cue", type=_cue, metavar="CUE", help="file of the lines of the show, from 1")
    when = go.add_mutually_exclusive_group()
    when.add_argument("--at", default="", metavar="TIME", help="2026-12-31T23:59:50Z, or seconds since 1970")
    when.add_argument("--in", dest="wait", default="300ms", metavar="TIME", help="[300ms: all agents have it by then, and begin together]")
    operates("dark", "dark at once; tells who has not confirmed it")
    operates("light", "lit")
    operates("status", "what the agents do", False).add_argument("--json", action="store_true", help="all there is, as one object")
    operates("watch", "status, each second", False)
    init = operates("init", "set up a NATS cluster, once", False)
    init.add_argument("--replicas", type=int, choices=(1, 3, 5), default=1, help="servers that have everything [1]")
    keys = commands.add_parser("keys", help="make keys for the users of NATS, and users.conf for its servers")
    keys.add_argument("folder", metavar="DIR", help="for NAME.nk and users.conf; users that are there stay")
    for role, may in (("operator", "commands, and sees"), ("agent", "plays"), ("viewer", "sees")):
        keys.add_argument(f"--{role}", action="append", default=[], metavar="NAME", help=may)
    given = parser.parse_args()
    if getattr(given, "nkey", "") and not given.user:
        given.user = given.name if given.command == "agent" else pathlib.Path(given.nkey).stem
    return given


def main() -> int:
    given = _arguments()
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # warnings of its own about closed TLS connections
    try:
        if given.command == "keys":
            return _keys(given)
        runs = {"agent": _run_agent, "init": _init}.get(given.command, _operate)
        return asyncio.run(runs(given))
    except Refused as problem:
        print(f"idn-fleet: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"idn-fleet: {f'{problem.filename}: {problem.strerror}' if problem.filename else problem}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
