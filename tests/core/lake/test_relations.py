from __future__ import annotations

from contextlib import closing
from pathlib import Path

import polars as pl
import pytest

from core import lake as lakes
from core.errors import TableNotFoundError
from core.lake.profile import engine
from core.lake.relations import show_frame, show_table
from core.lake.storing import SHARD_TABLE_BYTES
from core.settings import Settings
from core.store import Workspace

CSV = 'the "key",select,🐟\n Oslo ,1,\nLima,,x\n'
CELLS = [(0, "Oslo", "1", None), (1, "Lima", None, "x")]


def shown(workspace: Workspace, table: str) -> list[tuple[object, ...]]:
    with closing(engine(256)) as connection:
        rows = show_table(connection, "cells0", workspace, "lake", table)
        found = connection.execute("SELECT * FROM cells0 ORDER BY place").fetchall()
    assert rows == len(found)
    return found


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
    assert shown(workspace, "a.csv") == CELLS
    assert shown(workspace, "empty.csv") == []


def test_a_large_table_is_shown_the_same_way(workspace: Workspace) -> None:
    lines = [f" {i}, {'x' * 1000} ,\n" for i in range(SHARD_TABLE_BYTES // 1000 + 1)]
    folder = Path(lakes.lake(workspace, "lake").root)
    (folder / "large.csv").write_text("a,b,c\n" + "".join(lines))
    refresh(workspace)
    assert any(path.suffix == ".parquet" for path in (workspace.root / "tables").rglob("*"))
    expected = [(i, str(i), "x" * 1000, None) for i in range(len(lines))]
    assert shown(workspace, "large.csv") == expected


def test_a_frame_is_shown_by_the_order_of_its_columns() -> None:
    frame = pl.DataFrame({"select": ["1 ", None], 'a"b': ["", "2"]}, schema_overrides=None)
    with closing(engine(256)) as connection:
        assert show_frame(connection, "query", frame) == 2
        found = connection.execute("SELECT * FROM query ORDER BY place").fetchall()
    assert found == [(0, "1", None), (1, None, "2")]


def test_a_table_that_is_not_there_is_said(workspace: Workspace) -> None:
    refresh(workspace)
    with pytest.raises(TableNotFoundError, match=r"no table 'b\.csv'"):
        shown(workspace, "b.csv")
