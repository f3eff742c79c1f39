# SPDX-License-Identifier: MIT
"""For ctest: tests, or type-checks, the package in a build folder. Exit code 77 (skipped) if something is missing.

Usage: run.py tests|types FOLDER
"""

import importlib.util
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).parents[1]


def skip(why):
    print(f"skipped: {why}; python/README.md says what it takes")
    sys.exit(77)


def main(what, folder):
    if not list(pathlib.Path(folder, "idn").glob("_idn.*")):
        skip("the package was not built")
    for module in ("numpy", "pytest" if what == "tests" else "mypy"):
        if importlib.util.find_spec(module) is None:
            skip(f"{sys.executable} lacks {module}")
    environment = os.environ | {"PYTHONPATH": folder}
    if what == "tests":
        command = ["pytest", "-p", "no:cacheprovider", "-rs", "--durations=5", SOURCE / "tests"]
    else:
        command = ["mypy", "--config-file", SOURCE / "pyproject.toml", "--cache-dir", pathlib.Path(folder, "mypy"), "--python-version", "3.11",
                   pathlib.Path(folder, "idn"), SOURCE / "examples"]
    sys.exit(subprocess.run([sys.executable, "-m", *command], env=environment).returncode)


main(*sys.argv[1:])
