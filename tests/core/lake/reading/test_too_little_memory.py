"""A table whose profile takes too much memory, or whose disk is full, is not refused for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb
import pytest

from core.errors import WorkspaceError
from core.lake import files, lake
from core.lake.engine import engine, spilling_engine
from core.lake.reading import storing
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import ids, write


@contextmanager
def without_room(memory_limit_mb: int, spill: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a real engine that has 1 MiB and may not spill."""
    del memory_limit_mb, spill
    with closing(engine(1)) as connection:
        yield connection


def test_a_table_that_memory_does_not_suffice_for_is_read_again_once_it_does(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "large.csv").write_text(
        "a,b\n" + "".join(f"{i * 7919 % 1_000_003},x{i * i}\n" for i in range(60_000))
    )
    write(folder, "small.csv")
    monkeypatch.setattr(storing, "spilling_engine", without_room)
    refresh_lake()
    key = lake(workspace, "lake").key
    (report,) = [one for one in files(workspace, key) if one.path == "large.csv"]
    assert report.reason.startswith("Reading it takes more memory than there is (")
    assert report.hint == "Raise SOUNDINGS_MEMORY_LIMIT_MB or split the file."
    monkeypatch.setattr(storing, "spilling_engine", spilling_engine)
    refresh_lake()
    assert not list(files(workspace, key, refused_only=True))
    assert "large.csv" in ids(workspace)


def test_a_disk_that_is_full_while_columns_are_profiled_ends_the_refresh(
    folder: Path, refresh_lake: RefreshLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def full(memory_limit_mb: int, spill: Path) -> Iterator[duckdb.DuckDBPyConnection]:
        with spilling_engine(memory_limit_mb, spill):
            raise duckdb.IOException('Could not write file "x": No space left on device')
        yield

    write(folder, "small.csv")
    monkeypatch.setattr(storing, "spilling_engine", full)
    with pytest.raises(WorkspaceError, match=r"must have room for the cells .* Make room"):
        refresh_lake()
