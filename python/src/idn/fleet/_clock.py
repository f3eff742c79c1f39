# SPDX-License-Identifier: MIT
"""How wrong the wall clock of this host may be, as its keeper says."""

from __future__ import annotations

import contextlib
import ctypes
import shutil
import subprocess
from collections.abc import Callable

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


def error_by_ptp(answers: str) -> float | None:
    """Of the answers of `pmc` to the two questions below: the offset, and half of the way, by which it may be wrong.
    @return us; None without a master, as where this host is the master"""
    fields = {words[0]: words[1] for line in answers.splitlines() if len(words := line.split()) == 2}
    if fields.get("gmPresent") != "true":
        return None
    return (abs(float(fields["master_offset"])) + float(fields["meanPathDelay"]) / 2) / 1000


def error_by_kernel() -> float | None:
    """As chrony with rtcsync, phc2sys (PTP) and systemd-timesyncd tell the kernel. @return us; None if it is not kept"""
    timex = _Timex()
    if ctypes.CDLL(None, use_errno=True).ntp_adjtime(ctypes.byref(timex)) < 0 or timex.status & _UNSYNCHRONISED:
        return None
    return float(timex.maxerror)


def clock_error_us() -> float | None:
    """Largest error that the clock's keeper does not exclude; None if nobody keeps it. Takes some milliseconds."""
    keepers: tuple[tuple[list[str], Callable[[str], float | None]], ...] = (
        (["chronyc", "-c", "tracking"], error_by_chrony),
        (["pmc", "-u", "-b", "0", "GET TIME_STATUS_NP", "GET CURRENT_DATA_SET"], error_by_ptp),
    )
    for command, error_by in keepers:
        if not shutil.which(command[0]):
            continue
        with contextlib.suppress(subprocess.TimeoutExpired):
            answer = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
            if answer.returncode == 0 and (error := error_by(answer.stdout)) is not None:
                return error
    return error_by_kernel()
