#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the tests: known answers against figures computed by hand, and the comparison, by changing every figure of every
answer once. With IDN_PARSER also with captures that were changed after their answer was computed.

Usage: selftest.py [IDN_PARSER]
"""
import copy
import pathlib
import sys
import tempfile

import compare
import generate
from cases import CASES
from check import report_of

# Figures of some cases computed by hand, by path.
BY_HAND = {
    "perfect_1khz": {"streams.0.datagrams": 2000, "streams.0.offsets.count": 1999, "streams.0.measured_s": 1.999,
                     "streams.0.fill": 1.0, "streams.0.target.on_target_share": 1.0, "streams.0.samples": 80_000},
    "perfect_4khz": {"streams.0.histogram.counts": [[200, 7999]], "streams.0.expected_offset_us": 250.0},
    "loss_64": {"connections.0.lost": 64, "streams.0.offsets.left_out.loss": 1, "streams.0.fill": 3000 / 3064},
    "loss_40000": {"connections.0.lost": 40_000, "connections.0.sequence_restarts": 0},
    "late_500ms_1khz": {"connections.0.late": 1, "connections.0.lost": 0, "streams.0.offsets.left_out.loss": 1,
                        "streams.0.clock.start_delay_us": 500_300.0, "streams.0.clock.long_term_jitter_us": 250_150.0,
                        "streams.0.target.on_target_share": 3997 / 3998},
    "duplicate_100ms": {"connections.0.duplicated": 3, "connections.0.packets": 4003, "streams.0.offsets.count": 3999},
    "drift_-500_no_delay": {"streams.0.clock.rate_error_ppm": -500.0,
                            "streams.0.clock.long_term_jitter_without_drift_us": 0.0,
                            "streams.0.clock.long_term_jitter_us": 7999 * 0.5 / 2, "streams.0.offsets.max_us": 999.5},
    "stalls_catch_up_at_once": {"streams.0.target.on_target_share": (4999 - 25 * 31) / 4999,
                                "streams.0.target.peak_period_jitter_us": 30_000.0},
    "stalls_skip": {"streams.0.target.on_target_share": (4249 - 25) / 4999, "streams.0.target.dark_datagrams": 750,
                    "streams.0.media_gaps.total_us": 750_000, "streams.0.fill": 0.85},
    "pause_300ms": {"streams.0.target.dark_datagrams": 600, "streams.0.pauses.count": 0, "streams.0.fill": 3000 / 3600},
    "pause_2s": {"streams.0.target.dark_datagrams": 4000, "streams.0.pauses.count": 0, "streams.0.fill": 3000 / 7000},
    "pause_2000ms_dark": {"streams.0.offsets.left_out.pause": 2, "streams.0.pauses.total_us": 4_000_000,
                          "streams.0.fill": 1.0, "streams.0.target.on_target_share": 1.0},
    "stall_800ms_at_once": {"streams.0.target.peak_period_jitter_us": 800_000.0, "streams.0.clock.start_delay_us": 800_000.0,
                            "streams.0.clock.long_term_jitter_us": 400_000.0, "streams.0.measured_s": 4.999},
    "timestamp_jump_ahead": {"streams.0.timestamp_jumps": 1, "streams.0.offsets.left_out.axis": 1,
                             "streams.0.target.on_target_share": 3998 / 3999},
    "frames_every_2s": {"streams.0.offsets.count": 39, "streams.0.expected_offset_us": 2e6, "streams.0.frame_pace.period_us": 2e6},
    "frames_in_fragments": {"streams.0.datagrams": 200, "connections.0.packets": 600, "streams.0.samples": 30_000},
    "frames_middle_fragment_lost": {"connections.0.lost": 1, "streams.0.offsets.left_out.loss": 1,
                                    "streams.0.samples": 29_950},
    "restart_system_clock_ahead": {"connections.0.sequence_restarts": 1, "streams.0.offsets.left_out.axis": 1,
                                   "streams.0.measured_s": 3.998, "streams.0.clock.long_term_jitter_us": 0.0},
    "two_channels_with_loss": {"connections.0.lost": 10},
    "link_at_once": {"links.0.streams": 4, "links.0.c_inst_packets": 4.0, "links.0.ts_df_us": 0.0},
    # One after the other; that they begin one after the other is no burst.
    "link_spread": {"links.0.c_inst_packets": 1.0, "links.0.ts_df_us": 0.0},
    "skew_cues": {"skew.start.count": 50, "skew.start.streams": 4, "skew.start.spread_max_us": 1550.0,
                  "skew.start.any_two_p50_us": 552, "skew.start.spread_low_us": 1496, "skew.running.spread_max_us": 60.0},
    "skew_short_darkness": {"skew.start.count": 1, "skew.start.spread_max_us": 700.0},
    "skew_drift": {"skew.start.spread_max_us": 30.0, "skew.running.count": 5, "skew.running.spread_max_us": 4 * 150.0},
    "durations_twice_too_long": {"streams.0.fill": 6_000_000 / 3_001_000, "streams.0.target.on_target_share": 0.0},
    "timestamp_corrupted_ahead": {"streams.0.offsets.left_out.axis": 2, "streams.0.clock.start_delay_us": 0.0},
    "capture_clock_+5000ms": {"streams.0.measured_s": 4.998, "capture.clock_jumps.first.0.packet": 2501},
    # Of 300 packets with ten datagrams each, nine offsets are left out, and 299 are 9 ms longer than expected.
    "offload": {"capture.packets": 300, "streams.0.datagrams": 3000, "streams.0.offsets.left_out.offload": 2700,
                "streams.0.offsets.count": 299, "streams.0.target.on_target_share": 0.0, "streams.0.fill": 1.0,
                "streams.0.target.peak_period_jitter_us": 9000.0},
    "unsorted_neighbours": {"capture.sorted_packets": 298},
}


KINDS = ("capture", "connections", "streams", "links", "skew")


def at(answer, path):
    for key in path.split("."):
        answer = answer[int(key) if isinstance(answer, list) else key]
    return answer


def paths(value, path=()):
    """The path of every figure."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if entries is None:
        yield path
        return
    for key, part in entries:
        yield from paths(part, (*path, key))


