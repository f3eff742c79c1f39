# SPDX-License-Identifier: MIT
"""The light of devices, as seen by a receiver that shares no code with the package."""

import gc
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import numpy
import pytest
import wire

import idn


def stream(device, samples, turns):
    device.arm()
    for _ in range(turns):
        device.write(samples, timeout=5)


def test_every_sample_written_arrives_once_and_in_order(devices, sink, circle):
    with devices.open(sink.target, rate=100_000, hold=10) as device:
        stream(device, circle, 30)
        device.close(play_out=5)
        status = device.status()
    sink.wait_for_close()
    samples = sink.samples()
    lit = samples[samples["g"] > 0]
    assert len(lit) == 30_000
    assert (lit["x"] == numpy.tile(circle["x"], 30)).all()
    assert (lit["y"] == numpy.tile(circle["y"], 30)).all()
    assert set(lit["g"]) == {255} and not lit["r"].any() and not lit["b"].any()
    assert wire.count_lit(samples[-1:]) == 0
    assert status.link == "closed" and status.samples == len(samples)
    configured = next(d for d in sink.datagrams if d.has_samples)
    assert configured.dictionary == wire.XYRGBI
    sequences = [d.sequence for d in sink.datagrams]
    assert all((b - a) % 65536 == 1 for a, b in zip(sequences, sequences[1:]))


def test_a_write_that_waits_takes_each_sample_once(devices, sink):
    numbers = numpy.arange(30_000)
    with devices.open(sink.target, rate=60_000, hold=10) as device:
        device.arm()
        device.write(idn.samples(numbers, 0, g=65535), timeout=math.inf)
        device.close(play_out=math.inf)
    sink.wait_for_close()
    lit = sink.samples()[sink.samples()["g"] > 0]
    assert (lit["x"] == numbers).all()


def test_nothing_is_lit_before_the_device_is_armed(devices, sink, circle):
    with devices.open(sink.target) as device:
        assert not device.status().armed
        device.write(circle, timeout=1)
        sink.wait_for(lambda _: len(sink.samples()) >= 1000)
        assert device.status().samples >= 1000
    sink.wait_for_close()
    assert sink.lit() == 0


@pytest.mark.parametrize("end", ["disarm", "blackout", "dimmer", "stop"])
def test_dark_by_a_call_is_dark_with_the_next_datagram(devices, sink, circle, end):
    with devices.open(sink.target, latency=1, hold=10) as device:
        stream(device, circle, 30)
        sink.wait_for(lambda _: sink.lit() > 0)
        if end == "disarm":
            device.arm(False)
        elif end == "dimmer":
            device.set_brightness(0)
        elif end == "blackout":
            device.blackout()
        else:
            device.stop()
        sent = device.status().samples
        sink.wait_for(lambda _: len(sink.samples()) >= sent + 3000)
    # One datagram may have been on its way when the samples were counted.
    assert wire.count_lit(sink.samples()[sent + 60 :]) == 0
    assert sink.lit() < 30_000


@pytest.mark.parametrize("end", ["close", "collected", "exception"])
def test_an_end_without_playing_out_is_dark_and_closed(devices, sink, circle, end):
    device = devices.open(sink.target, latency=1, hold=10)
    stream(device, circle, 30)
    sink.wait_for(lambda _: sink.lit() > 0)
    if end == "close":
        device.close()
    elif end == "exception":
        with pytest.raises(KeyError), device:
            raise KeyError
    else:
        del device
        gc.collect()
    sink.wait_for_close()
    assert 0 < sink.lit() < 30_000
    assert wire.count_lit(sink.samples()[-1:]) == 0
    assert any(d.closes_channel for d in sink.datagrams)


