# SPDX-License-Identifier: MIT
"""Questions to a data set, in SQL by DuckDB."""

from __future__ import annotations

import os
import pathlib
from typing import Any

from idn.dataset._missing import optional_module
from idn.dataset._schema import TABLES

#: Examples by their names; docs/dataset.md explains them.
QUERIES = {
    "worst-senders": """\
SELECT regexp_replace(client, ':[0-9]+$', '') AS sender, count(DISTINCT capture) AS nights, count(*) AS streams,
  count(*) FILTER (verdict IN ('FLICKERS', 'NOT SHOWN')) AS bad_streams, round(sum(dark_us) / 1e6, 3) AS dark_s,
  round(1e6 * sum(dark_us) / sum(played_us)) AS dark_ppm, sum(late_datagrams) AS late_datagrams,
  round(quantile_cont(deviation_p99_us, 0.5), 1) AS median_deviation_p99_us
FROM streams GROUP BY sender ORDER BY dark_s DESC NULLS LAST, bad_streams DESC, sender LIMIT 20;
""",
    "regressions": """\
WITH versions AS (
  SELECT folder AS version, min(first_packet_unix_ns) AS begun, count(*) AS nights FROM captures WHERE error IS NULL GROUP BY folder
), figures AS (
  SELECT folder AS version, mode, count(*) AS streams, avg(on_target_share) AS on_target_share,
    quantile_cont(deviation_p99_us, 0.5) AS deviation_p99_us, sum(dark_us) / sum(played_us) AS dark_share
  FROM streams JOIN captures USING (capture) GROUP BY ALL
), changes AS (
  SELECT *, lag(version) OVER before AS since, on_target_share - lag(on_target_share) OVER before AS on_target_change,
    deviation_p99_us / lag(deviation_p99_us) OVER before AS deviation_times, dark_share - lag(dark_share) OVER before AS dark_change
  FROM figures JOIN versions USING (version) WINDOW before AS (PARTITION BY mode ORDER BY begun, version)
)
SELECT since, version, mode, nights, streams, round(on_target_change, 4) AS on_target_change,
  round(deviation_times, 2) AS deviation_times, round(dark_change, 6) AS dark_change
FROM changes WHERE on_target_change < -0.001 OR deviation_times > 1.1 OR dark_change > 0.0001
ORDER BY begun, version, mode;
""",
    "buffers": """\
WITH delays AS (
  SELECT regexp_replace(client, ':[0-9]+$', '') AS sender,
    (lateness_ns - min(lateness_ns) OVER (PARTITION BY capture, stream, axis)) / 1000 AS delay_us
  FROM datagrams WHERE lateness_ns IS NOT NULL AND NOT duplicate AND NOT late
)
SELECT sender, count(*) AS datagrams, round(quantile_cont(delay_us, 0.5), 1) AS p50_us,
  round(quantile_cont(delay_us, 0.99), 1) AS p99_us, round(quantile_cont(delay_us, 0.999), 1) AS p99_9_us,
  round(max(delay_us), 1) AS max_us
FROM delays GROUP BY sender ORDER BY p99_9_us DESC, sender LIMIT 20;
""",
}


def query(folder: str | os.PathLike[str], question: str) -> Any:
    """Returns DuckDB's relation for one of QUERIES by its name, or for SQL. Its tables are those of the data set, without the
    pieces that are not finished. Raises MissingPackage, FileNotFoundError if there is no data set, and duckdb.Error."""
    duckdb = optional_module("duckdb")
    if not list(pathlib.Path(folder, "captures").glob("capture=*/part.parquet")):
        raise FileNotFoundError(f"{os.fspath(folder)} is no data set; make one with: python -m idn.dataset build CAPTURES... --out DIR")
    connection = duckdb.connect()
    for table in ("captures", *(name for name in TABLES if name != "captures")):
        if not any(pathlib.Path(folder, table).glob("capture=*/part.parquet")):
            continue  # no capture could be read
        parts = str(pathlib.Path(folder, table, "capture=*", "part.parquet")).replace("'", "''")
        rows = f"read_parquet('{parts}', hive_partitioning = true, hive_types = {{'capture': VARCHAR}})"
        whole = "" if table == "captures" else " SEMI JOIN captures USING (capture)"
        connection.execute(f"CREATE VIEW {table} AS FROM {rows}{whole}")
    return connection.sql(QUERIES.get(question, question))