def changed(answer, path):
    """`answer` with one figure changed by slightly more than its tolerance."""
    answer = copy.deepcopy(answer)
    *parents, last = path
    target = answer
    for key in parents:
        target = target[key]
    value = target[last]
    if isinstance(value, float):
        allowed = compare.tolerance(".".join(map(str, path)))
        target[last] = value + 1.5 * allowed * (max(1, abs(value)) if allowed == compare.RATIO else 1)
    else:
        target[last] = value + 1 if compare.is_number(value) else f"{value}?"
    return answer


def one_of(expression):
    """A text that the expression matches."""
    return expression.split("|")[0].replace("\\b", "")


def as_report(truth):
    """The report of a parser without errors."""
    report = copy.deepcopy({key: truth.get(key, []) for key in KINDS})
    return {**report, "findings": [one_of(expression) for expression in truth["findings"]]}


def check_by_hand(name, truth):
    for path, expected in BY_HAND.get(name, {}).items():
        actual = at(truth, path)
        if compare.differs(expected, actual, path):
            yield f"{name}: {path} is {actual!r}, by hand {expected!r}"


def check_findings(name, truth, report):
    wrong = [{**report, "findings": []}] if truth["findings"] else []
    for expression in truth["absent"]:
        wrong.append({**report, "findings": report["findings"] + [f"said: {one_of(expression)}"]})
    if truth["no_findings"]:
        wrong.append({**report, "findings": ["something"]})
    for other in wrong:
        if not compare.differences(truth, other)[1]:
            yield f"{name}: the findings {other['findings']} pass"


def check_changes(name, truth):
    report = as_report(truth)
    if lines := compare.differences(truth, report)[1]:
        yield f"{name}: the truth differs from itself: {lines}"
    for kind in KINDS:
        for path in paths(truth.get(kind, {}), (kind,)):
            if not compare.differences(truth, changed(report, path))[1]:
                yield f"{name}: a changed {'.'.join(map(str, path))} passes"
    yield from check_findings(name, truth, report)


def check_broken_captures(parser, folder):
    """Captures with one datagram less, and with one that arrives 2 us later, are compared with the answer of the original
    case: both must differ from it."""
    def one_less(case):
        case.datagrams.pop(700)

    def one_later(case):
        case.datagrams[-1].time += 2000

    for breaks in (None, one_less, one_later):
        capture, truth = generate.write("lost_late_and_duplicate", folder)
        if breaks:
            case = CASES["lost_late_and_duplicate"]()
            breaks(case)
            generate.capture_file.pcap(capture, generate.packets_of(case))
        if bool(compare.differences(truth, report_of(parser, capture))[1]) != bool(breaks):
            yield f"{breaks.__name__ if breaks else 'an untouched capture'}: not judged as it should be"


def main(parser=None):
    wrong, figures = [], 0
    with tempfile.TemporaryDirectory(prefix="idn_truth_") as folder:
        for name in CASES:
            path, truth = generate.write(name, pathlib.Path(folder))
            path.unlink()
            wrong += [*check_by_hand(name, truth), *check_changes(name, truth)]
            figures += sum(1 for kind in KINDS for _ in paths(truth.get(kind, {})))
        if parser:
            wrong += check_broken_captures(parser, folder)
    print("\n".join(wrong) or f"{len(CASES)} cases, {sum(map(len, BY_HAND.values()))} figures by hand; each of {figures} "
          f"figures was changed and noticed{'; captures that were broken too' if parser else ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
