# SPDX-License-Identifier: MIT
"""A fleet on one host, without a server: each agent has a Unix socket NAME.sock in one folder. A request is a line of JSON, after which the
octets of a file may follow; answers are lines of JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
from collections.abc import AsyncIterator
from typing import Any

from idn.fleet._agent import Agent
from idn.fleet._command import DIGEST, Command, Outcome, Refused, decode, decode_command, decode_outcome, decode_status
from idn.fleet._show import MOST_FILE, digest_of, write_whole

MOST_LINE = 1 << 16


def folder_of_sockets(given: str) -> pathlib.Path:
    runtime = os.environ.get("RUNTIME_DIRECTORY")  # of systemd
    return pathlib.Path(given or runtime or f"{os.environ.get('XDG_RUNTIME_DIR', '/run')}/idn-fleet")


class LocalLink:
    """The side of the agent."""

    def __init__(self, agent: Agent, sockets: pathlib.Path, folder: pathlib.Path) -> None:
        self._agent, self._path, self._store = agent, sockets / f"{agent.name}.sock", folder / "store"

    async def open(self) -> None:
        """Raises Refused if there is an agent of this name: then its player is not to be touched."""
        await asyncio.to_thread(self._store.mkdir, parents=True, exist_ok=True)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_unix_connection(self._path)
            writer.close()
            raise Refused(f"an agent {self._agent.name} is there already, at {self._path}; use another --name")
        self._path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, self._path, limit=MOST_LINE)
        self._path.chmod(0o660)

    async def run(self) -> None:
        print(f"agent {self._agent.name} listens at {self._path}", flush=True)
        async with self._server:
            try:
                await self._server.serve_forever()
            finally:
                self._path.unlink(missing_ok=True)

    async def fetch(self, digest: str) -> bytes:
        return await asyncio.to_thread((self._store / digest).read_bytes)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        except (Refused, ValueError) as problem:  # ValueError: a line that is too long
            with contextlib.suppress(OSError):
                await _say(writer, {"refused": str(problem)})
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            request = decode(line)
            match request.get("request"):
                case "status":
                    await _say(writer, self._agent.status())
                case "command":
                    await self._command(decode_command(request.get("command")), writer)
                case "has":
                    await _say(writer, {"has": (self._store / _digest(request)).exists()})
                case "store":
                    size = request.get("size")
                    if not isinstance(size, int) or not 0 <= size <= MOST_FILE:
                        raise Refused(f"size is {size!r}; use 0 to {MOST_FILE}")
                    data, digest = await reader.readexactly(size), _digest(request)
                    if await asyncio.to_thread(digest_of, data) != digest:
                        raise Refused(f"what came as {digest[:12]} is something else")
                    await asyncio.to_thread(write_whole, self._store / digest, data)
                    await _say(writer, {"has": True})
                case "fetch":
                    data = await self.fetch(_digest(request))
                    await _say(writer, {"size": len(data)})
                    writer.write(data)
                    await writer.drain()
                case other:
                    raise Refused(f"request is {other!r}; use status, command, has, store or fetch")

    async def _command(self, command: Command, writer: asyncio.StreamWriter) -> None:
        async with self._agent.listening() as queue:
            first = await self._agent.take(command, self.fetch)
            if first is None:
                return await _say(writer, {"refused": f"not for {self._agent.name}"})
            await _say(writer, json.loads(first.encode()))
            last = first
            while not last.is_last:
                told = await queue.get()
                if told.id == command.id and told.is_last:
                    await _say(writer, json.loads(told.encode()))
                    last = told


async def _say(writer: asyncio.StreamWriter, what: dict[str, Any]) -> None:
    writer.write(json.dumps(what).encode() + b"\n")
    await writer.drain()


def _digest(request: dict[str, Any]) -> str:
    digest = request.get("digest")
    if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
        raise Refused(f"digest is {digest!r}; use a SHA-256")
    return digest


class LocalFleet:
    """The side of the operator."""

    def __init__(self, sockets: pathlib.Path) -> None:
        self._sockets = sockets

    async def agents(self) -> dict[str, dict[str, Any]]:
        """Status by name; empty of those that do not answer."""
        paths = sorted(self._sockets.glob("*.sock"))
        answers = await asyncio.gather(*(self._status(path) for path in paths))
        return {path.stem: answer for path, answer in zip(paths, answers)}

    async def _status(self, path: pathlib.Path) -> dict[str, Any]:
        with contextlib.suppress(OSError, asyncio.TimeoutError, Refused):
            return decode_status(await asyncio.wait_for(self._ask(path, {"request": "status"}), 2.0))
        return {}

    async def _ask(self, path: pathlib.Path, request: dict[str, Any], data: bytes = b"") -> dict[str, Any]:
        reader, writer = await asyncio.open_unix_connection(path, limit=MOST_LINE)
        try:
            writer.write(json.dumps(request).encode() + b"\n" + data)
            await writer.drain()
            return _unless_refused(await reader.readline())
        finally:
            writer.close()

    async def send(self, command: Command) -> AsyncIterator[Outcome]:
        """Each outcome as it comes, until all agents have told their last; wait no longer than you like."""
        paths = [path for path in self._sockets.glob("*.sock") if command.is_for(path.stem)]
        queue: asyncio.Queue[Outcome | None] = asyncio.Queue()
        tasks = [asyncio.ensure_future(self._send(path, command, queue)) for path in paths]
        try:
            open_count = len(tasks)
            while open_count:
                outcome = await queue.get()
                if outcome is None:
                    open_count -= 1
                else:
                    yield outcome
        finally:
            for task in tasks:
                task.cancel()

    async def _send(self, path: pathlib.Path, command: Command, queue: asyncio.Queue[Outcome | None]) -> None:
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=MOST_LINE)
            try:
                await _say(writer, {"request": "command", "command": json.loads(command.encode())})
                while line := await reader.readline():
                    outcome = decode_outcome(_unless_refused(line))
                    queue.put_nowait(outcome)
                    if outcome.is_last:
                        break
            finally:
                writer.close()
        except (OSError, Refused):
            pass  # told as one that does not answer
        finally:
            queue.put_nowait(None)

    async def store(self, digest: str, data: bytes) -> None:
        for path in self._sockets.glob("*.sock"):
            with contextlib.suppress(OSError):  # told as one that does not answer
                if not (await self._ask(path, {"request": "has", "digest": digest}))["has"]:
                    await self._ask(path, {"request": "store", "digest": digest, "size": len(data)}, data)

    async def fetch(self, digest: str) -> bytes:
        for path in self._sockets.glob("*.sock"):
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, Refused):
                reader, writer = await asyncio.open_unix_connection(path, limit=MOST_LINE)
                try:
                    await _say(writer, {"request": "fetch", "digest": digest})
                    return await reader.readexactly(int(_unless_refused(await reader.readline())["size"]))
                finally:
                    writer.close()
        raise FileNotFoundError(f"no agent has the show {digest[:12]}")

    async def close(self) -> None:
        pass


def _unless_refused(line: bytes) -> dict[str, Any]:
    answer = decode(line)
    if "refused" in answer:
        raise Refused(answer["refused"])
    return answer
