"""Refreshes beside each other, and refreshes that are killed."""

import random
import time
from pathlib import Path

import pytest

from core.errors import BusyError
from core.lake import (
    add_lake,
    files,
    lake,
    refresh,
    remove_lake,
    table_frame,
)
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake, StartPython
from tests.core.lake.refreshing import containers, counts, ids, used_containers, write

pytestmark = pytest.mark.usefixtures("reading_processes")

REFRESHING = """
import sys
from pathlib import Path
from core.lake import add_lake, refresh
from core.lake.reading import ingest
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace

ingest._GROUP_FILES = 4

def told(done, total, message):
    print(done, flush=True)
    if sys.argv[4] == "wait" and done:
        sys.stdin.readline()

if __name__ == "__main__":
    workspace = Workspace.open(Path(sys.argv[1]))
    info = add_lake(workspace, sys.argv[2], Path(sys.argv[3]))
    refresh(workspace, info, Settings(workers=2), Monitor(told))
"""


def test_of_two_processes_on_one_lake_the_second_is_told_to_wait(
    workspace: Workspace, folder: Path, start_python: StartPython, tmp_path: Path
) -> None:
    write(folder, "a.csv")
    other = tmp_path / "other"
    write(other, "b.csv")
    process = start_python(REFRESHING, workspace.root, "lake", folder, "wait")
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(3)]
    assert told == ["0\n", "0\n", "1\n"]  # files are listed, reading begins, one is read
    with pytest.raises(BusyError, match="'lake' is being refreshed by another process; wait"):
        refresh(workspace, lake(workspace, "lake"), Settings(workers=1))
    with pytest.raises(BusyError):
        remove_lake(workspace, "lake")
    done = refresh(workspace, add_lake(workspace, "other", other), Settings(workers=1))
    assert counts(done) == (1, 0, 0, 0)
    process.communicate("\n", timeout=30)
    assert process.returncode == 0
    assert ids(workspace) == ["a.csv"]
    assert ids(workspace, "other") == ["b.csv"]


def test_two_lakes_are_refreshed_at_once(
    workspace: Workspace, start_python: StartPython, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        for i in range(30):
            write(tmp_path / name, f"{i}.csv", value=name)
    running = [
        start_python(REFRESHING, workspace.root, name, tmp_path / name, "go")
        for name in ("one", "two")
    ]
    for process in running:
        process.communicate(timeout=60)
        assert process.returncode == 0
    for name in ("one", "two"):
        assert len(ids(workspace, name)) == 30
        assert {table_frame(workspace, name, one).item(0, 0) for one in ids(workspace, name)} == {
            name
        }


def test_kill_9_at_any_moment_leaves_what_an_undisturbed_refresh_leaves(
    workspace: Workspace, folder: Path, start_python: StartPython, tmp_path: Path
) -> None:
    chance = random.Random(7)  # noqa: S311 - moments, not secrets
    for i in range(60):
        write(folder, f"{i}.csv", rows=i + 1)
    write(folder, "large.csv", rows=200_000, value="a value that is long enough")
    for attempt in range(10):
        process = start_python(REFRESHING, workspace.root, "lake", folder, "go")
        assert process.stdout is not None
        assert process.stdout.readline() == "0\n"
        time.sleep(chance.uniform(0, 1.2))
        process.kill()
        process.communicate()
        for i in chance.sample(range(60), 25):
            write(folder, f"{i}.csv", rows=chance.randint(1, 50), value=str(attempt))
        if chance.random() < 0.3:
            value = f"a value that is long enough {attempt}"
            write(folder, "large.csv", rows=200_000, value=value)
    with workspace.reading() as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    refresh(workspace, lake(workspace, "lake"), Settings(workers=2))

    undisturbed = Workspace.open(tmp_path / "undisturbed")
    info = add_lake(undisturbed, "lake", folder)
    refresh(undisturbed, info, Settings(workers=2))
    assert lake(workspace, "lake").fingerprint == lake(undisturbed, "lake").fingerprint
    assert files(workspace, lake(workspace, "lake").key) == files(undisturbed, info.key)
    assert containers(workspace) == used_containers(workspace)
    assert [path for path in (workspace.root / "spill").rglob("*") if path.is_file()] == []
    for name in ("0.csv", "59.csv", "large.csv"):
        assert table_frame(workspace, "lake", name).equals(table_frame(undisturbed, "lake", name))


def test_what_a_killed_refresh_spilled_is_removed(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    left = workspace.folder("spill", str(lake(workspace, "lake").key)) / "duckdb_temp_1_0.tmp"
    left.write_bytes(b"spilled")
    assert counts(refresh_lake()) == (0, 1, 0, 0)
    assert not left.exists()
