"""What errors of SQLite say, and that none of them is taken for damage that is none."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from core.store import DatabaseFault, Workspace, fault_of
from tests.core.store.test_workspace import PROJECT


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (sqlite3.SQLITE_FULL, DatabaseFault.FULL),
        (4874, DatabaseFault.FULL),  # SQLITE_IOERR_SHMSIZE
        (sqlite3.SQLITE_IOERR_READ, DatabaseFault.UNREACHABLE),
        (sqlite3.SQLITE_READONLY_DIRECTORY, DatabaseFault.READ_ONLY),
        (sqlite3.SQLITE_READONLY_CANTINIT, DatabaseFault.READ_ONLY),
        (sqlite3.SQLITE_READONLY_DBMOVED, DatabaseFault.UNREACHABLE),
        (sqlite3.SQLITE_CANTOPEN, DatabaseFault.UNREACHABLE),
        (sqlite3.SQLITE_PERM, DatabaseFault.UNREACHABLE),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, DatabaseFault.BUSY),
        (sqlite3.SQLITE_CORRUPT_INDEX, DatabaseFault.DAMAGED),
        (sqlite3.SQLITE_NOTADB, DatabaseFault.DAMAGED),
        (sqlite3.SQLITE_ERROR, None),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
    ],
)
def test_a_fault_is_told_by_its_code(
    code: int, fault: DatabaseFault | None, tmp_path: Path
) -> None:
    error = sqlite3.DatabaseError("")
    error.sqlite_errorcode = code
    assert fault_of(error, tmp_path) is fault


def test_a_failing_disk_without_room_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_TRUNCATE
    assert fault_of(error, tmp_path / "gone") is DatabaseFault.UNREACHABLE
    assert fault_of(error, tmp_path) is DatabaseFault.UNREACHABLE
    monkeypatch.setattr("core.store.database_faults._FEW_BYTES", 2**70)
    assert fault_of(error, tmp_path) is DatabaseFault.FULL


READING = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from core.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (2**14, 2**14))
sys.argv = ["core", "--workspace", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["bench", "list"], "must have room to write. It is full; nothing of this change"),
        (["doctor"], "soundings.db is full, so that it cannot be read; make room on it."),
    ],
)
def test_a_disk_without_room_to_read_by_is_told_as_full(
    tmp_path: Path, command: list[str], told: str
) -> None:
    """The file by which SQLite reads its log has 32 KB, and no file may grow beyond 16."""
    Workspace.open(tmp_path / "workspace")
    done = subprocess.run(
        [sys.executable, "-c", READING, str(tmp_path / "workspace"), *command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "SOUNDINGS_ENCODER": "hash"},
        timeout=120,
    )
    assert done.returncode == 1
    assert told in done.stdout + done.stderr
    assert "damaged" not in done.stdout + done.stderr


def without_privileges(command: list[str]) -> list[str]:
    """Have a command run as somebody to whom permissions apply, which they do not to root."""
    if os.geteuid() != 0:
        return command
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            ["bench", "list"],
            "A workspace must be writable, also to be read: its database keeps a log beside it. "
            "{root} may not be written; nothing was changed. Make it writable, or copy the "
            "workspace and name the copy with --workspace.",
        ),
        (["doctor"], "cannot be read, as its folder may not be written, where SQLite keeps a log"),
    ],
)
def test_a_workspace_that_may_not_be_written_is_told_as_such(
    tmp_path: Path, command: list[str], told: str
) -> None:
    root = tmp_path / "workspace"
    Workspace.open(root)
    assert [path.name for path in root.iterdir()] == ["soundings.db"]
    root.chmod(0o555)
    (root / "soundings.db").chmod(0o444)
    python = [sys.executable, "-m", "core", "--workspace", str(root), *command]
    done = subprocess.run(
        without_privileges(python),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "SOUNDINGS_ENCODER": "hash"},
        timeout=120,
    )
    root.chmod(0o755)
    assert done.returncode == 1
    assert told.format(root=root) in done.stdout + done.stderr
    assert "readonly" not in done.stdout + done.stderr