def test_a_picture_is_drawn_again_and_again_until_the_hold_time_ends(devices, sink):
    picture = idn.samples(numpy.linspace(-0.5, 0.5, 200), 0.0, r=1.0)
    with devices.open(sink.target, hold=0.2) as device:
        device.arm()
        device.show(picture)
        sink.wait_for(lambda _: device.status().holds_expired == 1)
        shown = sink.lit()
        device.show(picture)
        device.keep(10)
        sink.wait_for(lambda _: sink.lit() >= shown + 15_000)
        assert device.status().holds_expired == 1
        device.show(picture[:0])
    # 0.2 s of passes of 200 lit samples each, with blanked moves between them
    assert 0 < shown <= 6100


def test_fill_is_asked_ahead_and_without_gaps(devices, sink):
    asked = []
    ended = threading.Event()

    def fill(request):
        asked.append((request.index, request.count, request.rate, request.sent_at - time.monotonic()))
        if request.index >= 9000:
            ended.set()
            return None
        count = min(request.count, 9000 - request.index)
        number = request.index + numpy.arange(count)
        return idn.samples(number, 0, b=65535)

    with devices.open(sink.target, rate=30_000, hold=10) as device:
        device.arm()
        device.fill(fill)
        assert ended.wait(20)
        sink.wait_for(lambda _: sink.lit() >= 9000)
        assert device.status().fault is None
    samples = sink.samples()
    lit = samples[samples["b"] > 0]
    assert lit["x"].tolist() == list(range(9000))
    assert [index for index, *_ in asked[:3]] == [0, *numpy.cumsum([count for _, count, *_ in asked[:2]])]
    assert {rate for _, _, rate, _ in asked} == {30_000}
    # It is called before the samples are due, by up to the latency.
    assert 0 < numpy.median([ahead for *_, ahead in asked]) < 0.06


def test_what_fill_raises_ends_it_dark_and_is_told(devices, sink, monkeypatch):
    raised = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: raised.append(unraisable.exc_value))

    def fill(request):
        if request.index > 2000:
            raise ArithmeticError("no idea")
        return idn.samples(numpy.zeros(request.count), 0.0, g=1.0)

    with devices.open(sink.target) as device:
        device.arm()
        device.fill(fill)
        sink.wait_for(lambda _: device.status().fault is not None)
        fault = device.status().fault
        assert isinstance(fault, idn.Fault)
        assert fault.code == "callback failed" and "ArithmeticError: no idea" in fault.text
        count = len(sink.samples())
        sink.wait_for(lambda _: len(sink.samples()) > count + 3000)
        lit = sink.lit()
    assert sink.lit() == lit
    assert [type(value) for value in raised] == [ArithmeticError]


def test_fill_may_not_bring_more_than_it_was_asked_for(devices, sink, monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: None)
    with devices.open(sink.target) as device:
        device.fill(lambda request: idn.samples(numpy.zeros(request.count + 1), 0.0))
        sink.wait_for(lambda _: device.status().fault is not None)
        assert "samples returned where" in device.status().fault.text


def test_stop_within_fill_is_refused_and_outside_waits_for_it(devices, sink):
    faults = []

    def fill(request):
        try:
            device.stop()
        except idn.Fault as fault:
            faults.append(fault.code)
        return idn.samples(numpy.zeros(request.count), 0.0, g=1.0)

    with devices.open(sink.target) as device:
        device.fill(fill)
        sink.wait_for(lambda _: faults)
        device.stop()
        calls = len(faults)
        assert calls > 0 and set(faults) == {"called from a callback"}
        device.write(idn.samples([0.0], [0.0]), timeout=5)  # the device is free for other content again
        assert len(faults) == calls


def test_other_threads_run_while_write_waits(devices, sink, circle):
    """A thread measures its longest delay, which shows whether write() holds the GIL while it waits."""
    ended = threading.Event()
    longest = 0.0

    def watch():
        nonlocal longest
        last = time.monotonic()
        while not ended.is_set():
            time.sleep(0.001)
            now = time.monotonic()
            longest = max(longest, now - last)
            last = now

    watcher = threading.Thread(target=watch)
    with devices.open(sink.target, rate=10_000) as device:
        watcher.start()
        began = time.monotonic()
        taken = device.write_some(numpy.tile(circle, 20), timeout=1.5)
        waited = time.monotonic() - began
        device.close(play_out=0.5)
        ended.set()
        watcher.join()
    assert waited >= 1.5 and 10_000 <= taken < 20_000
    assert longest < 0.5


