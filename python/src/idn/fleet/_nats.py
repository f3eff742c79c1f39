# SPDX-License-Identifier: MIT
"""A fleet of many hosts, by NATS JetStream: commands and outcomes in streams, the state of the agents in a key-value bucket, files in an
object store. Commands come by core NATS as well, which needs no stream."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import pathlib
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import nats
import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import ConsumerConfig, KeyValueConfig, ObjectStoreConfig, StreamConfig
from nats.js.client import JetStreamContext

from idn.fleet._agent import Agent
from idn.fleet._command import Command, Outcome, Refused, decode_command, decode_outcome, decode_status, new_id, now_ns

COMMANDS, TOLD, AGENTS, SHOWS = "IDN_FLEET", "IDN_TOLD", "idn_agents", "idn_shows"
COMMAND = "idn.fleet.command"
#: How long commands and outcomes are kept, and the state of an agent that is away.
KEPT_S, AWAY_S = 7 * 86400.0, 86400.0
PAUSE_S = 0.25
CONNECT_S = 5.0
_IN_USE = 10058  # error code of JetStream: a stream of this name has other settings
_FAULTS = (nats.errors.Error, nats.js.errors.Error, OSError, asyncio.TimeoutError)


@dataclasses.dataclass(frozen=True)
class Access:
    servers: list[str]
    nkey: str = ""  # file with a seed
    creds: str = ""
    ca: str = ""  # file with the certificate that signed those of the servers


#: What the messages of NATS do not say.
_NOT_LET_IN = "a server does so to users it does not let in: look at --nkey, --creds"
_REMEDIES = {
    **dict.fromkeys(("authorization", "broken pipe", "connection reset"), _NOT_LET_IN),
    "permissions violation": "the role of this user does not allow that: look at --nkey, --name (docs/fleet.md, who may do what)",
    "certificate_verify": "give the certificate that signed it by --tls-ca",
}


def _with_remedy(problem: object, otherwise: str) -> str:
    said = str(problem) or otherwise
    return "; ".join([said, *(remedy for part, remedy in _REMEDIES.items() if part in said.lower())][:2])


async def connect(access: Access, name: str, tell: Callable[[str], None] = lambda text: None) -> Client:
    """Raises Refused if no server can be reached, or none lets this user in. Afterwards it connects again by itself.
    tell: is told when it has lost its server, and when it has one."""
    options: dict[str, Any] = {"reconnect_time_wait": PAUSE_S}
    for key, file in (("nkeys_seed", access.nkey), ("user_credentials", access.creds)):
        if file:
            if not pathlib.Path(file).is_file():
                raise Refused(f"{file} is no file; give that with the key")
            options[key] = file
    if access.ca:
        try:
            options["tls"] = ssl.create_default_context(cafile=access.ca)
        except (OSError, ssl.SSLError) as problem:
            raise Refused(f"{access.ca}: {problem}") from None
    client, said, refusals, was_let_in = Client(), "", 0, False
    forbidden: set[str] = set()

    async def on_error(problem: Exception) -> None:
        """The client connects again, whatever it is. Who is not allowed something is told; who no server lets in at first gives up."""
        nonlocal said, refusals
        said = str(problem)
        if "permissions violation" in said.lower() and said not in forbidden:
            forbidden.add(said)
            print(f"idn-fleet: {_with_remedy(said, '')}", file=sys.stderr, flush=True)
        refusals += "authorization" in said.lower()
        if refusals >= len(access.servers) and not was_let_in:
            raise Refused(said)

    def address() -> str:
        return client.connected_url.netloc if client.connected_url else "NATS"

    async def on_loss() -> None:
        tell("is not connected to a server")

    async def on_return() -> None:
        tell(f"is connected to {address()}")

    try:
        connecting = client.connect(
            access.servers,
            name=name,
            inbox_prefix=f"_INBOX_{name}",
            max_reconnect_attempts=-1,
            ping_interval=1,
            max_outstanding_pings=2,
            error_cb=on_error,
            disconnected_cb=on_loss,
            reconnected_cb=on_return,
            **options,
        )
        await asyncio.wait_for(connecting, CONNECT_S)
    except (*_FAULTS, ValueError, Refused) as problem:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(client.close(), 1.0)
        raise Refused(f"{', '.join(access.servers)}: {_with_remedy(said or problem, 'no answer')}") from None
    was_let_in = True
    tell(f"is connected to {address()}")
    return client


async def set_up(client: Client, replicas: int) -> None:
    """Makes what is not there yet. Raises Refused."""
    stream = client.jetstream()
    try:
        await stream.add_stream(StreamConfig(name=COMMANDS, subjects=[COMMAND], max_age=KEPT_S, num_replicas=replicas, duplicate_window=600))
        await stream.add_stream(
            StreamConfig(name=TOLD, subjects=["idn.fleet.told.>"], max_age=KEPT_S, num_replicas=replicas, allow_direct=True)
        )
        await stream.create_key_value(KeyValueConfig(bucket=AGENTS, ttl=AWAY_S, replicas=replicas))
        await stream.create_object_store(SHOWS, ObjectStoreConfig(replicas=replicas))
    except _FAULTS as problem:
        if getattr(problem, "err_code", 0) == _IN_USE:
            raise Refused("the fleet is set up already, with other --replicas; `nats stream edit` changes them") from None
        raise Refused(f"{_with_remedy(problem, 'no answer')}; servers need JetStream (-js), and {replicas} of them have to be there") from None


def told_subject(agent: str, id: str) -> str:
    return f"idn.fleet.told.{agent}.{id}"


def _told(outcome: Outcome) -> tuple[str, bytes, dict[str, str]]:
    subject = told_subject(outcome.agent, outcome.id)
    return subject, outcome.encode(), {"Nats-Msg-Id": f"{subject}.{outcome.outcome}"}  # once, however often it comes


async def _fetch(stream: JetStreamContext, digest: str) -> bytes:
    store = await stream.object_store(SHOWS)
    return (await asyncio.wait_for(store.get(digest), 60.0)).data or b""


class NatsLink:
    """The side of the agent."""

    def __init__(self, agent: Agent, access: Access, control_lost_ns: int | None) -> None:
        self._agent, self._access, self._control_lost_ns = agent, access, control_lost_ns
        self._told = asyncio.Event()
        agent.is_up_to_date.clear()
        self._heard_ns = 0  # when a server last confirmed that it has the state of this agent
        agent.listeners.append(lambda _: self._told.set())

    async def run(self) -> None:
        self._heard_ns = now_ns()
        lost = asyncio.ensure_future(self._watch_control())
        try:
            await self._run()
        finally:
            lost.cancel()

    async def _run(self) -> None:
        said = ""
        while True:
            try:
                client = await connect(self._access, self._agent.name, lambda text: print(f"agent {self._agent.name} {text}", flush=True))
                break
            except Refused as problem:
                if said != str(problem):
                    said = str(problem)
                    print(f"idn-fleet: {said}; tried again", file=sys.stderr, flush=True)
            await asyncio.sleep(PAUSE_S)
        stream = client.jetstream(timeout=2.0)
        tasks = (
            lambda: self._hear(client, stream),
            lambda: self._obey(stream),
            lambda: self._report(stream),
            lambda: self._answer(client),
            lambda: self._tell(stream),
        )
        try:
            await asyncio.gather(*(self._forever(task) for task in tasks))
        finally:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.close(), 1.0)

    async def _forever(self, what: Callable[[], Awaitable[None]]) -> None:
        """Servers come and go: what has failed is begun anew."""
        while True:
            with contextlib.suppress(*_FAULTS):
                await what()
            await asyncio.sleep(PAUSE_S)

    async def _hear(self, client: Client, stream: JetStreamContext) -> None:
        """Commands by core NATS, which needs no leader of a stream: while one is elected, for some seconds, cues go on. What comes by the stream
        afterwards is known then. A show comes by the stream alone, in its order; so does all but darkness until this agent is up to date."""
        tasks: set[asyncio.Future[Any]] = set()

        async def take(message: Msg) -> None:
            with contextlib.suppress(Refused):
                command = decode_command(message.data)
                if command.action == "dark" or (command.action != "show" and self._agent.is_up_to_date.is_set()):
                    task = asyncio.ensure_future(self._agent.take(command, lambda digest: _fetch(stream, digest)))
                    tasks.add(task)  # one that waits for the player does not hold up the next
                    task.add_done_callback(tasks.discard)

        subscription = await client.subscribe(COMMAND, cb=take)
        try:
            await asyncio.Event().wait()
        finally:
            await subscription.unsubscribe()

    async def _obey(self, stream: JetStreamContext) -> None:
        # What a server that died has sent, and nobody got, comes again after a second. What is only slow, a large show, too; that does nothing.
        config = ConsumerConfig(ack_wait=1.0, max_ack_pending=1000, max_waiting=8)
        waiting = await stream.pull_subscribe(COMMAND, durable=self._agent.name, stream=COMMANDS, config=config)
        info = await waiting.consumer_info()
        if (info.num_pending or 0) + (info.num_ack_pending or 0) > 0:
            self._agent.is_up_to_date.clear()
        else:
            self._agent.is_up_to_date.set()
        while True:
            try:
                # Of several the client would wait for the rest. A server that has forgotten the request is asked again soon.
                (message,) = await waiting.fetch(1, timeout=0.5)
            except nats.errors.TimeoutError:
                await waiting.consumer_info()  # raises if it is gone
                continue
            with contextlib.suppress(Refused):  # whoever may command can also send nonsense: it is done with
                await self._agent.take(decode_command(message.data), lambda digest: _fetch(stream, digest))
            await message.ack()
            if not self._agent.is_up_to_date.is_set() and message.metadata.num_pending == 0:
                await self._agent.catch_up()

    async def _report(self, stream: JetStreamContext) -> None:
        bucket = await stream.key_value(AGENTS)
        while True:
            self._agent.changed.clear()
            await bucket.put(self._agent.name, json.dumps(self._agent.status()).encode())
            self._heard_ns = now_ns()
            await asyncio.sleep(0.1)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._agent.changed.wait(), 0.9)

    async def _answer(self, client: Client) -> None:
        """Outcomes to who waits for them, which needs no leader of a stream."""
        async with self._agent.listening() as outcomes:
            while True:
                subject, data, headers = _told(await outcomes.get())
                await client.publish(subject, data, headers=headers)

    async def _tell(self, stream: JetStreamContext) -> None:
        while True:
            self._told.clear()
            for outcome in await self._agent.untold():
                subject, data, headers = _told(outcome)
                await stream.publish(subject, data, headers=headers)
                await self._agent.set_told(outcome)
            await self._told.wait()

    async def _watch_control(self) -> None:
        if self._control_lost_ns is None:
            return
        while True:
            await asyncio.sleep(0.1)
            if now_ns() - self._heard_ns > self._control_lost_ns and self._agent.status()["light"]:
                print("idn-fleet: no server confirms anything: dark, until `light`", file=sys.stderr, flush=True)
                await self._agent.take(Command("dark", new_id(), now_ns()), self._nothing)

    async def _nothing(self, digest: str) -> bytes:
        raise FileNotFoundError(digest)


class NatsFleet:
    """The side of the operator."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._stream = client.jetstream(timeout=5.0)

    async def agents(self) -> dict[str, dict[str, Any]]:
        """Status by name, of those that were there in the last day; empty if nobody can read it. Raises Refused."""
        prefix = f"$KV.{AGENTS}."
        try:
            bucket = await self._stream.key_value(AGENTS)
            # keys() of the client finds none, now and then, where there are some: it counts what the server has sent, and not what has come.
            state = (await self._stream.stream_info(f"KV_{AGENTS}", subjects_filter=f"{prefix}>")).state
            statuses: dict[str, dict[str, Any]] = {subject.removeprefix(prefix): {} for subject in sorted(state.subjects or ())}
            for name in statuses:
                with contextlib.suppress(nats.js.errors.KeyNotFoundError, Refused):
                    statuses[name] = decode_status((await bucket.get(name)).value or b"")
            return statuses
        except nats.js.errors.NotFoundError:
            raise Refused("the fleet is not set up; idn-fleet init does it, once") from None
        except _FAULTS as problem:
            raise Refused(f"the state of the agents cannot be read: {str(problem) or 'no answer'}; servers that elect a leader need some seconds") from None

    async def send(self, command: Command) -> AsyncIterator[Outcome]:
        """Each outcome as it comes; wait no longer than you like."""
        queue: asyncio.Queue[bytes] = asyncio.Queue()

        async def take(message: Msg) -> None:
            queue.put_nowait(message.data)

        subscription = await self._client.subscribe(told_subject("*", command.id), cb=take)
        publishes = asyncio.ensure_future(self._publish(command, queue))
        try:
            while True:
                with contextlib.suppress(Refused):  # whoever may tell something can also tell nonsense
                    yield decode_outcome(await queue.get())
        finally:
            publishes.cancel()
            with contextlib.suppress(*_FAULTS):
                await subscription.unsubscribe()

    async def _publish(self, command: Command, queue: asyncio.Queue[bytes]) -> None:
        """Until the stream has it; who hears the command by core NATS has it at once. A command that was sent before is not sent again:
        its outcomes are those of then."""
        while True:
            with contextlib.suppress(*_FAULTS, Refused):
                sent = await self._stream.publish(COMMAND, command.encode(), timeout=1.0, headers={"Nats-Msg-Id": command.id})
                for agent in await self.agents() if sent.duplicate else ():
                    with contextlib.suppress(nats.js.errors.NotFoundError):
                        queue.put_nowait((await self._stream.get_last_msg(TOLD, told_subject(agent, command.id))).data or b"")
                return
            await asyncio.sleep(PAUSE_S)

    async def store(self, digest: str, data: bytes) -> None:
        try:
            store = await self._stream.object_store(SHOWS)
            try:
                await store.get_info(digest)
            except nats.js.errors.ObjectNotFoundError:
                await store.put(digest, data)
        except _FAULTS as problem:
            raise Refused(f"the files cannot be stored: {str(problem) or 'no answer'}") from None

    async def fetch(self, digest: str) -> bytes:
        try:
            return await _fetch(self._stream, digest)
        except _FAULTS as problem:
            raise Refused(f"the show cannot be read: {str(problem) or 'no answer'}") from None

    async def close(self) -> None:
        await self._client.close()
