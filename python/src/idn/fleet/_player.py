# SPDX-License-Identifier: MIT
"""The player of an agent: `idn_sender show`, which outlives the agent, and is found again by the next one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
from collections.abc import Callable
from typing import Any

from idn.fleet._show import write_whole

#: Between two datagrams with the same trigger, until the player has confirmed it.
RESEND_S = 0.05
#: How long a player has to end, dark and closed, before it is killed.
END_S = 10.0


class Ended(Exception):
    """The player is not there, or not any more; its text is what it said last."""


def _start_ticks(pid: int) -> str:
    """Tells a process from a later one with the same number."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


class Player:
    """Threads: that of the event loop."""

    def __init__(self, folder: pathlib.Path, program: str, options: list[str], on_report: Callable[[dict[str, Any]], None]) -> None:
        self._notes = folder / "player.json"  # what the next agent needs
        self._said = folder / "player.log"
        self._program, self._options, self._on_report = program, options, on_report
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self._socket.setblocking(False)
        self._pid = 0
        self._process: subprocess.Popen[bytes] | None = None  # None: the child of an earlier agent
        self._descriptor = -1
        self._end: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._port = 0
        self._confirmed: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._listens = asyncio.Event()
        self.ended = asyncio.Event()
        self.ended.set()

    @property
    def is_there(self) -> bool:
        return not self.ended.is_set()

    @property
    def pid(self) -> int:
        return self._pid

    def open(self) -> bool:
        """Finds the player of an earlier agent. @return whether it is there"""
        notes: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):
            notes = json.loads(self._notes.read_text())
        pid, port = int(notes.get("pid", 0)), int(notes.get("port", 0))
        is_alive = pid > 0 and port > 0 and _start_ticks(pid) == notes.get("start_ticks")
        self._socket.bind(("127.0.0.1", int(notes["report_port"]) if is_alive else 0))
        asyncio.get_running_loop().add_reader(self._socket, self._receive)
        if is_alive:
            self._watch(pid)
            self._port = port
            self._listens.set()
        return is_alive

    async def start(self, show: pathlib.Path, folder: pathlib.Path) -> None:
        """Dark, and ready for triggers when this returns. Raises Ended."""
        report_port = self._socket.getsockname()[1]
        self._listens.clear()
        command = [self._program, "show", str(show), "--on", "udp:0", "--begin-dark", "--quiet", "--report-to", str(report_port), *self._options]
        with self._said.open("wb") as said:
            try:
                self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd=folder, start_new_session=True)
            except OSError as problem:
                raise Ended(f"{self._program}: {problem.strerror}") from None
        self._watch(self._process.pid)
        await self._unless_ended(self._listens.wait())
        notes = {"pid": self._pid, "start_ticks": _start_ticks(self._pid), "port": self._port, "report_port": report_port}
        await asyncio.to_thread(write_whole, self._notes, json.dumps(notes).encode())

    async def ask(self, line: str, id: str, is_wanted: Callable[[], bool] = lambda: True) -> dict[str, Any]:
        """Sends a trigger until the player has confirmed it, or it is not wanted any more: then the outcome is "overtaken".
        @return the report. Raises Ended."""
        if self._port == 0:
            raise Ended("no player")
        future = self._confirmed.setdefault(id, asyncio.get_running_loop().create_future())
        datagram = f"{line} #{id}".encode()
        try:
            while True:
                if not self.is_there:
                    raise Ended(self.last_words())
                if not is_wanted():
                    return {"outcome": "overtaken"}
                with contextlib.suppress(OSError):
                    self._socket.sendto(datagram, ("127.0.0.1", self._port))
                await self._first_of(future, RESEND_S)
                if future.done():
                    return future.result()
        finally:
            self._confirmed.pop(id, None)

    async def stop(self) -> None:
        """Dark, closed, ended."""
        if not self.is_there:
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGINT)
            try:
                await asyncio.wait_for(self.ended.wait(), END_S)
            except asyncio.TimeoutError:
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
        await self.ended.wait()

    def last_words(self) -> str:
        with contextlib.suppress(OSError):
            lines = self._said.read_text(errors="replace").strip().splitlines()
            if lines:
                return lines[-1][:500]
        return "the player ended without a word"

    def _watch(self, pid: int) -> None:
        self._pid = pid
        self._descriptor = os.pidfd_open(pid)
        self.ended.clear()
        self._end = asyncio.ensure_future(self.ended.wait())
        asyncio.get_running_loop().add_reader(self._descriptor, self._on_end)

    def _on_end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)
        if self._process is not None:
            self._process.wait()
            self._process = None
        self._port = 0
        self._notes.unlink(missing_ok=True)
        self.ended.set()

    async def _unless_ended(self, what: Any) -> None:
        waits = asyncio.ensure_future(what)
        await self._first_of(waits)
        if not self.is_there:
            waits.cancel()
            raise Ended(self.last_words())

    async def _first_of(self, future: asyncio.Future[Any], timeout: float | None = None) -> None:
        """Waits for it, for the end of the player, or for the time."""
        first: set[asyncio.Future[Any]] = {future, self._end}
        await asyncio.wait(first, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)

    def _receive(self) -> None:
        for _ in range(256):  # then others have their turn
            try:
                data = self._socket.recv(65536)
            except OSError:
                return
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self._take(json.loads(data))

    def _take(self, report: dict[str, Any]) -> None:
        if report["event"] == "listening" and "udp" in report["for"]:
            self._port = int(report["at"].rpartition(":")[2])
            self._listens.set()
        elif report["event"] == "trigger":
            future = self._confirmed.get(report["id"])
            if future and not future.done():
                future.set_result(report)
        self._on_report(report)
