from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from core.lake import SinceRead, lake, since_read
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.files import make_old, write_old

State = Callable[[str], SinceRead]


@pytest.fixture
def state(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> State:
    write_old(folder / "in" / "a.csv", "name,size\nx,1\n")
    refresh_lake()
    return lambda path: since_read(workspace, lake(workspace, "lake"), path)


def test_a_file_is_as_read_until_its_time_is_another(folder: Path, state: State) -> None:
    path = folder / "in" / "a.csv"
    assert state("in/a.csv") is SinceRead.AS_READ
    later = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))
    assert state("in/a.csv") is SinceRead.CHANGED


def test_a_row_more_is_told_at_the_same_time_of_change(folder: Path, state: State) -> None:
    path = folder / "in" / "a.csv"
    then = path.stat().st_mtime_ns
    path.write_text("name,size\nx,1\ny,2\n")
    os.utime(path, ns=(then, then))
    assert state("in/a.csv") is SinceRead.CHANGED


def test_a_file_that_is_gone_is_so_with_its_folder_too(folder: Path, state: State) -> None:
    path = folder / "in" / "a.csv"
    path.unlink()
    assert state("in/a.csv") is SinceRead.GONE
    path.parent.rmdir()
    path.parent.write_text("no folder")
    assert state("in/a.csv") is SinceRead.GONE


def test_a_path_that_leads_round_in_a_circle_is_out_of_reach(folder: Path, state: State) -> None:
    path = folder / "in" / "a.csv"
    path.unlink()
    path.symlink_to(path.name)
    assert state("in/a.csv") is SinceRead.OUT_OF_REACH


def test_of_a_file_that_was_too_young_for_its_time_to_tell_the_size_does(
    workspace: Workspace, folder: Path, state: State
) -> None:
    with workspace.writing() as db:
        db.execute("UPDATE files SET modified_ns = -1")
    assert state("in/a.csv") is SinceRead.AS_READ
    (folder / "in" / "a.csv").write_text("name,size\nx,10\n")
    assert state("in/a.csv") is SinceRead.CHANGED


def test_a_database_that_is_written_to_in_its_log_alone_has_changed(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    path = folder / "b.sqlite"
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA journal_mode = WAL")
        made.execute("CREATE TABLE t (a)")
        made.execute("INSERT INTO t VALUES (1)")
    made.close()
    make_old(path)
    refresh_lake()
    assert since_read(workspace, lake(workspace, "lake"), "b.sqlite") is SinceRead.AS_READ
    writer = sqlite3.connect(path)
    writer.execute("INSERT INTO t VALUES (2)")
    writer.commit()
    try:
        assert since_read(workspace, lake(workspace, "lake"), "b.sqlite") is SinceRead.CHANGED
    finally:
        writer.close()
