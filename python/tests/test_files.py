# SPDX-License-Identifier: MIT
"""Captures, compared with the results of idn_parser, and .ild files written octet by octet."""

import csv
import json
import math
import os
import pathlib
import struct
import subprocess
import warnings

import numpy
import pytest

import idn

ROOT = pathlib.Path(__file__).parents[2]
CAPTURES = sorted((ROOT.parent / "shared" / "captures").glob("*.pcap"))


def program(name):
    path = os.environ.get(name)
    return path or pytest.skip(f"needs the path of a program in {name}")


def parser_says(capture, folder):
    rows = folder / "rows.csv"
    parser = program("IDN_PARSER")
    ended = subprocess.run([parser, capture, "--json", "--datagrams", rows], stdout=subprocess.PIPE, timeout=120)
    assert ended.returncode in (0, 1)
    with open(rows, newline="") as lines:
        return json.loads(ended.stdout), list(csv.DictReader(lines))


def number_of(text):
    return float(text) if text else math.nan


def check_same(mine, theirs, place):
    if isinstance(mine, dict):
        for key in mine:
            check_same(mine[key], theirs[key], f"{place} {key}")
    elif isinstance(mine, float):
        assert mine == pytest.approx(theirs, rel=1e-9, abs=1e-9), place
    else:
        assert mine == theirs, place


def check_against_parser(path, folder):
    report, rows = parser_says(path, folder)
    capture = idn.read_capture(path)
    theirs = [stream for stream in report["streams"] if stream["datagrams"]]
    assert len(capture.streams) == len(theirs)
    for mine, other in zip(capture.streams, theirs):
        connection = report["connections"][other["connection"]]
        names = ("packets", "lost", "late", "duplicated", "sequence_restarts")
        check_same({name: mine[name] for name in names}, connection, path)
        check_same({name: value for name, value in mine.items() if name not in names}, other, path)
    assert len(capture.datagrams) == len(rows)
    for name in ("packet", "unix_ns", "media_us", "sequence", "duration_us", "octets", "samples", "offset_ns",
                 "expected_ns", "deviation_ns", "frame", "late", "duplicate", "after_loss"):
        wanted = numpy.array([number_of(row[name]) for row in rows])
        assert numpy.array_equal(capture.datagrams[name].astype(float), wanted, equal_nan=True), (path, name)
    return capture


@pytest.mark.skipif(not CAPTURES, reason="needs the captures beside the sources")
@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_a_capture_is_what_idn_parser_reads(path, tmp_path):
    check_against_parser(path, tmp_path)


