# SPDX-License-Identifier: MIT
"""A green circle for one second, as samples. Usage: circle.py [TARGET]"""

import sys

import numpy

import idn

target = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
angle = numpy.linspace(0, 2 * numpy.pi, 1000, endpoint=False)
circle = idn.samples(0.6 * numpy.cos(angle), 0.6 * numpy.sin(angle), g=1)

with idn.Devices() as devices, devices.open(target, rate=30_000) as device:
    device.arm()
    for _ in range(30):
        device.write(circle, timeout=1)  # waits for room, a second at most
    device.close(play_out=1)
