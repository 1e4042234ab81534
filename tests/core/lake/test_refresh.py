import os
import random
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from core.errors import BusyError, CancelledError, InputError, LakeNotFoundError
from core.lake import (
    Refresh,
    add_lake,
    columns,
    files,
    lake,
    refresh,
    remove_lake,
    table,
    table_frame,
    tables,
)
from core.lake import ingest as ingesting
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake, StartPython


def counts(done: Refresh) -> tuple[int, int, int, int]:
    return done.read, done.unchanged, done.removed, done.refused


def ids(workspace: Workspace, name: str = "lake") -> list[str]:
    return [one.table_id for one in tables(workspace, lake(workspace, name).key)]


def containers(workspace: Workspace, name: str = "lake") -> set[str]:
    folder = workspace.root / "tables" / str(lake(workspace, name).key)
    return {path.name for path in folder.iterdir() if path.name != ".lock"}


def used_containers(workspace: Workspace) -> set[str]:
    with workspace.reading() as db:
        return {row[0] for row in db.execute("SELECT container FROM tables")}


def write(folder: Path, name: str, rows: int = 1, value: str = "1") -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("a,b\n" + f"{value},2\n" * rows)


def write_database(path: Path, *names: str) -> None:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    for name in names:
        connection.execute(f'CREATE TABLE "{name}" (x)')
        connection.execute(f'INSERT INTO "{name}" VALUES (1)')
    connection.commit()
    connection.close()


