# SPDX-License-Identifier: MIT
"""The data set of captures: against read_capture(), with workers that are killed, and the examples of docs/dataset.md."""

import os
import pathlib
import re
import shlex
import signal
import socket
import struct
import subprocess
import sys
import time

import numpy
import pytest
from test_files import program, record

import idn
import idn.dataset
from idn.dataset._piece import Piece
from idn.dataset._schema import value_at

ROOT = pathlib.Path(__file__).parents[2]
DEADLINE_S = 100
LACKING = [name for name in ("pyarrow", "duckdb", "distributed")
           if subprocess.run([sys.executable, "-c", f"import {name}"], stderr=subprocess.DEVNULL).returncode != 0]
needs_data = pytest.mark.skipif(bool(LACKING), reason=f"the interpreter lacks {', '.join(LACKING)}, or what these need")


@pytest.fixture
def captures(tmp_path):
    """Two versions with three nights each; of the second one, nights have a second session, and a file is no capture."""
    for version in ("0.1.0", "0.2.0"):
        (tmp_path / "captures" / version).mkdir(parents=True)
        for night in range(3):
            record(tmp_path / "captures" / version / f"night{night}.pcap", 7255, second_session=version == "0.2.0")
    (tmp_path / "captures" / "0.2.0" / "broken.pcap").write_text("no capture at all, whatever its name says")
    return tmp_path / "captures"


def build(captures, out, **options):
    return idn.dataset.build([captures], out, parser=program("IDN_PARSER"), **options)


def rows(out, sql):
    return idn.dataset.query(out, sql).fetchall()


def content(out):
    return {file.relative_to(out): file.read_bytes() for file in pathlib.Path(out).rglob("*") if file.is_file()}


def command_line(captures, out, *options):
    return [sys.executable, "-m", "idn.dataset", "build", captures, "--out", out, "--parser", program("IDN_PARSER"), *options]


def wait_for(condition, process):
    deadline = time.monotonic() + DEADLINE_S
    while not condition() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def finished(out):
    return len(list(out.glob("captures/capture=*/part.parquet")))


