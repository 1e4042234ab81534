"""The disk, or the memory, that fails while tables wait to be stored behind those being read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pytest

from core.errors import WorkspaceError
from core.lake import add_lake, columns, files, lake, refresh, table, table_frame
from core.lake.formats.base import Columns, Limits, OpenTable, Reading
from core.lake.reading import ingest, storing
from core.lake.reading.types import Group, ReadFile, ReadTable
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import containers, counts, ids, used_containers, write

NAMES = [f"{number}.csv" for number in range(5)]


@pytest.fixture
def five_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a shard hold two of five files, so that it is written while the third is read."""
    monkeypatch.setattr(storing, "_SHARD_BYTES", 100)
    for name in NAMES:
        write(folder, name, rows=2, value=name[0])


def fail_once(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the first shard fail, and the others be written."""
    write_shard, errors = storing.write_shard, [error]

    def failing(folder: Path, names: Sequence[str], values: pa.ListArray) -> Path:
        if errors:
            raise errors.pop()
        return write_shard(folder, names, values)

    monkeypatch.setattr(storing, "write_shard", failing)


def require_whole(workspace: Workspace) -> None:
    assert ids(workspace) == NAMES
    for name in NAMES:
        assert table_frame(workspace, "lake", name).rows() == [(name[0], "2")] * 2
        assert len(columns(workspace, table(workspace, "lake", name).key)) == 2
    assert containers(workspace) == used_containers(workspace)


@pytest.mark.usefixtures("five_files")
def test_a_shard_that_cannot_be_written_ends_the_refresh_and_loses_no_table(
    workspace: Workspace, refresh_lake: RefreshLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, OSError(5, "Input/output error"))
    with pytest.raises(WorkspaceError, match=r"The workspace's disk must .*Input/output error"):
        refresh_lake()
    assert ids(workspace) == []
    assert counts(refresh_lake()) == (5, 0, 0, 0)
    require_whole(workspace)


@pytest.mark.usefixtures("five_files")
def test_tables_that_memory_did_not_suffice_to_store_are_read_again(
    workspace: Workspace, refresh_lake: RefreshLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no other file is said to be at fault: not the one that was being read."""
    fail_once(monkeypatch, MemoryError("malloc of size 33554432 failed"))
    assert counts(refresh_lake()) == (5, 0, 0, 2)
    refused = files(workspace, lake(workspace, "lake").key, refused_only=True)
    assert [report.path for report in refused] == NAMES[:2]
    assert {report.reason for report in refused} == {
        "Reading it takes more memory than there is (malloc of size 33554432 failed)."
    }
    assert ids(workspace) == NAMES[2:]
    assert counts(refresh_lake()) == (2, 3, 0, 0)
    require_whole(workspace)


@pytest.mark.usefixtures("five_files")
def test_a_workspace_whose_folder_is_gone_is_not_taken_for_a_file_that_is(
    folder: Path, tmp_path: Path
) -> None:
    from core.lake.reading.discover import discover
    from core.lake.reading.read import read_group

    gone = tmp_path / "gone"
    with pytest.raises(WorkspaceError, match=r"The workspace's disk must .*No such file"):
        read_group(Group(folder, tuple(discover(folder)), gone, tmp_path, Limits(), 128))


def test_a_large_file_that_cannot_be_read_to_its_end_is_not_said_of_the_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "SHARD_TABLE_BYTES", 10)

    def batches() -> Iterator[Columns]:
        yield (["long enough for a container"],)
        raise OSError(5, "Input/output error")

    shelf = storing.Shelf(Group(tmp_path, (), tmp_path, tmp_path, Limits(), 128))
    with pytest.raises(OSError, match="Input/output error"):
        shelf.take(OpenTable("", ["a"], batches(), Reading()), ReadTable("a.csv", 0, 9, ""))
    assert list(tmp_path.iterdir()) == []


def test_tables_that_stand_in_the_catalog_without_cells_are_read_again(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """As versions left them that lost the tables of a shard which could not be written."""
    for name in NAMES:
        write(folder, name, rows=2, value=name[0])
    refresh_lake()
    with workspace.writing() as db:
        db.execute("UPDATE tables SET container = '', columns = 0 WHERE table_id < '2'")
        db.execute("DELETE FROM columns WHERE table_key IN (SELECT key FROM tables WHERE columns = 0)")  # fmt: skip # noqa: E501
    assert counts(refresh_lake()) == (2, 3, 0, 0)
    require_whole(workspace)


def test_a_table_without_cells_is_not_taken_into_the_catalog(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "a.csv")
    read_groups = ingest.read_groups

    def losing(*given: object) -> Iterator[list[ReadFile]]:
        for done in read_groups(*given):  # type: ignore[arg-type]
            done[0].tables[0].container = ""
            yield done

    monkeypatch.setattr(ingest, "read_groups", losing)
    info = add_lake(workspace, "lake", folder)
    with pytest.raises(ValueError, match=r"has cells and columns\. Got 'a\.csv'"):
        refresh(workspace, info, Settings(workers=1))
    assert ids(workspace) == []
    assert files(workspace, info.key) == []
