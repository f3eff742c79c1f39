# SPDX-License-Identifier: MIT
"""A stream through a relay that loses, delays, duplicates, suppresses or damages datagrams. The same counts are reported by
idn_server, by idn_parser for the relay's recording of its output and for the server's recording, and by idn_parser compare
for both sides of the relay.

usage: faulty_network.py loss|late|silence|damage"""
import json
import signal

from support import Process, Server, closing_line, main, program, require, require_equal, run

PLANS = {
    "loss": ["--loss", "3", "--burst-loss", "2", "--duplicate", "2"],
    "late": ["--reorder", "5", "--delay", "5ms", "--jitter", "3ms"],
    "silence": ["--silence", "1s:1500ms"],
    "damage": ["--corrupt", "2", "--loss", "1"],
}
COUNTS = ("lost", "duplicated", "late")


def counted_by_parser(capture, port):
    report = json.loads(run([program("IDN_PARSER"), capture, "--port", str(port), "--json"], allowed=(0, 1)))
    return {name: sum(connection[name] for connection in report["connections"]) for name in COUNTS}


def counted_by_server(summary):
    """Counts of all streams. A silence longer than the link time-out ends a stream, and the datagrams lost between two
    streams are counted only in the total."""
    told = {name: sum(stream[name] for stream in summary["streams"]) for name in COUNTS}
    return {**told, "lost": summary["total"]["lost"]}


def counted_by_compare(sent, received, ports):
    result = json.loads(run([program("IDN_PARSER"), "compare", sent, received, "--port", str(ports[0]),
                             "--received-port", str(ports[1]), "--json"], allowed=(0, 1)))
    connection = max(result["connections"], key=lambda c: c["sent"])
    return {"lost": connection["lost"], "duplicated": connection["duplicated"], "late": connection["reordered"]}, connection


def stream_through(folder, plan):
    sent, received = folder / "sent.pcap", folder / "received.pcap"
    with Server(folder, ["--port", "0", "--bind", "127.0.0.1"]) as server:
        command = [program("IDN_SERVER"), "relay", "--target", f"127.0.0.1:{server.port()}", "--bind", "127.0.0.1", "--port", "0",
                   "--json", "--record-sent", sent, "--record-received", received, "--seed", "7", *plan]
        with Process(command, folder, "relay") as relay:
            port = relay.wait_for_line(lambda line: line["event"] == "start", "start")["port"]
            with Process([program("IDN_SENDER"), "pattern", "ilda", "--duration", "4s", "--target", f"127.0.0.1:{port}"],
                         folder, "idn_sender") as sender:
                sender.process.wait(60)
            relay.finish(signal.SIGINT)
        summary = server.finish_recording()
        return summary, sent, received, server.recording, (port, server.port())


def test(folder, name):
    summary, sent, received, recording, ports = stream_through(folder, PLANS[name])
    told = counted_by_server(summary)
    require(any(told.values()), f"nothing went wrong: {told}")
    require_equal(counted_by_parser(recording, ports[1]), told, "idn_parser on the server's recording, idn_server")
    require_equal(counted_by_parser(received, ports[1]), told, "idn_parser on what left the relay, idn_server")
    compared, connection = counted_by_compare(sent, received, ports)
    if name != "damage":  # compare matches by content, so a damaged number is a change to it
        require_equal(compared, told, "compare, idn_server")
    closing_line(f"relay {name}: idn_server = idn_parser" + (" = compare" if name != "damage" else ""),
                 f"{told}, {connection['changed']} changed")


main(test)
