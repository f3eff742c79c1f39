# SPDX-License-Identifier: MIT
"""tshark decodes the responses of idn_server, from its recording, to the expected values, field by field.

tshark 4.0 decodes only the headers of ping and group packets; their contents are compared here."""
import socket

import dissect
from support import DEADLINE, Server, closing_line, main, require, require_equal

NAME = "twenty octets long n"
SERVICES = [(1, 0x80, 1, "Left"), (7, 0x80, 0, "Right, a long name!!"), (9, 0x05, 1, "dmx 9"), (12, 0x84, 1, "Sound")]
OPTIONS = ["--port", "0", "--bind", "127.0.0.1", "--name", NAME, "--service", "1:laser:Left",
           "--service", "7:laser:Right, a long name!!", "--service", "9:dmx", "--service", "12:audio:Sound"]
PING = bytes(range(40))


class Client:
    """Sends requests, encoded after the specification (sections 1.4 to 1.7)."""

    def __init__(self, port):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.settimeout(DEADLINE)
        self._socket.connect(("127.0.0.1", port))
        self._sequence = 0

    def ask(self, command, payload=b"", group=0):
        """@return the payload of the response, whose header must have the sequence number and group of the request"""
        self._sequence += 1
        self._socket.send(bytes([command, group]) + self._sequence.to_bytes(2, "big") + payload)
        answer = self._socket.recv(65536)
        require_equal(answer[:4], bytes([command + 1, group]) + self._sequence.to_bytes(2, "big"), "header of answer")
        return answer[4:]


def record(folder):
    with Server(folder, OPTIONS) as server:
        client = Client(server.port())
        client.ask(0x10)
        client.ask(0x12, group=3)
        require_equal(client.ask(0x08, PING), PING, "payload of the ping")
        # Get request: structSize 16, operation 1; mask and authentication code are not used.
        group = client.ask(0x0C, bytes([16, 1]) + bytes(14))
        require_equal(group, bytes([4, 0, 0xFF, 0xFF]), "answer to the group request")
        unit_id = server.lines()[0]["unit_id"]
        server.finish_recording()
    return server.recording, server.port(), unit_id


def check_scan(packet, unit_id):
    category, identifier = unit_id.split("-")
    octets = bytes.fromhex(category + identifier)
    octets = (bytes([len(octets)]) + octets).ljust(16, b"\0")
    expected = {"struct_size": 40, "protocol_version": 1, "protocol_version_major": 0, "status": 1, "rt": 1,
                "status_malfn": 0, "offline": 0, "xcld": 0, "ocpd": 0, "unit_id": octets.hex(":"), "name": NAME}
    for field, value in expected.items():
        require_equal(packet.value(field), value, f"scan response, {field}")


def check_service_map(packet):
    counts = [packet.value(field) for field in ("struct_size", "entry_size", "relay_count", "service_count")]
    require_equal(counts, [4, 24, 0, len(SERVICES)], "sizes and counts of the service map")
    # The flags of the packet header come first; tshark calls the type a mode.
    fields = [packet.fields["service_id"], packet.fields["service_mode"], packet.fields["flags"][1:],
              packet.fields["name"]]
    require_equal(list(zip(*fields)), SERVICES, "services")
    require_equal(packet.fields["relay_number"], [0] * len(SERVICES), "relay numbers")


def test(folder):
    recording, port, unit_id = record(folder)
    packets = dissect.packets(recording, port)
    require(not any(packet.is_malformed for packet in packets), "tshark finds malformed packets")
    by_command = {packet.value("command"): packet for packet in packets}
    require_equal(sorted(by_command), [0x08, 0x09, 0x0C, 0x0D, 0x10, 0x11, 0x12, 0x13], "commands")
    check_scan(by_command[0x11], unit_id)
    check_service_map(by_command[0x13])
    closing_line("idn_server discovery -> tshark", f"{len(packets)} datagrams well-formed, every field equal")


main(test)