def table_of(document, heading):
    section = document.split(f"\n{heading}\n")[1].split("\n#")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|") and "`" in line]


def test_columns_are_those_of_the_report():
    report = (ROOT / "docs" / "report.md").read_text()
    metrics = {(limit or key).strip("`"): ".".join(word.strip("`") for word in (place, key) if word)
               for place, key, limit, *_ in table_of(report, "### Metrics")}
    metrics = {name: key.replace("left_out.", "offsets.left_out.") for name, key in metrics.items()}
    metrics["offsets"] = metrics.pop("count")
    mine = {column.name: column.key or column.name for column in idn.dataset.TABLES["streams"]}
    assert len(metrics) > 30 and {name: mine.get(name) for name in metrics} == metrics
    types = {"VARCHAR": "string", "BOOLEAN": "bool", "BIGINT": "int64", "UBIGINT": "uint64", "UINTEGER": "uint32", "USMALLINT": "uint16",
             "UTINYINT": "uint8"}
    wanted = [(name, types[sql.split()[0]], unit) for names, sql, unit, _ in table_of(report, "## Datagrams")
              for name in re.findall(r"`(\w+)`", names)]
    assert [tuple(column[:3]) for column in idn.dataset.TABLES["datagrams"]] == wanted


def test_neither_the_package_nor_the_module_needs_the_extra():
    script = """if True:
        import sys
        for name in ("pyarrow", "dask", "distributed", "duckdb"):
            sys.modules[name] = None
        import idn.dataset
        for ask in (lambda: idn.dataset.build(["."], "out"), lambda: idn.dataset.query(".", "FROM captures")):
            try:
                ask()
            except idn.dataset.MissingPackage as missing:
                assert "pip install" in str(missing), missing
            else:
                sys.exit("not refused")
    """
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


@needs_data
def test_the_rows_are_those_that_the_module_reads(captures, tmp_path):
    path = captures / "0.2.0" / "night0.pcap"
    idn.dataset.build([path], tmp_path / "out", parser=program("IDN_PARSER"))
    capture = idn.read_capture(path)
    read = idn.dataset.query(tmp_path / "out", "FROM datagrams ORDER BY packet").fetchnumpy()
    assert len(capture.datagrams) == 80
    for name in idn.datagram_dtype.names:
        wanted = capture.datagrams[name].astype(float) + (name in ("file", "stream"))
        mine = numpy.ma.filled(numpy.ma.asarray(read[name]).astype(float), numpy.nan)
        assert numpy.array_equal(mine, wanted, equal_nan=True), name
    (stream,) = capture.streams
    of_stream = idn.dataset.query(tmp_path / "out", "FROM streams")
    mine = dict(zip(of_stream.columns, of_stream.fetchall()[0]))
    assert (mine["stream"], mine["lost"], mine["late"], mine["datagrams"]) == (1, 1, 1, 79)
    shared = {column.name: value_at(stream, column.key or column.name) for column in idn.dataset.TABLES["streams"]}
    shared = {name: value for name, value in shared.items() if value is not None}
    assert len(shared) > 30 and {name: mine[name] for name in shared} == pytest.approx(shared)


@needs_data
def test_windows_and_findings_are_kept_with_units(captures, tmp_path):
    out = tmp_path / "out"
    build(captures / "0.1.0", out)
    windows = rows(out, "SELECT begin_unix_ns, packet, datagrams, lost, left_out_for_loss FROM windows WHERE capture LIKE 'night1-%'")
    assert windows == [(1_000_000_000, 1, 59, 1, 1)]
    assert rows(out, "SELECT DISTINCT client, text FROM findings WHERE text LIKE '%lost%'") == [
        ("10.0.0.1:50000", "10.0.0.1:50000: 1 datagram lost")]
    parquet = pytest.importorskip("pyarrow.parquet")
    schema = parquet.read_schema(next(out.glob("streams/*/part.parquet")))
    assert schema.field("deviation_p99_us").metadata == {b"unit": b"us"} and schema.metadata == {b"idn.dataset.schema": b"1"}


@needs_data
def test_only_what_has_changed_is_read_again(captures, tmp_path):
    out = tmp_path / "out"
    first = build(captures, out)
    assert (first.made, first.kept) == (6, 0)
    ((broken, reason),) = first.unreadable.items()
    assert broken.endswith("broken.pcap") and reason.startswith("unknown file format")
    before = content(out)
    again = build(captures, out)
    assert (again.made, again.kept) == (0, 6) and content(out) == before
    os.utime(captures / "0.1.0" / "night0.pcap", (1, 1))  # the content is the same: its rows stay
    files = {file: file.stat().st_ino for file in out.glob("datagrams/*/part.parquet")}
    assert build(captures, out).made == 1
    assert {file: file.stat().st_ino for file in files} == files
    differing = [name for name, octets in content(out).items() if before[name] != octets]
    assert [name.parts[0] for name in differing] == ["captures"]
    record(captures / "0.1.0" / "night1.pcap", 7255, second_session=True)
    record(captures / "0.2.0" / "broken.pcap", 7255)
    repaired = build(captures, out)
    assert (repaired.made, repaired.kept, repaired.unreadable) == (2, 5, {})
    assert rows(out, "SELECT count(*) FROM datagrams WHERE capture LIKE 'night1-%'") == [(160,)]
    assert build(captures, out, window="20s").made == 7  # other windows, other pieces
    (captures / "0.1.0" / "night1.pcap").unlink()
    assert build(captures, out, window="20s").kept == 6
    assert rows(out, "SELECT count(*) FROM captures") == [(7,)]


@needs_data
def test_a_capture_that_becomes_unreadable_leaves_no_rows(captures, tmp_path):
    out = tmp_path / "out"
    build(captures, out)
    (captures / "0.1.0" / "night1.pcap").write_bytes(b"nothing")
    assert build(captures, out).made == 0
    assert rows(out, "SELECT count(*) FROM streams") == [(5,)]
    assert len(list(out.glob("streams/*/part.parquet"))) == 5
    build(captures / "0.2.0" / "broken.pcap", tmp_path / "none")
    assert rows(tmp_path / "none", "SELECT count(error) FROM captures") == [(1,)]


@needs_data
def test_a_piece_that_is_not_finished_is_not_counted(captures, tmp_path):
    out = tmp_path / "out"
    build(captures, out)
    next(out.glob("captures/capture=night1-*/part.parquet")).unlink()
    assert rows(out, "SELECT count(*) FROM streams") == [(5,)]
    assert build(captures, out).made == 1
    assert rows(out, "SELECT count(*) FROM streams") == [(6,)]


@needs_data
def test_a_build_that_is_killed_goes_on_where_it_ended(tmp_path):
    captures = tmp_path / "captures"
    captures.mkdir()
    for night in range(24):
        record(captures / f"night{night}.pcap", 7255)
    build(captures, tmp_path / "whole")
    out = tmp_path / "out"
    process = subprocess.Popen(command_line(captures, out), stderr=subprocess.DEVNULL)
    wait_for(lambda: finished(out) >= 5, process)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    kept = finished(out)
    last = Piece(str(captures / "night9.pcap"), str(out), "", "", "").part("streams")
    last.parent.mkdir(parents=True)
    (last.parent / ".0.unfinished").touch()  # of a kill within a file
    again = build(captures, out)
    assert again.kept == kept and again.made == 24 - kept
    assert content(out) == content(tmp_path / "whole")


@pytest.fixture
def cluster():
    """cluster(number of workers, environment...): starts a scheduler and workers, returns the URL and the processes of the workers."""
    started = []

    def start(workers, of_scheduler=None, of_worker=None):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        dask = [sys.executable, "-m", "dask"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(subprocess.Popen([*dask, "scheduler", "--host", url, "--no-dashboard"], env=of_scheduler, **silent))
        worker = [*dask, "worker", url, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        started.extend(subprocess.Popen(worker, env=of_worker, **silent) for _ in range(workers))
        return url, started[1:]

    yield start
    for process in started:
        process.kill()
        process.wait()


@needs_data
def test_a_worker_that_is_killed_costs_its_piece_only(cluster, tmp_path):
    captures = tmp_path / "captures"
    captures.mkdir()
    for night in range(30):
        record(captures / f"night{night}.pcap", 7255)
    build(captures, tmp_path / "whole")
    url, workers = cluster(2)
    out = tmp_path / "out"
    process = subprocess.Popen(command_line(captures, out, "--scheduler", url), stdout=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: finished(out) >= 8, process)
        workers[0].kill()
        assert process.communicate(timeout=DEADLINE_S)[0] == "30 captures read, 0 kept, 0 cannot be read\n"
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait()
    assert content(out) == content(tmp_path / "whole")


@needs_data
def test_a_capture_that_ends_each_worker_is_told_and_costs_no_other(captures, tmp_path):
    parser = tmp_path / "idn_parser"
    parser.write_text(f"""#!/bin/sh
case $2 in */night1.pcap) kill -9 $PPID ;; esac
exec {shlex.quote(program("IDN_PARSER"))} "$@"
""")
    parser.chmod(0o755)
    command = command_line(captures / "0.1.0", tmp_path / "out", "--workers", "2", "--parser", parser)  # the last one counts
    ended = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S)
    assert (ended.returncode, ended.stdout) == (1, "2 captures read, 0 kept, 1 cannot be read\n"), ended.stderr
    reason = "each worker that read it ended; it may need more memory than they have"
    assert ended.stderr.splitlines()[-1] == f"{captures}/0.1.0/night1.pcap: {reason}"
    build(captures / "0.1.0", tmp_path / "whole")
    others = "FROM datagrams WHERE capture NOT LIKE 'night1-%' ORDER BY ALL"
    assert rows(tmp_path / "out", "FROM datagrams ORDER BY ALL") == rows(tmp_path / "whole", others) != []


@needs_data
@pytest.mark.parametrize("where", ["of_scheduler", "of_worker"])
def test_a_host_without_the_package_is_told_in_one_line(where, captures, cluster, tmp_path):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "idn.py").write_text("raise ModuleNotFoundError(\"No module named 'idn'\")")
    url, _ = cluster(1, **{where: os.environ | {"PYTHONPATH": str(tmp_path / "bare")}})
    command = command_line(captures, tmp_path / "out", "--scheduler", url)
    ended = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S)
    assert ended.returncode == 3, ended.stderr
    assert ended.stderr.splitlines()[-1] == "idn.dataset: a host cannot take part: No module named 'idn'; each needs idn[data], of one version"


@needs_data
@pytest.mark.parametrize(("words", "code", "said"), [
    (["build", "missing.pcap", "--out", "out"], 1, "missing.pcap: No such file or directory; give a readable"),
    (["build", ".", "--out", "out"], 3, "no .pcap, .pcapng, .cap file in "),
    (["build", "made.pcapng", "--out", "out", "--window", "soon"], 2, '--window: "soon" is not a time such as'),
    (["build", "made.pcapng", "--out", "made.pcapng"], 3, "Not a directory"),
    (["build", "made.pcapng", "--out", "out", "--parser", "nowhere"], 3, "install it, or give its path by --parser"),
    (["build", "made.pcapng", "--out", "out", "--scheduler", "nonsense"], 3, "start one with: dask scheduler"),
    (["build", "made.pcapng", "--out", "out", "--workers", "0"], 2, "give 1 or more"),
    (["query", ".", "buffers"], 3, "is no data set; make one with"),
])
def test_bad_input_is_refused_in_one_line(tmp_path, words, code, said):
    if "missing.pcap" not in words and "." not in words:
        record(tmp_path / "made.pcapng", 7255)
    if words[0] == "build" and "--parser" not in words:
        words = [*words, "--parser", program("IDN_PARSER")]
    ended = subprocess.run([sys.executable, "-m", "idn.dataset", *words], cwd=tmp_path, capture_output=True, text=True, timeout=DEADLINE_S)
    assert ended.returncode == code, ended.stderr
    assert said in ended.stderr.splitlines()[-1]


@needs_data
def test_the_examples_of_the_document_run(captures, tmp_path):
    document = (ROOT / "docs" / "dataset.md").read_text()
    blocks = re.findall(r"```sql\n(.*?)```", document, re.DOTALL)
    assert blocks == list(idn.dataset.QUERIES.values())
    build(captures, tmp_path / "nights")
    senders, regressions, buffers = (rows(tmp_path / "nights", name) for name in idn.dataset.QUERIES)
    ((sender, nights, streams, bad, *_, late, _),) = senders
    assert (sender, nights, streams, late) == ("10.0.0.1", 6, 6, 6)
    assert bad == 6  # each has lost a datagram
    assert regressions == []
    ((sender, datagrams, *_, p99_9, most),) = buffers
    assert (sender, datagrams) == ("10.0.0.1", 3 * 58 + 3 * 78) and 0 < p99_9 <= most
    environment = os.environ | {"PATH": f"{pathlib.Path(program('IDN_PARSER')).parent}{os.pathsep}{os.environ['PATH']}"}
    lines = [line.partition("  #")[0] for block in re.findall(r"```sh\n(.*?)```", document, re.DOTALL) for line in block.splitlines()]
    assert len(lines) > 3
    for line in lines:
        words = shlex.split(line)
        if "pip" in words or words[0] == "dask" or "--scheduler" in words:
            continue  # dask: test_a_worker_that_is_killed_costs_its_piece_only
        words = [sys.executable if word == "python" else word for word in words]
        ended = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=DEADLINE_S)
        assert ended.returncode == (1 if "build" in words else 0), (line, ended.stderr)  # one is no capture


def move_by_an_hour(path):
    octets = bytearray(path.read_bytes())
    at = 24
    while at < len(octets):
        seconds, _, length = struct.unpack_from("<III", octets, at)
        struct.pack_into("<I", octets, at, seconds + 3600)
        at += 16 + length
    path.write_bytes(octets)


@needs_data
def test_a_regression_is_against_the_version_before(tmp_path):
    for version, merged in (("2.9.0", 1), ("2.10.0", 5)):  # five datagrams at once
        (tmp_path / version).mkdir()
        record(tmp_path / version / "night.pcap", 7255, merged=merged)
    move_by_an_hour(tmp_path / "2.10.0" / "night.pcap")
    idn.dataset.build([tmp_path / "2.9.0", tmp_path / "2.10.0"], tmp_path / "out", parser=program("IDN_PARSER"))
    ((since, version, mode, nights, streams, on_target_change, *_),) = rows(tmp_path / "out", "regressions")
    assert (since, version, mode, nights, streams) == ("2.9.0", "2.10.0", "wave", 1, 1) and on_target_change < 0
