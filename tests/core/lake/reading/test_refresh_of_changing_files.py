"""Files that change while they are read, and tables that are read while they change."""

import os
import threading
import time
from pathlib import Path

import pytest

from core.lake import (
    files,
    lake,
    table,
    table_frame,
)
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import containers, counts, ids, used_containers, write

pytestmark = pytest.mark.usefixtures("reading_processes")


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
    from core.lake.formats.base import Limits
    from core.lake.reading.discover import FoundFile
    from core.lake.reading.read import read_group
    from core.lake.reading.types import Group

    found = (FoundFile("gone.csv", 3, 1), FoundFile("gone.parquet", 3, 1))
    read = read_group(Group(folder, found, folder, folder, Limits(), 128))
    assert [one.report for one in read] == [None, None]


def test_a_file_changed_within_a_tick_of_the_clock_is_read_again(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have changed once more since, and its time would not tell."""
    from core.lake.formats.base import Limits
    from core.lake.reading.discover import discover
    from core.lake.reading.read import read_group
    from core.lake.reading.types import Group

    write(folder, "x.csv")
    changed = (folder / "x.csv").stat().st_mtime_ns
    group = Group(folder, tuple(discover(folder)), folder, folder, Limits(), 128)

    def time_when_read(nanoseconds: int) -> int:
        monkeypatch.setattr(time, "time_ns", lambda: changed + nanoseconds)
        (read,) = read_group(group)
        return read.modified_ns

    assert time_when_read(1_000_000) != changed
    assert time_when_read(1_000_000_000) == changed


def test_a_file_that_became_a_pipe_is_not_waited_for(folder: Path) -> None:
    from core.lake.formats.base import Limits
    from core.lake.reading.discover import FoundFile
    from core.lake.reading.read import read_group
    from core.lake.reading.types import Group

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
