# SPDX-License-Identifier: MIT
"""laser-dac finds idn_server by broadcast and reads its services.

Usage: laser_dac_scan.py [bound]
bound: the unit is bound to its address, so that it receives broadcasts by separate sockets.
"""
import json

from network import Network
from support import Server, closing_line, main, peer, require_equal, run

UNIT = "interop unit"
SERVICES = [(1, "Left", True, True), (2, "Right", True, False), (5, "dmx 5", False, True)]


def test(folder, way="all addresses"):
    options = ["--name", UNIT, "--service", "1:laser:Left", "--service", "2:laser:Right", "--service", "5:dmx"]
    if way == "bound":
        options += ["--bind", Network.ADDRESSES["b"]]
    with Network() as network, Server(folder, options, network.on("b")) as server:
        server.port()
        found = [json.loads(line) for line in
                 run([*network.on("a"), peer(), "scan"]).splitlines()]
        unit_id = server.lines()[0]["unit_id"].split("-")[1].lower()
        server.finish_recording()
    for service in found:
        require_equal(service["host_name"], UNIT, "host name")
        require_equal(service["unit_id"], f"0701{unit_id}".ljust(32, "0"), "unit ID")
        require_equal(service["address"], f"{network.ADDRESSES['b']}:7255", "address")
    services = [(s["service_id"], s["name"], s["is_laser"], s["is_default"]) for s in found]
    require_equal(services, SERVICES, "services")
    closing_line(f"laser-dac scan -> idn_server on {way}", f"found by broadcast, {len(services)} services equal")


main(test)
