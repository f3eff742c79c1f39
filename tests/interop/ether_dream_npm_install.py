# SPDX-License-Identifier: MIT
"""Installs the npm package @laser-dac/ether-dream; skips if npm cannot download it.

usage: ether_dream_npm_install.py FOLDER_OF_PACKAGE_JSON TARGET_FOLDER"""
import pathlib
import shutil
import subprocess

from support import Skip, main, tool


def test(_, folder, target):
    npm = tool("npm", "npm")
    tool("node", "nodejs")
    target = pathlib.Path(target)
    target.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(pathlib.Path(folder) / name, target)
    installed = subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=target,
                               capture_output=True, text=True)
    if installed.returncode != 0:
        cause = [line for line in installed.stderr.splitlines() if "error" in line.lower()] or [installed.stderr]
        raise Skip(f"the package cannot be fetched: {cause[0]}")
    print(f"{folder} is installed")


main(test)
