# SPDX-License-Identifier: MIT
import ctypes
import subprocess

import numpy
import pytest
import wire

import idn


@pytest.fixture
def sink():
    sink = wire.Sink()
    yield sink
    sink.close()


@pytest.fixture(scope="session")
def devices():
    with idn.Devices() as devices:
        yield devices


@pytest.fixture
def own_network():
    """A network with nothing but loopback, for searches, which ask port 7255 only."""
    libc = ctypes.CDLL(None, use_errno=True)
    clone_newnet = 0x40000000
    with open("/proc/thread-self/ns/net") as outside:
        if libc.unshare(clone_newnet) != 0:
            pytest.skip("needs a network namespace")
        try:
            subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
            yield
        finally:
            libc.setns(outside.fileno(), clone_newnet)


@pytest.fixture
def circle():
    """1000 green samples."""
    angle = numpy.linspace(0, 2 * numpy.pi, 1000, endpoint=False)
    return idn.samples(0.6 * numpy.cos(angle), 0.6 * numpy.sin(angle), g=1.0)
