from __future__ import annotations

import pytest

from core import lake as lakes
from core.errors import TableNotFoundError
from core.settings import Settings
from core.store import Workspace

ROWS = 5_000
"""Of the large table, more than the 8 MiB that a table of a shard may have."""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    root = tmp_path_factory.mktemp("spaced")
    (root / "lake").mkdir()
    text = "n\n" + "".join(f"{n}\n" for n in range(10))
    (root / "lake" / "small.csv").write_text(text)
    (root / "lake" / "large.csv").write_text(
        "n,text\n" + "".join(f"{n},{'word' * 500}\n" for n in range(ROWS))
    )
    found = Workspace.open(root / "workspace")
    lake = lakes.add_lake(found, "lake", root / "lake")
    lakes.refresh(found, lake, Settings(workers=1))
    return found


@pytest.mark.parametrize(
    ("rows", "expected"),
    [(1, [0]), (3, [0, 4, 8]), (5, [0, 2, 4, 6, 8]), (10, list(range(10))), (99, list(range(10)))],
)
def test_rows_are_evenly_spaced_from_the_first(
    workspace: Workspace, rows: int, expected: list[int]
) -> None:
    frame, total = lakes.spaced_rows(workspace, "lake", "small.csv", rows)
    assert (frame["n"].to_list(), total) == ([str(n) for n in expected], 10)


def test_of_a_large_table_only_the_rows_wanted_are_read(workspace: Workspace) -> None:
    frame, total = lakes.spaced_rows(workspace, "lake", "large.csv", 4)
    assert list((workspace.root / "tables").rglob("*.parquet"))
    assert (frame["n"].to_list(), total) == (["0", "1250", "2500", "3750"], ROWS)


def test_a_table_that_is_not_there_is_told(workspace: Workspace) -> None:
    with pytest.raises(TableNotFoundError):
        lakes.spaced_rows(workspace, "lake", "gone.csv", 4)
