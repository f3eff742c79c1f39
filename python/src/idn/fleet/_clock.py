# SPDX-License-Identifier: MIT
"""How wrong the wall clock of this host may be, as its keeper says."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

_UNSYNCHRONISED = 0x40  # STA_UNSYNC of adjtimex(2)


class _Timex(ctypes.Structure):
    _fields_ = [
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_long * 32),
    ]


def error_by_chrony(line: str) -> float | None:
    """Of a line of `chronyc -c tracking`. @return us; None if it has no source"""
    fields = line.strip().split(",")
    if len(fields) < 14 or fields[13] == "Not synchronised":
        return None
    offset, delay, dispersion = (float(fields[number]) for number in (4, 10, 11))
    return (abs(offset) + delay / 2 + dispersion) * 1e6


def error_by_kernel() -> float | None:
    """As chrony with rtcsync, phc2sys (PTP) and systemd-timesyncd tell the kernel. @return us; None if it is not kept"""
    timex = _Timex()
    if ctypes.CDLL(None, use_errno=True).ntp_adjtime(ctypes.byref(timex)) < 0 or timex.status & _UNSYNCHRONISED:
        return None
    return float(timex.maxerror)


def clock_error_us() -> float | None:
    """Largest error that the clock's keeper does not exclude; None if nobody keeps it. Takes some milliseconds."""
    if shutil.which("chronyc"):
        answer = subprocess.run(["chronyc", "-c", "tracking"], capture_output=True, text=True, timeout=5, check=False)
        if answer.returncode == 0 and (error := error_by_chrony(answer.stdout)) is not None:
            return error
    return error_by_kernel()
