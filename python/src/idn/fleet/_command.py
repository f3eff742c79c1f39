# SPDX-License-Identifier: MIT
"""What an operator asks for, and what became of it on one host: one JSON object each, the same over NATS and over a Unix socket."""

from __future__ import annotations

import dataclasses
import datetime
import json
import re
import time
import uuid
from typing import Any

NAME = re.compile(r"[A-Za-z0-9_-]{1,48}")  # the player knows IDs of up to 64 octets
DIGEST = re.compile(r"[0-9a-f]{64}")
#: A cue that comes later than this after its time is missed: it is told, not carried out.
MISSED_AFTER_NS = 1_000_000_000
ACTIONS = ("cue", "dark", "light", "show")


class Refused(ValueError):
    """Input that is not taken; its text is one line with cause and remedy."""


def name_of(text: object, what: str) -> str:
    if not isinstance(text, str) or not NAME.fullmatch(text):
        raise Refused(f'"{text}" is no {what}; use 1 to 48 letters, digits, - and _')
    return text


def _integer(value: object, least: int, most: int, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Refused(f"{what} is {value!r}; use {least} to {most}")
    return value


@dataclasses.dataclass(frozen=True)
class Command:
    """Carried out once by each agent, however often it arrives."""

    action: str  # of ACTIONS
    id: str
    sent_ns: int  # since 1970, by the operator's clock
    to: tuple[str, ...] = ()  # names of agents; none: all
    cue: int = 0  # for "cue", from 1
    at_ns: int = 0  # for "cue", since 1970
    show: str = ""  # for "show": digest of its manifest

    def encode(self) -> bytes:
        return json.dumps(dataclasses.asdict(self)).encode()

    def is_for(self, agent: str) -> bool:
        return not self.to or agent in self.to


def decode_command(data: object) -> Command:
    """Raises Refused."""
    given = decode(data)
    action = given.get("action")
    if action not in ACTIONS:
        raise Refused(f"action is {action!r}; use one of {', '.join(ACTIONS)}")
    to = given.get("to", [])
    if not isinstance(to, list):
        raise Refused("`to` is no list of names of agents")
    show = given.get("show", "")
    if action == "show" and not (isinstance(show, str) and DIGEST.fullmatch(show)):
        raise Refused(f"show is {show!r}; use the SHA-256 of a manifest")
    is_cue = action == "cue"
    return Command(
        action,
        name_of(given.get("id"), "ID"),
        _integer(given.get("sent_ns"), 0, 2**63 - 1, "sent_ns"),
        tuple(name_of(name, "name of an agent") for name in to),
        _integer(given.get("cue"), 1, 99999, "cue") if is_cue else 0,
        _integer(given.get("at_ns"), 0, 2**63 - 1, "at_ns") if is_cue else 0,
        show if action == "show" else "",
    )


@dataclasses.dataclass(frozen=True)
class Outcome:
    agent: str
    id: str
    # waits: the player has it and waits for its time; done; missed: too late, not carried out; overtaken: a light that
    # was sent before a dark that came first; nothing to call: no such cue; failed: see why
    outcome: str
    late_us: float | None = None  # done: after the time of a cue
    why: str = ""
    unix_ns: int = 0  # by the agent's clock

    def encode(self) -> bytes:
        return json.dumps(dataclasses.asdict(self)).encode()

    @property
    def is_last(self) -> bool:
        return self.outcome != "waits"


def decode_outcome(data: object) -> Outcome:
    """Raises Refused."""
    given = decode(data)
    late = given.get("late_us")
    return Outcome(
        name_of(given.get("agent"), "name of an agent"),
        name_of(given.get("id"), "ID"),
        str(given.get("outcome"))[:32],
        float(late) if isinstance(late, (int, float)) else None,
        str(given.get("why", ""))[:512],
        _integer(given.get("unix_ns"), 0, 2**63 - 1, "unix_ns"),
    )


def decode(data: object) -> dict[str, Any]:
    """data: octets, or what was read from them. Raises Refused unless it is a JSON object."""
    given = data
    if isinstance(data, bytes):
        try:
            given = json.loads(data)
        except (ValueError, RecursionError):
            raise Refused("not JSON") from None
    if not isinstance(given, dict):
        raise Refused("no JSON object")
    return given


_NUMBER = (int, float)
#: What others read of the status of an agent (Agent.status).
_STATUS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("player", "why", "show", "digest"), str),
    **dict.fromkeys(("unix_ns", "cue", "projectors", "lit", "playing", "disk_free"), int),
    **dict.fromkeys(("lateness_us", "dark_share"), _NUMBER),
    "light": bool,
    "troubles": dict,
    "clock_error_us": (*_NUMBER, type(None)),
    "last": (dict, type(None)),
}


def decode_status(data: object) -> dict[str, Any]:
    """Raises Refused."""
    given = decode(data)
    for key, kind in _STATUS.items():
        if key not in given or not isinstance(given[key], kind):
            raise Refused(f"{key} of a status is {given.get(key)!r}")
    if given["last"] is not None:
        given["last"] = dataclasses.asdict(decode_outcome(given["last"]))
    return given


def new_id() -> str:
    return uuid.uuid4().hex


_TIME = re.compile(r"(\d+(?:\.\d+)?)(us|ms|s|min|h)")
_UNITS = {"us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000, "h": 3_600_000_000_000}


def parse_duration_ns(text: str) -> int:
    """As the programs take it: 300ms. Raises Refused."""
    match = _TIME.fullmatch(text)
    if not match:
        raise Refused(f'"{text}" is no time; give one with its unit: 300ms, 5s')
    return round(float(match[1]) * _UNITS[match[2]])


def parse_moment_ns(text: str) -> int:
    """Seconds since 1970, or RFC 3339. Raises Refused."""
    if re.fullmatch(r"\d+(\.\d+)?", text):
        whole, _, part = text.partition(".")
        return int(whole) * 1_000_000_000 + int(part[:9].ljust(9, "0") or 0)
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", text)
    try:
        if not match:
            raise ValueError
        zone = "+00:00" if match[4] in "Zz" else match[4]
        seconds = int(datetime.datetime.fromisoformat(f"{match[1]}T{match[2]}{zone}").timestamp())
    except ValueError:
        raise Refused(f'"{text}" is no moment; give 2026-12-31T23:59:50Z, with +01:00 for another zone, or seconds since 1970') from None
    return seconds * 1_000_000_000 + int((match[3] or ".")[1:10].ljust(9, "0"))


def now_ns() -> int:
    return time.time_ns()
