from __future__ import annotations

from pathlib import Path

import pytest

from core.lake import lake, table_order
from core.lake.stored import every_column
from core.lake.stored.every_column import columns_of_type
from core.store import Workspace
from core.types import DataType
from tests.core.lake.conftest import RefreshLake


@pytest.fixture
def seven(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> Workspace:
    """Tables of two columns of words, one of numbers and one without values."""
    for number in range(7):
        (folder / f"{number}.csv").write_text("b,n,a,none\nx,1,y,\nz,2,w,\n")
    refresh_lake()
    return workspace


def named(workspace: Workspace) -> list[tuple[str, str, int]]:
    columns = columns_of_type(workspace, lake(workspace, "lake").key, DataType.STRING)
    return [(table_id, column.name, column.position) for table_id, column in columns]


@pytest.mark.parametrize("at_once", [1, 3, 7, 500])
def test_columns_come_in_the_order_of_the_tables_however_many_are_read_at_once(
    seven: Workspace, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(every_column, "_TABLES_AT_ONCE", at_once)
    tables = table_order(seven, lake(seven, "lake").key)
    assert len(tables) == 7
    assert named(seven) == [one for table in tables for one in ((table, "b", 0), (table, "a", 2))]


def test_the_log_is_written_back_while_columns_are_looked_at(seven: Workspace) -> None:
    with seven.held_open():
        columns = columns_of_type(seven, lake(seven, "lake").key, DataType.STRING)
        next(columns)
        with seven.writing() as db:
            db.execute("UPDATE lakes SET name = 'other'")
        with seven._connection() as connection:
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert busy == 0
        assert len(list(columns)) == 13


def test_a_table_that_is_removed_meanwhile_is_left_out(
    seven: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every_column, "_TABLES_AT_ONCE", 1)
    key = lake(seven, "lake").key
    *_, last = table_order(seven, key)
    columns = columns_of_type(seven, key, DataType.STRING)
    next(columns)
    with seven.writing() as db:
        db.execute("DELETE FROM tables WHERE table_id = ?", [last])
    assert last not in {table_id for table_id, _ in columns}