def test_faults_name_cause_and_remedy(devices, sink, circle):
    with pytest.raises(idn.Fault) as raised:
        devices.open("")
    assert raised.value.code == "bad target" and raised.value.text
    with pytest.raises(idn.Fault, match="bad option: rate 0; give 1 to 1000000"):
        devices.open(sink.target, rate=0)
    with pytest.raises(idn.Fault, match="format \"rgb\"; give xyrgb"):
        devices.open(sink.target, format="rgb")
    with pytest.raises(idn.Fault, match="latency; give seconds"):
        devices.open(sink.target, latency=float("nan"))
    with devices.open(sink.target, hold=10) as device:
        device.write(circle)
        with pytest.raises(idn.Fault) as raised:
            device.show(circle)
        assert raised.value.code == "busy" and raised.value.remedy == "call stop() first"
        device.stop()
        device.show(circle)
    with pytest.raises(idn.Fault) as raised:
        device.show(circle)
    assert raised.value.code == "closed"
    with devices.open(sink.target, rate=10_000, latency=0.05, hold=10) as device:
        with pytest.raises(idn.Fault, match="queue full: .* of 20000 samples queued"):
            device.write(numpy.tile(circle, 20))
    with pytest.raises(ValueError, match="shape"):
        device.write([1, 2, 3])


def test_the_rate_and_the_target_change_while_it_plays(devices, sink, circle):
    other = wire.Sink()
    try:
        with devices.open(sink.target, rate=20_000, hold=10) as device:
            device.arm()
            device.show(circle)
            sink.wait_for(lambda datagrams: sum(d.has_samples for d in datagrams) > 100)
            device.set_rate(40_000)
            sink.wait_for(lambda _: device.status().rate == 40_000)
            device.retarget(other.target)
            other.wait_for(lambda datagrams: sum(d.has_samples for d in datagrams) > 100)
            sink.wait_for_close()
            assert device.target == other.target
            assert device.status().retargets == 1
        rates = {round(len(d.samples) / d.duration_us, 3) for d in sink.datagrams if d.has_samples}
        assert {0.02, 0.04} <= rates
        assert wire.count_lit(sink.samples()[-1:]) == 0
        assert other.lit() > 1000
    finally:
        other.close()


def test_a_manual_engine_streams_from_its_caller_only(sink, circle):
    with idn.Engine(manual=True) as engine, idn.Devices(engine) as devices:
        with devices.open(sink.target, hold=10) as device:
            device.arm()
            device.show(circle)
            until = time.monotonic() + 20
            while sink.lit() < 3000 and time.monotonic() < until:
                due = engine.drive()
                time.sleep(max(0.0, min(due - time.monotonic(), 0.1)))
        assert sink.lit() >= 3000
    with pytest.raises(idn.Fault) as raised:
        engine.drive()
    assert raised.value.code == "closed"


def test_an_engine_tells_what_it_was_granted(devices):
    with idn.Engine(threads=2, wait="sleep") as engine:
        threads = engine.status()
        assert [thread["devices"] for thread in threads] == [0, 0]
        assert all(isinstance(grant["granted"], bool) for thread in threads for grant in thread["grants"])


def test_an_engine_waits_within_its_budget():
    with idn.Engine(wait="auto", cpu_budget=0.05) as engine:
        assert engine.status()[0]["wait"] == "auto"
        until = time.monotonic() + 20
        while engine.status()[0]["guard"] == 0 and time.monotonic() < until:  # until its thread has started
            time.sleep(0.01)
        shared_by = 2 if "standby_wake_ups" in engine.status()[0] else 1
        assert engine.status()[0]["guard"] == pytest.approx(50e-6 / shared_by)


def test_devices_outlive_the_names_of_their_makers(sink, circle):
    device = idn.Devices(idn.Engine()).open(sink.target, hold=10)
    gc.collect()
    stream(device, circle, 3)
    device.close(play_out=5)
    sink.wait_for_close()
    assert sink.lit() == 3000


