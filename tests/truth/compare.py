# SPDX-License-Identifier: MIT
"""Compares a report with the truth, the known answer: counts must be equal, times agree within 1 ns, ratios within 1e-9."""
import re

# Tolerance by the end of a key, in the unit of the figure.
TOLERANCES = (("_us", 1e-3), ("_s", 1e-9), ("_ppm", 1e-3))
RATIO = 1e-9
CLOCK_JUMP_US = 20  # the size of a jump is estimated from the arrivals around it


def tolerance(path):
    if path.startswith("capture.clock_jumps.") and path.endswith("size_us"):
        return CLOCK_JUMP_US
    return next((allowed for end, allowed in TOLERANCES if path.endswith(end)), RATIO)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differs(expected, actual, path):
    if not (is_number(expected) and is_number(actual)):
        return expected != actual
    if isinstance(expected, int):
        return expected != actual
    allowed = tolerance(path)
    if path.endswith("_s"):
        allowed = max(allowed, 4e-16 * abs(expected))  # precision of a double
    elif allowed == RATIO:
        allowed = RATIO * max(1, abs(expected))
    return abs(expected - actual) > allowed


def leaves(expected, actual, path=""):
    """(path, expected, actual) of every expected figure; actual is "missing" if the report does not have it."""
    where = path + "." if path else ""
    if isinstance(expected, list) and isinstance(actual, dict) and actual.get("count") == len(expected):
        actual = actual.get("first")  # an event list: its first entries
    if isinstance(expected, dict):
        for key, value in expected.items():
            has = isinstance(actual, dict) and key in actual
            yield from leaves(value, actual[key] if has else "missing", where + key)
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for i, pair in enumerate(zip(expected, actual)):
            yield from leaves(*pair, f"{where}{i}")
    else:
        yield path, expected, actual


def _alike(truth, report, keys):
    """The part of a report with the same values of `keys`."""
    return next((part for part in report if all(part.get(key) == truth[key] for key in keys)), "missing")


def figures(truth, report):
    yield from leaves(truth["capture"], report["capture"], "capture")
    for kind, keys in (("connections", ("client", "server")), ("streams", ("client", "server", "channel")),
                       ("links", ("server",))):
        if kind in truth:
            yield f"{kind}.count", len(truth[kind]), len(report[kind])
        for part in truth.get(kind, ()):
            name = " ".join(str(part[key]) for key in keys if key != "server" or kind == "links")
            yield from leaves(part, _alike(part, report[kind], keys), f"{kind}[{name}]")
    if "skew" in truth:
        yield from leaves(truth["skew"], report["skew"], "skew")


def _has(findings, expression):
    return any(re.search(rf"\b(?:{expression})", finding, re.IGNORECASE) for finding in findings)


def findings(truth, report):
    """Yields a line for each missing or wrong finding."""
    found = report["findings"]
    for expression in truth["findings"]:
        if not _has(found, expression):
            yield f"no finding with \"{expression}\" among {found}"
    if truth["no_findings"] and found:
        yield f"findings where there are none: {found}"
    for expression in truth["absent"]:
        if _has(found, expression):
            yield f"a finding with \"{expression}\": {found}"


def intervals(report):
    """Yields a line for each confidence interval that does not contain its estimate."""
    for stream in report["streams"]:
        clock = stream.get("clock") or {}
        low, high = clock.get("rate_error_low_ppm"), clock.get("rate_error_high_ppm")
        if low is not None and not low <= clock["rate_error_ppm"] <= high:
            yield f"rate error {clock['rate_error_ppm']} outside of its interval {low} to {high}"


def differences(truth, report):
    """@return how many figures were compared, and a line for each that differs"""
    compared = list(figures(truth, report))
    lines = [f"{path}: {actual!r} instead of {expected!r}" for path, expected, actual in compared
             if differs(expected, actual, path)]
    return len(compared), lines + list(findings(truth, report)) + list(intervals(report))
