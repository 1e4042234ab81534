"""Small tables are looked at together in bounded memory, and counted as they are alone."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conditions import Text
from core.conditions.counting import portions as module
from core.conditions.counting import scanning
from core.conditions.counting.portions import portions
from core.conditions.counting.scanning import ANY_COLUMN, Scan, count_rows
from core.lake.stored.every_table import BYTES_AT_ONCE
from core.lake.stored.relations import StoredCells
from core.settings import Settings

LARGE = StoredCells(5, 2, Path("large.parquet"))


def _small(*sizes: int) -> StoredCells:
    cells = pl.DataFrame({"a": ["x" * size for size in sizes], "b": ["y"] * len(sizes)})
    return StoredCells.of_frame(cells)


tables = st.lists(st.lists(st.integers(0, 50), max_size=6), max_size=9)


@given(tables, st.integers(1, 12), st.integers(1, 400), st.sets(st.integers(0, 9)))
def test_portions_are_as_large_as_rows_and_bytes_allow(
    sizes: list[list[int]], rows: int, most: int, large: set[int]
) -> None:
    every = [_small(*some) for some in sizes]
    every = [LARGE if place in large else one for place, one in enumerate(every)]

    def taken(some: list[StoredCells]) -> tuple[int, int]:
        return sum(one.rows for one in some), sum(one.arrays[0].nbytes for one in some)

    def fits(some: list[StoredCells]) -> bool:
        return LARGE not in some and taken(some)[0] <= rows and taken(some)[1] <= most

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "_ROWS_AT_ONCE", rows)
        patched.setattr(module, "BYTES_AT_ONCE", most)
        found = list(portions(every, lambda one: one, lambda one: [0]))
    assert [id(one) for some in found for one in some] == [id(one) for one in every]
    assert all(len(some) == 1 or fits(some) for some in found)
    assert not any(fits([*some, then[0]]) for some, then in itertools.pairwise(found))


def test_tables_of_long_texts_are_counted_apart_and_as_they_are_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = "word " * (BYTES_AT_ONCE // 50)  # a tenth of what is looked at together
    cells = pl.DataFrame({"a": ["tea", long, None], "b": ["rum", "a tea", long]})
    scans = [Scan(f"{n}", StoredCells.of_frame(cells), (ANY_COLUMN, 1)) for n in range(6)]
    asked = [Text("tea"), Text("rum", "b")]
    shown: list[int] = []
    show = scanning._show

    def spied(connection: object, some: list[Scan], *rest: object) -> None:
        shown.append(len(some))
        show(connection, some, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(scanning, "_show", spied)
    spill = Path(tempfile.gettempdir())
    found = count_rows(scans, asked, Settings(), spill)
    assert shown == [3, 3]
    assert [found[one.table].satisfied for one in scans] == [(2, 1)] * 6
