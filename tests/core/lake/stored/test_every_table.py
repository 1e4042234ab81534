"""All tables in the lake's order, whichever containers they lie in."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.lake import lake, sample_columns
from core.lake.reading import storing
from core.lake.stored import every_table as module
from core.lake.stored.cells import cell_batches
from core.lake.stored.every_table import every_table
from core.lake.stored.placing import Place
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake


@pytest.fixture
def mixed(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> Workspace:
    """Tables 0 to 9 of two columns: the fifth is large, the third and the eighth were read again.

    Each has one row, its number; the large one nine.
    """
    long = "x" * (storing.SHARD_TABLE_BYTES // 8)
    for i in range(10):
        (folder / f"{i}.csv").write_text(f"n,m\n{i},z{i}\n")
    (folder / "4.csv").write_text("n,m\n" + "".join(f"4,{long}\n" for _ in range(9)))
    for again in (2, 7):
        (folder / f"{again}.csv").write_text("n,m\nto be,changed\n")
    refresh_lake()
    for again in (2, 7):
        (folder / f"{again}.csv").write_text(f"n,m\n{again},z{again}\n")
        refresh_lake()
    return workspace


def parts(workspace: Workspace, most: int) -> list[str]:
    """What comes together, each with its cells as they are in the shard."""
    found = []
    for some in every_table(workspace, lake(workspace, "lake").key, lambda one: one.columns, most):
        if isinstance(some, Place):
            found.append(f"large {some.table_id[0]}")
            continue
        numbers = "".join(one.table_id[0] for one in some.tables)
        assert some.columns.column("name").to_pylist() == ["n", "m"] * len(numbers)
        values = [[[number], [f"z{number}"]] for number in numbers]
        assert some.columns.column("values").to_pylist() == [v for own in values for v in own]
        found.append(numbers)
    return found


def test_small_tables_come_together_from_any_shard_and_large_ones_alone(mixed: Workspace) -> None:
    assert parts(mixed, 100) == ["0123", "large 4", "56789"]
    # Two columns a table: three tables are six.
    assert parts(mixed, 6) == ["012", "3", "large 4", "567", "89"]
    assert parts(mixed, 1) == [*"0123", "large 4", *"56789"]


def test_what_is_in_memory_at_once_is_bounded(
    mixed: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BYTES_AT_ONCE", 1)
    assert parts(mixed, 100) == [*"0123", "large 4", *"56789"]


def test_cells_and_samples_come_in_the_order_of_the_tables(mixed: Workspace) -> None:
    key = lake(mixed, "lake").key
    numbers = []
    for batch in cell_batches(mixed, key, 1):
        assert batch.cell_counts.tolist() == [2] * len(batch.table_ids)
        numbers += batch.cells.to_pylist()[::2]
    assert numbers == list("0123456789")
    for size in (0, 5):
        samples = list(sample_columns(mixed, key, size, Settings()))
        assert [table[0] for one in samples for table in one.table_ids] == list("0123456789")
        values = [value for one in samples for value in one.values[::2]]
        assert values == [[number] if size else [] for number in "0123456789"]
