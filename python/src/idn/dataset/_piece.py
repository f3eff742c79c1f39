# SPDX-License-Identifier: MIT
"""The piece of a data set that one capture makes: a file in each table. The file in `captures` is written last, so that a
piece with one is whole."""

from __future__ import annotations

import hashlib
import os
import pathlib
import re
import uuid
from dataclasses import dataclass
from typing import Any

from idn.dataset._capture import UnreadableCapture, tables_of
from idn.dataset._missing import optional_module
from idn.dataset._schema import CAPTURE, SCHEMA, TABLES, arrow_schema, values_of

_FILE = "part.parquet"


@dataclass(frozen=True)
class Piece:
    """version: of idn_parser, before it has run."""

    path: str
    out: str
    window: str
    parser: str
    version: str

    @property
    def key(self) -> str:
        """A name of the file for people, and a digest of its path."""
        stem = re.sub(r"[^A-Za-z0-9._-]", "_", pathlib.PurePath(self.path).stem)
        return f"{stem}-{hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]}"

    def part(self, table: str) -> pathlib.Path:
        return pathlib.Path(self.out, table, f"capture={self.key}", _FILE)

    def former(self) -> dict[str, Any] | None:
        """The row in `captures` if it has been read as it would be now."""
        if not self.part("captures").exists():
            return None
        row: dict[str, Any] = optional_module("pyarrow.parquet").ParquetFile(self.part("captures")).read().to_pylist()[0]
        wanted = {"schema": SCHEMA, "version": self.version, "window": self.window, "error": None}
        return row if all(row.get(name) == value for name, value in wanted.items()) else None

    def is_finished(self) -> bool:
        former = self.former()
        if former is None:
            return False
        try:
            now = os.stat(self.path)
        except OSError:
            return False
        return (former["size"], former["mtime_ns"]) == (now.st_size, now.st_mtime_ns)


def make(piece: Piece) -> str | None:
    """Reads the capture and writes its files. Returns why it could not be read. Raises OSError if a file cannot be written."""
    row = {"path": piece.path, "folder": pathlib.PurePath(piece.path).parent.name, "schema": SCHEMA, "version": piece.version,
           "window": piece.window}
    tables: dict[str, Any] = {}
    try:
        row |= _identity(piece.path)
        former = piece.former()
        if former and former["sha256"] == row["sha256"]:  # touched only
            _write(piece, "captures", _table("captures", former | row))
            return None
        tables, report = tables_of(piece.path, piece.window, piece.parser)
        if _identity_by_stat(piece.path) != (row["size"], row["mtime_ns"]):
            raise UnreadableCapture("it changed while it was read; build again when it is complete")
        row |= values_of(CAPTURE, report) | {"version": report["version"]}
    except UnreadableCapture as unreadable:
        return refuse(piece, str(unreadable), row)
    _forget(piece, "captures")
    for name, table in tables.items():
        _write(piece, name, table)
    _write(piece, "captures", _table("captures", row))
    return None


def refuse(piece: Piece, reason: str, row: dict[str, Any] | None = None) -> str:
    """Writes the reason into `captures`; a former version of the capture is removed."""
    for name in ("captures", *(name for name in TABLES if name != "captures")):
        _forget(piece, name)
    _write(piece, "captures", _table("captures", {"path": piece.path, "schema": SCHEMA} | (row or {}) | {"error": reason}))
    return reason


def _identity_by_stat(path: str) -> tuple[int, int]:
    now = os.stat(path)
    return now.st_size, now.st_mtime_ns


def _identity(path: str) -> dict[str, Any]:
    try:
        size, mtime_ns = _identity_by_stat(path)
        with open(path, "rb") as file:
            digest = hashlib.sha256()
            while octets := file.read(1 << 20):
                digest.update(octets)
    except OSError as error:
        raise UnreadableCapture(f"{error.strerror}; give a readable pcap or pcapng file") from None
    return {"size": size, "mtime_ns": mtime_ns, "sha256": digest.hexdigest()}


def _table(name: str, row: dict[str, Any]) -> Any:
    return optional_module("pyarrow").Table.from_pylist([row], schema=arrow_schema(name))


def remove_unfinished(piece: Piece) -> None:
    """What killed workers left; to be called when none is at work."""
    for table in TABLES:
        for file in piece.part(table).parent.glob(".*.unfinished"):
            file.unlink(missing_ok=True)


def _forget(piece: Piece, table: str) -> None:
    piece.part(table).unlink(missing_ok=True)


def _write(piece: Piece, name: str, table: Any) -> None:
    part = piece.part(name)
    part.parent.mkdir(parents=True, exist_ok=True)
    unfinished = part.with_name(f".{uuid.uuid4().hex}.unfinished")
    try:
        optional_module("pyarrow.parquet").write_table(table, unfinished, compression="zstd")
        os.replace(unfinished, part)
    finally:
        unfinished.unlink(missing_ok=True)
