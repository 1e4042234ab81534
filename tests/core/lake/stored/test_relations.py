from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import lake as lakes
from core.errors import TableNotFoundError
from core.lake.cells import BLANKS
from core.lake.engine import engine
from core.lake.reading.storing import SHARD_TABLE_BYTES
from core.lake.stored.relations import StoredCells
from core.settings import Settings
from core.store import Workspace

CSV = 'the "key",select,🐟\n Oslo ,1,\nLima,,x\n'
CELLS = [(0, "Oslo", "1", None), (1, "Lima", None, "x")]


def shown(cells: StoredCells) -> list[tuple[object, ...]]:
    with closing(engine(256)) as connection:
        cells.show(connection, "cells0")
        return connection.execute("SELECT * FROM cells0 ORDER BY place").fetchall()


def of(workspace: Workspace, table: str) -> StoredCells:
    return StoredCells.of_table(workspace, "lake", table)


def streamed(cells: StoredCells, *columns: int) -> list[tuple[object, ...]]:
    return [row for frame in cells.batches(columns) for row in frame.rows()]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "tables"
    root.mkdir()
    (root / "a.csv").write_text(CSV)
    (root / "empty.csv").write_text("x,y\n")
    # The folder's name holds what DuckDB reads as a pattern.
    opened = Workspace.open(tmp_path / "work[s]*?")
    lakes.add_lake(opened, "lake", root)
    return opened


def refresh(workspace: Workspace) -> None:
    settings = Settings(workspace=workspace.root, workers=1)
    lakes.refresh(workspace, lakes.lake(workspace, "lake"), settings)


def test_a_small_table_is_shown_trimmed_with_missing_cells_null(workspace: Workspace) -> None:
    refresh(workspace)
    assert shown(of(workspace, "a.csv")) == CELLS
    assert shown(of(workspace, "empty.csv")) == []


def test_columns_are_given_in_the_order_asked_for(workspace: Workspace) -> None:
    refresh(workspace)
    assert streamed(of(workspace, "a.csv"), 1, 0) == [("1", " Oslo "), ("", "Lima")]
    assert streamed(of(workspace, "empty.csv"), 0) == []


def test_a_large_table_is_shown_the_same_way(workspace: Workspace) -> None:
    lines = [f" {i}, {'x' * 1000} ,\n" for i in range(SHARD_TABLE_BYTES // 1000 + 1)]
    folder = Path(lakes.lake(workspace, "lake").root)
    (folder / "large.csv").write_text("a,b,c\n" + "".join(lines))
    refresh(workspace)
    assert any(path.suffix == ".parquet" for path in (workspace.root / "tables").rglob("*"))
    expected = [(i, str(i), "x" * 1000, None) for i in range(len(lines))]
    large = of(workspace, "large.csv")
    assert shown(large) == expected
    assert [c.strip() for _, c in streamed(large, 2, 0)] == [str(i) for i in range(len(lines))]


def test_a_frame_is_shown_by_the_order_of_its_columns() -> None:
    frame = pl.DataFrame({"select": ["1 ", None], 'a"b': ["", "2"]})
    assert shown(StoredCells.of_frame(frame)) == [(0, "1", None), (1, None, "2")]


def test_a_table_that_is_not_there_is_said(workspace: Workspace) -> None:
    refresh(workspace)
    with pytest.raises(TableNotFoundError, match=r"no table 'b\.csv'"):
        of(workspace, "b.csv")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(st.sampled_from(BLANKS + "aé1\n\u3000"), max_size=4), min_size=1))
def test_cells_of_all_kinds_of_blanks_are_trimmed_as_python_trims(texts: list[str]) -> None:
    found = shown(StoredCells.of_frame(pl.DataFrame({"a": texts}, {"a": pl.String})))
    assert [cell for _, cell in found] == [text.strip() or None for text in texts]


def test_cells_without_blanks_at_their_ends_are_not_trimmed_at_the_price_of_trimming() -> None:
    rows = 300_000
    cells = pl.DataFrame({"c0": [f"{row * 7 % rows}.{row % 89}" for row in range(rows)]})

    def took(sql: str) -> float:
        began = time.process_time()
        connection.execute(sql).fetchall()
        return time.process_time() - began

    with closing(engine(256)) as connection:
        StoredCells.of_frame(cells).show(connection, "shown")
        trimming = took(f"SELECT max(trim(c0, '{BLANKS}')) FROM shown_arrays")
        assert 3 * took("SELECT max(c0) FROM shown") < trimming
