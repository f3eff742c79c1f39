# SPDX-License-Identifier: MIT
"""One capture as tables, by idn_parser."""

from __future__ import annotations

import json
import pathlib
import signal
import subprocess
import tempfile
from typing import Any

from idn.dataset._missing import optional_module
from idn.dataset._schema import CONNECTION, STREAM, WINDOW, arrow_schema, values_of


class UnreadableCapture(Exception):
    """Its text is the reason."""


def parser_version(parser: str) -> str:
    """Raises OSError if there is no such program."""
    printed = subprocess.run([parser, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    name, _, version = printed.partition("\n")[0].partition(" ")
    if name != "idn_parser":
        raise OSError(f"{parser} is not idn_parser")
    return version


def tables_of(path: str, window: str, parser: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns pyarrow tables by name, and the whole report. Raises UnreadableCapture; ValueError for a bad window."""
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder, "datagrams.csv")
        command = [parser, "report", path, "--json", "--window", window, "--datagrams", str(rows)]
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if ended.returncode == 2:  # wrong usage
            raise ValueError(_reason(ended, path))
        if ended.returncode not in (0, 1):  # 1: findings
            raise UnreadableCapture(_reason(ended, path))
        report = json.loads(ended.stdout)
        tables = {"datagrams": _datagrams(rows)}
    for name, made in (("streams", _streams(report)), ("findings", _findings(report)), ("windows", _windows(report))):
        tables[name] = optional_module("pyarrow").Table.from_pylist(made, schema=arrow_schema(name))
    return tables, report


def _reason(ended: subprocess.CompletedProcess[bytes], path: str) -> str:
    if ended.returncode < 0:
        return f"idn_parser was ended by {signal.Signals(-ended.returncode).name}"
    lines = ended.stderr.decode(errors="replace").strip().splitlines() or [f"idn_parser ended with {ended.returncode}"]
    return lines[-1].removeprefix("idn_parser: ").removeprefix(f"{path}: ")


def _datagrams(rows: pathlib.Path) -> Any:
    schema = arrow_schema("datagrams")
    csv = optional_module("pyarrow.csv")
    convert = csv.ConvertOptions(column_types=schema, include_columns=schema.names, null_values=[""], strings_can_be_null=True,
                                 true_values=["1"], false_values=["0"])
    return csv.read_csv(rows, convert_options=convert).cast(schema)


def _names(stream: dict[str, Any], number: int) -> dict[str, Any]:
    return {"stream": number} | {name: stream[name] for name in ("client", "server", "client_group", "channel")}


def _streams(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [_names(stream, number) | values_of(CONNECTION, report["connections"][stream["connection"]]) | values_of(STREAM, stream)
            for number, stream in enumerate(report["streams"], 1)]


def _windows(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [_names(stream, number) | values_of(WINDOW, window)
            for number, stream in enumerate(report["streams"], 1) for window in stream["windows"] or []]


def _findings(report: dict[str, Any]) -> list[dict[str, Any]]:
    """`client` is null where a finding does not begin with the address of one."""
    clients = {connection["client"] for connection in report["connections"]}
    found = []
    for number, text in enumerate(report["findings"], 1):
        subject = text.partition(": ")[0].partition(" ")[0]
        found.append({"finding": number, "client": subject if subject in clients else None, "text": text})
    return found


