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

#: A datagram that carries samples (of a frame in fragments: its first one), or a duplicate of one:
#: file, stream: index, from 0; `stream` is that in Capture.streams
#: packet: number in its file, from 1
#: unix_ns: arrival in ns since 1970, by the clock of the capture
#: media_us: timestamp in us, unwrapped
#: sequence: sequence number
#: duration_us: display time in us
#: samples: number of samples; NaN if no configuration defines their size
#: octets: UDP payload
#: offset_ns: arrival minus that of the datagram before; NaN if they cannot be compared (loss, late, a new time
#:     axis, one captured packet)
#: expected_ns: expected offset: display time of the datagram before; of frames, the difference of the timestamps
#: deviation_ns: offset minus expected offset; if the timestamps skip or repeat more media time than that, this time
#: frame, late, duplicate, after_loss: flags
datagram_dtype: np.dtype[np.void] = np.dtype(_idn.datagram_layout())

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Capture:
    """Result of read_capture().

    datagrams: shape (n,), of datagram_dtype, stream by stream, in the order of arrival.
    streams: a dictionary for each stream: client, server, client_group and channel; packets, lost, late, duplicated
        and sequence_restarts of its connection; datagrams, samples, display_us, measured_s, fill, offsets,
        target and clock, as in idn_parser's JSON. None where there are too few datagrams to compute the value.
    """

    datagrams: npt.NDArray[np.void]
    streams: list[dict[str, Any]]

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each datagram: `arrival` as a UTC time, its columns, and those that name its stream."""
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

    paths: one file, or several, which are merged in the order of time.
    port: UDP port of the receivers.
    Raises OSError for a file that cannot be read or is no capture.
    """
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    try:
        octets, streams = _idn.read_capture([os.fspath(path) for path in several], port)
    except RuntimeError as refusal:
        raise OSError(str(refusal)) from None
    return Capture(octets.view(datagram_dtype), streams)


class IldWarning(UserWarning):
    """An .ild file is damaged or unusual; all that can be read of it is returned."""


def read_ild(path: Path) -> list[SampleArray]:
    """Returns the frames of an ILDA Image Data Transfer file, each of shape (n,) of sample_dtype, palettes applied.

    Warns by IldWarning if the file is damaged or unusual. Raises OSError if it cannot be read or is no .ild file.
    """
    try:
        frames, findings = _idn.read_ild(os.fspath(path))
    except RuntimeError as refusal:
        raise OSError(str(refusal)) from None
    for finding in findings:
        warnings.warn(f"{os.fspath(path)}: {finding}", IldWarning, stacklevel=2)
    return frames
