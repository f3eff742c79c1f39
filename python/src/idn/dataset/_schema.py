# SPDX-License-Identifier: MIT
"""Tables of the data set. Names are those of docs/report.md: metrics by the names of their limits, where they have one."""

from __future__ import annotations

from typing import Any, NamedTuple

from idn.dataset._missing import optional_module

#: Incremented when a column changes its meaning or is removed: build() makes all pieces anew then.
SCHEMA = 1


class Column(NamedTuple):
    """type: name of a type of pyarrow. unit: "" for counts, names and flags, "1" for shares. key: where idn_parser's JSON has
    it, a path of keys; the name if empty."""

    name: str
    type: str
    unit: str = ""
    key: str = ""


_STREAM_NAMES = (
    Column("stream", "uint32"),
    Column("client", "string"),
    Column("server", "string"),
    Column("client_group", "uint8"),
    Column("channel", "uint8"),
)

#: What is measured of a stream, and of each window of it.
_METRICS = (
    Column("datagrams", "int64"),
    Column("late_datagrams", "int64"),
    Column("measured_s", "double", "s"),
    Column("display_us", "int64", "us"),
    Column("fill", "double", "1"),
    Column("expected_offset_us", "double", "us"),
    Column("offsets", "int64", "", "offsets.count"),
    Column("average_offset_us", "double", "us", "offsets.average_us"),
    Column("smallest_offset_us", "double", "us", "offsets.min_us"),
    Column("largest_offset_us", "double", "us", "offsets.max_us"),
    *(Column(f"left_out_for_{cause}", "int64", "", f"offsets.left_out.{cause}") for cause in ("loss", "axis", "pause", "offload")),
    Column("on_target_share", "double", "1", "target.on_target_share"),
    Column("dark_datagrams", "int64", "", "target.dark_datagrams"),
    *(Column(name, "double", "us", f"target.{name}")
      for name in ("deviation_p50_us", "deviation_p99_us", "deviation_p99_9_us", "peak_period_jitter_us")),
    *(Column(name, "double", "ppm", f"clock.{name}")
      for name in ("rate_error_ppm", "rate_error_low_ppm", "rate_error_high_ppm", "rate_error_bound_ppm")),
    *(Column(name, "double", "us", f"clock.{name}") for name in ("long_term_jitter_us", "long_term_jitter_without_drift_us")),
    Column("smallest_buffer_packets", "double", "packets", "clock.smallest_buffer_packets"),
    Column("whole_buffer_packets", "int64", "packets", "clock.whole_buffer_packets"),
    Column("c_inst_packets", "double", "packets", "clock.c_inst_packets"),
    Column("ts_df_us", "double", "us", "clock.ts_df_us"),
    Column("start_delay_us", "double", "us", "clock.start_delay_us"),
)

_SHOWN = (
    Column("verdict", "string", "", "shown.verdict"),
    Column("buffer_us", "double", "us", "shown.buffer_us"),
    Column("played_us", "double", "us", "shown.played_us"),
    Column("dark_us", "double", "us", "shown.dark_us"),
    *(Column(f"dark_times_{cause}", "int64", "", f"shown.dark_times.{cause}") for cause in ("late", "lost", "gap")),
    Column("longest_dark_us", "double", "us", "shown.longest_dark.length_us"),
    Column("least_left_us", "double", "us", "shown.least_left_us"),
    Column("overruns", "int64", "", "shown.overruns"),
    Column("refused", "int64", "", "shown.refused"),
)

#: Of the connection of a stream.
CONNECTION = (
    Column("packets", "int64"),
    Column("lost", "int64"),
    Column("lost_share", "double", "1"),
    Column("late", "int64"),
    Column("duplicated", "int64"),
    Column("malformed", "int64"),
    Column("sequence_restarts", "int64"),
    Column("refusals", "int64"),
)

STREAM = (
    Column("mode", "string"),
    Column("service_id", "int64"),
    Column("octets_per_sample", "int64", "octets"),
    Column("samples_per_second", "double", "1/s"),
    Column("samples", "int64"),
    Column("frames", "int64"),
    Column("max_payload_octets", "int64", "octets"),
    Column("timestamp_outliers", "int64"),
    Column("timestamp_jumps", "int64"),
    *_METRICS,
    *_SHOWN,
)

WINDOW = (
    Column("begin_unix_ns", "int64", "ns"),
    Column("packet", "uint64"),
    Column("lost", "int64"),
    *_METRICS,
)

CAPTURE = (
    Column("verdict", "string", "", "shown"),
    Column("packets", "int64", "", "capture.packets"),
    Column("first_packet_unix_ns", "int64", "ns", "capture.first_packet_unix_ns"),
    Column("span_s", "double", "s", "capture.span_s"),
)

#: Each table by its name. All have the column `capture`, by which they are partitioned, beside these.
TABLES: dict[str, tuple[Column, ...]] = {
    "datagrams": (
        Column("file", "uint32"),
        Column("packet", "uint64"),
        *_STREAM_NAMES,
        Column("unix_ns", "int64", "ns"),
        Column("stamp_source", "string"),
        Column("media_us", "int64", "us"),
        Column("sequence", "uint16"),
        Column("duration_us", "uint32", "us"),
        Column("samples", "uint64"),
        Column("octets", "uint32", "octets"),
        Column("offset_ns", "int64", "ns"),
        Column("expected_ns", "int64", "ns"),
        Column("deviation_ns", "int64", "ns"),
        Column("gap_us", "int64", "us"),
        Column("lateness_ns", "int64", "ns"),
        Column("axis", "uint32"),
        Column("begins_axis", "string"),
        *(Column(flag, "bool") for flag in ("frame", "late", "duplicate", "after_loss", "pause", "outlier")),
    ),
    "streams": (*_STREAM_NAMES, *CONNECTION, *STREAM),
    "findings": (Column("finding", "uint32"), Column("client", "string"), Column("text", "string")),
    "windows": (*_STREAM_NAMES, *WINDOW),
    "captures": (
        Column("path", "string"),
        Column("folder", "string"),
        Column("size", "int64", "octets"),
        Column("mtime_ns", "int64", "ns"),
        Column("sha256", "string"),
        Column("schema", "int64"),
        Column("version", "string"),
        Column("window", "string"),
        Column("error", "string"),
        *CAPTURE,
    ),
}


def arrow_schema(table: str) -> Any:
    """Units are in the metadata of the fields, the version in that of the file."""
    arrow = optional_module("pyarrow")
    fields = [arrow.field(column.name, arrow.type_for_alias(column.type), metadata={"unit": column.unit} if column.unit else None)
              for column in TABLES[table]]
    return arrow.schema(fields, metadata={"idn.dataset.schema": str(SCHEMA)})


def value_at(report: Any, key: str) -> Any:
    """None where any key on the path is missing or null."""
    for part in key.split("."):
        report = report.get(part) if isinstance(report, dict) else None
    return report


def values_of(columns: tuple[Column, ...], report: dict[str, Any]) -> dict[str, Any]:
    return {column.name: value_at(report, column.key or column.name) for column in columns}
