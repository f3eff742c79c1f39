# SPDX-License-Identifier: MIT
"""For all interop tests: paths of programs, child processes, skipping with a reason, the closing line with the result."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

SKIPPED = 77  # exit code that ctest reports as skipped
DEADLINE = 180  # seconds; long enough for a busy machine


class Skip(Exception):
    """The environment lacks what the test needs."""


class Mismatch(Exception):
    """Two implementations do not agree."""


def program(name):
    """The path of a program under test, from the environment that ctest sets."""
    return os.environ[name]


def peer():
    """The program that uses the crate laser-dac."""
    path = program("IDN_LASER_DAC_PEER")
    if not os.path.exists(path):
        raise Skip("the crate laser-dac is not built, see the test \"interop: laser-dac builds\"")
    return path


def tool(name, package):
    path = shutil.which(name)
    if path is None:
        raise Skip(f"{name} is not installed (package {package})")
    return path


def require(condition, message):
    if not condition:
        raise Mismatch(message)


def require_equal(actual, expected, what):
    if actual != expected:
        raise Mismatch(f"{what}: {actual!r} instead of {expected!r}")


def require_all_equal(actual, expected, what):
    """Compares two lists. Reports the first element that differs, with its index, else the lengths."""
    if actual != expected:
        for i, (one, other) in enumerate(zip(actual, expected)):
            require_equal(one, other, f"{what} {i}")
        raise Mismatch(f"{what}: {len(actual)} instead of {len(expected)}")


def wait_for(condition, what):
    """Polls until `condition()` is true; raises Mismatch after DEADLINE."""
    end = time.monotonic() + DEADLINE
    while not condition():
        require(time.monotonic() < end, f"waited {DEADLINE} s in vain for {what}")
        time.sleep(0.01)


class Process:
    """A child process whose output is written to files."""

    def __init__(self, command, folder, name, stdin=None):
        self.name = name
        self.output = folder / f"{name}.out"
        self.errors = folder / f"{name}.err"
        with open(self.output, "wb") as out, open(self.errors, "wb") as err:
            self.process = subprocess.Popen([str(part) for part in command], stdin=stdin or subprocess.DEVNULL,
                                            stdout=out, stderr=err)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def lines(self):
        """The complete lines of JSON on standard output so far."""
        text = self.output.read_text()
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def wait_for_line(self, condition, what):
        def found():
            require(self.process.poll() is None or any(map(condition, self.lines())), self.report("ended early"))
            return any(map(condition, self.lines()))

        wait_for(found, f"{self.name}: {what}")
        return next(filter(condition, self.lines()))

    def finish(self, number=None):
        """Sends a signal, if given, and waits for the end; raises Mismatch unless the exit code is 0."""
        if number is not None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            raise Mismatch(self.report("does not end")) from None
        require(code == 0, self.report(f"exit code {code}"))

    def report(self, what):
        return f"{self.name} {what}: {self.errors.read_text().strip()[-2000:]}"


class Server(Process):
    """idn_server, which records all traffic."""

    def __init__(self, folder, options=(), prefix=()):
        self.recording = folder / "recording.pcap"
        command = [*prefix, program("IDN_SERVER"), "--json", "--state", folder / "state", "--record", self.recording,
                   *options]
        super().__init__(command, folder, "idn_server")

    def port(self):
        return self.wait_for_line(lambda line: line["event"] == "start", "start")["port"]

    def finish_recording(self):
        self.finish(signal.SIGINT)
        summary = self.lines()[-1]
        require_equal(summary["event"], "summary", "the last line of idn_server")
        require_equal(summary["recording"]["missing_packets"], 0, "packets missing in the recording")
        require_equal(summary["traffic"]["dropped_by_kernel"], 0, "datagrams the kernel dropped")
        return summary


def run(command, allowed=(0,), **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, timeout=10 * DEADLINE, **options)
    require(done.returncode in allowed,
            f"{pathlib.Path(str(command[0])).name} exit code {done.returncode}: {done.stderr.decode()[-2000:]}")
    return done.stdout.decode()


def _result_file():
    """The file for the closing line of this test, which scripts/test prints at its end."""
    folder = pathlib.Path(program("IDN_INTEROP_RESULTS"))
    folder.mkdir(parents=True, exist_ok=True)
    words = [pathlib.Path(sys.argv[0]).stem, *(pathlib.Path(argument).stem for argument in sys.argv[1:])]
    return folder / ("-".join(words) + ".txt")


def closing_line(pair, counts):
    """Prints and stores the result in one line. `pair`: what was compared; `counts`: how much was equal."""
    line = f"{pair}: {counts}"
    print(line)
    _result_file().write_text(line + "\n")


def main(test):
    """Runs `test(folder, *arguments)` and exits with 0, 1 for a failure, or 77 if skipped."""
    _result_file().unlink(missing_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="idn_interop_"))
    try:
        test(folder, *sys.argv[1:])
    except Skip as reason:
        print(f"skipped: {reason}")
        code = SKIPPED
    except Exception as error:
        print(f"FAILED: {error}" if isinstance(error, Mismatch) else traceback.format_exc())
        print(f"Its files are in {folder}")
        sys.exit(1)
    else:
        code = 0
    shutil.rmtree(folder)
    sys.exit(code)