@pytest.mark.parametrize("end", ["", "raise SystemExit(3)", "raise KeyError", "import os, signal; os.kill(os.getpid(), "
                                 "signal.SIGINT)"])
def test_an_interpreter_that_ends_is_dark(sink, end):
    """Also while a thread calls the callback of fill all the time, which needs the interpreter."""
    program = f"""
import time, numpy, idn
device = idn.Devices().open({sink.target!r})
device.arm()
device.fill(lambda request: idn.samples(numpy.zeros(request.count), 0.0, r=1.0))
while device.status().samples < 6000:
    time.sleep(0.01)
{end}
"""
    ended = subprocess.run([sys.executable, "-c", program], timeout=60, capture_output=True)
    sink.wait_for_close()
    assert ended.returncode == {"": 0, "raise SystemExit(3)": 3, "raise KeyError": 1}.get(end, -2)
    assert sink.lit() > 1000
    assert wire.count_lit(sink.samples()[-1:]) == 0


def test_ctrl_c_ends_close(devices, sink):
    """Within a tenth of a second it is dark, however long the queue is."""
    with devices.open(sink.target, latency=2, hold=10) as device:
        device.arm()
        device.write(idn.samples(numpy.zeros(50_000), 0.0, g=1), timeout=1)  # 1.7 s

        def interrupt():
            while device.status().samples < 3000:
                time.sleep(0.001)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            device.close(play_out=math.inf)
    sink.wait_for_close()
    assert 3000 <= sink.lit() < 50_000
    assert wire.count_lit(sink.samples()[-1:]) == 0
    assert device.status().link == "closed"


def test_a_forked_child_leaves_the_stream_alone(devices, sink, circle):
    """It has copies of the objects, but none of the threads: its calls fail, and its end neither waits nor darkens."""
    with devices.open(sink.target, rate=100_000, hold=10) as device:
        stream(device, circle, 10)
        child = os.fork()
        if child == 0:
            try:
                device.write(circle)
            except idn.Fault as fault:
                device.close(play_out=1)
                del device
                os._exit(42 if fault.code == "closed" else 1)
            os._exit(2)
        stream(device, circle, 20)
        device.close(play_out=5)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
    sink.wait_for_close()
    assert sink.lit() == 30_000


def test_pictures_are_sent_as_frames(devices, sink, circle):
    pictures = [circle] * 5
    with devices.open(sink.target, frame_period=0.02, frames_once=True, frames_keep_all=True, move_across=0.002,
                      dark_before_close=0, hold=10) as device:
        device.arm()
        with pytest.raises(idn.Fault, match="bad option"):
            device.write(circle)
        device.fill_pictures(lambda: pictures.pop() if pictures else None)
        deadline = time.monotonic() + 30
        while device.status().frames < 5:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        device.finish()
        sink.wait_for_close()
    with pytest.raises(idn.Fault, match="frames: period"):
        devices.open(sink.target, frame_period=20)


@pytest.mark.parametrize("option, clock", [("start_at", time.monotonic), ("start_at_wall", time.time)])
def test_nothing_is_sent_before_the_start(devices, sink, circle, option, clock):
    start = time.monotonic() + 0.3
    with devices.open(sink.target, rate=10_000, hold=10, **{option: clock() + 0.3}) as device:
        device.arm()
        device.show(circle)
        sink.wait_for(lambda _: sink.lit() > 0)
    # The wall clock may have been slewed a little since.
    assert sink.datagrams[0].arrival > start - (0.01 if option == "start_at_wall" else 0)


