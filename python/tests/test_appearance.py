# SPDX-License-Identifier: MIT
"""What a person sees of the package in a notebook: signatures, documentation, version, representations."""

import inspect
import pathlib
import re

import pytest

import idn


@pytest.mark.parametrize("what, signature", [
    (idn.Device.write, "(self, samples: 'idn._samples.Samples', timeout: 'float' = 0.0) -> 'None'"),
    (idn.Devices, "(engine: 'Engine | None' = None) -> 'None'"),
    (idn.Engine.poll_event, "(self) -> 'Event | None'"),
])
def test_signatures_are_visible(what, signature):
    assert str(inspect.signature(what)) == signature


def test_all_that_can_be_called_has_a_signature_and_a_documentation():
    for kind in (idn.Device, idn.Devices, idn.Drawing, idn.Engine, idn.SampleReceiver):
        if kind is not idn.Device:  # which only Devices.open() makes
            inspect.signature(kind)
        for name, method in inspect.getmembers(kind, callable):
            if not name.startswith("_"):
                inspect.signature(method)
                assert method.__doc__, f"{kind.__name__}.{name}"


def test_the_version_is_that_of_the_project():
    text = (pathlib.Path(__file__).parents[2] / "CMakeLists.txt").read_text()
    assert idn.__version__ == re.search(r"project\(idn VERSION ([0-9.]+)", text)[1]


def test_objects_say_what_they_are():
    with idn.Engine() as engine, idn.Devices(engine) as devices, \
            idn.SampleReceiver(port=0, address="127.0.0.1", latency=10) as receiver:
        target = f"127.0.0.1:{receiver.port}"
        with devices.open(target, hold=10) as device:
            assert repr(device).startswith(f"<idn.Device {target}: ") and repr(device).endswith(", not armed>")
            assert repr(engine) == "<idn.Engine: threads 1, devices 1>"
            device.write(idn.samples([0.0] * 100, 0.0, g=1), timeout=1)
            assert repr(receiver.read(timeout=20)).startswith("<idn.ReceivedSamples: ")
        assert repr(device) == f"<idn.Device {target}: closed, not armed>"
        assert repr(receiver) == f"<idn.SampleReceiver at {target}>"
        assert repr(devices) == "<idn.Devices>"
    assert repr(devices) == "<idn.Devices, closed>"
    assert repr(engine) == "<idn.Engine, closed>"
    assert repr(receiver) == f"<idn.SampleReceiver at {target}, closed>"
