from __future__ import annotations

import polars as pl

from core.search.combining.unions.conflicts import Conflict
from core.search.combining.unions.integrate import Integration, PartReport
from core.search.combining.unions.preview import preview
from core.types import DataType

UNION = Integration(
    frame=pl.DataFrame(
        {
            "only": ["q1", "q2", None, None, None],
            "key": ["a", "b", "a", "c", "d"],
            "new": [None, None, "x", "y", "z"],
            "source table": ["q", "q", "t", "t", "t"],
        }
    ),
    query_rows=2,
    is_new=pl.Series("new", [False, False, False, True, True]),
    parts=(
        PartReport(
            "t", 3, 2, 1, ("new",), (Conflict("t", "key", "k", DataType.STRING, DataType.FLOAT),)
        ),
    ),
)


def test_the_query_begins_and_columns_stand_as_in_the_union() -> None:
    look = preview(UNION, ["key"], rows=3, query_rows=1)
    assert look.frame.columns == UNION.frame.columns
    assert look.frame["key"].to_list() == ["a", "a", "c"]
    assert look.is_added == (False, True, True)
    assert look.is_new == (False, False, True)
    assert (look.aligned, look.conflicting) == (("key",), ("key",))


def test_rows_and_columns_are_bounded_and_aligned_columns_are_kept() -> None:
    look = preview(UNION, ["new"], rows=1, columns=2)
    assert look.frame.columns == ["only", "new", "source table"]
    assert look.frame.height == 1
