# SPDX-License-Identifier: MIT
"""Samples as numpy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from idn import _idn

#: A sample, in the memory layout of the library. Positions (x, y, x_prime, z) are int16: -32768 (left, bottom, far)
#: to 32767 (right, top, near). Colours (r, g, b; u1 deep blue, u2 yellow, u3 cyan) are uint16: 0 to 65535. The
#: intensity is a legacy signal: 65535 for a lit sample, 0 for a dark one; colours include the brightness already.
sample_dtype: np.dtype[np.void] = np.dtype(_idn.sample_layout())

SampleArray = npt.NDArray[np.void]
#: What as_samples() accepts.
Samples = Union[npt.NDArray[Any], Mapping[str, npt.ArrayLike]]

_POSITIONS = ("x", "y", "x_prime", "z")
_COLOURS = ("r", "g", "b", "intensity", "u1", "u2", "u3")
#: How far a float may be out of range because of rounding; it is clamped then. Beyond this it is an error.
_ROUNDING = 1e-6


def _check(name: str, values: npt.NDArray[Any], low: float, high: float) -> None:
    wrong = ~((values >= low) & (values <= high))  # NaN is wrong, too
    if wrong.any():
        index = int(np.argmax(wrong.ravel()))
        value = values.ravel()[index]
        raise ValueError(f"{name}[{index}] is {value}: give {low:g} to {high:g}")


def _as_float(name: str, values: npt.NDArray[Any], low: float, full: int) -> npt.NDArray[Any]:
    if values.size and not (values.min() >= low and values.max() <= 1.0):
        _check(name, values, low - _ROUNDING, 1.0 + _ROUNDING)
        values = np.clip(values, low, 1.0)
    steps: npt.NDArray[Any] = np.rint(values * full)
    return steps


def _column(name: str, given: npt.ArrayLike, scalars_are_float: bool) -> npt.NDArray[Any]:
    values = np.asarray(given)
    is_position = name in _POSITIONS
    kind = values.dtype.kind
    if kind in "iu" and values.ndim == 0 and scalars_are_float:
        values = values.astype(np.float64)
        kind = "f"
    if kind == "f":
        return _as_float(name, values, *((-1.0, 32767) if is_position else (0.0, 65535)))
    if kind == "b" and not is_position:
        return values * np.uint16(65535)
    if kind not in "iu":
        raise TypeError(f"{name} is {values.dtype}: give floats or integers")
    if values.dtype == np.uint8 and not is_position:
        return values * np.uint16(257)
    low, high = (-32768, 32767) if is_position else (0, 65535)
    if values.size and not (values.min() >= low and values.max() <= high):
        _check(name, values, low, high)
    return values


def samples(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    r: npt.ArrayLike = 0,
    g: npt.ArrayLike = 0,
    b: npt.ArrayLike = 0,
    **others: npt.ArrayLike,
) -> SampleArray:
    """Makes samples of columns, each of shape (n,) or a single value for all samples.

    Floats: positions -1 to 1, colours 0 to 1. Integers: positions -32768 to 32767, colours 0 to 65535, but
    colours of uint8 (0 to 255) and bool are scaled to 16 bits. If x or y are floats, a single integer counts as
    a float: g=1 is full green. `others` are further fields of sample_dtype, such as z; without intensity, lit
    samples get full intensity. Returns shape (n,) of sample_dtype. Raises ValueError for values that are out of
    range or NaN, with the index of the first.
    """
    unknown = set(others) - set(_POSITIONS) - set(_COLOURS)
    if unknown:
        raise TypeError(f"no such column: {', '.join(sorted(unknown))}; sample_dtype has them all")
    columns = {"x": x, "y": y, "r": r, "g": g, "b": b, **others}
    is_float = np.asarray(x).dtype.kind == "f" or np.asarray(y).dtype.kind == "f"
    converted = {name: _column(name, values, is_float) for name, values in columns.items()}
    shape = np.broadcast_shapes(*(values.shape for values in converted.values()))
    if len(shape) > 1:
        raise ValueError(f"columns of shape {shape}: give (n,)")
    result: SampleArray = np.zeros(shape or (1,), sample_dtype)
    for name, values in converted.items():
        result[name] = values
    if "intensity" not in others:
        lit = np.zeros(result.shape, bool)
        for name in ("r", "g", "b", "u1", "u2", "u3"):
            lit |= result[name] != 0
        result["intensity"] = lit * np.uint16(65535)
    return result


def as_samples(data: Samples) -> SampleArray:
    """Converts samples to a contiguous array of sample_dtype, shape (n,).

    data: such an array, which is returned without a copy; an array of shape (n, 5) with the columns x, y, r, g, b;
        an array of another structured type with fields of these names; or a mapping or pandas.DataFrame of columns.
        The values of columns are those of samples().
    """
    if isinstance(data, np.ndarray):
        if data.dtype == sample_dtype:
            if data.ndim != 1:
                raise ValueError(f"samples of shape {data.shape}: give (n,)")
            return np.ascontiguousarray(data)
        if data.dtype.names:
            return samples(**{name: data[name] for name in data.dtype.names})
    elif hasattr(data, "keys"):
        return samples(**{str(name): np.asarray(data[name]) for name in data.keys()})
    table = np.asarray(data)
    if table.size == 0:
        return np.zeros(0, sample_dtype)
    if table.ndim != 2 or table.shape[1] != 5:
        raise ValueError(f"samples of shape {table.shape}: give sample_dtype, or columns x, y, r, g, b: (n, 5)")
    return samples(*(table[:, column] for column in range(5)))
