# SPDX-License-Identifier: MIT
"""A stream of idn_sender that idn_server recorded, and checks of any such stream by tshark."""
import dissect
from support import Process, Server, program, require, require_equal

SERVICE, CHANNEL, GROUP = 3, 37, 5


def record(folder, arguments, stdin=None):
    """Records a stream of idn_sender, called with `arguments`. @return its real-time packets"""
    with Server(folder, ["--port", "0", "--bind", "127.0.0.1", "--service", f"{SERVICE}:laser"]) as server:
        port = server.port()
        command = [program("IDN_SENDER"), *arguments, "--service", SERVICE, "--channel", CHANNEL, "--group", GROUP,
                   "--target", f"127.0.0.1:{port}"]
        with Process(command, folder, "idn_sender", stdin) as sender:
            sender.finish()
        server.finish_recording()
    return [p for p in dissect.packets(server.recording, port) if 0x40 <= p.value("command") <= 0x46]


def check_headers(packets):
    """One connection and one channel, consecutive sequence numbers, correct sizes."""
    first = packets[0].value("sequence")
    for i, packet in enumerate(packets):
        where = f"packet {packet.number}"
        require_equal(packet.value("flags"), GROUP, f"{where}, flags")
        require_equal(packet.value("sequence"), (first + i) & 0xFFFF, f"{where}, sequence")
        if packet.payload > 4:  # tshark 4.0 calls the others malformed
            require(not packet.is_malformed, f"{where} is malformed")
            require_equal(packet.value("total_size"), packet.payload - 4, f"{where}, total size")
            require_equal(packet.value("most_significant_bit_cnl"), 1, f"{where}, CNL bit 7")
            require_equal(packet.value("channel_id"), CHANNEL, f"{where}, channel")


def check_configurations(chunks, wanted, mode):
    """`chunks`: those with a chunk header. Each has a configuration, or a matching one of at most 250 ms before."""
    require_equal(chunks[0].value("cclf"), 1, "configuration in the first message")
    configured, data_match = None, None
    for packet in chunks:
        where, time = f"packet {packet.number}", packet.value("timestamp")
        if packet.value("cclf"):
            _check_configuration(packet, wanted, mode)
            configured, data_match = time, packet.value("sdm")
        require_equal(packet.value("scm"), data_match, f"{where}, SCM")
        require((time - configured) & 0xFFFFFFFF <= 250_000, f"{where}: no configuration for more than 250 ms")


def _check_configuration(packet, wanted, mode):
    where = f"packet {packet.number}"
    require_equal(packet.value("scwc"), len(wanted.tags) // 2, f"{where}, SCWC")
    require_equal((packet.value("routing"), packet.value("close")), (1, 0), f"{where}, routing and close")
    require_equal(packet.value("service_id"), SERVICE, f"{where}, service")
    require_equal(packet.value("service_mode"), mode, f"{where}, service mode")
    require_equal(packet.tags, _named(wanted.tags), f"{where}, tags")


def _named(tags):
    """Tags with the names that tshark gives them."""
    names = {0x0000: "gts_void", 0x4000: "gts_nop", 0x4010: "gts_precision", 0x4101: "gts_hint", 0x4200: "gts_x",
             0x4210: "gts_y", 0x4220: "gts_z", 0x4201: "gts_u4", 0x5C10: "gts_intensity"}
    return [(names.get(word, "gts_color"), word) for word in tags]


def check_end(packets):
    """The last packets are a channel close and a session close."""
    close, last = packets[-2:]
    require_equal(close.value("chunk_type"), 0, "the last message is void")
    for name, expected in (("close", 1), ("routing", 0), ("scwc", 0), ("service_id", 0), ("service_mode", 0)):
        require_equal(close.value(name), expected, f"channel close, {name}")
    require(last.value("command") in (0x44, 0x45), "the last packet closes the session")
    require_equal(last.payload, 4, "octets of the last packet")
