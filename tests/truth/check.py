#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares reports of idn_parser on generated captures with the known answers. Ends with 1 if anything differs.

Usage: check.py IDN_PARSER [--only NAME]... [--keep FOLDER]
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from cases import CASES
from compare import differences
from generate import write

# Cases whose share on target must not exceed that of another: after a stall, skipping or stretching loses no less light
# than catching up.
NEVER_ABOVE = {"stalls_skip": "stalls_catch_up_at_once", "stalls_stretch": "stalls_catch_up_at_once"}
LONGEST_RUN = 300  # seconds, of idn_parser


def report_of(parser, capture):
    command = [parser, "report", str(capture), "--json"]
    done = subprocess.run(command, capture_output=True, timeout=LONGEST_RUN, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    report = json.loads(done.stdout)
    if done.returncode != (1 if report["findings"] else 0):
        raise RuntimeError(f"exit code {done.returncode} with {len(report['findings'])} findings")
    return report


def check(parser, name, folder, keeps):
    """@return figures compared, differences, share on target"""
    capture, truth = write(name, folder)
    try:
        report = report_of(parser, capture)
        count, lines = differences(truth, report)
        target = report["streams"][0]["target"] if report["streams"] else None
    except (RuntimeError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
        return 0, [f"{type(error).__name__}: {error}"], None
    finally:
        if not keeps:
            capture.unlink()
    return count, lines, (target or {}).get("on_target_share")


def check_all(parser, names, folder, keeps):
    with concurrent.futures.ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as workers:
        outcomes = {name: workers.submit(check, parser, name, folder, keeps) for name in names}
        for name, outcome in outcomes.items():
            yield name, *outcome.result()


def check_policies(shares):
    for other, best in NEVER_ABOVE.items():
        if None not in (shares.get(other), shares.get(best)) and shares[other] > shares[best]:
            yield f"{other} is on target for {shares[other]}, more than {best} with {shares[best]}"


def run(parser, names, folder, keeps):
    failed, figures, shares = 0, 0, {}
    for name, count, lines, share in check_all(parser, names, folder, keeps):
        print(f"{'DIFFERS' if lines else 'ok':8}{name}: {count} figures" + (f", {len(lines)} differ" if lines else ""))
        for line in lines:
            print(f"        {line[:400]}")
        failed, figures, shares[name] = failed + bool(lines), figures + count, share
    broken = list(check_policies(shares))
    for line in broken:
        print(f"DIFFERS {line}")
    print(f"{len(names)} captures, {figures} figures: {len(names) - failed} agree, {failed} differ")
    return 1 if failed or broken else 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parser", metavar="IDN_PARSER")
    options.add_argument("--only", metavar="NAME", action="append", choices=CASES, help="a case, by its name")
    options.add_argument("--keep", metavar="FOLDER", help="where captures and answers are left")
    given = options.parse_args()
    folder = pathlib.Path(given.keep or tempfile.mkdtemp(prefix="idn_truth_"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return run(given.parser, given.only or list(CASES), folder, given.keep is not None)
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
