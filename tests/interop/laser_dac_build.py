# SPDX-License-Identifier: MIT
"""Builds the programs of a Cargo package, which use the crate laser-dac or ether-dream.

usage: laser_dac_build.py FOLDER_OF_CARGO_TOML TARGET_FOLDER"""
import re
import subprocess

from support import Mismatch, Skip, main, tool

NEEDS = (1, 87)  # rust-version of laser-dac 0.13


def check_version(cargo):
    text = subprocess.run([cargo, "--version"], capture_output=True, text=True).stdout
    version = re.search(r"(\d+)\.(\d+)", text)
    if version is None or tuple(map(int, version.groups())) < NEEDS:
        raise Skip(f"laser-dac needs cargo {NEEDS[0]}.{NEEDS[1]}, here is {text.strip() or 'none that works'}")


def test(_, folder, target):
    cargo = tool("cargo", "cargo, or from rustup.rs")
    check_version(cargo)
    common = ["--locked", "--manifest-path", f"{folder}/Cargo.toml"]
    fetched = subprocess.run([cargo, "fetch", *common], capture_output=True, text=True)
    if fetched.returncode != 0:
        cause = [line for line in fetched.stderr.splitlines() if line.startswith("error")] or [fetched.stderr]
        raise Skip(f"the crate cannot be fetched: {cause[0]}")
    built = subprocess.run([cargo, "build", "--release", "--offline", "--target-dir", target, *common],
                           capture_output=True, text=True)
    if built.returncode != 0:
        raise Mismatch(f"{folder} does not build:\n{built.stderr}")
    print(f"{folder} is built")


main(test)
