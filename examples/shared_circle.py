# SPDX-License-Identifier: MIT
"""A circle that changes its size. First: idn_sender live --shared /tmp/show, then: shared_circle.py /tmp/show SECONDS"""
import array, math, mmap, socket, sys, time
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
memory = memoryview(mmap.mmap(socket.recv_fds(connection, 1, 1)[1][0], 0))  # its fields: idn/shared_ring.h
words = memory.cast("I")
slots, slot_octets, before = words[2], words[3], words[32]
for number in range(before + 1, before + 1 + int(50 * float(sys.argv[2]))):
    while (number - words[16]) % 2**32 > slots:  # all slots are in use
        time.sleep(0.001)
    size = 16000 + 8000 * math.sin(number / 25)
    turn = [(int(size * math.cos(i * math.pi / 250)), int(size * math.sin(i * math.pi / 250))) for i in range(500)]
    samples = array.array("h", [v for x, y in turn for v in (x, y, 0, -1, 0, -1, 0, 0, 0, 0, 0)]).tobytes()  # -1: full
    slot = 256 + (number - 1) % slots * slot_octets
    words[slot // 4] = ~number % 2**32
    memory[slot + 16 : slot + 16 + len(samples)] = samples
    words[slot // 4 + 1], words[slot // 4 + 2] = len(turn), 1  # a picture
    words[slot // 4] = words[32] = number
    time.sleep(0.02)
