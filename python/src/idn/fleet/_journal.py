# SPDX-License-Identifier: MIT
"""What an agent must still know when it was killed: its state, the commands it has taken, and the outcomes it has yet to tell."""

from __future__ import annotations

import pathlib
import sqlite3

from idn.fleet._command import Command, Outcome, decode_command, decode_outcome

#: Commands that are known again; the oldest are forgotten. Those of NATS are known again there, too.
MOST = 100_000


class Journal:
    """SQLite in one file. Each method is one transaction. Threads: one at a time."""

    def __init__(self, file: pathlib.Path) -> None:
        self._base = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._base.execute("PRAGMA journal_mode = WAL")
        # An outcome that was told outlives the agent, and a power cut but for the last moments: then NATS delivers again.
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute("CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        self._base.execute(
            "CREATE TABLE IF NOT EXISTS command (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, command BLOB NOT NULL,"
            " outcome BLOB NOT NULL, told INTEGER NOT NULL)"
        )

    def state(self) -> dict[str, str]:
        return dict(self._base.execute("SELECT name, value FROM state"))

    def keep(self, state: dict[str, str]) -> None:
        self._base.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", state.items())

    def write(self, command: Command, outcome: Outcome, state: dict[str, str]) -> None:
        with self._base:
            self._base.execute("BEGIN")
            self._base.execute(
                "INSERT INTO command (id, command, outcome, told) VALUES (?, ?, ?, 0)"
                " ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, told = 0",
                (command.id, command.encode(), outcome.encode()),
            )
            self.keep(state)
            self._base.execute("DELETE FROM command WHERE number <= (SELECT max(number) FROM command) - ?", (MOST,))

    def outcomes(self) -> dict[str, Outcome]:
        """By ID, the oldest first."""
        rows = self._base.execute("SELECT id, outcome FROM command ORDER BY number")
        return {id: decode_outcome(outcome) for id, outcome in rows}

    def command(self, id: str) -> Command:
        (data,) = self._base.execute("SELECT command FROM command WHERE id = ?", (id,)).fetchone()
        return decode_command(data)

    def untold(self) -> list[Outcome]:
        return [decode_outcome(row[0]) for row in self._base.execute("SELECT outcome FROM command WHERE NOT told ORDER BY number")]

    def set_told(self, outcome: Outcome) -> None:
        self._base.execute("UPDATE command SET told = 1 WHERE id = ? AND outcome = ?", (outcome.id, outcome.encode()))
