# SPDX-License-Identifier: MIT
"""A network namespace with loopback only, for tests that search the network."""
import os
import subprocess
import sys

SKIPPED = 77


def enter():
    """Runs the calling program anew in such a namespace, and ends with its exit code; with 77 where there is none."""
    if "IN_OWN_NETWORK" in os.environ:
        return
    inner = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, *sys.argv]
    for namespace in (["unshare", "-n"], ["unshare", "-rn"]):
        if subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode == 0:
            environment = os.environ | {"IN_OWN_NETWORK": "yes"}
            sys.exit(subprocess.run([*namespace, *inner], env=environment, check=False).returncode)
    print("skipped: no network namespace")
    sys.exit(SKIPPED)
