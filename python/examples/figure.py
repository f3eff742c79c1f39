# SPDX-License-Identifier: MIT
"""A dot that revolves once a second, in phase with the clock. Usage: figure.py [TARGET [SECONDS]]"""

import sys
import time

import numpy

import idn


def fill(request: idn.Request) -> idn.SampleArray:
    """Called before the samples are due; request.sent_at is when the first one leaves."""
    leaves_at = request.sent_at + numpy.arange(request.count) / request.rate
    angle = 2 * numpy.pi * (leaves_at % 1.0)
    return idn.samples(0.6 * numpy.sin(angle), 0.6 * numpy.cos(angle), b=1)


target = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
with idn.Devices() as devices, devices.open(target) as device:
    device.arm()
    device.fill(fill)
    time.sleep(float(sys.argv[2]) if len(sys.argv) > 2 else 2.0)
    print(device.status().fault or device.status())
