#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What bash completes for idn_sender: commands, patterns, projectors of the venue file and units that a search finds.
One of these has a name that a shell must not run.

Usage: completion.py IDN_SENDER IDN_SERVER. Needs bash and a network namespace; exits with 77 without.
"""
import os
import subprocess
import sys
import tempfile

import own_network

ASKED = """
source <("$1" --generate-completion)
shift
compopt() { :; }
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_idn_sender
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(sender, environment, *words):
    result = subprocess.run(["bash", "-c", ASKED, "bash", sender, "idn_sender", *words], capture_output=True, text=True,
                            env=environment, timeout=120, check=True)
    return [word for word in result.stdout.split("\n") if word]


def expect(wanted, got):
    assert sorted(wanted) == sorted(got), f"wanted {wanted}, got {got}"


def main():
    sender, server = (os.path.abspath(program) for program in sys.argv[1:3])
    own_network.enter()
    with tempfile.TemporaryDirectory() as folder:
        venue, trap = os.path.join(folder, "venue.toml"), os.path.join(folder, "t")
        with open(venue, "w", encoding="utf-8") as file:
            file.write('[[projector]]\nname = "Left"\ntarget = "10.0.0.1"\n[[projector]]\nname = "Le Grand"\ntarget = "10.0.0.2"\n')
        environment = os.environ | {"IDN_VENUE": venue, "PATH": os.path.dirname(sender) + ":" + os.environ["PATH"],
                                    "HOME": folder}
        os.chdir(folder)
        name = "$(touch t)"
        unit = subprocess.Popen([server, "--name", name, "--service", "1:laser:Le Mur", "--unit-id", "01-020000000001",
                                 "--bind", "127.0.0.1", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            unit.stdout.readline()  # listens
            for option in (["pattern", "circle", "--target"], ["check"], ["identify"], ["play", "x.ild", "-t"]):
                expect(["Left", "Le\\ Grand", "Le\\ Mur"], completed(sender, environment, *option, "Le"))
                expect(["Le\\ Grand"], completed(sender, environment, *option, "Le\\ G"))
            expect([r"\$\(touch\ t\)"], completed(sender, environment, "check", "\\$"))
            expect(["01-020000000001"], completed(sender, environment, "check", "01"))
            assert not os.path.exists(trap), "the name of a unit was run"
            expect(["circle"], completed(sender, environment, "pattern", "ci"))
            expect(["check"], completed(sender, environment, "check"))
            expect(["identify"], completed(sender, environment, "ide"))
        finally:
            unit.terminate()
            unit.wait()


main()
