#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests output limits on the wire: hostile samples are played by programs in C++, C and Python, by idn_sender and by plug-ins,
and the samples that arrive at a UDP port are checked by independent code. The limits are those of application.toml, which the
programs set, and of administrator.toml, which is /etc/idn/limits.toml while they run, in a mount namespace of this process.

Usage: run.py PROGRAMS PYTHON PACKAGE [--samples N] [--rate HZ] [--seed N] [--way NAME]... [--sender FILE] [--helios FILE]
              [--compat FILE] [--libera PROGRAM PLUGIN]
PROGRAMS: folder of limits_judge and the others. PACKAGE: folder of the built Python package. Ends with 77 if it cannot run.
"""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
APPLICATION, ADMINISTRATOR = HERE / "application.toml", HERE / "administrator.toml"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def enter_namespace():
    """Runs this script again in a mount namespace of its own, unless it already runs there."""
    if os.environ.get("IDN_LIMITS_NAMESPACE"):
        return
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        skip("it takes root and unshare to put a file to /etc/idn")
    environment = os.environ | {"IDN_LIMITS_NAMESPACE": "1"}
    command = ["unshare", "--mount", sys.executable, *sys.argv]
    sys.exit(subprocess.run(command, env=environment).returncode)


def put_administrators_file(folder):
    """Mounts a copy of /etc with the administrator's file over it: without a folder /etc/idn the file cannot be mounted alone."""
    copy = pathlib.Path(folder, "etc")
    if subprocess.run(["cp", "-a", "/etc", copy], stderr=subprocess.DEVNULL).returncode != 0 and not copy.is_dir():
        skip("/etc cannot be copied")
    copy.joinpath("idn").mkdir(exist_ok=True)
    shutil.copyfile(ADMINISTRATOR, copy / "idn/limits.toml")
    for path, mode in ((copy, 0o755), (copy / "idn", 0o755), (copy / "idn/limits.toml", 0o644)):
        path.chmod(mode)
        os.chown(path, 0, 0)
    if subprocess.run(["mount", "--bind", copy, "/etc"]).returncode != 0:
        skip("nothing can be mounted here")


# Highest rates of the plug-in interfaces; those of idn_compat have 16 bits for the rate.
COMPAT = ("EasyLase", "EzAudDac", "EtherDream", "OLSC")
HIGHEST_RATE = {"Helios": 100_000} | dict.fromkeys(COMPAT, 65_000)


class Way:
    """A program that plays samples from standard input, the source of these, and the judge that receives its stream."""

    def __init__(self, name, programs, command, layout, limits, arguments, samples, seed):
        self.name = name
        rate = str(min(arguments.rate, HIGHEST_RATE.get(name, arguments.rate)))
        self.judge = subprocess.Popen([programs / "limits_judge", rate, *limits], stdout=subprocess.PIPE, text=True)
        target = "127.0.0.1:" + self.judge.stdout.readline().strip()
        # idn_sender plays all that it reads; the others stop after `samples`, and are given more than they need.
        count = samples if layout == "extended" else 10 * samples
        source = [programs / "limits_hostile", layout, str(count), str(seed), *limits]
        self.source = subprocess.Popen(source, stdout=subprocess.PIPE)
        self.player = subprocess.Popen(command(target, rate, str(samples)), stdin=self.source.stdout)
        self.source.stdout.close()

    def end(self):
        """@return the exit code of the judge: 0 nothing beyond a limit, 1 something, else unknown"""
        played = self.player.wait()
        self.source.terminate()
        self.source.wait()
        if played != 0:
            self.judge.terminate()
        print(f"{self.name}: {self.judge.communicate()[0].strip()}", flush=True)
        return self.judge.returncode if played == 0 else 3


def settings_file(arguments, target, rate):
    """A settings file for plug-ins: one device with the limits of application.toml."""
    limits = re.sub(r"^(\[+)", r"\1limits.", APPLICATION.read_text(), flags=re.MULTILINE)
    path = pathlib.Path(arguments.scratch, f"{target.replace(':', '_')}.toml")
    path.write_text(f'plugins.log_file = ""\nrate = {rate}\nformat = "extended"\n{limits}\n[[projector]]\ntarget = "{target}"\n')
    return path


