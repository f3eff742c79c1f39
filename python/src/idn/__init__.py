# SPDX-License-Identifier: MIT
"""Laser projectors on the ILDA Digital Network: stream numpy arrays, receive them, measure captures.

Times are seconds as float; instants are those of time.monotonic().
"""

from idn._fault import Fault
from idn._files import Capture, IldWarning, datagram_dtype, read_capture, read_ild
from idn._idn import (
    Device,
    DeviceInfo,
    Devices,
    Drawing,
    Engine,
    Event,
    ReceivedSamples,
    Request,
    SampleReceiver,
    Status,
    UnitEvent,
    version,
)
from idn._samples import SampleArray, Samples, as_samples, sample_dtype, samples
from idn._signatures import make_visible

__version__: str = version
make_visible(Device, Devices, Drawing, Engine, SampleReceiver)

__all__ = [
    "Capture",
    "Device",
    "DeviceInfo",
    "Devices",
    "Drawing",
    "Engine",
    "Event",
    "Fault",
    "IldWarning",
    "ReceivedSamples",
    "Request",
    "SampleArray",
    "SampleReceiver",
    "Samples",
    "Status",
    "UnitEvent",
    "__version__",
    "as_samples",
    "datagram_dtype",
    "read_capture",
    "read_ild",
    "sample_dtype",
    "samples",
]
