"""Union searches narrowed by a condition in words, and the rows that satisfy it."""

from __future__ import annotations

import polars as pl

from core.conditions import parse
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    rows_that_satisfy,
    union_with_condition,
)
from core.types import Hit
from tests.core.search.conftest import Opened

SMALL = {"query.csv": "city,year,rain\nOslo,2001,5\nRome,2002,9\nBern,2003,7\nKyiv,2004,8\n"}


def searched(opened: Opened, where: str, k: int = 10, *columns: str) -> ConditionedSearch[Hit]:
    return union_with_condition(
        opened.query("query.csv", *columns), parse(where).condition, Limits(k), encoder_name="hash"
    )


def union(opened: Opened, where: str, k: int = 10) -> list[tuple[str, float]]:
    found = searched(opened, where, k)
    return [(hit.table, hit.satisfaction.share) for hit in found.hits]


def rows_of(opened: Opened, table: str, where: str) -> pl.DataFrame:
    condition = parse(where).condition
    found = searched(opened, where)
    (held,) = (hit.satisfaction.held for hit in found.hits if hit.table == table)
    return rows_that_satisfy(opened.searched, table, condition, held=held)
