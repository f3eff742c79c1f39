# SPDX-License-Identifier: MIT
"""What lab/dataset runs, in an interpreter with idn, its extra `data`, and pandas."""

import contextlib
import hashlib
import io
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import pandas

from idn.dataset import QUERIES, query

ROOT = pathlib.Path(__file__).parents[1]
PARSER = ROOT / "build/release/idn_parser/idn_parser"
COUNT = 1000
VERSIONS = ("0.1.0", "0.2.0", "0.3.0")
BY_TSHARK = 20  # captures; it takes long
SCHEDULER = "tcp://10.77.9.1:8786"
DEADLINE_S = 1800


def capture_links(folder):
    """COUNT names of the captures of tests/truth, in folders named by versions. Equal content is read as often as it has names."""
    truth = folder / "truth"
    if not truth.exists():
        subprocess.run([sys.executable, ROOT / "tests/truth/generate.py", truth], stdout=subprocess.DEVNULL, check=True)
    files = sorted(truth.glob("*.pcap*"))
    captures = folder / "captures"
    for version in VERSIONS:
        (captures / version).mkdir(parents=True, exist_ok=True)
    for number in range(COUNT):
        file = files[number % len(files)]
        name = captures / VERSIONS[number // len(files)] / file.name
        if not name.exists():
            os.link(file, name)
    return captures


def build_command(captures, out, *options):
    return [sys.executable, "-m", "idn.dataset", "build", captures, "--out", out, "--parser", PARSER, *options]


def wait_for(process):
    code = process.wait(timeout=DEADLINE_S)
    if code not in (0, 1):  # 1: captures that cannot be read
        sys.exit(f"{process.args} ended with {code}")


def processor_seconds():
    """Of all processes that have ended, and of this one: what a busy machine changes least."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF))


def quiet(command):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ip(*words):
    subprocess.run(["ip", *words], check=True)


@contextlib.contextmanager
def two_hosts():
    """Namespaces with a cable between them; yields what runs a command in each."""
    names = [f"idn{os.getpid()}{host}" for host in "ab"]
    try:
        for name in names:
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        ip("-n", names[0], "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", names[1])
        for number, name in enumerate(names, 1):
            ip("-n", name, "addr", "add", f"10.77.9.{number}/24", "dev", "cable")
            ip("-n", name, "link", "set", "cable", "up")
        yield [["ip", "netns", "exec", name] for name in names]
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name])


def finished(out):
    return sum(1 for _ in (out / "captures").glob("capture=*/part.parquet"))


def by_two_hosts(captures, out, kill_one):
    """Returns after how many captures a worker was killed."""
    with two_hosts() as hosts, contextlib.ExitStack() as running:
        def start(host, *words):
            # exec of `ip netns exec` and of Dask without a nanny: the process is the worker itself.
            process = quiet([*host, sys.executable, "-m", "dask", *words])
            running.callback(lambda: (process.kill(), process.wait()))
            return process
        start(hosts[0], "scheduler", "--host", "10.77.9.1", "--no-dashboard")
        workers = [start(host, "worker", SCHEDULER, "--no-nanny", "--nthreads", "1", "--no-dashboard") for host in hosts]
        process = quiet([*hosts[0], *build_command(captures, out, "--scheduler", SCHEDULER)])
        running.callback(process.kill)
        begun = time.monotonic()
        killed_after = None
        if kill_one:
            while finished(out) < COUNT // 2 and process.poll() is None and time.monotonic() < begun + DEADLINE_S:
                time.sleep(0.05)
            workers[1].kill()
            killed_after = finished(out)
        wait_for(process)
        return killed_after


def content(out):
    """Digests of all files of a data set, by their names in it."""
    return {str(file.relative_to(out)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(out.rglob("*")) if file.is_file()}


def with_tshark(path, out):
    """Offsets and deviations of the datagrams of a capture; loss, deviations and what else the data set has are not computed."""
    fields = ("frame.number", "frame.time_epoch", "ip.src", "udp.srcport", "ip.dst", "udp.dstport", "udp.length", "idn.sequence",
              "idn.channel_id", "idn.timestamp", "idn.frame_sample_duration")
    command = ["tshark", "-r", path, "-d", "udp.port==7255,idn", "-T", "fields", "-E", "separator=,", "-E", "occurrence=f"]
    printed = subprocess.run([*command, *(word for field in fields for word in ("-e", field))], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, check=False).stdout
    rows = pandas.read_csv(io.StringIO(printed), names=list(fields), dtype={"frame.time_epoch": str}, low_memory=False)
    rows["unix_ns"] = pandas.to_numeric(rows["frame.time_epoch"].str.replace(".", "", regex=False)).astype("Int64")
    stream = rows.groupby(["ip.src", "udp.srcport", "ip.dst", "idn.channel_id"])
    rows["offset_ns"] = stream["unix_ns"].diff()
    duration = pandas.to_numeric(rows["idn.frame_sample_duration"], errors="coerce")
    rows["deviation_ns"] = rows["offset_ns"] - 1000 * duration.groupby([rows[name] for name in stream.keys]).shift()
    rows.astype({name: str for name in fields}).to_parquet(out)


def main(folder):
    folder = pathlib.Path(folder)
    captures = capture_links(folder)
    octets = sum(file.stat().st_size for file in captures.rglob("*.pcap*"))
    print(f"{COUNT} captures, {octets / 1e6:.0f} MB, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the beginning\n")
    print("| what | seconds | captures/s | CPU seconds | remarks |\n|---|---|---|---|---|", flush=True)

    def measure(what, work, count=COUNT):
        """work() returns the remarks."""
        begun, busy = time.monotonic(), processor_seconds()
        remarks = work()
        seconds, busy = time.monotonic() - begun, processor_seconds() - busy
        print(f"| {what} | {seconds:.1f} | {count / seconds:.1f} | {busy:.1f} | {remarks()} |", flush=True)

    def same(out, text="same files, octet by octet"):
        return lambda: text if content(out) == alone else "**files differ**"

    def built(out, *options):
        wait_for(quiet(build_command(captures, out, *options)))
        return same(out)

    def killed():
        count = by_two_hosts(captures, outs[3], kill_one=True)
        return same(outs[3], f"by SIGKILL after {count} captures; same files, octet by octet")

    def hosts():
        by_two_hosts(captures, outs[2], kill_one=False)
        return same(outs[2])

    outs = [folder / name for name in ("one", "two", "hosts", "killed", "sample")]
    for out in outs:
        shutil.rmtree(out, ignore_errors=True)
    alone = {}

    def one_process():
        wait_for(quiet(build_command(captures, outs[0])))
        alone.update(content(outs[0]))
        return lambda: f"{sum(file.stat().st_size for file in outs[0].rglob('*.parquet')) / 1e6:.0f} MB of Parquet"

    measure("one process", one_process)
    measure("the same again, nothing to do", lambda: built(outs[0]))
    measure("Dask, two workers", lambda: built(outs[1], "--workers", "2"))
    measure("Dask, two hosts in namespaces, with their start", hosts)
    measure("the same, one of two workers killed", killed)
    sample = sorted(captures.rglob("*.pcap*"))[::COUNT // BY_TSHARK]

    def by_tshark():
        for path in sample:
            with_tshark(path, folder / "tshark.parquet")
        return lambda: f"every {COUNT // BY_TSHARK}th capture"

    def sample_alone():
        command = build_command(captures, outs[4])
        command[command.index(captures):command.index(captures) + 1] = sample
        wait_for(quiet(command))
        return lambda: "the same captures"

    measure("tshark and pandas, one process", by_tshark, len(sample))
    measure("one process", sample_alone, len(sample))

    print("\n| query | seconds | rows |\n|---|---|---|")
    for name in QUERIES:
        begun = time.monotonic()
        rows = query(outs[0], name).fetchall()
        print(f"| `{name}` | {time.monotonic() - begun:.2f} | {len(rows)} |", flush=True)
    print(f"\n{query(outs[0], 'SELECT count(*) FROM datagrams').fetchall()[0][0]} datagrams, "
          f"{query(outs[0], 'SELECT count(*) FROM captures WHERE error IS NOT NULL').fetchall()[0][0]} captures that cannot be read")
    return 0 if all(content(out) == alone for out in outs[:4]) else 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(main(sys.argv[1]))
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(temporary))