def test_only_what_changed_is_read_again(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in ("a.csv", "b.csv", "sub/c.csv", "bad.csv"):
        write(folder, name)
    (folder / "bad.csv").write_bytes(b"")
    assert counts(refresh_lake()) == (4, 0, 0, 1)
    first = lake(workspace, "lake").fingerprint
    assert counts(refresh_lake()) == (0, 4, 0, 0)
    assert lake(workspace, "lake").fingerprint == first

    write(folder, "b.csv", rows=3)
    assert counts(refresh_lake()) == (1, 3, 0, 0)
    assert table(workspace, "lake", "b.csv").rows == 3
    assert lake(workspace, "lake").fingerprint != first

    (folder / "a.csv").unlink()
    (folder / "sub" / "c.csv").rename(folder / "c.csv")
    write(folder, "b.csv")
    assert counts(refresh_lake()) == (2, 1, 2, 0)
    assert ids(workspace) == ["b.csv", "c.csv"]
    assert containers(workspace) == used_containers(workspace)


def test_files_whose_cells_are_gone_are_read_again(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """As after the database alone was restored from a backup."""
    for name in ("a.csv", "b.csv"):
        write(folder, name)
    refresh_lake()
    first = lake(workspace, "lake").fingerprint
    for name in containers(workspace):
        (workspace.root / "tables" / str(lake(workspace, "lake").key) / name).unlink()
    assert counts(refresh_lake()) == (2, 0, 0, 0)
    assert table_frame(workspace, "lake", "a.csv").rows() == [("1", "2")]
    assert lake(workspace, "lake").fingerprint == first


def test_a_change_of_the_same_size_is_seen_by_its_time(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv", value="1")
    refresh_lake()
    write(folder, "a.csv", value="7")
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert table_frame(workspace, "lake", "a.csv")["a"].to_list() == ["7"]


def test_a_file_that_turns_bad_loses_its_table_and_gets_it_back(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    good = lake(workspace, "lake").fingerprint
    (folder / "a.csv").write_bytes(bytes(1000))
    assert counts(refresh_lake()) == (1, 0, 0, 1)
    assert ids(workspace) == []
    assert containers(workspace) == set()
    write(folder, "a.csv")
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert lake(workspace, "lake").fingerprint == good


def test_a_file_of_several_tables_may_lose_one(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_database(folder / "d.sqlite", "one", "two", "with/slash", "100%")
    refresh_lake()
    assert ids(workspace) == ["d.sqlite/100%25", "d.sqlite/one", "d.sqlite/two", "d.sqlite/with%2Fslash"]  # fmt: skip # noqa: E501
    assert table_frame(workspace, "lake", "d.sqlite/with%2Fslash").rows() == [("1",)]
    write_database(folder / "d.sqlite", "two")
    refresh_lake()
    assert ids(workspace) == ["d.sqlite/two"]


def test_a_folder_may_take_the_place_of_a_file(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_database(folder / "x.sqlite", "t.csv")
    refresh_lake()
    assert ids(workspace) == ["x.sqlite/t.csv"]
    (folder / "x.sqlite").unlink()
    write(folder, "x.sqlite/t.csv")
    assert counts(refresh_lake()) == (1, 0, 1, 0)
    assert ids(workspace) == ["x.sqlite/t.csv"]


def test_an_empty_lake_is_refreshed(folder: Path, refresh_lake: RefreshLake) -> None:
    assert counts(refresh_lake()) == (0, 0, 0, 0)


def test_a_lake_whose_folder_is_gone_keeps_its_tables(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    folder.rename(folder.with_name("elsewhere"))
    with pytest.raises(InputError, match="A data lake is a folder"):
        refresh(workspace, lake(workspace, "lake"), Settings(workers=1))
    assert ids(workspace) == ["a.csv"]


def test_a_lake_that_was_removed_cannot_be_refreshed(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    info = lake(workspace, "lake")
    remove_lake(workspace, "lake")
    assert not (workspace.root / "tables" / str(info.key)).exists()
    with pytest.raises(LakeNotFoundError):
        refresh(workspace, info, Settings(workers=1))


def test_a_new_lake_never_has_the_key_of_a_removed_one(workspace: Workspace, folder: Path) -> None:
    first = add_lake(workspace, "lake", folder).key
    remove_lake(workspace, "lake")
    assert add_lake(workspace, "lake", folder).key > first


def test_a_table_that_was_read_again_never_has_the_key_of_another(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    old = table(workspace, "lake", "a.csv").key
    (folder / "a.csv").rename(folder / "b.csv")
    refresh_lake()
    assert table(workspace, "lake", "b.csv").key > old
    assert columns(workspace, old) == []


def test_the_fingerprint_does_not_depend_on_the_order_of_reading(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    for i in range(6):
        write(folder, f"{i}.csv", value=str(i))
    refresh_lake()
    copy = tmp_path / "copy"
    copy.mkdir()
    info = add_lake(workspace, "copy", copy)
    for i in (5, 2, 4, 0, 1, 3):
        write(copy, f"{i}.csv", value=str(i))
        if i % 2:
            refresh(workspace, info, Settings(workers=1))
    assert lake(workspace, "copy").fingerprint == lake(workspace, "lake").fingerprint


def test_a_cancel_keeps_what_was_read(
    workspace: Workspace,
    folder: Path,
    refresh_lake: RefreshLake,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ingesting, "_GROUP_FILES", 1)
    for i in range(6):
        write(folder, f"{i}.csv")
    seen: list[tuple[int, int]] = []
    with pytest.raises(CancelledError, match=r"Cancelled; 2 of 6 files were read\."):
        refresh_lake(
            progress=lambda done, total, _: seen.append((done, total)),
            should_stop=lambda: len(seen) >= 3,
        )
    assert seen == [(0, 0), (1, 6), (2, 6)]
    assert len(ids(workspace)) == 2
    assert lake(workspace, "lake").refreshed_at == ""
    assert counts(refresh_lake()) == (4, 2, 0, 0)
    assert containers(workspace) == used_containers(workspace)


def test_tables_that_unpack_to_much_are_spread_over_shards(
    workspace: Workspace,
    folder: Path,
) -> None:
    from core.lake import storing
    from core.lake.discover import discover
    from core.lake.formats.base import Limits
    from core.lake.read import read_group
    from core.lake.types import Group

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storing, "_SHARD_BYTES", 100)
        for i in range(6):
            write(folder, f"{i}.csv", rows=2, value=str(i))
        containers = workspace.folder("tables", "1")
        group = Group(folder, tuple(discover(folder)), containers, containers, Limits(), 128)
        read = [one.tables[0] for one in read_group(group)]
    # A table has 4 cells of 1 character and 8 bytes each, so two fit in 100 bytes.
    assert len({one.container for one in read}) == 3
    assert [one.first_row for one in read] == [0, 2] * 3


def test_a_file_that_grows_while_it_is_read_is_refused_for_now(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "still.csv")
    path = folder / "growing.csv"
    path.write_text("a,b\n" + "1,2\n" * 400_000)
    stop = threading.Event()

    def append() -> None:
        with path.open("a", buffering=1) as file:
            while not stop.is_set():
                file.write("1,2\n")
                time.sleep(0.001)

    writer = threading.Thread(target=append)
    writer.start()
    try:
        done = refresh_lake()
    finally:
        stop.set()
        writer.join()
    assert (done.read, done.refused) == (2, 1)
    (report,) = files(workspace, lake(workspace, "lake").key, refused_only=True)
    assert report.reason == "It changed while it was being read, twice."
    assert ids(workspace) == ["still.csv"]
    assert counts(refresh_lake()) == (1, 1, 0, 0)
    assert table(workspace, "lake", "growing.csv").rows == path.read_text().count("\n") - 1
    assert containers(workspace) == used_containers(workspace)


def test_a_file_that_is_replaced_over_and_over_is_never_read_as_a_mixture(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    path, stop = folder / "swapped.csv", threading.Event()
    rows = 300_000

    def swap() -> None:
        for number in range(10**6):
            beside = path.with_name(".beside")
            beside.write_text("a,b\n" + f"{number % 10},2\n" * rows)
            beside.rename(path)
            if stop.is_set():
                return

    write(folder, path.name, rows)
    writer = threading.Thread(target=swap)
    writer.start()
    try:
        refresh_lake()
    finally:
        stop.set()
        writer.join()
    for name in ids(workspace):
        assert table_frame(workspace, "lake", name)["a"].n_unique() == 1
    refresh_lake()
    frame = table_frame(workspace, "lake", path.name)
    assert frame["a"].unique().to_list() == [path.read_text()[4]]


def test_a_file_that_vanishes_while_reading_is_no_file(workspace: Workspace, folder: Path) -> None:
    from core.lake.discover import FoundFile
    from core.lake.formats.base import Limits
    from core.lake.read import read_group
    from core.lake.types import Group

    found = (FoundFile("gone.csv", 3, 1), FoundFile("gone.parquet", 3, 1))
    read = read_group(Group(folder, found, folder, folder, Limits(), 128))
    assert [one.report for one in read] == [None, None]


def test_a_file_that_became_a_pipe_is_not_waited_for(folder: Path) -> None:
    from core.lake.discover import FoundFile
    from core.lake.formats.base import Limits
    from core.lake.read import read_group
    from core.lake.types import Group

    os.mkfifo(folder / "x.csv")
    (read,) = read_group(Group(folder, (FoundFile("x.csv", 3, 1),), folder, folder, Limits(), 128))
    assert read.report is not None
    assert read.report.reason == "It is not an ordinary file any more."


def test_a_frame_read_during_refreshes_is_always_of_one_state(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    def write_all(state: int) -> None:
        for i in range(10):
            names = ",".join(f"state{state}_{column}" for column in range(2 + state % 2))
            cells = ",".join([str(state)] * (2 + state % 2))
            (folder / f"{i}.csv").write_text(f"{names}\n" + f"{cells}\n" * (state + 1))

    write_all(0)
    refresh_lake()
    stop = threading.Event()
    faults: list[str] = []
    reads = 0

    def read() -> None:
        nonlocal reads
        while not stop.is_set():
            frame = table_frame(workspace, "lake", f"{reads % 10}.csv")
            state = int(frame.item(0, 0))
            wanted = [f"state{state}_{column}" for column in range(2 + state % 2)]
            if frame.columns != wanted or frame.rows() != [(str(state),) * len(wanted)] * (
                state + 1
            ):
                faults.append(str(frame))
            reads += 1

    reader = threading.Thread(target=read)
    reader.start()
    for state in range(1, 5):
        write_all(state)
        refresh_lake()
    stop.set()
    reader.join()
    assert faults == []
    assert reads > 20


REFRESHING = """
import sys
from pathlib import Path
from core.lake import add_lake, ingest, refresh
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
    refresh(workspace, info, Settings(workers=2), told)
"""


def test_of_two_processes_on_one_lake_the_second_is_told_to_wait(
    workspace: Workspace, folder: Path, start_python: StartPython, tmp_path: Path
) -> None:
    write(folder, "a.csv")
    other = tmp_path / "other"
    write(other, "b.csv")
    process = start_python(REFRESHING, workspace.root, "lake", folder, "wait")
    assert process.stdout is not None
    assert [process.stdout.readline(), process.stdout.readline()] == ["0\n", "1\n"]
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
    write(folder, "large.csv", rows=400_000, value="a value that is long enough")
    for attempt in range(15):
        process = start_python(REFRESHING, workspace.root, "lake", folder, "go")
        assert process.stdout is not None
        assert process.stdout.readline() == "0\n"
        time.sleep(chance.uniform(0, 1.2))
        process.kill()
        process.communicate()
        for i in chance.sample(range(60), 25):
            write(folder, f"{i}.csv", rows=chance.randint(1, 50), value=str(attempt))
        if chance.random() < 0.3:
            (folder / "large.csv").touch()
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
