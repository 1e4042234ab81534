"""Files and folders that nobody may look at, for a moment or for good."""

from __future__ import annotations

from pathlib import Path

from core.lake import files, lake
from core.lake.reading.discover import discover
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import counts, ids, permissions_matter, write

LISTED = 0o444
"""Of a folder: it may be listed and not entered."""
DENIED = "It cannot be looked at (Permission denied)."


def test_what_lies_in_a_folder_that_may_not_be_entered_is_told_each_by_itself(
    folder: Path, tmp_path: Path
) -> None:
    for name in ("listed/a.csv", "listed/deeper/b.csv", "listed/d.xyz", "ok.csv"):
        write(folder, name)
    (folder / "link.csv").symlink_to("listed/a.csv")
    (folder / "lost.csv").symlink_to("nowhere.csv")
    (folder / "round.csv").symlink_to("round.csv")
    with permissions_matter(tmp_path):
        (folder / "listed").chmod(LISTED)
        try:
            found = {file.path: (file.reason, file.hint) for file in discover(folder)}
        finally:
            (folder / "listed").chmod(0o755)
    permit = "Give the app permission to read it."
    nothing = ("It is a link to nothing.", "Remove or mend the link.")
    assert found == {
        "link.csv": (DENIED, permit),
        "listed/a.csv": (DENIED, permit),
        "listed/d.xyz": (DENIED, permit),
        "listed/deeper": ("The folder cannot be listed (Permission denied).", permit),
        "lost.csv": nothing,
        "ok.csv": ("", ""),
        "round.csv": nothing,
    }


def test_what_may_be_a_workspace_and_not_be_entered_is_told(folder: Path, tmp_path: Path) -> None:
    write(folder, "listed/soundings.db")
    with permissions_matter(tmp_path):
        (folder / "listed").chmod(LISTED)
        try:
            found = {file.path: file.reason for file in discover(folder)}
        finally:
            (folder / "listed").chmod(0o755)
    assert found == {"listed": "The folder cannot be listed (Permission denied)."}


def test_a_folder_that_may_not_be_entered_keeps_no_other_from_being_read(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    write(folder, "ok/a.csv")
    write(folder, "listed/b.csv")
    (folder / "listed").rename(tmp_path / "elsewhere")
    refresh_lake()
    write(folder, "ok/a.csv", rows=2)
    (tmp_path / "elsewhere").rename(folder / "listed")
    with permissions_matter(tmp_path):
        (folder / "listed").chmod(LISTED)
        try:
            assert counts(refresh_lake()) == (2, 0, 0, 1)
        finally:
            (folder / "listed").chmod(0o755)
    assert ids(workspace) == ["ok/a.csv"]
    (report,) = files(workspace, lake(workspace, "lake").key, refused_only=True)
    assert (report.path, report.reason) == ("listed/b.csv", DENIED)
    assert counts(refresh_lake()) == (1, 1, 0, 0)
    assert ids(workspace) == ["listed/b.csv", "ok/a.csv"]
