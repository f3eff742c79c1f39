# SPDX-License-Identifier: MIT
"""Every case by its name: a function without arguments that makes it."""
from cases import clocks, counters, durations, faults, files, frames, loss, sessions, stalls

CASES = {name: make for part in (loss, clocks, durations, stalls, frames, sessions, counters, faults, files)
         for name, make in part.CASES.items()}
