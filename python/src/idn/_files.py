# SPDX-License-Identifier: MIT
"""Captures and .ild files as numpy arrays."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from idn import _idn
from idn._samples import SampleArray

if TYPE_CHECKING:
    import pandas

#: A datagram that carries samples (of a frame in fragments: its first one), or a copy of one:
#: file, stream: from 0, the latter as in Capture.streams
#: packet: place in its file, from 1
#: unix_ns: arrival, since 1970, by the clock of the capture; ns
#: media_us: timestamp, without wrap; us
#: sequence: as sent
#: duration_us: display time; us
#: samples: NaN where no configuration explains them
#: octets: UDP payload
#: offset_ns: arrival less that of the one before; NaN where they do not compare (loss, late, a new time axis)
#: expected_ns: what the offset should be: the display time of the one before; of frames, the timestamps' step
#: deviation_ns: offset less expected; where the timestamps left out or repeated more, that
#: frame, late, duplicate, after_loss: flags
datagram_dtype: np.dtype[np.void] = np.dtype(_idn.datagram_layout())

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Capture:
    """What read_capture() found.

    datagrams: shape (n,), of datagram_dtype, stream by stream, in the order of arrival.
    streams: a dictionary for each: client, server, client_group and channel; packets, lost, late, duplicated
        and sequence_restarts of its connection; datagrams, samples, display_us, measured_s, fill, offsets,
        target and clock, which are those of idn_parser's JSON. None where there is too little to tell.
    """

    datagrams: npt.NDArray[np.void]
    streams: list[dict[str, Any]]

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each datagram: its columns, those that name the stream, and `arrival` as a UTC time."""
        import pandas

        rows = pandas.DataFrame({name: self.datagrams[name] for name in datagram_dtype.names or ()})
        rows.insert(0, "arrival", pandas.to_datetime(rows["unix_ns"], unit="ns", utc=True))
        for name in ("client", "server", "client_group", "channel"):
            values = np.array([stream[name] for stream in self.streams] or [0])
            rows[name] = values[rows["stream"]] if len(rows) else []
        rows["samples"] = rows["samples"].astype("Int64")
        return rows


def read_capture(paths: Path | Sequence[Path], port: int = 7255) -> Capture:
    """Reads pcap or pcapng files, as tcpdump, Wireshark and idn_server write them, and measures their streams.

    paths: one file, or several as one sequence by time.
    port: UDP port of the receivers.
    Raises OSError for what cannot be read or is no capture.
    """
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    try:
        octets, streams = _idn.read_capture([os.fspath(path) for path in several], port)
    except RuntimeError as refusal:
        raise OSError(str(refusal)) from None
    return Capture(octets.view(datagram_dtype), streams)


class IldWarning(UserWarning):
    """An .ild file is not as it should be; what can be read of it is."""


def read_ild(path: Path) -> list[SampleArray]:
    """The frames of an ILDA Image Data Transfer file, each of shape (n,) of sample_dtype, palettes applied.

    Warns with IldWarning of what is damaged or unusual. Raises OSError for what cannot be read or is no .ild file.
    """
    try:
        frames, findings = _idn.read_ild(os.fspath(path))
    except RuntimeError as refusal:
        raise OSError(str(refusal)) from None
    for finding in findings:
        warnings.warn(f"{os.fspath(path)}: {finding}", IldWarning, stacklevel=2)
    return frames
