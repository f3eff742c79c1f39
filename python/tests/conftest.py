# SPDX-License-Identifier: MIT
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
def circle():
    """1000 green samples."""
    angle = numpy.linspace(0, 2 * numpy.pi, 1000, endpoint=False)
    return idn.samples(0.6 * numpy.cos(angle), 0.6 * numpy.sin(angle), g=1.0)
