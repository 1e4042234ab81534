"""Files and folders that nobody may look at, for a moment or for good."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.lake import file_of, files, files_to_tell, lake, table, table_frame
from core.lake.reading.discover import discover
from core.lake.stored.placing import every_place
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import (
    containers,
    counts,
    ids,
    permissions_matter,
    used_containers,
    write,
)
from tests.files import write_old

LISTED = 0o444
"""Of a folder: it may be listed and not entered."""
DENIED = "It cannot be looked at (Permission denied)."
UNLISTED = "The folder cannot be listed (Permission denied)."
AS_BEFORE = "Its tables are as they were read before."
PERMIT = "Give the app permission to read it."


@contextmanager
def closed(path: Path, mode: int = 0) -> Iterator[None]:
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        yield
    finally:
        path.chmod(before)


def told(workspace: Workspace) -> dict[str, tuple[int, str]]:
    """What is said of files that were refused or are as before, with how many tables they have."""
    reports = files_to_tell(workspace, lake(workspace, "lake").key)
    return {report.path: (report.tables, report.reason) for report in reports}


def test_what_lies_in_a_folder_that_may_not_be_entered_is_told_each_by_itself(
    folder: Path, tmp_path: Path
) -> None:
    for name in ("listed/a.csv", "listed/deeper/b.csv", "listed/d.xyz", "ok.csv"):
        write(folder, name)
    (folder / "link.csv").symlink_to("listed/a.csv")
    (folder / "lost.csv").symlink_to("nowhere.csv")
    (folder / "round.csv").symlink_to("round.csv")
    with permissions_matter(tmp_path), closed(folder / "listed", LISTED):
        found = {file.path: (file.reason, file.hint) for file in discover(folder)}
    mend = "Remove or mend the link."
    assert found == {
        "link.csv": (DENIED, PERMIT),
        "listed/a.csv": (DENIED, PERMIT),
        "listed/d.xyz": (DENIED, PERMIT),
        "listed/deeper": (UNLISTED, PERMIT),
        "lost.csv": ("It is a link to nothing.", mend),
        "ok.csv": ("", ""),
        "round.csv": ("It is a link that leads back to itself.", mend),
    }


def test_what_may_be_a_workspace_and_not_be_entered_is_told(folder: Path, tmp_path: Path) -> None:
    write(folder, "listed/soundings.db")
    with permissions_matter(tmp_path), closed(folder / "listed", LISTED):
        found = {file.path: file.reason for file in discover(folder)}
    assert found == {"listed": UNLISTED}


def test_a_folder_that_may_not_be_entered_keeps_no_other_from_being_read(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    write(folder, "ok/a.csv")
    write(folder, "listed/b.csv")
    (folder / "listed").rename(tmp_path / "elsewhere")
    refresh_lake()
    write(folder, "ok/a.csv", rows=2)
    (tmp_path / "elsewhere").rename(folder / "listed")
    with permissions_matter(tmp_path), closed(folder / "listed", LISTED):
        assert counts(refresh_lake()) == (2, 0, 0, 1)
    assert ids(workspace) == ["ok/a.csv"]
    (report,) = files(workspace, lake(workspace, "lake").key, refused_only=True)
    assert (report.path, report.reason) == ("listed/b.csv", DENIED)
    assert counts(refresh_lake()) == (1, 1, 0, 0)
    assert ids(workspace) == ["listed/b.csv", "ok/a.csv"]


def test_files_of_a_folder_that_cannot_be_listed_keep_their_tables_until_it_can(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    for name in ("share/a.csv", "share/deep/b.csv", "top.csv"):
        write(folder, name)
    write_old(folder / "share" / "c.csv", b"")
    refresh_lake()
    before = lake(workspace, "lake")
    places = every_place(workspace, before.key)
    write(folder, "top.csv", rows=2)
    kept = {
        "share": (0, UNLISTED),
        "share/a.csv": (1, f"{UNLISTED} {AS_BEFORE}"),
        "share/c.csv": (0, UNLISTED),
        "share/deep/b.csv": (1, f"{UNLISTED} {AS_BEFORE}"),
    }
    with permissions_matter(tmp_path), closed(folder / "share"):
        done = refresh_lake()
        assert (counts(done), done.kept) == ((5, 0, 0, 4), 2)
        changed = lake(workspace, "lake").fingerprint
        for _ in range(2):
            done = refresh_lake()
            assert (counts(done), done.kept) == ((4, 1, 0, 4), 2)
            assert told(workspace) == kept
            assert ids(workspace) == ["share/a.csv", "share/deep/b.csv", "top.csv"]
            assert lake(workspace, "lake").fingerprint == changed
            assert table_frame(workspace, "lake", "share/deep/b.csv").rows() == [("1", "2")]
    report = file_of(workspace, table(workspace, "lake", "share/a.csv").key)
    assert report is not None
    assert report.remarks == (f"{UNLISTED} {AS_BEFORE} {PERMIT}",)

    write(folder, "top.csv")
    assert counts(refresh_lake()) == (2, 2, 0, 1)  # the empty file and top.csv are read
    assert told(workspace) == {"share/c.csv": (0, "The file is empty.")}
    assert lake(workspace, "lake").fingerprint == before.fingerprint
    assert every_place(workspace, before.key)[:2] == places[:2]  # of the share: not read again
    assert counts(refresh_lake()) == (0, 4, 0, 0)


def test_a_closed_folder_below_another_is_no_file_that_is_gone(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    write(folder, "share/deep/a.csv")
    refresh_lake()
    with permissions_matter(tmp_path):
        with closed(folder / "share" / "deep"):
            refresh_lake()
            assert told(workspace).keys() == {"share/deep", "share/deep/a.csv"}
        with closed(folder / "share"):
            refresh_lake()
            assert told(workspace).keys() == {"share", "share/deep/a.csv"}
    done = refresh_lake()
    assert (done.removed, done.kept) == (0, 0)
    assert told(workspace) == {}
    assert ids(workspace) == ["share/deep/a.csv"]


def test_what_was_removed_is_gone_once_it_could_be_looked_for(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    for name in ("above/share/a.csv", "above/b.csv", "top.csv"):
        write(folder, name)
    refresh_lake()
    with permissions_matter(tmp_path):
        with closed(folder / "above"):
            refresh_lake()
        shutil.rmtree(folder / "above" / "share")
        with closed(folder / "above"):
            assert counts(refresh_lake()) == (3, 1, 0, 3)
            assert ids(workspace) == ["above/b.csv", "above/share/a.csv", "top.csv"]
        assert counts(refresh_lake()) == (0, 2, 1, 0)
        assert ids(workspace) == ["above/b.csv", "top.csv"]
        with closed(folder / "above"):
            refresh_lake()
        shutil.rmtree(folder / "above")
        assert counts(refresh_lake()) == (0, 1, 1, 0)
    assert ids(workspace) == ["top.csv"]
    assert told(workspace) == {}
    assert containers(workspace) == used_containers(workspace)


def test_a_file_that_cannot_be_opened_keeps_its_table_until_it_can(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    for name in ("a.csv", "b.csv", "c.csv"):
        write(folder, name)
    refresh_lake()
    before = lake(workspace, "lake").fingerprint
    write(folder, "a.csv")  # of another time alone
    write(folder, "b.csv", rows=2)
    reason = f"It cannot be opened (Permission denied). {AS_BEFORE}"
    with permissions_matter(tmp_path), closed(folder / "a.csv"), closed(folder / "b.csv"):
        for _ in range(2):
            done = refresh_lake()
            assert (counts(done), done.kept) == ((2, 1, 0, 2), 2)
            assert told(workspace) == {"a.csv": (1, reason), "b.csv": (1, reason)}
            assert table(workspace, "lake", "b.csv").rows == 1
            assert lake(workspace, "lake").fingerprint == before
    assert counts(refresh_lake()) == (1, 2, 0, 0)
    assert told(workspace) == {}
    assert table(workspace, "lake", "b.csv").rows == 2


def test_a_file_whose_cells_are_gone_has_nothing_to_keep(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    write(folder, "share/a.csv")
    refresh_lake()
    (container,) = containers(workspace)
    (workspace.root / "tables" / str(lake(workspace, "lake").key) / container).unlink()
    with permissions_matter(tmp_path), closed(folder / "share"):
        done = refresh_lake()
    assert (counts(done), done.kept) == ((2, 0, 0, 2), 0)
    assert ids(workspace) == []
    assert told(workspace) == {"share": (0, UNLISTED), "share/a.csv": (0, UNLISTED)}


def test_a_file_in_whose_place_a_closed_folder_is_keeps_nothing(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    (folder / "a.csv").unlink()
    (folder / "a.csv").mkdir()
    with permissions_matter(tmp_path), closed(folder / "a.csv"):
        refresh_lake()
        assert ids(workspace) == []
        assert told(workspace) == {"a.csv": (0, UNLISTED)}


def test_a_folder_removed_while_the_lake_is_listed_is_no_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "a/b.csv")
    scandir = os.scandir

    def removing(path: str) -> Iterator[os.DirEntry[str]]:
        if path.endswith("/a"):
            Path(path).rename(folder.with_name("elsewhere"))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", removing)
    assert discover(folder) == []
