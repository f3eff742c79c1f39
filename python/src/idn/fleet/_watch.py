# SPDX-License-Identifier: MIT
"""The state of a fleet as a table."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from idn.fleet._command import Refused, now_ns

#: An agent whose state is older is away.
AWAY_NS = 5_000_000_000
HEAD = ["agent", "player", "show", "cue", "light", "projectors", "lit", "playing", "late us", "dark", "last cue us", "clock us", "disk GB"]


class Fleet(Protocol):
    async def agents(self) -> dict[str, dict[str, Any]]: ...


def rows(agents: dict[str, dict[str, Any]]) -> list[list[str]]:
    """The head, a row for each agent, and the skew: how far apart the same cue was done."""
    table = [HEAD]
    for name, status in agents.items():
        if not status or now_ns() - status["unix_ns"] > AWAY_NS:
            table.append([name, "away", *[""] * (len(HEAD) - 2)])
            continue
        last, clock = status["last"], status["clock_error_us"]
        late = "" if not last else f"{last['late_us']:.0f}" if last["late_us"] is not None else last["outcome"]
        table.append(
            [
                name,
                status["player"],
                status["show"] or "-",
                str(status["cue"] or "-"),
                "light" if status["light"] else "dark",
                *(str(status[key]) for key in ("projectors", "lit", "playing")),
                f"{status['lateness_us']:.0f}",
                f"{status['dark_share']:.1%}",
                late,
                "not kept" if clock is None else f"{clock:.0f}",
                f"{status['disk_free'] / 1e9:.0f}",
            ]
        )
    return table


def skew(agents: dict[str, dict[str, Any]]) -> str:
    """Of the newest cue that more than one agent has done; clocks may be wrong by what they say, too."""
    by_id: dict[str, list[float]] = {}
    newest = ("", 0)
    for status in agents.values():
        last = status.get("last") if status else None
        if last and last["late_us"] is not None:
            by_id.setdefault(last["id"], []).append(last["late_us"])
            newest = max(newest, (last["id"], last["unix_ns"]), key=lambda entry: entry[1])
    times = by_id.get(newest[0], [])
    return f"skew of the last cue {max(times) - min(times):.0f} us, by the clocks of {len(times)} agents" if len(times) > 1 else ""


async def watch(fleet: Fleet) -> int:
    try:
        from rich.live import Live
        from rich.table import Table
    except ImportError as problem:
        raise Refused(f'{problem}; pip install "idn[fleet]"') from None
    with Live(auto_refresh=False, screen=True) as screen:
        while True:
            agents = await fleet.agents()
            table = Table(*HEAD, title="idn-fleet", caption=skew(agents))
            for row in rows(agents)[1:]:
                style = "red" if row[1] in ("away", "ended") else "green" if row[4] == "light" else "dim"
                table.add_row(*row, style=style)
            screen.update(table, refresh=True)
            await asyncio.sleep(1.0)
