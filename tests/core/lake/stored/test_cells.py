from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from core.lake import lake, table_frame, table_order
from core.lake.reading import storing
from core.lake.stored import cells
from core.lake.stored.cells import cell_batches
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake


@pytest.fixture
def tables(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> Workspace:
    """Small tables of several widths and one that is kept apart, all with a telling cell each."""
    for width in range(1, 6):
        lines = [",".join(f"c{i}" for i in range(width))]
        lines += [",".join(f"{width}/{r}/{i}" for i in range(width)) for r in range(width * 3)]
        (folder / f"t{width}.csv").write_text("\n".join(lines) + "\n")
    (folder / "empty.csv").write_text("a,b\n")
    long = "x" * (storing.SHARD_TABLE_BYTES // 8)
    (folder / "large.csv").write_text("a,b\n" + f"{long},1\n" * 9)
    refresh_lake()
    return workspace


def test_batches_have_every_cell_once_in_the_order_of_the_tables(
    tables: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = lake(tables, "lake").key
    frames = {
        table_id: table_frame(tables, "lake", table_id) for table_id in table_order(tables, key)
    }
    for at_once, most in itertools.product([1, 20, 100_000], [1, 7, 1_000]):
        monkeypatch.setattr(cells, "CELLS_AT_ONCE", at_once)
        seen = _cells(tables, key, most)
        assert list(seen) == list(frames)
        for table_id, found in seen.items():
            frame = frames[table_id].head(most)
            expected = {
                (row, column): frame[row, column]
                for row in range(frame.height)
                for column in range(frame.width)
            }
            assert found == expected


def test_a_part_of_a_large_table_has_few_bytes_and_at_least_a_row(
    tables: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Indexes of words take many times as much memory as the text of a batch."""
    long = storing.SHARD_TABLE_BYTES // 8
    for most, rows in ((1, 1), (3 * long + 10, 3)):
        monkeypatch.setattr(cells, "BYTES_AT_ONCE", most)
        key = lake(tables, "lake").key
        parts = list(cell_batches(tables, key, 8, only=["large.csv"]))
        assert [int(part.rows[0]) for part in parts] == [rows] * (8 // rows) + [8 % rows] * (
            8 % rows > 0
        )
        assert [part.first_row for part in parts] == list(range(0, 8, rows))


def _cells(
    workspace: Workspace, key: int, most: int
) -> dict[str, dict[tuple[int, int], str | None]]:
    """Cells of each table by row and column, read off the batches one by one."""
    seen: dict[str, dict[tuple[int, int], str | None]] = {}
    for batch in cell_batches(workspace, key, most):
        given = iter(zip(batch.row_numbers().tolist(), batch.cells.to_pylist(), strict=True))
        begun = 0
        for place, table_id in enumerate(batch.table_ids):
            found = seen.setdefault(table_id, {})
            for column in range(int(batch.widths[place])):
                for row in range(int(batch.rows[place])):
                    number, cell = next(given)
                    assert number == begun + row
                    found[batch.first_row + row, column] = cell
            begun += int(batch.rows[place])
    return seen
