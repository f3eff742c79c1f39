# SPDX-License-Identifier: MIT
"""Makes the pieces of a data set that are missing, in this process or by Dask."""

from __future__ import annotations

import contextlib
import importlib
import os
import pathlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from idn.dataset._capture import parser_version
from idn.dataset._missing import MissingPackage, optional_module
from idn.dataset._piece import Piece, make, refuse, remove_unfinished

_SUFFIXES = (".pcap", ".pcapng", ".cap")
_PATIENCE_S = 30

#: Called with how many captures are done, of how many, and how many of these cannot be read.
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Workers:
    """Who does the work: this process, or `count` processes of this machine, or those of a Dask scheduler (tcp://HOST:PORT)."""

    count: int = 0
    scheduler: str = ""


@dataclass
class Outcome:
    """kept: captures that were in the data set already. unreadable: reasons by path."""

    kept: int = 0
    made: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)


def build(
    captures: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    workers: Workers = Workers(),
    window: str = "10s",
    parser: str = "",
    progress: Progress = lambda done, count, unreadable: None,
) -> Outcome:
    """Adds captures to the data set in the folder `out`; those that are there and have not changed are kept.

    captures: files, and folders of .pcap, .pcapng and .cap files. All workers see them, and `out`, at the same paths.
    window: length of the windows, as idn_parser takes it.
    parser: path of idn_parser; that in PATH, on each host, if empty.
    Raises MissingPackage; ValueError for a bad window; OSError if there is no idn_parser or scheduler, or if a file of the
    data set cannot be written.
    """
    optional_module("pyarrow.parquet")
    program = os.path.abspath(parser) if parser else "idn_parser"
    if not shutil.which(program):
        raise OSError(f"there is no program {program}; install it, or give its path by --parser")
    version = parser_version(program)
    folder = os.path.abspath(out)
    pieces = {piece.key: piece for piece in (Piece(path, folder, window, program, version) for path in _files(captures))}
    pending = [piece for piece in pieces.values() if not piece.is_finished()]
    outcome = Outcome(kept=len(pieces) - len(pending))
    for done, (piece, reason) in enumerate(_made(pending, workers), 1):
        if reason is None:
            outcome.made += 1
        else:
            outcome.unreadable[piece.path] = reason
        progress(done, len(pending), len(outcome.unreadable))
    for piece in pending:
        remove_unfinished(piece)
    return outcome


def _files(captures: Iterable[str | os.PathLike[str]]) -> Iterator[str]:
    for given in captures:
        path = pathlib.Path(os.path.abspath(given))
        files = sorted(str(file) for file in path.rglob("*") if file.suffix in _SUFFIXES) if path.is_dir() else [str(path)]
        if not files:
            raise OSError(f"no {', '.join(_SUFFIXES)} file in {path}; give the files themselves if they have other names")
        yield from files


def _made(pieces: list[Piece], workers: Workers) -> Iterator[tuple[Piece, str | None]]:
    """Each piece, with the reason if its capture cannot be read, in the order in which they are done."""
    if not workers.count and not workers.scheduler:
        yield from ((piece, make(piece)) for piece in pieces)
        return
    distributed = optional_module("distributed")
    with _client(distributed, workers) as client, _each_host_takes_part():
        client.run(importlib.import_module, make.__module__)  # a worker that gets what it cannot import ends without a word
        # A piece whose worker ends is made by another one.
        futures = client.map(make, pieces, key=[f"capture-{piece.key}" for piece in pieces], pure=False)
        piece_of = dict(zip((future.key for future in futures), pieces))
        for future in distributed.as_completed(futures):
            piece = piece_of[future.key]
            try:
                yield piece, future.result()
            except distributed.KilledWorker:
                yield piece, refuse(piece, "each worker that read it ended; it may need more memory than they have")
            future.release()


@contextlib.contextmanager
def _each_host_takes_part() -> Iterator[None]:
    try:
        yield
    except (ImportError, RuntimeError) as error:  # of the scheduler, or of a worker
        cause = str(error.__cause__ or error).partition("\n")[0]
        raise MissingPackage(f"a host cannot take part: {cause}; each needs idn[data], of one version") from None


@contextlib.contextmanager
def _client(distributed: Any, workers: Workers) -> Iterator[Any]:
    if workers.count:
        cluster = distributed.LocalCluster(n_workers=workers.count, threads_per_worker=1, dashboard_address=None)
        with cluster, distributed.Client(cluster) as client:
            yield client
        return
    try:
        remote = distributed.Client(workers.scheduler, timeout=_PATIENCE_S)
    except (OSError, ValueError) as error:
        raise OSError(f"no scheduler at {workers.scheduler} ({type(error).__name__}); start one with: dask scheduler") from None
    with remote as client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE_S)
        except TimeoutError:
            raise OSError(f"the scheduler has no workers; start some with: dask worker {workers.scheduler}") from None
        yield client
