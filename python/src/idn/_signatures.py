# SPDX-License-Identifier: MIT
"""Signatures of methods that are written in C++, for inspect.signature() and what uses it, such as Jupyter."""

from __future__ import annotations

import functools
import inspect
from typing import Any


def _signature(method: Any) -> inspect.Signature:
    """From the first line of its documentation, where nanobind writes it; annotations stay text."""
    line = method.__doc__.partition("\n")[0]
    names: dict[str, Any] = {}
    exec(f"from __future__ import annotations\ndef {line}: ...", names)
    return inspect.signature(names[method.__name__])


def _visible(method: Any) -> Any:
    @functools.wraps(method)
    def visible(*values: Any, **named: Any) -> Any:
        return method(*values, **named)

    visible.__doc__ = method.__doc__.partition("\n")[2].strip()
    visible.__signature__ = _signature(method)  # type: ignore[attr-defined]
    return visible


def make_visible(*classes: Any) -> None:
    """Replaces the methods of classes by functions of Python that call them."""
    for each in classes:
        native = type(each.close)
        for name, method in list(vars(each).items()):
            if isinstance(method, native) and not name.startswith("__"):
                setattr(each, name, _visible(method))
        if isinstance(each.__init__, native):
            whole = _signature(each.__init__)
            each.__signature__ = whole.replace(parameters=list(whole.parameters.values())[1:])
