# SPDX-License-Identifier: MIT
"""One host of a fleet: carries each command out once, keeps its player alive, and tells what became of what."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
import json
import pathlib
import shutil
from collections.abc import AsyncIterator, Callable
from typing import Any

from idn.fleet import _show
from idn.fleet._clock import clock_error_us
from idn.fleet._command import MISSED_AFTER_NS, Command, Outcome, Refused, now_ns
from idn.fleet._journal import MOST, Journal
from idn.fleet._player import Ended, Player

#: Between the end of a player and the next one; doubled up to the last as long as they end within ten seconds.
RESTART_S = (0.1, 5.0)
#: How long a player that begins waits for what happened while this host was away; without a server it plays what it last played.
UP_TO_DATE_S = 3.0
#: How long a player has to begin; and how long light waits for one.
BEGIN_S, LIGHT_NS = 15.0, 1_500_000_000
#: Light that was asked for longer ago is missed: nobody expects it any more.
LIGHT_MISSED_AFTER_NS = 10_000_000_000


def _boot() -> str:
    """Another one after each start of the host."""
    with contextlib.suppress(OSError):
        return pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return "1"


BOOT = _boot()


@dataclasses.dataclass
class Projector:
    """As the player tells it: docs/programs.md."""

    light: str = ""
    because: str = ""
    receiver: str = ""
    lateness_us: float = 0.0  # the worst since the player began

    @property
    def is_lit(self) -> bool:
        return self.light in ("lit", "not_confirmed", "flickers")

    @property
    def trouble(self) -> str:
        """Why it is not lit as it should be; "" if it is, or nobody can tell."""
        if self.light in ("no_answer", "refused", "muted", "flickers", "not_shown") or self.because.startswith("it was away"):
            return self.because or self.light.replace("_", " ")
        return ""


class Agent:
    """Threads: that of the event loop."""

    def __init__(self, name: str, folder: pathlib.Path, program: str, options: list[str]) -> None:
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.listeners: list[Callable[[Outcome], None]] = []  # called with each outcome
        self.changed = asyncio.Event()  # the status has; cleared by who tells it
        self._folder = folder
        self._journal = Journal(folder / "journal.db")
        self._state = {"show": "", "show_name": "", "light": "", "dark_sent_ns": "0", "cue": "0", "cue_id": "", "cue_at_ns": "0"} | self._journal.state()
        if self._state["light"] != BOOT:
            self._state["light"] = ""  # nobody asked for light since this host began
        self._outcomes = self._journal.outcomes()  # of all commands that are known
        self._player = Player(folder, program, options, self._on_report)
        self._program, self._options = program, options
        self._wants_player = asyncio.Event()
        self._has_begun = asyncio.Event()
        self._has_reported = asyncio.Event()  # the player, of its projectors
        self._changes_show = asyncio.Lock()
        self._commands: dict[str, Command] = {}  # cues that wait for their time
        self._busy: dict[str, asyncio.Lock] = {}
        self._writes = asyncio.Lock()
        self._projectors: dict[str, Projector] = {}
        self._counts: collections.Counter[str] = collections.Counter()
        self._last: Outcome | None = None
        self._dark_s = self._wanted_s = 0.0
        self._clock_us: float | None = None
        self._disk_free = 0
        self.is_up_to_date = asyncio.Event()  # else commands of the past arrive: state follows when all have been read
        self.is_up_to_date.set()

    # ---- commands

    async def take(self, command: Command, fetch: _show.Fetch) -> Outcome | None:
        """Returns when the outcome is written down: the player has confirmed it, or nothing is to be done. An outcome `waits` is followed by
        another one, for the listeners. @return None if it is for others"""
        if not command.is_for(self.name):
            return None
        # One at a time by ID: darkness comes twice, by two ways.
        async with self._busy.setdefault(command.id, asyncio.Lock()):
            try:
                if known := self._outcomes.get(command.id):
                    self._counts["again"] += 1
                    return known
                return await self._carry_out(command, fetch)
            finally:
                self._busy.pop(command.id, None)

    async def _carry_out(self, command: Command, fetch: _show.Fetch) -> Outcome:
        if command.action == "cue":
            return await self._cue(command)
        if command.action == "show":
            return await self._change_show(command, fetch)
        if command.action == "dark":
            return await self._dark(command)
        return await self._light(command)

    async def _dark(self, command: Command) -> Outcome:
        state = {"light": "", "dark_sent_ns": str(max(command.sent_ns, int(self._state["dark_sent_ns"])))}
        self._state |= state  # at once: the next player begins with it
        with contextlib.suppress(Ended):  # then it is dark
            await self._player.ask("dark", command.id)
        return await self._write(command, "done", state)

    async def _light(self, command: Command) -> Outcome:
        if command.sent_ns <= int(self._state["dark_sent_ns"]):
            return await self._write(command, "overtaken", why="it was dark later")
        if (age_ns := now_ns() - command.sent_ns) > LIGHT_MISSED_AFTER_NS:
            return await self._write(command, "missed", why=f"asked for {age_ns / 1e9:.0f} s ago, by the clock of this host; ask again")
        if not self._state["show"]:
            return await self._write(command, "failed", why="no show; put one")
        self._state["light"] = BOOT
        deadline = now_ns() + LIGHT_NS
        while now_ns() < deadline:
            try:
                report = await self._player.ask("light", command.id, lambda: bool(self._state["light"]))
            except Ended:
                await asyncio.sleep(0.02)  # until the next player is there
                continue
            if report["outcome"] == "overtaken":
                return await self._write(command, "overtaken", why="it was dark later")
            return await self._write(command, "done", {"light": BOOT}, why=self._troubles())
        state = {"light": ""}
        self._state |= state
        return await self._write(command, "failed", state, why=self._player.last_words())

    async def _cue(self, command: Command) -> Outcome:
        while now_ns() <= command.at_ns + MISSED_AFTER_NS:
            if not self._state["show"]:
                return await self._write(command, "failed", why="no show; put one")
            self._commands[command.id] = command
            try:
                report = await self._player.ask(f"cue {command.cue} @{_seconds(command.at_ns)}", command.id)
            except Ended:
                await asyncio.sleep(0.02)  # until the next player is there, or the cue is missed
                continue
            outcome = report["outcome"]
            if outcome == "again":  # of an agent before this one, which did not learn it
                outcome = "done" if now_ns() > command.at_ns else "waits"
            if outcome in ("waits", "done"):
                why = self._troubles() if outcome == "done" else ""
                return await self._write(command, outcome, self._state_by(command, outcome), late_us=report.get("late_us"), why=why)
            return await self._write(command, "nothing to call" if outcome == "nothing to call" else "failed", why=outcome)
        why = f"{(now_ns() - command.at_ns) / 1e9:.1f} s after its time" + ("" if self._player.is_there else f"; {self._player.last_words()}")
        result = await self._write(command, "missed", self._state_by(command, "missed"), why=why)
        if self.is_up_to_date.is_set():
            await self.catch_up()
        return result

    def _state_by(self, command: Command, outcome: str) -> dict[str, str]:
        """What is played afterwards: the newest cue by its time."""
        if outcome in ("waits", "nothing to call") or command.at_ns < int(self._state["cue_at_ns"]):
            return {}
        return {"cue": str(command.cue), "cue_id": command.id, "cue_at_ns": str(command.at_ns)}

    async def catch_up(self) -> None:
        """Commands of the past are over: what the newest cue that was missed selects is played from now on."""
        self.is_up_to_date.set()
        id, cue = self._state["cue_id"], self._state["cue"]
        known = self._outcomes.get(id)
        if known and known.outcome == "missed" and cue != "0":
            with contextlib.suppress(Ended):
                await self._player.ask(f"cue {cue}", f"{id}.state")

    async def _change_show(self, command: Command, fetch: _show.Fetch) -> Outcome:
        async with self._changes_show:
            try:
                show, lines = await _show.unpack(command.show, self._folder, fetch)
                await self._check(show, lines)
            except (Refused, OSError, Ended, asyncio.TimeoutError) as problem:
                return await self._write(command, "failed", why=str(problem) or "the files did not come")
            state = {"show": command.show, "show_name": show.name, "light": "", "cue": "0", "cue_id": "", "cue_at_ns": "0"}
            self._state |= state
            self._last = None
            self._projectors.clear()
            self._has_begun.clear()
            self._has_reported.clear()
            await self._player.stop()  # the next one begins with the new show
            self._wants_player.set()
        try:
            await asyncio.wait_for(self._has_begun.wait(), BEGIN_S)
            await asyncio.wait_for(self._has_reported.wait(), BEGIN_S)
        except asyncio.TimeoutError:
            return await self._write(command, "failed", state, why=self._player.last_words())
        return await self._write(command, "done", state, why=self._troubles())

    async def _check(self, show: _show.Show, lines: pathlib.Path) -> None:
        """A show with a mistake does not end the one that plays. Raises Ended."""
        command = [self._program, "show", lines.name, "--dry-run", *self._options]
        try:
            process = await asyncio.create_subprocess_exec(
                *command, cwd=lines.parent, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
            )
        except OSError as problem:
            raise Ended(f"{self._program}: {problem.strerror}") from None
        _, said = await process.communicate()
        if process.returncode != 0:
            text = said.decode(errors="replace").replace(lines.name, f"{show.name}.txt").strip()
            raise Ended((text.splitlines() or ["the player does not take it"])[-1][:500])

    async def _write(self, command: Command, outcome: str, state: dict[str, str] | None = None, **more: Any) -> Outcome:
        result = Outcome(self.name, command.id, outcome, unix_ns=now_ns(), **more)
        self._state |= state or {}
        async with self._writes:  # a slow disk holds up answers, nothing else
            if command.id in self._outcomes and self._outcomes[command.id].is_last:
                return self._outcomes[command.id]
            await asyncio.to_thread(self._journal.write, command, result, state or {})
            self._outcomes[command.id] = result
            while len(self._outcomes) > MOST:
                self._outcomes.pop(next(iter(self._outcomes)))
        if result.is_last:
            self._commands.pop(command.id, None)
            self._counts[outcome] += 1
            if command.action == "cue":
                self._last = result
        for listener in self.listeners:
            listener(result)
        self.changed.set()
        return result

    def _troubles(self) -> str:
        """Of projectors, for people."""
        named = [f"{name} ({projector.trouble})" for name, projector in self._projectors.items() if projector.trouble]
        more = f" and {len(named) - 3} more" if len(named) > 3 else ""
        return f"{len(named)} of {len(self._projectors)} projectors in trouble: {', '.join(named[:3])}{more}" if named else ""

    # ---- outcomes that are yet to be told

    async def untold(self) -> list[Outcome]:
        async with self._writes:
            return await asyncio.to_thread(self._journal.untold)

    async def set_told(self, outcome: Outcome) -> None:
        async with self._writes:
            await asyncio.to_thread(self._journal.set_told, outcome)

    # ---- the player

    async def run(self) -> None:
        """Until it is cancelled; then the player has ended, and the next one is dark until somebody asks for light."""
        tasks = [asyncio.ensure_future(self._keep_player()), asyncio.ensure_future(self._observe())]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._player.stop()
            self._journal.keep({"light": ""})

    async def _keep_player(self) -> None:
        for id, outcome in self._outcomes.items():
            if outcome.outcome == "waits":
                self._commands[id] = self._journal.command(id)
        self._player.open()
        if self._state["show"]:
            self._wants_player.set()
        pause = RESTART_S[0]
        while True:
            await self._wants_player.wait()
            begun = asyncio.get_running_loop().time()
            try:
                if not self._player.is_there:
                    with contextlib.suppress(asyncio.TimeoutError):
                        await asyncio.wait_for(self.is_up_to_date.wait(), UP_TO_DATE_S)
                    async with self._changes_show:
                        show = self._folder / "shows" / f"{self._state['show']}.txt"
                        await self._player.start(show, self._folder / "shows")
                await self._resume()
                self._has_begun.set()
                await self._player.ended.wait()
            except Ended:
                pass
            self._projectors.clear()
            if asyncio.get_running_loop().time() - begun > 10.0:
                pause = RESTART_S[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, RESTART_S[1])

    async def _resume(self) -> None:
        """A player has begun, or was found: it plays what this agent last was told, and waits for what is yet to come."""
        number = f"resume-{self._player.pid}-{now_ns()}"
        cue = int(self._state["cue"])
        waits = list(self._commands.values())
        if cue:
            await self._player.ask(f"cue {cue}", f"{number}-cue")
        if self._state["light"]:
            await self._player.ask("light", f"{number}-light", lambda: bool(self._state["light"]))
        else:
            await self._player.ask("dark", f"{number}-dark")
        for command in waits:
            asyncio.ensure_future(self._cue(command))

    def _on_report(self, report: dict[str, Any]) -> None:
        event = report["event"]
        if event == "trigger":
            command = self._commands.get(report["id"])
            outcome = report["outcome"]
            if command and outcome in ("done", "nothing to call"):  # what it has waited for
                state, why = self._state_by(command, outcome), self._troubles() if outcome == "done" else ""
                asyncio.ensure_future(self._write(command, outcome, state, late_us=report.get("late_us"), why=why))
        elif event in ("light", "status"):
            projector = self._projectors.setdefault(report["target"], Projector())
            projector.light, projector.because = str(report["light"]), str(report["because"])[:100]
            if event == "light":
                self.changed.set()
            else:
                self._has_reported.set()
                projector.receiver = str(report["receiver"])
                projector.lateness_us = max(projector.lateness_us, float(report["worst_lateness_us"]))
                if self._state["light"]:
                    self._wanted_s += 1.0
                    self._dark_s += 0.0 if projector.is_lit else 1.0

    # ---- status

    async def _observe(self) -> None:
        while True:
            with contextlib.suppress(OSError, ValueError):
                self._clock_us = await asyncio.to_thread(clock_error_us)
            self._disk_free = (await asyncio.to_thread(shutil.disk_usage, self._folder)).free
            await asyncio.sleep(5.0)

    def status(self) -> dict[str, Any]:
        projectors = list(self._projectors.values())
        return {
            "agent": self.name,
            "unix_ns": now_ns(),
            "player": "plays" if self._player.is_there else "no show" if not self._state["show"] else "ended",
            "why": "" if self._player.is_there or not self._state["show"] else self._player.last_words(),
            "show": self._state["show_name"],
            "digest": self._state["show"],
            "light": bool(self._state["light"]),
            "cue": int(self._state["cue"]),
            "waiting": len(self._commands),
            "projectors": len(projectors),
            "lit": sum(projector.is_lit for projector in projectors),
            "playing": sum(projector.receiver == "playing" for projector in projectors),
            "troubles": {name: projector.trouble for name, projector in self._projectors.items() if projector.trouble},
            "lateness_us": max((projector.lateness_us for projector in projectors), default=0.0),
            "dark_share": self._dark_s / self._wanted_s if self._wanted_s else 0.0,
            "clock_error_us": self._clock_us,
            "disk_free": self._disk_free,
            "outcomes": dict(self._counts),
            "last": json.loads(self._last.encode()) if self._last else None,
        }

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[asyncio.Queue[Outcome]]:
        queue: asyncio.Queue[Outcome] = asyncio.Queue()
        self.listeners.append(queue.put_nowait)
        try:
            yield queue
        finally:
            self.listeners.remove(queue.put_nowait)


def _seconds(unix_ns: int) -> str:
    return f"{unix_ns // 1_000_000_000}.{unix_ns % 1_000_000_000:09}"