def record(name, port, second_session=False, merged=1, pings=()):
    """Writes a capture octet by octet, with a loss, a late datagram and a duplicate. `merged`: number of datagrams of equal size
    in one packet, as with segmentation offload. `pings`: these numbers have a ping instead."""
    octets = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101)
    dictionary = bytes.fromhex("4200 4010 4210 4010 527e 5214 51cc 0000")

    def ip_packet(at_us, payload):
        udp = struct.pack(">HHHH", 50000, port, 8 + len(payload), 0) + payload
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]),
                         bytes([10, 0, 0, 2])) + udp
        return struct.pack("<IIII", at_us // 1_000_000, at_us % 1_000_000, len(ip), len(ip)) + ip

    def datagram(sequence, media_us, with_dictionary):
        if media_us // 1000 in pings:
            return struct.pack(">BBH", 0x08, 0, sequence)
        config = bytes([len(dictionary) // 4, 0x01, 0, 0x01]) + dictionary if with_dictionary else b""
        chunk = struct.pack(">I", 1000) + struct.pack(">hhBBB", 1, 2, 3, 4, 5) * 30
        message = struct.pack(">HBBI", 8 + len(config) + len(chunk), 0xC0 if config else 0x80, 1, media_us)
        return struct.pack(">BBH", 0x40, 0, sequence) + message + config + chunk

    def packet(at_us, *content):
        return ip_packet(at_us, datagram(*content))

    order = [*range(10), *range(12, 20), 11, *range(20, 30), 25, *range(30, 60)]
    for place in range(0, len(order), merged):
        payloads = [datagram(65530 + number & 0xFFFF, number * 1000, number % 10 == 0 or merged > 1)
                    for number in order[place:place + merged]]
        octets += ip_packet(1_000_000 + place * 1000 + (7 * place) % 50, b"".join(payloads))
    if second_session:
        octets += ip_packet(1_061_500, struct.pack(">BBH", 0x44, 0, 65530 + 60 & 0xFFFF))
        for number in range(20):
            octets += packet(1_062_000 + 1000 * number, 40_000 + number, 60_000 + 1000 * number, number == 0)
    name.write_bytes(octets)


def test_loss_lateness_and_duplicates_are_flagged(tmp_path):
    path = tmp_path / "made.pcap"
    record(path, 7255)
    capture = idn.read_capture(path)
    (stream,) = capture.streams
    assert (stream["client"], stream["server"]) == ("10.0.0.1:50000", "10.0.0.2:7255")
    assert (stream["lost"], stream["late"], stream["duplicated"]) == (1, 1, 1)
    assert stream["samples"] == 59 * 30 and stream["target"]["on_target_share"] < 1
    rows = capture.datagrams
    assert rows["late"].sum() == 1 and rows["late"][18]
    assert rows["duplicate"].sum() == 1 and numpy.isnan(rows["samples"][rows["duplicate"]]).all()
    assert rows["after_loss"][10]
    assert rows["media_us"].max() == 59_000 and set(rows["octets"]) == {4 + 8 + 4 + 210, 4 + 8 + 20 + 4 + 210}
    assert numpy.isnan(rows["offset_ns"][0])
    check_against_parser(path, tmp_path)
    record(path, 7256)
    assert len(idn.read_capture(path).datagrams) == 0
    assert len(idn.read_capture(path, port=7256).datagrams) == 60


def test_numbers_of_pings_are_not_lost(tmp_path):
    path = tmp_path / "pings.pcap"
    record(path, 7255, pings=(40, 41, 52))
    (stream,) = check_against_parser(path, tmp_path).streams
    assert (stream["datagrams"], stream["lost"], stream["offsets"]["left_out"]["loss"]) == (56, 1, 1)


def test_datagrams_in_one_captured_packet_are_told_apart(tmp_path):
    path = tmp_path / "made.pcap"
    record(path, 7255, merged=5)
    capture = check_against_parser(path, tmp_path)
    (stream,) = capture.streams
    assert (stream["datagrams"], stream["lost"], stream["late"], stream["duplicated"]) == (59, 1, 1, 1)
    # The late one, and those after it and after the loss give none for other reasons; a copy is not measured.
    assert stream["offsets"]["left_out"]["offload"] > 40
    assert capture.datagrams["packet"].max() == 12


def test_samples_of_audio_are_counted(tmp_path):
    path = tmp_path / "audio.pcap"
    octets = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101)
    for number in range(20):  # two channels of 16 bits, 48 samples per millisecond
        config = bytes.fromhex("0101000c 61020000") if number == 0 else b""
        chunk = struct.pack(">I", 1000) + bytes(48 * 4)
        message = struct.pack(">HBBI", 8 + len(config) + len(chunk), 0xC0 if config else 0x80, 0x20, number * 1000)
        payload = struct.pack(">BBH", 0x40, 0, number) + message + config + chunk
        udp = struct.pack(">HHHH", 50000, 7255, 8 + len(payload), 0) + payload
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        octets += struct.pack("<IIII", 1, number * 1000, len(ip + udp), len(ip + udp)) + ip + udp
    path.write_bytes(octets)
    (stream,) = check_against_parser(path, tmp_path).streams
    assert (stream["datagrams"], stream["samples"]) == (20, 960)


def test_a_capture_with_segmentation_offload_has_no_false_loss(tmp_path):
    path = ROOT.parent / "shared" / "cases" / "gso_sender_side.pcap"
    if not path.exists():
        pytest.skip("needs the captures beside the sources")
    capture = idn.read_capture(path, port=17261)
    (stream,) = capture.streams
    assert (stream["datagrams"], stream["samples"], stream["lost"]) == (560, 56_000, 0)
    assert stream["offsets"]["left_out"] == {"loss": 0, "axis": 0, "pause": 0, "offload": 502}


def test_a_second_session_begins_its_own_numbers_and_times(tmp_path):
    path = tmp_path / "made.pcap"
    record(path, 7255, second_session=True)
    capture = check_against_parser(path, tmp_path)
    (stream,) = capture.streams
    assert stream["lost"] == 1 and stream["offsets"]["left_out"]["axis"] == 1
    assert stream["datagrams"] == 79


def test_two_captures_are_one_sequence(tmp_path):
    path = tmp_path / "made.pcap"
    record(path, 7255)
    rows = idn.read_capture([path, path]).datagrams
    assert sorted(set(rows["file"])) == [0, 1] and rows["duplicate"].sum() == 61


def test_a_data_frame_has_a_row_per_datagram(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "made.pcap"
    record(path, 7255)
    frame = idn.read_capture(path).to_pandas()
    assert len(frame) == 60
    assert frame["arrival"].iloc[0] == pandas.Timestamp(1, unit="s", tz="UTC")
    assert set(frame["server"]) == {"10.0.0.2:7255"}
    assert frame["samples"].sum() == 59 * 30
    path.write_bytes(path.read_bytes()[:24])
    assert len(idn.read_capture(path).to_pandas()) == 0


def test_a_live_stream_that_idn_server_records_is_read(devices, circle, tmp_path):
    path = tmp_path / "live.pcap"
    server = subprocess.Popen([program("IDN_SERVER"), "--bind", "127.0.0.1", "--port", "0", "--record", path, "--json"],
                              stdout=subprocess.PIPE)
    try:
        port = json.loads(server.stdout.readline())["port"]
        with devices.open(f"127.0.0.1:{port}", hold=10) as device:
            device.arm()
            for _ in range(15):
                device.write(circle, timeout=5)
            device.close(play_out=5)
            sent = device.status()
    finally:
        server.terminate()
        report = json.loads(server.communicate(timeout=60)[0].splitlines()[-1])
    capture = idn.read_capture(path, port=port)
    (stream,) = capture.streams
    assert stream["datagrams"] == len(capture.datagrams) == sent.datagrams
    assert stream["samples"] == sent.samples
    assert stream["lost"] == 0
    assert report["streams"][0]["samples"] == sent.samples


def test_what_is_no_capture_is_refused(tmp_path):
    with pytest.raises(OSError, match="missing.pcap"):
        idn.read_capture(tmp_path / "missing.pcap")
    text = tmp_path / "text.pcap"
    text.write_text("no capture at all, whatever its name says")
    with pytest.raises(OSError, match="text.pcap"):
        idn.read_capture(text)


def test_frames_of_an_ild_file_are_arrays(tmp_path):
    def section(format_code, number, records):
        return b"ILDA" + bytes([0, 0, 0, format_code]) + b"name    company " + struct.pack(
            ">HHHBB", len(records), number, 2, 0, 0) + b"".join(records)

    path = tmp_path / "two.ild"
    lit = struct.pack(">hhhBBBB", 100, -200, 300, 0, 30, 20, 10)  # format 4: x, y, z, status, b, g, r
    dark = struct.pack(">hhhBBBB", -32768, 32767, 0, 0xC0, 30, 20, 10)
    path.write_bytes(section(4, 0, [lit, dark]) + section(4, 1, [dark]) + section(4, 0, []))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frames = idn.read_ild(path)
    assert [len(frame) for frame in frames] == [2, 1]
    first = frames[0]
    assert first.dtype == idn.sample_dtype
    assert first[["x", "y", "z"]].tolist() == [(100, -200, 300), (-32768, 32767, 0)]
    assert first[["r", "g", "b"]].tolist() == [(10 * 257, 20 * 257, 30 * 257), (0, 0, 0)]
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.warns(idn.IldWarning, match="two.ild"):
        idn.read_ild(path)
    path.write_bytes(b"nothing")
    with pytest.raises(OSError, match="two.ild"):
        idn.read_ild(path)
