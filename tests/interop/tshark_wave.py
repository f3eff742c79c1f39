# SPDX-License-Identifier: MIT
"""idn_sender streams known samples in wave mode to idn_server, whose recording is decoded by tshark.

usage: tshark_wave.py FORMAT"""
import formats
import pattern
import recorded
from support import closing_line, main, require, require_all_equal

WAVE = 0x01  # service mode and chunk type
COUNT, RATE, PER_PACKET = 65536, 100_000, 60  # 60 samples fit a datagram in every format
STALL = 0.040  # seconds; after a longer stall a sender re-anchors its timeline


def record(folder, name):
    option = formats.BY_NAME[name].option() if name == "own" else name
    source = folder / "samples"
    source.write_bytes(formats.FULL.octets(pattern.samples(COUNT)))
    with open(source, "rb") as samples:
        return recorded.record(folder, ["live", "--layout", formats.FULL.option(), "--format", option, "--rate", RATE,
                                        "--samples-per-packet", PER_PACKET], samples)


def check_times(waves):
    """Durations match the number of samples, and timestamps have no gaps."""
    due, before = None, None
    for packet in waves:
        where, count = f"packet {packet.number}", len(packet.samples)
        time, duration = packet.value("timestamp"), packet.value("frame_sample_duration")
        require(abs(duration - count * 1e6 / RATE) <= 1, f"{where}: duration {duration} for {count} samples")
        gap = 0 if due is None else (time - due) & 0xFFFFFFFF
        require(gap == 0 or packet.time - before.time > STALL, f"{where}: timestamp {time} instead of {due}")
        due, before = (time + duration) & 0xFFFFFFFF, packet


def check_samples(waves, wanted):
    samples = [wanted.neutral(sample) for packet in waves for sample in packet.samples]
    require(samples[0].is_dark() and samples[0][:2] == (0, 0), "the first sample is dark and in the middle")
    require(samples[-1].is_dark(), "the stream ends dark")
    lit = [sample for sample in samples if not sample.is_dark()]
    sent = [wanted.neutral(wanted.on_wire(sample)) for sample in pattern.samples(COUNT)]
    require_all_equal(lit, sent, "lit sample")
    return len(lit), len(samples) - len(lit)


def test(folder, name):
    wanted = formats.BY_NAME[name]
    packets = record(folder, name)
    waves = [packet for packet in packets if packet.value("chunk_type") == WAVE]
    recorded.check_headers(packets)
    recorded.check_configurations(waves, wanted, WAVE)
    recorded.check_end(packets)
    check_times(waves)
    lit, dark = check_samples(waves, wanted)
    closing_line(f"idn_sender wave {name} -> tshark",
                 f"{lit} samples equal, {dark} dark ones around them, {len(packets)} datagrams well-formed")


main(test)
