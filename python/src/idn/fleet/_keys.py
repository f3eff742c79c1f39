# SPDX-License-Identifier: MIT
"""Keys of the users of NATS, and what each of them may do."""

from __future__ import annotations

import json
import os
import pathlib

import nkeys

from idn.fleet._command import Refused
from idn.fleet._nats import AGENTS, COMMAND, COMMANDS, SHOWS

_STATE, _FILES = f"KV_{AGENTS}", f"OBJ_{SHOWS}"


def _reads(stream: str) -> list[str]:
    return [
        "$JS.API.STREAM.NAMES",
        f"$JS.API.STREAM.INFO.{stream}",
        f"$JS.API.STREAM.MSG.GET.{stream}",
        f"$JS.API.DIRECT.GET.{stream}",
        f"$JS.API.DIRECT.GET.{stream}.>",
        f"$JS.API.CONSUMER.CREATE.{stream}",
        f"$JS.API.CONSUMER.CREATE.{stream}.>",
        f"$JS.API.CONSUMER.INFO.{stream}.>",
        f"$JS.API.CONSUMER.DELETE.{stream}.>",
    ]


def permissions(role: str, name: str) -> dict[str, list[str]]:
    """Subjects that a user may publish and receive. An operator commands and sees all; an agent obeys, reads shows, and tells its own
    state and outcomes; a viewer sees state and outcomes."""
    inbox = f"_INBOX_{name}.>"
    if role == "operator":
        return {"publish": [COMMAND, "$JS.API.>", f"$O.{SHOWS}.>", "$JS.FC.>"], "subscribe": [inbox, "idn.fleet.>", f"$KV.{AGENTS}.>"]}
    if role == "viewer":
        return {"publish": _reads(_STATE), "subscribe": [inbox, "idn.fleet.told.>", f"$KV.{AGENTS}.>"]}
    own = [
        f"idn.fleet.told.{name}.*",
        f"$KV.{AGENTS}.{name}",
        f"$JS.API.STREAM.INFO.{_STATE}",
        f"$JS.API.CONSUMER.INFO.{COMMANDS}.{name}",
        f"$JS.API.CONSUMER.DURABLE.CREATE.{COMMANDS}.{name}",
        f"$JS.API.CONSUMER.CREATE.{COMMANDS}.{name}.>",
        f"$JS.API.CONSUMER.MSG.NEXT.{COMMANDS}.{name}",
        f"$JS.ACK.{COMMANDS}.{name}.>",
        "$JS.FC.>",
    ]
    return {"publish": own + _reads(_FILES), "subscribe": [inbox, COMMAND]}


def write_keys(folder: pathlib.Path, users: dict[str, str]) -> None:
    """NAME.nk for each user (role by name), readable by this account alone, and users.conf for nats-server, in the folder. Keys that are
    there stay, and so do users, a line each, other ones and those whose keys were taken to their hosts. Raises OSError and Refused."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "users.conf"
    former = file.read_text().splitlines()[1:-1] if file.exists() else []
    lines = []
    for line in former:
        role, name = ([""] * 2 + line.split())[-2:]
        if role != users.get(name, role):
            raise Refused(f"{name} is of the role {role} in {file}; remove that line first, or choose another name")
        if name not in users or not (folder / f"{name}.nk").exists():
            lines.append(line)
            users = {other: role for other, role in users.items() if other != name}
    for name, role in users.items():
        rights = json.dumps({what: {"allow": subjects} for what, subjects in permissions(role, name).items()})
        lines.append(f"  {{ nkey: {_public_key(folder / f'{name}.nk')}, permissions: {rights} }}  # {role} {name}")
    file.write_text("\n".join(["authorization { users = [", *lines, "] }", ""]))


def _public_key(file: pathlib.Path) -> str:
    """Of the key in the file, which is made if it is not there."""
    if not file.exists():
        seed = nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(seed)
    try:
        return str(nkeys.from_seed(bytearray(file.read_bytes().strip())).public_key.decode())
    except nkeys.NkeysError:
        raise Refused(f"{file} is no key; remove it for a new one") from None
