# SPDX-License-Identifier: MIT
"""Plays an .ild file, 25 pictures per second. Usage: play_ild.py FILE [TARGET]"""

import sys
import time

import idn

with idn.Devices() as devices, devices.open(sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1") as device:
    device.arm()
    for picture in idn.read_ild(sys.argv[1]):
        device.show(picture)
        time.sleep(0.04)
