"""What is said where a refresh replaced the cells between the look-up and the read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import BusyError, TableNotFoundError, WorkspaceError
from core.lake import lake, spaced_rows, table_frame
from core.lake.engine import limited_engine
from core.lake.reading import storing
from core.lake.stored import values
from core.lake.stored.cells import cell_batches
from core.lake.stored.chosen_columns import chosen_columns
from core.lake.stored.heads import table_heads
from core.lake.stored.placing import placed_table
from core.lake.stored.relations import StoredCells
from core.lake.stored.rows import some_rows
from core.lake.stored.values import sample_columns
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake

TABLES = ["large.csv", "small.csv"]


@pytest.fixture
def stored(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> Workspace:
    long = "x" * (storing.SHARD_TABLE_BYTES // 8)
    (folder / "large.csv").write_text("a,b\n" + f"{long},1\n" * 9)
    (folder / "small.csv").write_text("a,b\n1,2\n")
    refresh_lake()
    return workspace


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_has_just_moved_is_read_where_it_lies_now(
    stored: Workspace,
    folder: Path,
    refresh_lake: RefreshLake,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
) -> None:
    before = placed_table(stored, "lake", table)
    (folder / table).write_text("c\n3\n")
    refresh_lake()
    assert not before[0].container.exists()
    for read in (
        lambda: table_frame(stored, "lake", table),
        lambda: spaced_rows(stored, "lake", table, 9)[0],
    ):
        asked = iter([before, placed_table(stored, "lake", table)])
        monkeypatch.setattr(values, "placed_table", lambda *_, asked=asked: next(asked))
        frame = read()
        assert (frame.columns, frame.rows()) == (["c"], [("3",)])


@pytest.mark.parametrize("table", TABLES)
def test_cells_that_are_gone_are_said_to_be(stored: Workspace, table: str) -> None:
    for path in (stored.root / "tables").rglob("*.*"):
        if path.suffix in {".arrow", ".parquet"}:
            path.unlink()
    key = lake(stored, "lake").key
    for read in (table_frame, spaced_rows):
        with pytest.raises(TableNotFoundError, match=r"gone from the .* Run `lake refresh lake`"):
            read(stored, "lake", table, 1)
    with pytest.raises(TableNotFoundError, match=rf"'{table}' are being read again; search again"):
        some_rows(stored, key, {table: [0]})
    with pytest.raises(BusyError, match=r"refreshed meanwhile\. Start again"):
        list(table_heads(stored, key, [table], 1, 10))
    assert chosen_columns(stored, key, [(table, 2, 0), (table, 2, 1)], 10) == [None, None]


@pytest.mark.parametrize("left", [0, -8])
@pytest.mark.parametrize("table", TABLES)
def test_cells_that_were_cut_short_are_named_with_the_way_out(
    stored: Workspace, table: str, left: int
) -> None:
    container = placed_table(stored, "lake", table)[0].container
    container.write_bytes(container.read_bytes()[:left])
    key = lake(stored, "lake").key
    settings = Settings(workers=1)

    def shown() -> None:
        with limited_engine(100, stored.folder("spill"), "A look") as connection:
            StoredCells.of_table(stored, "lake", table).show(connection, "t")

    readers: list[Callable[[], object]] = [
        lambda: table_frame(stored, "lake", table),
        lambda: spaced_rows(stored, "lake", table, 1),
        lambda: some_rows(stored, key, {table: [0]}),
        lambda: list(table_heads(stored, key, [table], 1, 10)),
        lambda: chosen_columns(stored, key, [(table, 2, 0)], 10),
        lambda: list(cell_batches(stored, key, 10, [table])),
        lambda: list(sample_columns(stored, key, 10, settings, [table])),
        lambda: list(StoredCells.of_table(stored, "lake", table).batches([0])),
        shown,
    ]
    for read in readers:
        with pytest.raises(WorkspaceError, match=rf"{container}, whose end .* `lake refresh`"):
            read()
