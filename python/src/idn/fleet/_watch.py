# SPDX-License-Identifier: MIT
"""The state of a fleet as a table."""

from __future__ import annotations

import asyncio
import itertools
import sys
from typing import Any, Protocol

from idn.fleet._command import Refused, now_ns

#: An agent whose state is older is away.
AWAY_NS = 5_000_000_000
MOST_NOTES = 10
HEAD = ["agent", "player", "light", "lit", "cue", "show", "playing", "last cue us", "late us", "dark share", "clock us", "disk GB"]


class Fleet(Protocol):
    async def agents(self) -> dict[str, dict[str, Any]]: ...


def rows(agents: dict[str, dict[str, Any]]) -> list[list[str]]:
    """The head, and a row for each agent; what matters most is to the left."""
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
                "light" if status["light"] else "dark",
                f"{status['lit']} of {status['projectors']}",
                str(status["cue"] or "-"),
                status["show"] or "-",
                str(status["playing"]),
                late,
                f"{status['lateness_us']:.0f}",
                f"{status['dark_share']:.1%}",
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


def notes(agents: dict[str, dict[str, Any]]) -> list[str]:
    """What a table has no room for, a line each."""
    told = [f"{name}: {projector}: {why}" for name, status in agents.items() for projector, why in status.get("troubles", {}).items()]
    told += [f"{name}: {status['why']}" for name, status in agents.items() if status.get("why")]
    if len(told) > MOST_NOTES:
        told[MOST_NOTES:] = [f"and {len(told) - MOST_NOTES} more, as status --json tells"]
    return [*told, *filter(None, [skew(agents)])]


async def watch(fleet: Fleet) -> int:
    try:
        from rich.live import Live
        from rich.table import Table
    except ImportError as problem:
        raise Refused(f'{problem}; pip install "idn[fleet]"') from None
    if not sys.stdout.isatty():
        raise Refused("watch needs a terminal; idn-fleet status tells the same once")
    with Live(auto_refresh=False, screen=True) as screen:
        while True:
            agents = await fleet.agents()
            head, *lines = rows(agents)
            widths = itertools.accumulate(max(map(len, column)) + 3 for column in zip(head, *lines))
            room = sum(width < screen.console.width for width in widths)  # columns that fit
            table = Table(*head[:room], title="idn-fleet", caption="\n".join(notes(agents)) or "no agent" * (not agents), caption_justify="left")
            for row in lines:
                style = "red" if row[1] in ("away", "ended") else "green" if row[2] == "light" else "dim"
                table.add_row(*row[:room], style=style)
            screen.update(table, refresh=True)
            await asyncio.sleep(1.0)
