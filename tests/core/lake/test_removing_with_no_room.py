"""A lake is removed from a disk that it has filled: a small disk in memory, filled for real."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.store.test_workspace import PROJECT

ALONE = ["unshare", "--map-root-user", "--mount"]
ON_A_SMALL_DISK = 'mount -t tmpfs -o size=5m tmpfs "$1" && exec "$2" -c "$3" "$1"'
REMOVING = """
import sys
from pathlib import Path
from core.errors import FullDiskError
from core.lake import add_lake, lakes, remove_lake
from core.store import Workspace, new_keys

disk = Path(sys.argv[1])
(disk / "folder").mkdir()
workspace = Workspace.open(disk / "workspace")
key = add_lake(workspace, "lake", disk / "folder").key
paths = [f"{'long name ' * 9}{n}.csv" for n in range(3_000)]
with workspace.writing() as db:
    first = new_keys(db, "tables", len(paths))
    db.conn.executemany(
        "INSERT INTO files VALUES (?, ?, 1, 1, '1', 'x', 1, '', '', '', '', 1, 0, 0, 0, '[]', '')",
        [(key, path) for path in paths],
    )
    db.conn.executemany(
        "INSERT INTO tables VALUES (?, ?, ?, ?, 10, 5, 100, 'x', 0.5, '{}', 'c.arrow', 0)",
        [(first + n, key, path, path) for n, path in enumerate(paths)],
    )
workspace.folder("tables", str(key)).joinpath("cells.arrow").write_bytes(bytes(400_000))
workspace.folder("vectors", str(key), "made").joinpath("columns.npy").write_bytes(bytes(100_000))

def fill(name):
    with (disk / name).open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass

with workspace.held_open():  # as a process that was killed leaves it: its log is there
    fill("other")
    try:
        with workspace.writing() as db:
            db.execute("DELETE FROM lakes")
    except FullDiskError as error:
        print(error)
    remove_lake(workspace, "lake")
    print(lakes(workspace), [path.name for path in workspace.root.glob("*/*")])
"""


def is_alone() -> bool:
    try:
        return subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def test_a_lake_is_removed_in_the_room_that_was_made_from_it_takes(tmp_path: Path) -> None:
    if not is_alone():
        pytest.skip("nobody may mount a disk of their own here")
    done = subprocess.run(
        [*ALONE, "sh", "-c", ON_A_SMALL_DISK, "sh", str(tmp_path), sys.executable, REMOVING],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        timeout=120,
    )
    assert done.stderr == ""
    refused, left = done.stdout.splitlines()
    assert "It is full; nothing of this change was stored." in refused
    assert "`vectors` and `indexes` hold may be deleted" in refused
    assert left == "[] []"
