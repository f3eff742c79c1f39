# SPDX-License-Identifier: MIT
"""All cases by name: functions without arguments that return a Case."""
from cases import (clocks, counters, crooked_fragments, crooked_manners, crooked_messages, crooked_not, crooked_numbers, durations,
                   faults, files, frames, levels, links, loss, mistakes, offload, sessions, skew, stalls)

PARTS = (loss, clocks, durations, stalls, frames, sessions, counters, faults, files, offload, mistakes, levels, links, skew, crooked_numbers,
         crooked_messages, crooked_fragments, crooked_manners, crooked_not)
CASES = {name: make for part in PARTS for name, make in part.CASES.items()}
