# SPDX-License-Identifier: MIT
"""A cube that turns, with its name below. Usage: cube.py [TARGET [SECONDS]]"""

import sys
import time

import idn


def cube(degrees: float) -> idn.Drawing:
    drawing = idn.Drawing().camera(4).colour(g=1).push()
    drawing.translate(0, 0.2).rotate(degrees, 0.3, 1, 0).scale(0.4, 0.4, 0.4)
    for z in (-1, 1):
        drawing.move_to(-1, -1, z).line_to(1, -1, z).line_to(1, 1, z).line_to(-1, 1, z).close()
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        drawing.move_to(x, y, -1).line_to(x, y, 1)
    drawing.pop().colour(r=1, g=1)
    return drawing.text("cube", -drawing.text_width("cube", 0.2) / 2, -0.7, 0.2)


target = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
end = time.monotonic() + (float(sys.argv[2]) if len(sys.argv) > 2 else 10)
with idn.Devices() as devices, devices.open(target) as device:
    device.arm()
    while time.monotonic() < end:
        device.show(cube(60 * time.monotonic()), frame_time=0.04)
        time.sleep(0.04)
