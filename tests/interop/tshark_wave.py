# SPDX-License-Identifier: MIT
"""idn_sender streams known samples to idn_server; tshark says what is in the recording.

usage: tshark_wave.py FORMAT"""
import dissect
import formats
import pattern
from support import Process, Server, closing_line, main, program, require, require_equal

COUNT, RATE, PER_PACKET = 65536, 100_000, 60  # fits a datagram in every format
SERVICE, CHANNEL, GROUP = 3, 37, 5
STALL = 0.040  # a sender that was held up for longer re-anchors its time axis


def record(folder, name):
    option = formats.BY_NAME[name].option() if name == "own" else name
    source = folder / "samples"
    source.write_bytes(formats.FULL.octets(pattern.samples(COUNT)))
    with Server(folder, ["--port", "0", "--bind", "127.0.0.1", "--service", f"{SERVICE}:laser"]) as server, \
            open(source, "rb") as samples:
        port = server.port()
        command = [program("IDN_SENDER"), "live", "--layout", formats.FULL.option(), "--format", option,
                   "--rate", RATE, "--samples-per-packet", PER_PACKET, "--service", SERVICE, "--channel", CHANNEL,
                   "--group", GROUP, "--target", f"127.0.0.1:{port}"]
        with Process([str(part) for part in command], folder, "idn_sender", stdin=samples) as sender:
            sender.finish()
        server.finish_recording()
    return server.recording, port


def expected_tags(wanted):
    """The names that tshark has for our tags."""
    names = {0x0000: "gts_void", 0x4000: "gts_nop", 0x4010: "gts_precision",
             0x4101: "gts_hint", 0x4200: "gts_x", 0x4210: "gts_y", 0x4220: "gts_z", 0x4201: "gts_u4",
             0x5C10: "gts_intensity"}
    return [(names.get(word, "gts_color"), word) for word in wanted.tags]


def check_packets(packets):
    """Packet headers: one connection, nothing missing, sizes that fit."""
    first = packets[0].value("sequence")
    for i, packet in enumerate(packets):
        where = f"packet {packet.number}"
        require_equal(packet.value("flags"), GROUP, f"{where}, flags")
        require_equal(packet.value("sequence"), (first + i) & 0xFFFF, f"{where}, sequence")
        if packet.payload > 4:
            require(not packet.is_malformed, f"{where} is malformed")
            require_equal(packet.value("total_size"), packet.payload - 4, f"{where}, total size")
            require_equal(packet.value("most_significant_bit_cnl"), 1, f"{where}, CNL bit 7")
            require_equal(packet.value("channel_id"), CHANNEL, f"{where}, channel")


def check_configuration(packet, wanted):
    where = f"packet {packet.number}"
    require_equal(packet.value("scwc"), len(wanted.tags) // 2, f"{where}, SCWC")
    require_equal((packet.value("routing"), packet.value("close")), (1, 0), f"{where}, routing and close")
    require_equal(packet.value("service_id"), SERVICE, f"{where}, service")
    require_equal(packet.value("service_mode"), 1, f"{where}, service mode")
    require_equal(packet.tags, expected_tags(wanted), f"{where}, tags")


def check_waves(waves, wanted):
    """Channel messages with samples: configurations in time, one gapless time axis."""
    require_equal(waves[0].value("cclf"), 1, "configuration in the first message")
    due, configured, data_match, before = None, None, None, None
    for packet in waves:
        where = f"packet {packet.number}"
        time, duration = packet.value("timestamp"), packet.value("frame_sample_duration")
        if packet.value("cclf"):
            check_configuration(packet, wanted)
            configured, data_match = time, packet.value("sdm")
        require_equal(packet.value("scm"), data_match, f"{where}, SCM")
        require((time - configured) & 0xFFFFFFFF <= 250_000, f"{where}: no configuration for more than 250 ms")
        exact = len(packet.samples) * 1e6 / RATE
        require(abs(duration - exact) <= 1, f"{where}: duration {duration} for {len(packet.samples)} samples")
        gap = 0 if due is None else (time - due) & 0xFFFFFFFF
        require(gap == 0 or packet.time - before.time > STALL, f"{where}: timestamp {time} instead of {due}")
        due, before = (time + duration) & 0xFFFFFFFF, packet


def check_end(packets):
    close, last = packets[-2:]
    require_equal(close.value("chunk_type"), 0, "the last message is void")
    for name, expected in (("close", 1), ("routing", 0), ("scwc", 0), ("service_id", 0), ("service_mode", 0)):
        require_equal(close.value(name), expected, f"channel close, {name}")
    require(last.value("command") in (0x44, 0x45), "the last packet closes the session")
    require_equal(last.payload, 4, "octets of the last packet")


def check_samples(waves, wanted):
    samples = [wanted.neutral(sample) for packet in waves for sample in packet.samples]
    require(samples[0].is_dark() and samples[0][:2] == (0, 0), "the first sample is dark and in the middle")
    require(samples[-1].is_dark(), "the stream ends dark")
    lit = [sample for sample in samples if not sample.is_dark()]
    require_equal(len(lit), COUNT, "lit samples")
    for i, sample in enumerate(lit):
        require_equal(sample, wanted.neutral(wanted.on_wire(pattern.sample(i))), f"sample {i}")
    return len(lit), len(samples) - len(lit)


def test(folder, name):
    recording, port = record(folder, name)
    wanted = formats.BY_NAME[name]
    packets = [p for p in dissect.packets(recording, port) if p.value("command") in (0x40, 0x41, 0x44, 0x45, 0x46)]
    waves = [p for p in packets if p.fields.get("chunk_type") == [1]]
    check_packets(packets)
    check_waves(waves, wanted)
    check_end(packets)
    lit, dark = check_samples(waves, wanted)
    closing_line(f"idn_sender wave {name} -> tshark",
                 f"{lit} samples equal, {dark} dark ones around them, {len(packets)} datagrams well-formed")


main(test)
