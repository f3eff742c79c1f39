# SPDX-License-Identifier: MIT
"""Thousands of captures as one Parquet data set: docs/dataset.md.

build() needs pyarrow, several workers need dask's distributed, query() needs duckdb: `pip install "idn[data]"`.
"""

from idn.dataset._build import Outcome, Workers, build
from idn.dataset._missing import MissingPackage
from idn.dataset._query import QUERIES, query
from idn.dataset._schema import SCHEMA, TABLES, Column

__all__ = ["Column", "MissingPackage", "Outcome", "QUERIES", "SCHEMA", "TABLES", "Workers", "build", "query"]