def helios(arguments, target, rate, samples):
    settings = settings_file(arguments, target, rate)
    return ["env", f"IDN_VENUE={settings}", arguments.programs / "limits_helios", arguments.helios, rate, samples]


def compat(arguments, interface, target, rate, samples):
    settings = settings_file(arguments, target, rate)
    return ["env", f"IDN_VENUE={settings}", arguments.programs / "limits_compat", arguments.compat, interface, rate, samples]


def libera(arguments, target, rate, samples):
    settings = settings_file(arguments, target, rate)
    player, plugin = arguments.libera
    return ["env", f"IDN_VENUE={settings}", player, plugin, rate, "samples", samples]


def ways(arguments, programs):
    """By name: (command, layout of the input, files of the limits that must hold)."""
    both = [APPLICATION, ADMINISTRATOR]
    all_ways = {
        "C++": (lambda *to: [programs / "limits_cpp", *to, APPLICATION], "native", both),
        "C": (lambda *to: [programs / "limits_c", *to], "native", both),
        "Python": (lambda *to: [arguments.python, HERE / "python_source.py", *to, APPLICATION], "native", both),
    }
    if not list(pathlib.Path(arguments.package, "idn").glob("_idn.*")):
        print("Python: left out, as the package was not built")
        del all_ways["Python"]
    os.environ["PYTHONPATH"] = arguments.package
    if arguments.helios:
        all_ways["Helios"] = (lambda *to: helios(arguments, *to), "native", both)
    if arguments.compat:
        for interface in COMPAT:
            all_ways[interface] = (functools.partial(compat, arguments, interface), "native", both)
    if arguments.libera:
        all_ways["Libera"] = (lambda *to: libera(arguments, *to), "native", both)
    if arguments.sender:
        options = ["--layout", "extended", "--format", "extended", "--samples-per-packet", "60"]
        all_ways["idn_sender"] = (
            lambda target, rate, _: [arguments.sender, "live", "--target", target, "--rate", rate, *options],
            "extended", [ADMINISTRATOR])
    return {name: way for name, way in all_ways.items() if not arguments.way or name in arguments.way}


def play(arguments, samples):
    """Runs as many ways at a time as there are processors, so that no judge has to wait for one; the slowest begin.
    @return the exit codes of the judges"""

    def run(number, name, way):
        return Way(name, arguments.programs, *way, arguments, samples, arguments.seed + number).end()

    chosen = [(number, *named) for number, named in enumerate(ways(arguments, arguments.programs).items())]
    chosen.sort(key=lambda way: HIGHEST_RATE.get(way[1], arguments.rate))
    with concurrent.futures.ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(lambda way: run(*way), chosen))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("python")
    parser.add_argument("package")
    parser.add_argument("--samples", type=int, default=300_000, help="of each way")
    parser.add_argument("--rate", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--way", action="append")
    parser.add_argument("--helios", help="libidn_helios.so")
    parser.add_argument("--compat", help="libidn_compat.so")
    parser.add_argument("--libera", nargs=2, metavar=("PROGRAM", "PLUGIN"), help="libera_player, libidn_libera.so")
    parser.add_argument("--sender", help="idn_sender, for which the administrator's file holds")
    arguments = parser.parse_args()
    enter_namespace()
    scratch = tempfile.TemporaryDirectory()
    arguments.scratch = scratch.name
    print("Without the administrator's file its limits do not hold, and the judges find that:", flush=True)
    found = play(arguments, 20_000)
    with tempfile.TemporaryDirectory() as folder:
        put_administrators_file(folder)
        print("With it:", flush=True)
        outcomes = play(arguments, arguments.samples)
        subprocess.run(["umount", "-l", "/etc"])
    sys.exit(0 if found and set(found) == {1} and set(outcomes) == {0} else 1)


main()
