# SPDX-License-Identifier: MIT
"""For ctest: pip installs the package into a new environment, with an isolated build, and a test streams with it there.
Exit code 77 (skipped) if that is not possible on this machine.

Usage: pip_install.py FOLDER
"""

import pathlib
import shutil
import subprocess
import sys
import sysconfig

PACKAGE = pathlib.Path(__file__).parents[1]


def succeeds(*command):
    return subprocess.run(command).returncode == 0


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    if sys.version_info < (3, 10) or not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists():
        skip(f"{sys.executable} is older than 3.10, or lacks Python.h (Debian: python3-dev)")
    if not succeeds(sys.executable, "-m", "venv", folder):
        skip(f"{sys.executable} lacks venv (Debian: python3-venv)")
    python = f"{folder}/bin/python"
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
    if not succeeds(*pip, "download", "--retries", "1", "--no-deps", "--dest", f"{folder}/download", "nanobind"):
        skip("pip reaches no package index")
    # Not optimised: only whether it can be built and works is of interest here.
    installed = succeeds(*pip, "install", PACKAGE, "pytest", "--config-settings=cmake.build-type=Debug",
                         f"--config-settings=build-dir={folder}/build")
    works = installed and succeeds(python, "-m", "pytest", "-p", "no:cacheprovider", PACKAGE / "tests/test_device.py",
                                   "-k", "every_sample_written")
    sys.exit(0 if works else 1)


main(*sys.argv[1:])
