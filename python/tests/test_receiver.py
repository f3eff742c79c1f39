# SPDX-License-Identifier: MIT
import threading
import time

import numpy
import pytest

import idn


@pytest.fixture
def receiver():
    # No stall of the machine makes a sample so late that the receiver leaves it out.
    with idn.SampleReceiver("python", port=0, address="127.0.0.1", latency=10) as receiver:
        yield receiver


def wait_until(condition):
    until = time.monotonic() + 20
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)


def lit(samples):
    return samples[samples["g"] > 0]


def test_samples_come_out_as_they_went_in(devices, receiver, circle):
    with devices.open(f"127.0.0.1:{receiver.port}", format="xyrgb16", hold=10) as device:
        device.arm()
        device.write(circle, timeout=5)
        device.close(play_out=5)
    chunks = []
    while sum(len(lit(chunk.samples)) for chunk in chunks) < 1000:
        chunks.append(receiver.read(timeout=20))
        assert chunks[-1] is not None
    while (chunk := receiver.read(timeout=0.5)) is not None:  # nothing lit may follow
        chunks.append(chunk)
    samples = numpy.concatenate([chunk.samples for chunk in chunks])
    assert samples.dtype == idn.sample_dtype
    assert (lit(samples) == circle).all()
    assert all(abs(chunk.rate - 30_000) < 1500 and not chunk.is_frame for chunk in chunks)
    assert numpy.median([chunk.shown_at - chunk.arrival for chunk in chunks]) > 0
    assert all(abs(chunk.arrival - time.monotonic()) < 60 for chunk in chunks)
    assert chunks[0].source.startswith("127.0.0.1:")
    assert receiver.dropped == 0


def test_take_joins_what_waits(devices, receiver, circle):
    with devices.open(f"127.0.0.1:{receiver.port}", hold=60) as device:
        device.arm()
        device.write(circle, timeout=5)
        device.close(play_out=5)
    taken = [receiver.take()]
    # The last datagrams may still be on their way.
    wait_until(lambda: taken.append(receiver.take()) or sum(len(lit(part)) for part in taken) == 1000)
    assert sum(len(lit(part)) for part in taken) == 1000
    taken[0]["g"] = 0  # the caller owns the array, and may write to it


def test_what_nobody_reads_is_dropped_from_the_oldest_on(devices, circle):
    with idn.SampleReceiver(port=0, address="127.0.0.1", latency=10, capacity=500) as receiver:
        with devices.open(f"127.0.0.1:{receiver.port}") as device:
            device.arm()
            device.write(circle, timeout=5)
            device.close(play_out=5)
        wait_until(lambda: receiver.dropped >= 500)
        assert receiver.dropped >= 500
        assert 100 < len(receiver.take()) <= 500  # joined from several datagrams


def test_a_status_tells_what_the_receiver_says(devices, receiver, circle):
    with devices.open(f"127.0.0.1:{receiver.port}", hold=60) as device:
        device.show(circle)
        until = time.monotonic() + 20
        while device.status().link != "playing" and time.monotonic() < until:
            receiver.read(timeout=0.1)
        status = device.status()
        assert status.link == "playing"
        assert status.remote == f"127.0.0.1:{receiver.port}"
        assert 0 < status.round_trip < 5
        assert "playing" in repr(status)


def test_iteration_ends_when_the_receiver_is_closed(devices, receiver):
    count = 0

    def read():
        nonlocal count
        for _ in receiver:
            count += 1

    reader = threading.Thread(target=read)
    reader.start()
    with devices.open(f"127.0.0.1:{receiver.port}", hold=60) as device:
        device.show(idn.samples([0.0], [0.0], g=1.0))
        while count < 10:
            time.sleep(0.01)
    receiver.close()
    reader.join(20)
    assert not reader.is_alive()


def test_a_port_in_use_is_a_fault(receiver):
    with pytest.raises(idn.Fault) as raised:
        idn.SampleReceiver(port=receiver.port, address="127.0.0.1")
    assert raised.value.code == "network" and raised.value.remedy


def test_a_receiver_is_found(devices):
    try:
        receiver = idn.SampleReceiver("python-found")
    except idn.Fault:
        pytest.skip("port 7255 is in use")
    with receiver:
        found = []
        devices.search_now()
        wait_until(lambda: found.extend(info for info in devices.list() if info.unit_name == "python-found") or found)
        assert found and found[0].target.endswith("/1") and found[0].is_default and not found[0].shares_id
        with devices.open(found[0].target) as device:
            assert device.status().remote == found[0].address
