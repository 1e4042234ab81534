"""Unions that go to a file: the rows of the union in memory, a batch at a time."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import lake as lakes
from core.errors import BusyError, ColumnNotFoundError, EngineMemoryError
from core.search import Part, csv_bytes, write_union
from core.search.combining.unions import making as uniting
from core.search.combining.unions.making import size_union, union_bytes, union_heads
from core.search.combining.unions.preview import preview
from tests.core.search.combining.unions.test_integrate import (
    TABLES,
    Row,
    as_csv,
    loose,
    part,
    queries_and_parts,
)
from tests.core.search.conftest import MakeLake, Opened, whole_union

LARGE = 60_000
LONG = "x" * 200
"""Of as many rows with such a cell a table is kept in a file of its own."""


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({name: as_csv(header, rows) for name, (header, rows) in TABLES.items()})


@pytest.fixture(scope="module")
def large(make_lake: MakeLake) -> Opened:
    drawn = random.Random(0)  # noqa: S311 - any cells do
    names = ["Oslo", "oslo", " Oslo ", "", "Rome"]

    def table(header: str) -> str:
        rows = (f"{drawn.choice(names)},{drawn.randrange(50_000)},{LONG}\n" for _ in range(LARGE))
        return header + "".join(rows)

    return make_lake(
        {"a.csv": table("city,n,long\n"), "b.csv": table("town,number,long\n")}, "large"
    )


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(case=queries_and_parts(), cells=st.sampled_from([1, 7, 500_000]))
def test_a_file_has_the_rows_of_the_union(
    lake: Opened,
    tmp_path_factory: pytest.TempPathFactory,
    case: tuple[tuple[str, list[str], list[Row]], list[Part]],
    cells: int,
) -> None:
    table, parts = case
    query, path = lake.query(loose(*table)), tmp_path_factory.mktemp("out") / "union.csv"
    whole = whole_union(query, parts)
    new = whole.frame.filter(whole.is_new)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uniting, "_CELLS_AT_ONCE", cells)

        made = write_union(query, parts, path)

        assert path.read_bytes() == csv_bytes(whole.frame)
        assert (made.rows, list(made.columns)) == (whole.frame.height, whole.frame.columns)
        assert (made.query_rows, made.parts) == (whole.query_rows, whole.parts)
        file = union_bytes(query, parts, ".parquet", new_only=True)
        assert pl.read_parquet(file).equals(new)
        assert size_union(query, parts) == made
        _, first, first_new = union_heads(query, parts, 3)
    aligned = [match.query_column for one in parts for match in one.alignment]
    shown, of_whole = preview(first, aligned, 3), preview(whole, aligned, 3)
    assert shown.frame.equals(of_whole.frame)
    assert replace(shown, frame=None) == replace(of_whole, frame=None)  # type: ignore[arg-type]
    assert first_new.frame.equals(new.head(3))


def test_large_tables_go_to_the_file_batch_by_batch(
    large: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights: list[int] = []
    write_batches = uniting.write_batches

    def written(batches: pa.RecordBatchReader, path: Path) -> None:
        kept = [batch for batch in batches if heights.append(batch.num_rows) is None]
        write_batches(pa.RecordBatchReader.from_batches(batches.schema, kept), path)

    monkeypatch.setattr(uniting, "write_batches", written)
    monkeypatch.setattr(lakes, "table_frame", None)  # nothing reads a whole table
    parts = [part("b.csv", city="town", n="number")]

    made = write_union(large.query("a.csv"), parts, tmp_path / "u.parquet")

    columns = len(made.columns)
    assert sum(heights) == made.rows == 2 * LARGE
    assert max(heights) <= uniting._CELLS_AT_ONCE // columns
    rows = pl.read_parquet(tmp_path / "u.parquet")
    own = {row[:2] for row in rows.head(LARGE).rows()}
    assert made.parts[0].new_rows == sum(row[:2] not in own for row in rows.tail(LARGE).rows())
    assert rows["city"].unique().sort().to_list() == [None, "Oslo", "Rome", "oslo"]


def test_too_little_memory_is_told(large: Opened, tmp_path: Path) -> None:
    little = replace(large, settings=replace(large.settings, memory_limit_mb=1))
    parts = [part("b.csv", city="town", n="number")]
    with pytest.raises(EngineMemoryError, match=r"A union keeps to 1 MiB .*_MEMORY_LIMIT_MB"):
        write_union(little.query("a.csv"), parts, tmp_path / "u.csv")
    assert not list(tmp_path.iterdir())


def test_a_table_that_is_read_again_meanwhile_is_told(
    make_lake: MakeLake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [(str(i), LONG) for i in range(LARGE)]
    lake = make_lake({"a.csv": "n,b\n1,y\n", "big.csv": as_csv(["n", "b"], rows)}, "gone")
    find = uniting._new_rows

    def found(*given: object) -> object:
        new = find(*given)  # type: ignore[arg-type]
        for path in (lake.workspace.root / "tables").rglob("*.parquet"):
            path.unlink()
        return new

    monkeypatch.setattr(uniting, "_new_rows", found)
    monkeypatch.setattr(uniting, "conflicts_with", lambda *_: ())
    with pytest.raises(BusyError, match="'gone' is being read again"):
        write_union(lake.query("a.csv"), [part("big.csv", n="n")], tmp_path / "u.csv")


def test_a_query_whose_columns_have_changed_places_is_united_by_their_names(
    make_lake: MakeLake,
) -> None:
    lake = make_lake({"a.csv": "city,n\nOslo,1\n", "b.csv": "city\nRome\n"}, "moved")
    query = lake.query("a.csv")
    lake.write({"a.csv": "n,city\n2,Lima\n"})
    lake.refresh()

    made = whole_union(query, [part("b.csv", city="city")])

    assert made.frame.columns[:2] == ["n", "city"]
    assert made.frame.rows() == [("2", "Lima", "a.csv"), (None, "Rome", "b.csv")]
    lake.write({"a.csv": "n\n2\n"})
    lake.refresh()
    with pytest.raises(ColumnNotFoundError, match=r"Got 'city'; a\.csv has n"):
        whole_union(query, [part("b.csv", city="city")])
