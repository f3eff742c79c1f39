# SPDX-License-Identifier: MIT
"""Plays samples from standard input by all functions of the Python package that accept samples. FILE: the limits.
Usage: python_source.py TARGET RATE SAMPLES FILE"""

import pathlib
import sys
import time

import numpy

import idn


def wait_for(device, samples):
    """Waits until so many more samples have been sent."""
    until = device.status().samples + samples
    while device.status().samples < until:
        time.sleep(0.001)


def play(device, samples, number):
    device.stop()
    if number % 8 == 1:
        device.show(samples)
        device.keep(10)
        wait_for(device, len(samples) // 2)
    elif number % 8 == 3:
        device.fill(lambda request: samples[request.index : request.index + request.count])
        wait_for(device, len(samples))
        device.stop()
    elif number % 8 == 5:
        device.write(samples, timeout=10)
        device.blackout()
        wait_for(device, 3000)
        device.blackout(False)
    elif number % 8 == 7:
        device.arm(False)
        device.write(samples, timeout=10)
        device.arm()
    else:
        device.write(samples, timeout=10)
        wait_for(device, 200)


def main(target, rate, wanted, limits):
    size = idn.sample_dtype.itemsize * (int(rate) // 20)
    with idn.Devices() as devices, devices.open(
        target, rate=int(rate), latency=0.2, hold=1, switch_at="now", format="extended", max_datagram=60_000,
        limits=pathlib.Path(limits).read_text(),
    ) as device:
        device.arm()
        number = 0
        while device.status().samples < int(wanted):
            octets = sys.stdin.buffer.read(size)
            if not octets:
                break
            play(device, numpy.frombuffer(octets, idn.sample_dtype), number)
            number += 1
        device.close(play_out=1)


main(*sys.argv[1:])
