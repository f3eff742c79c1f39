# SPDX-License-Identifier: MIT
"""A show as it travels: a manifest of its lines, and its files, each called by its SHA-256."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import os
import pathlib
import shlex
import tempfile
from collections.abc import Awaitable, Callable

from idn.fleet._command import DIGEST, Refused, decode

#: Octets of a file, and of a manifest.
MOST_FILE, MOST_MANIFEST = 1 << 30, 1 << 22
MOST_NAME = 48


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclasses.dataclass(frozen=True)
class Show:
    name: str
    lines: tuple[str, ...]  # as of `idn_sender show`, with files/SHA256/NAME in place of the names of files
    files: dict[str, str]  # names without their folders, by digest
    cues: tuple[str, ...]  # what `cue 1`, `cue 2` ... select in the line with the most files

    def encode(self) -> bytes:
        return json.dumps(dataclasses.asdict(self), sort_keys=True).encode()


def read_show(path: str) -> tuple[Show, dict[str, pathlib.Path]]:
    """A file of `idn_sender show`, and its files by digest. Raises OSError."""
    file = pathlib.Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise OSError(f"{path} is not text; give a file of idn_sender show") from None
    lines: list[str] = []
    names: dict[str, str] = {}
    paths: dict[str, pathlib.Path] = {}
    cues: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = shlex.split(line, comments=True)
        except ValueError as problem:
            raise OSError(f"{path}:{number}: {problem}") from None
        if not words:
            continue
        of_line = []
        for place, word in enumerate(words):
            content = file.parent / word
            if place == 0 or word.startswith("-"):
                continue
            if not content.is_file():
                if word.lower().endswith(".ild"):
                    raise OSError(f"{path}:{number}: there is no file {word}; names with spaces need quotes")
                continue
            if content.stat().st_size > MOST_FILE:
                raise OSError(f"{path}:{number}: {word} is larger than {MOST_FILE >> 20} MiB")
            digest = digest_of(content.read_bytes())
            paths[digest] = content
            words[place] = f"files/{digest}/{names.setdefault(digest, content.name)}"
            of_line.append(word)
        lines.append(shlex.join(words))
        cues = max(cues, tuple(of_line) if words[0] == "play" else (), key=len)
    if not lines:
        raise OSError(f"{path} has no line; write one stream per line (idn_sender show --help)")
    name = "".join(letter if letter.isprintable() else "_" for letter in file.stem[:MOST_NAME])
    return Show(name, tuple(lines), names, cues), paths


def decode_show(data: bytes) -> Show:
    """Raises Refused."""
    given = decode(data)
    name, lines, files, cues = (given.get(key) for key in ("name", "lines", "files", "cues"))
    if not isinstance(name, str) or len(name) > MOST_NAME or not name.isprintable():
        raise Refused(f"{name!r} is no name of a show")
    if not isinstance(lines, list) or not isinstance(files, dict) or not isinstance(cues, list) or len(data) > MOST_MANIFEST:
        raise Refused("not a manifest of a show")
    if not all(isinstance(line, str) and "\n" not in line for line in lines):
        raise Refused("not a manifest of a show")
    for digest, file in files.items():
        if not DIGEST.fullmatch(digest) or not isinstance(file, str) or file in ("", ".", "..") or "/" in file or "\0" in file:
            raise Refused(f"{file!r} is no name of a file of a show")
    return Show(name, tuple(lines), files, tuple(map(str, cues)))


def write_whole(file: pathlib.Path, data: bytes) -> None:
    """Whoever reads the file sees all of it or nothing, after a power cut, too."""
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
        part.write(data)
        part.flush()
        os.fsync(part.fileno())
    os.replace(part.name, file)


Fetch = Callable[[str], Awaitable[bytes]]


async def unpack(digest: str, folder: pathlib.Path, fetch: Fetch) -> tuple[Show, pathlib.Path]:
    """Fetches what is not in the folder yet. @return the show, and the file for `idn_sender show`. Raises Refused and OSError, and what fetch raises."""
    shows, files = folder / "shows", folder / "shows" / "files"
    files.mkdir(parents=True, exist_ok=True)
    path = shows / f"{digest}.json"
    show = decode_show(await _get(digest, path, fetch))
    for file in show.files:
        (files / file).mkdir(exist_ok=True)
        await _get(file, files / file / show.files[file], fetch)
    lines = shows / f"{digest}.txt"
    write_whole(lines, "".join(f"{line}\n" for line in show.lines).encode())
    return show, lines


async def _get(digest: str, file: pathlib.Path, fetch: Fetch) -> bytes:
    data = await asyncio.to_thread(_content, digest, file)
    if data is None:
        data = await fetch(digest)
        await asyncio.to_thread(_keep, digest, file, data)
    return data


def _content(digest: str, file: pathlib.Path) -> bytes | None:
    if not file.exists():
        return None
    data = file.read_bytes()
    return data if digest_of(data) == digest else None


def _keep(digest: str, file: pathlib.Path, data: bytes) -> None:
    if digest_of(data) != digest:
        raise Refused(f"what came as {digest[:12]} is something else")
    write_whole(file, data)
