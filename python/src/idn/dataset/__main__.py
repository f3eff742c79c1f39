# SPDX-License-Identifier: MIT
"""python -m idn.dataset: builds and queries a data set. Exit codes as those of the programs (docs/programs.md): 1 if a capture
cannot be read."""

from __future__ import annotations

import argparse
import sys
import time

from idn.dataset import QUERIES, MissingPackage, Outcome, Workers, build, query


class _StatusLine:
    """On a terminal a line that is overwritten, else one every ten seconds, and a last one."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._interval = 0.2 if sys.stderr.isatty() else 10.0
        self._due = self._begun + self._interval

    def __call__(self, done: int, count: int, unreadable: int) -> None:
        now = time.monotonic()
        if now < self._due and done < count:
            return
        self._due = now + self._interval
        line = f"{done} of {count} captures, {done / max(now - self._begun, 1e-3):.1f} per second, {unreadable} cannot be read"
        overwritten = sys.stderr.isatty() and done < count
        print(f"\r{line}" if sys.stderr.isatty() else line, end="" if overwritten else "\n", file=sys.stderr, flush=True)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f'"{text}" is no number of processes; give 1 or more')
    return int(text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m idn.dataset", description="Thousands of captures as one Parquet data set.")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("build", help="add captures; those that are there and have not changed are kept")
    make.add_argument("captures", nargs="+", metavar="CAPTURES", help="files, or folders of .pcap, .pcapng and .cap files")
    make.add_argument("--out", required=True, metavar="DIR", help="folder of the data set")
    who = make.add_mutually_exclusive_group()
    who.add_argument("--workers", type=_count, default=0, metavar="N", help="processes of this machine [this one only]")
    who.add_argument("--scheduler", default="", metavar="URL", help="Dask scheduler of a cluster, tcp://HOST:PORT")
    make.add_argument("--window", default="10s", metavar="TIME", help="length of the windows [10s]")
    make.add_argument("--parser", default="", metavar="FILE", help="idn_parser [that in PATH]")
    ask = commands.add_parser("query", help="ask by SQL, and print a table")
    ask.add_argument("dir", metavar="DIR")
    ask.add_argument("question", metavar="NAME|SQL", help=f"one of {', '.join(QUERIES)}, or SQL")
    return parser.parse_args()


def _say(outcome: Outcome) -> int:
    for path, reason in outcome.unreadable.items():
        print(f"{path}: {reason}", file=sys.stderr)
    print(f"{outcome.made} captures read, {outcome.kept} kept, {len(outcome.unreadable)} cannot be read")
    return 1 if outcome.unreadable else 0


def _ask(folder: str, question: str) -> int:
    import duckdb

    try:
        answer = query(folder, question)
        if answer is not None:
            answer.show(max_width=200, max_rows=1000)
    except duckdb.Error as error:
        first = str(error).partition("\n")[0]
        print(f"idn.dataset: {first}; give SQL, or one of {', '.join(QUERIES)}", file=sys.stderr)
        return 2
    return 0


def _run(given: argparse.Namespace) -> int:
    if given.command == "query":
        return _ask(given.dir, given.question)
    workers = Workers(given.workers, given.scheduler)
    return _say(build(given.captures, given.out, workers=workers, window=given.window, parser=given.parser, progress=_StatusLine()))


def main() -> int:
    given = _arguments()
    try:
        return _run(given)
    except (MissingPackage, OSError) as error:
        print(f"idn.dataset: {error}", file=sys.stderr)
        return 3
    except ValueError as error:
        print(f"idn.dataset: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("idn.dataset: interrupted; the same command goes on where it ended", file=sys.stderr)
        return 130


if __name__ == "__main__":  # workers of Dask import this module, too
    sys.exit(main())
