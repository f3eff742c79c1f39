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


def test_a_drawing_is_drawn_for_the_scanners_of_the_device(devices, sink):
    drawing = idn.Drawing()
    assert drawing.colour(r=1).move_to(-0.5, 0.5).line_to(0.5, 0.5) is drawing
    drawing.push().translate(0.5, -0.5).scale(0.2, 0.2).colour(g=1).circle(0, 0, 1).pop()
    drawing.colour(b=0.5).move_to(-0.5, -0.5).fade_to(0, -0.5, b=1)
    drawing.colour(r=1, g=1).text("IDN", -0.9, 0, 0.2)
    with devices.open(sink.target, rate=60_000, hold=60) as device:
        device.arm()
        assert device.show(drawing, frame_time=0.04) == 0
        sink.wait_for(lambda _: sink.lit() >= 4000)
        samples = sink.samples()
        assert 0.001 < device.show(drawing, frame_time=0.001) < 0.02
        with pytest.raises(TypeError, match="frame_time is for drawings"):
            device.show(idn.samples([0.0], 0.0), frame_time=0.04)
    x, y = samples["x"] / 32767.0, samples["y"] / 32767.0
    yellow = (samples["r"] > 0) & (samples["g"] > 0)
    red, green, blue = (samples["r"] > 0) & ~yellow, (samples["g"] > 0) & ~yellow, samples["b"] > 0
    assert abs(y[red] - 0.5).max() < 0.001 and -0.501 < x[red].min() < -0.45 and 0.45 < x[red].max() < 0.501
    radius = numpy.hypot(x - 0.5, y + 0.5)[green]
    assert abs(radius - 0.2).max() < 0.005 and len(radius) > 100
    assert abs(y[blue] + 0.5).max() < 0.001 and samples["b"][blue].min() in (127, 128)
    assert samples["b"].max() > 240
    assert numpy.ptp(x[yellow]) == pytest.approx(drawing.text_width("IDN", 0.2), abs=0.02)
    assert numpy.ptp(y[yellow]) == pytest.approx(0.2, abs=0.02)
    with pytest.raises(ValueError, match="give 0 to 1"):
        drawing.colour(1.5)
    assert drawing.is_complete
    assert not drawing.line_to(math.nan, 0).is_complete


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


def test_fill_is_told_when_its_samples_are_shown(devices, sink):
    """As soon as the receiver has reported its latency, which one that never answers does not."""
    shown = []

    def fill(request):
        shown.append((request.shown_at - request.sent_at, request.sent_at - time.monotonic()))
        return idn.samples(numpy.zeros(request.count), 0.0, g=1.0)

    with idn.SampleReceiver(port=0, address="127.0.0.1", latency=1.5) as receiver:
        with devices.open(f"127.0.0.1:{receiver.port}") as device:
            device.fill(fill)
            until = time.monotonic() + 20
            while not (shown and shown[-1][0] > 0) and time.monotonic() < until:
                time.sleep(0.001)
            device.stop()
            assert shown[-1][0] == pytest.approx(device.status().receiver_latency, abs=1e-6)
            assert shown[-1][0] == pytest.approx(1.5, abs=0.1)
    shown.clear()
    with devices.open(sink.target) as device:
        device.fill(fill)
        sink.wait_for(lambda _: len(sink.samples()) >= 3000)
    assert {ahead for ahead, _ in shown} == {0.0}


def test_a_source_with_a_clock_of_its_own_is_followed(devices, sink, circle):
    """Nothing plays before the queue is half full: 3000 of 6000 samples. One that fills it to its end is faster."""
    with devices.open(sink.target, latency=0.2, follow_source=True, hold=60) as device:
        device.arm()
        for _ in range(2):
            device.write(circle)
        sink.wait_for(lambda _: len(sink.samples()) >= 3000)
        assert sink.lit() == 0
        device.write(circle)
        sink.wait_for(lambda _: sink.lit() == 3000)
        assert device.status().source_ppm == 0
        until = time.monotonic() + 20
        while device.status().source_ppm == 0 and time.monotonic() < until:
            device.write(circle, timeout=5)
        assert 0 < device.status().source_ppm <= 1000
    with pytest.raises(idn.Fault, match="follow_source with underrun_probability; give one of them"):
        devices.open(sink.target, follow_source=True, underrun_probability=0.01)


def test_what_is_read_for_a_preview_is_what_was_sent(devices, sink, circle):
    limits = """
[brightness]
green = 0.25
"""
    with devices.open(sink.target, preview=2, mirror_x=True, limits=limits, hold=60) as device:
        device.arm()
        device.set_brightness(0.5)
        device.write(circle)
        parts = []
        sink.wait_for(lambda _: parts.append(device.read_sent()) or sink.lit() == 1000)
        device.close()
        parts.append(device.read_sent())
        assert len(device.read_sent()) == 0
        sent = device.status().samples
    sink.wait_for_close()
    seen, wire_samples = numpy.concatenate(parts), sink.samples()
    assert seen.dtype == idn.sample_dtype and len(seen) == sent == len(wire_samples)
    for column in ("x", "y"):
        assert (seen[column] == wire_samples[column]).all()
    for column in ("r", "g", "b"):
        assert (seen[column] >> 8 == wire_samples[column]).all()
    lit = seen[seen["g"] > 0]
    assert set(lit["g"]) == {16383}  # a quarter of full scale
    assert (lit["x"] == -circle["x"]).all()
    with devices.open(sink.target) as device:
        sink.wait_for(lambda _: device.status().samples > 0)
        assert len(device.read_sent()) == 0
    with pytest.raises(idn.Fault, match="preview"):
        devices.open(sink.target, preview=2.1)


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


def test_a_unit_with_another_name_is_an_event(own_network):
    def first_of(*kinds):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            event = engine.poll_event()
            if event is not None and event.kind in kinds:
                return event
            time.sleep(0 if event else 0.001)
        raise AssertionError(kinds)

    with idn.Engine() as engine, idn.Devices(engine) as devices:
        with idn.SampleReceiver("first", address="127.0.0.1"):
            target = devices.list()[0].target
            assert first_of("unit found").remote == "127.0.0.1:7255"
        with idn.SampleReceiver("second", address="127.0.0.1"):
            event = first_of("unit changed", "unit gone")
        assert event.kind == "unit changed" and target == event.target + "/1"
        assert event.remote == "127.0.0.1:7255" and "another name" in str(event)


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
