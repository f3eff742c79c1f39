# SPDX-License-Identifier: MIT
"""idn_sender streams the frames of an .ild file to idn_server, whose recording is decoded by tshark.

usage: tshark_frame.py FORMAT whole|fragments

tshark decodes each fragment by itself, so no sample may extend over two fragments. libidn cuts at any octet, as the
specification allows; a whole number of samples fits each fragment only if they have four octets."""
import formats
import ilda
import pattern
import recorded
from support import closing_line, main, require, require_all_equal, require_equal

MODE, WHOLE, FIRST, SEQUEL = 0x02, 0x02, 0x03, 0xC0
RATE, FPS = 100_000, 50
SIZES = [2, 3, 20, 199, 200, 1000, 1999, 5000] * 5
MTU = {"whole": 65535, "fragments": 1500}


def collect(packets):
    """(first packet, list of sequel packets) of each frame."""
    frames = []
    for packet in packets:
        if packet.value("chunk_type") in (WHOLE, FIRST):
            frames.append((packet, []))
        elif packet.value("chunk_type") == SEQUEL:
            frames[-1][1].append(packet)
    return frames


def check_fragments(first, sequels):
    where = f"packet {first.number}"
    require_equal(first.value("chunk_type"), FIRST if sequels else WHOLE, f"{where}, chunk type")
    for number, packet in enumerate(sequels, 1):
        where = f"packet {packet.number}"
        time = (first.value("timestamp") + number) & 0xFFFFFFFF
        require_equal(packet.value("timestamp"), time, f"{where}, timestamp")
        require_equal(packet.value("cclf"), int(packet is sequels[-1]), f"{where}, last fragment")
        require_equal(packet.value("scm"), None, f"{where}, chunk header of a sequel")


def check_times(frames, sizes):
    """The duration of a frame is that of the intervals between its samples; timestamps never decrease."""
    before = frames[0][0].value("timestamp")
    for (first, _), count in zip(frames, sizes):
        where, time = f"packet {first.number}", first.value("timestamp")
        require((time - before) & 0xFFFFFFFF < 1 << 31, f"{where}: timestamp {time} after {before}")
        expected = max((count - 1) * 1e6 / RATE, 200)  # the shortest that existing receivers accept
        require(abs(first.value("frame_sample_duration") - expected) <= 1, f"{where}, duration")
        before = time


def check_samples(received, wanted):
    lit = [frame for frame in received if not all(sample.is_dark() for sample in frame)]
    sent = [[wanted.neutral(wanted.on_wire(ilda.as_stored(sample))) for sample in frame]
            for frame in pattern.frames(SIZES)]
    require_equal([len(frame) for frame in lit], SIZES, "samples of each frame")
    for i, (frame, expected) in enumerate(zip(lit, sent)):
        require_all_equal(frame, expected, f"frame {i}, sample")
    return sum(SIZES), len(received) - len(lit)


def test(folder, name, cut):
    wanted = formats.BY_NAME[name]
    show = folder / "show.ild"
    show.write_bytes(ilda.file_of(pattern.frames(SIZES)))
    packets = recorded.record(folder, ["play", show, "--mode", "frame", "--format", wanted.option(), "--fps", FPS,
                                       "--rate", RATE, "--mtu", MTU[cut]])
    recorded.check_headers(packets)
    recorded.check_end(packets)
    frames = collect(packets)
    recorded.check_configurations([first for first, _ in frames], wanted, MODE)
    require_equal(any(sequels for _, sequels in frames), cut == "fragments", "fragments")
    for first, sequels in frames:
        check_fragments(first, sequels)
    received = [[wanted.neutral(sample) for packet in (first, *sequels) for sample in packet.samples]
                for first, sequels in frames]
    check_times(frames, map(len, received))
    samples, dark = check_samples(received, wanted)
    closing_line(f"idn_sender frame {name} {cut} -> tshark",
                 f"{samples} samples in {len(SIZES)} frames equal, {dark} dark frames around them, "
                 f"{len(packets)} datagrams well-formed")


main(test)