def test_shared_memory_of_another_program_is_played_until_stop(devices, sink, circle):
    writer = pathlib.Path(__file__).parents[2] / "examples" / "shared_circle.py"
    with tempfile.TemporaryDirectory() as folder, devices.open(sink.target, hold=10) as device:
        device.arm()
        with pytest.raises(idn.Fault, match="bad option: /nowhere/ring: give the path of a socket"):
            device.play_shared("/nowhere/ring")
        device.play_shared(folder + "/ring")
        with pytest.raises(idn.Fault, match="busy"):
            device.write(circle)
        subprocess.run([sys.executable, writer, folder + "/ring", "0.5"], check=True, timeout=60)
        assert sink.lit() > 1000
        device.stop()
        device.write(circle, timeout=5)


def test_changes_are_events(sink, monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: None)
    def next_of(kind):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            event = engine.poll_event()
            if event is not None and event.kind == kind:
                return event
            time.sleep(0 if event else 0.001)
        raise AssertionError(kind)

    def fill(request):
        raise ArithmeticError("no idea")

    with idn.Engine() as engine, idn.Devices(engine) as devices:
        begun = time.monotonic()
        device = devices.open(sink.target)
        device.fill(fill)
        event = next_of("fault")
        assert event.target == sink.target == event.remote and event.count == 1 and event.limit == ""
        assert begun <= event.noticed <= time.monotonic()
        assert event.fault.code == "callback failed" and "no idea" in str(event)
        device.close()
        while (event := next_of("link")).link != "closed":  # it may be "opening" first
            assert event.fault is None


def test_a_unit_that_is_displaced_is_reported(own_network):
    found = []

    def on_unit(event):
        try:
            device.close()
        except idn.Fault as fault:
            found.append((event, fault.code))

    with idn.Engine() as engine, idn.Devices(engine) as devices:
        with idn.SampleReceiver("first", address="127.0.0.1"):
            target = devices.list()[0].target
            device = devices.open(target, on_unit=on_unit)
        with idn.SampleReceiver("second"):  # by its address another unit
            deadline = time.monotonic() + 30
            while not found and time.monotonic() < deadline:
                time.sleep(0.001)
        event, refused = found[0]
        assert event.kind == "displaced" and event.address == "127.0.0.1:7255" and event.to == ""
        assert event.other and not target.startswith(event.other)
        assert 0 < event.last_seen < time.monotonic() and event.dark == 0
        assert refused == "called from a callback"
        device.close()
        with pytest.raises(TypeError, match="callable"):
            devices.open("127.0.0.1", on_unit=1)


def test_orientation_and_limits_hold_for_arrays(devices, sink):
    limits = """
[picture]
left = -0.25
action = "blank"
"""
    with devices.open(sink.target, mirror_x=True, balance=(0.5, 1, 1), limits=limits, hold=10) as device:
        device.arm()
        device.write(idn.samples(numpy.repeat([-0.5, 0.6], 500), 0.0, r=1.0), timeout=5)
        device.close(play_out=5)
        assert device.status().limited["picture"] >= 500
    sink.wait_for_close()
    lit = sink.samples()[sink.samples()["r"] > 0]
    assert 498 <= len(lit) <= 500  # the stroke across the limit is dark as well
    assert abs(lit["x"] / 32767 - 0.5).max() < 0.001  # it was at -0.5
    assert set(lit["r"]) <= {127, 128}
    for wrong in ({"limits": "nonsense"}, {"limits": "[picture]\nleft = 7"}, {"balance": (1, 1)}, {"scale": 0.0},
                  {"colour_shift": 1.0}):
        with pytest.raises(idn.Fault, match="bad option"):
            devices.open(sink.target, **wrong)


def test_a_device_that_is_dropped_while_fill_is_asked_is_dark(devices, sink):
    """The last call of the callback needs the GIL, which the thread holds that drops the device."""
    dropped = threading.Event()
    device = devices.open(sink.target, hold=10)
    device.arm()

    def fill(request):
        time.sleep(0.02)  # so that a call is nearly always in progress
        return None if dropped.is_set() else idn.samples(numpy.zeros(request.count), 0.0, g=1.0)

    device.fill(fill)
    sink.wait_for(lambda _: sink.lit() > 3000)
    dropped.set()
    del device
    gc.collect()
    sink.wait_for_close()
    assert wire.count_lit(sink.samples()[-1:]) == 0
