# SPDX-License-Identifier: MIT
"""Packages that only the data set needs."""

from __future__ import annotations

import importlib
from typing import Any


class MissingPackage(ImportError):
    """A package of the extra `data` cannot be imported; its text says what to do."""


def optional_module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        raise MissingPackage(f'{problem}; pip install "idn[data]"') from None
