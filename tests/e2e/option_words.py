#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of options in docs/programs.md has each option that two or more programs have, with these programs.

Usage: option_words.py docs/programs.md PROGRAM...
"""
import collections
import os
import re
import subprocess
import sys


def commands_of(text):
    listed = text.split("\nSubcommands:\n")[1:]
    return re.findall(r"^  (\w[\w-]*)", listed[0].split("\n\n")[0], re.MULTILINE) if listed else []


def options_of(command):
    """The long options of a command and of its subcommands; of those of one meaning the first name."""
    text = subprocess.run([*command, "--help-all"], capture_output=True, text=True, check=True, timeout=60).stdout
    found = set(re.findall(r"^  (?:-\w,)?(--[a-z][\w-]*)", text, re.MULTILINE))
    for name in commands_of(text):
        found |= options_of([*command, name])
    return found


def main():
    document, programs = sys.argv[1], [program for program in sys.argv[2:] if program]  # not all are always built
    have = collections.defaultdict(set)
    for program in programs:
        name = os.path.basename(program).removesuffix(".exe").removeprefix("idn_")
        found = options_of([program])
        if name == "server":
            found |= options_of([program, "relay"])
        for option in found - {"--help", "--version"}:
            have[option].add(name)
    known = {os.path.basename(program).removesuffix(".exe").removeprefix("idn_") for program in programs}
    with open(document, encoding="utf-8") as file:
        rows = re.findall(r"^\| `(--[\w-]+)[^|]*\|.*\| ([a-z, ]+) \|$", file.read(), re.MULTILINE)
    told = {option: set(names.split(", ")) & known for option, names in rows}
    shared = {option: names for option, names in have.items() if len(names) > 1}
    faults = [f"{option}: {document} says {sorted(told.get(option, []))}, the programs {sorted(have[option])}"
              for option in sorted(shared.keys() | told.keys()) if told.get(option, set()) != have[option]]
    faults += [f"{option} is told twice" for option, times in collections.Counter(option for option, _ in rows).items()
               if times > 1]
    print("\n".join(faults) or f"{len(have)} options, {len(shared)} of more than one program")
    sys.exit(1 if faults or not rows else 0)


main()
