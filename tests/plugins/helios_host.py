#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""As helios_host.c, by ctypes: helios_host.py LIBRARY ORDER FRAMES POINTS RATE."""

import ctypes
import sys
import threading
import time


class HeliosPoint(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint16), ("y", ctypes.c_uint16)] + [(name, ctypes.c_uint8) for name in "rgbi"]


def main():
    path, order, *numbers = sys.argv[1:]
    frames, count, rate = map(int, numbers)
    library = ctypes.CDLL(path)
    if library.OpenDevices() != 1:
        sys.exit(3)
    ready, over = threading.Event(), threading.Event()

    def watch_status():
        while not over.is_set():
            if library.GetStatus(0) == 1:
                ready.set()

    watcher = threading.Thread(target=watch_status)
    if order == "thread":
        watcher.start()
    result = 1
    for k in range(frames):
        points = (HeliosPoint * count)(*[HeliosPoint(2048, k, 0, 255, 0, 255)] * count)
        while True:
            if order == "poll":
                for _ in range(512):
                    if library.GetStatus(0) == 1:
                        break
            elif order == "thread":
                ready.wait()
                ready.clear()
            elif order != "blind":
                while library.GetStatus(0) == 0:
                    pass
            result = library.WriteFrame(0, rate, 2 if order == "single" else 0, ctypes.pointer(points), count)
            if result != -1001 or order not in ("blind", "thread"):
                break
        if result != 1:
            break
    over.set()
    if order == "thread":
        watcher.join()
    if result != 1:
        sys.exit(f"WriteFrame: {result}")
    if order == "forget":
        return
    if order == "unload":
        ctypes.CDLL(None).dlclose(ctypes.c_void_p(library._handle))
        time.sleep(3)
        return
    if order == "stop":
        if library.Stop(0) != 1:
            sys.exit(5)
        time.sleep(3)
    if library.CloseDevices() != 1:
        sys.exit(6)


main()
