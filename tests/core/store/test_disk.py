"""A disk that is full or fails, and copies made while others write."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import ExportError, InputError, WorkspaceError
from core.store import Workspace, back_up
from tests.core.store.test_workspace import PROJECT, insert, lake_names, start


def test_a_full_disk_is_one_sentence_and_nothing_is_half_stored(tmp_path: Path) -> None:
    """SQLite's own limit on pages fails as a full disk does."""
    workspace = Workspace.open(tmp_path)
    with workspace.writing() as db:
        insert(db, "before")
    with (
        pytest.raises(WorkspaceError, match=r"must have room to write. It is full; nothing of"),
        workspace.writing() as db,
    ):
        db.execute("PRAGMA max_page_count = 1")
        for number in range(1_000):
            insert(db, f"{number} {'x' * 1_000}")
    assert lake_names(workspace) == ["before"]
    with workspace.writing() as db:
        insert(db, "once there is room")
    assert len(lake_names(workspace)) == 2


FILLING = """
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from core.store import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (2**17, 2**17))
sys.argv = ["core", "--workspace", sys.argv[1], "lake", "add", "x", sys.argv[2]]
from core.cli import main
main()
"""


def test_a_disk_that_takes_no_more_is_told_in_the_terminal_without_a_fault(tmp_path: Path) -> None:
    """No file may grow beyond a limit, as on a disk with a quota."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number} {'x' * 150}.csv").write_text("a,b\n1,2\n")
    done = subprocess.run(
        [sys.executable, "-c", FILLING, str(tmp_path / "workspace"), str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "SOUNDINGS_WORKERS": "1"},
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "A fault in Soundings" not in done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(tmp_path / "workspace" / "soundings.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


WRITING = """
import sys
from pathlib import Path
from core.store import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    with workspace.writing() as db:  # always two at once
        for half in "ab":
            db.table("lakes").insert({"name": f"{number:06} {half}", "root": "/", "added_at": ""})
    print(number, flush=True)
"""


def test_a_backup_made_while_another_process_writes_is_whole_and_can_be_restored(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    writer = start(WRITING, workspace.root)
    assert writer.stdout is not None
    try:
        copies = []
        for number in range(5):
            acknowledged = int(writer.stdout.readline())
            made = back_up(workspace, tmp_path / f"backup {number}.db")
            assert made.bytes == made.path.stat().st_size
            copies.append((acknowledged, made.path))
    finally:
        writer.kill()
        writer.wait()
    for acknowledged, path in copies:
        restored = tmp_path / f"from {path.stem}"
        restored.mkdir()
        shutil.copyfile(path, restored / "soundings.db")
        names = lake_names(Workspace.open(restored))
        # All that was acknowledged before, and never half of a transaction.
        assert len(names) >= 2 * acknowledged
        assert len(names) % 2 == 0
    assert list(tmp_path.glob(".*")) == []


def test_a_backup_is_never_written_over_something_nor_half(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    there = tmp_path / "there.db"
    there.write_text("mine")
    with pytest.raises(InputError, match=r"written to a new file\. Got"):
        back_up(workspace, there)
    assert there.read_text() == "mine"
    with pytest.raises(ExportError, match="must be written to the end"):
        back_up(workspace, tmp_path / "no such folder" / "b.db")
