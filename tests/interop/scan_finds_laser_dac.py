# SPDX-License-Identifier: MIT
"""idn_sender scan finds the receiver of laser-dac by broadcast, and streams to it by the device name it found."""
import json

import formats
from laser_dac_receives import UNIT, check_points, samples_to_send, stream
from network import Network
from support import closing_line, main, program, require_equal, run

FORMAT = "xyrgb"
UNIT_ID = "7F-" + UNIT.encode().hex().upper()  # the crate makes it from the host name


def device_found(network):
    """The device name of the laser of the only unit, after a check of all that the crate announces."""
    lines = run([*network.on("a"), program("IDN_SENDER"), "scan", "--json"]).splitlines()
    require_equal(len(lines), 1, "units found")
    unit = json.loads(lines[0])
    require_equal((unit["id"], unit["name"], unit["protocol"]), (UNIT_ID, UNIT, "1.0"), "unit")
    addresses = [(address["address"], address["port"]) for address in unit["addresses"]]
    require_equal(addresses, [(Network.ADDRESSES["b"], 7255)], "addresses")
    services = [(service["id"], service["type"], service["name"]) for service in unit["services"]]
    require_equal(services, [(1, "laser", "Laser1")], "services")
    return unit["services"][0]["device"]


def test(folder):
    points = stream(folder, "wave", FORMAT, device_found)
    sent = samples_to_send("wave")
    check_points(points, sent, formats.BY_NAME[FORMAT])
    closing_line("idn_sender scan -> laser-dac", f"found by broadcast, {len(sent)} samples equal at its device name")


main(test)
