# SPDX-License-Identifier: MIT
"""All cases by name: functions without arguments that return a Case."""
from cases import clocks, counters, durations, faults, files, frames, levels, loss, mistakes, offload, sessions, stalls

CASES = {name: make for part in (loss, clocks, durations, stalls, frames, sessions, counters, faults, files, offload, mistakes, levels)
         for name, make in part.CASES.items()}
