import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from core.errors import WorkspaceError
from core.store import Workspace, new_keys
from core.store.migrations import migrations
from core.store.own_folders import holds_work

PROJECT = Path(__file__).resolve().parents[3]


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )


def begin_at_once(running: list[subprocess.Popen[str]]) -> None:
    """Tell each, once all have imported what they need, the moment to begin at."""
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "imported\n"
    begin = time.monotonic() + 0.2
    for process in running:
        assert process.stdin is not None
        process.stdin.write(f"{begin}\n")
        process.stdin.flush()


def lake_names(workspace: Workspace) -> list[str]:
    with workspace.reading() as db:
        return [row["name"] for row in db.query("SELECT name FROM lakes ORDER BY name")]


def insert(db: Database, name: str) -> None:
    db.table("lakes").insert({"name": name, "root": "/x", "added_at": ""})


def schema(workspace: Workspace) -> set[str]:
    with workspace.reading() as db:
        return {row[0] for row in db.execute("SELECT sql FROM sqlite_master WHERE sql != ''")}


NAMES = [migration.name for migration in migrations.pending(Database(memory=True))]


@pytest.mark.parametrize("first_missing", NAMES)
def test_a_workspace_of_an_earlier_version_is_migrated_with_its_rows(
    tmp_path: Path, first_missing: str
) -> None:
    database = Database(tmp_path / "soundings.db")
    migrations.apply(database, stop_before=first_missing)
    has_lakes = first_missing != NAMES[0]
    if has_lakes:
        insert(database, "old")
    database.conn.commit()
    database.close()

    workspace = Workspace.open(tmp_path)
    assert schema(workspace) == schema(Workspace.open(tmp_path / "new"))
    assert lake_names(workspace) == (["old"] if has_lakes else [])
    with workspace.writing() as db:
        expected = (
            2 if has_lakes and NAMES.index(first_missing) <= NAMES.index("m003_counters") else 1
        )
        assert new_keys(db, "lakes", 3) == expected
        assert new_keys(db, "lakes", 1) == expected + 3


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    Workspace.open(tmp_path)
    before = (tmp_path / "soundings.db").read_bytes()
    Workspace.open(tmp_path)
    assert (tmp_path / "soundings.db").read_bytes() == before


def test_a_workspace_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with workspace.writing() as db:
        db.table("_sqlite_migrations").insert(
            {"migration_set": "soundings", "name": "m999_future", "applied_at": ""}
        )
    with pytest.raises(
        WorkspaceError, match=r"newer version of Soundings \(it has m999_future\); update this one"
    ):
        Workspace.open(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(
        WorkspaceError, match=r"A workspace is a folder that can be written. Got .*/x "
    ):
        Workspace.open(tmp_path / "x")
    with pytest.raises(WorkspaceError, match="SOUNDINGS_WORKSPACE"):
        Workspace.open(tmp_path / "x" / "below")


def test_a_damaged_database_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "soundings.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(WorkspaceError, match=r"damaged \(file is not a database\); .* Restore it"):
        Workspace.open(tmp_path)
    assert (tmp_path / "soundings.db").read_bytes() == b"no database at all" * 100


def test_an_empty_or_missing_database_beside_what_was_made_with_it_is_left_alone(
    tmp_path: Path,
) -> None:
    cells = Workspace.open(tmp_path).folder("tables", "1") / "cells.arrow"
    cells.write_bytes(b"cells")
    os.truncate(tmp_path / "soundings.db", 0)
    with pytest.raises(WorkspaceError, match=r"It is empty \(0 bytes\), .* Restore it from a back"):
        Workspace.open(tmp_path)
    assert (tmp_path / "soundings.db").read_bytes() == b""
    (tmp_path / "soundings.db").unlink()
    with pytest.raises(WorkspaceError, match="It is not there, and they are numbered by it"):
        Workspace.open(tmp_path)
    assert list(tmp_path.iterdir()) == [tmp_path / "tables"]
    assert cells.read_bytes() == b"cells"


def test_a_folder_with_tables_of_ones_own_may_become_a_workspace(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "2024.csv").write_text("a\n1\n")
    (tmp_path / "runs").mkdir()
    assert lake_names(Workspace.open(tmp_path)) == []


def test_a_workspace_that_another_begins_meanwhile_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begun(root: Path) -> bool:
        with monkeypatch.context() as patch:
            patch.setattr("core.store.workspace.holds_work", holds_work)
            Workspace.open(root).folder("tables", "1")
        return holds_work(root)

    monkeypatch.setattr("core.store.workspace.holds_work", begun)
    assert lake_names(Workspace.open(tmp_path)) == []


def test_a_damaged_page_is_told_by_whatever_meets_it(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with closing(sqlite3.connect(workspace.database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'lakes'").fetchone()
    content = bytearray(workspace.database.read_bytes())
    content[(page - 1) * size : page * size] = b"\x55" * size
    workspace.database.write_bytes(content)
    told = r"soundings.db must be whole\. It is damaged \(database disk image is malformed\); .*"
    opened = Workspace.open(tmp_path)
    with pytest.raises(WorkspaceError, match=told + "Restore it"), opened.reading() as db:
        db.execute("SELECT root FROM lakes").fetchall()
    with pytest.raises(WorkspaceError, match=told), workspace.writing() as db:
        insert(db, "lost")


def test_an_error_inside_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with pytest.raises(KeyboardInterrupt), workspace.writing() as db:
        insert(db, "lost")
        raise KeyboardInterrupt
    assert lake_names(workspace) == []


def test_a_failed_statement_inside_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with pytest.raises(sqlite3.IntegrityError), workspace.writing() as db:
        insert(db, "lost")
        insert(db, "lost")
    assert lake_names(workspace) == []


CRASHING = """
import os, signal, sys
from pathlib import Path
from core.store import Workspace
with Workspace.open(Path(sys.argv[1])).writing() as db:
    for i in range(5_000):
        db.table("lakes").insert({"name": str(i), "root": "/x", "added_at": ""})
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_kill_inside_a_transaction_leaves_nothing_and_no_lock(tmp_path: Path) -> None:
    process = start(CRASHING, tmp_path)
    process.communicate(timeout=60)
    assert process.returncode == -9
    workspace = Workspace.open(tmp_path)
    assert lake_names(workspace) == []
    with workspace.writing() as db:
        insert(db, "next")
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert lake_names(workspace) == ["next"]


OPENING = """
import sys, time
from pathlib import Path
from core.store import Workspace
print("imported", flush=True)
begin = float(sys.stdin.readline())
for number in range(40):
    while time.monotonic() < begin + number * 0.1:
        pass
    Workspace.open(Path(sys.argv[1], str(number)))
"""


def test_processes_that_open_a_new_workspace_at_one_moment_all_do(tmp_path: Path) -> None:
    running = [start(OPENING, tmp_path) for _ in range(3)]
    begin_at_once(running)
    for process in running:
        process.communicate(timeout=120)
    assert [process.returncode for process in running] == [0, 0, 0]


def test_a_new_workspace_is_opened_once_others_let_go_of_its_database(tmp_path: Path) -> None:
    other = sqlite3.connect(
        tmp_path / "soundings.db", isolation_level=None, check_same_thread=False
    )
    with closing(other):
        other.execute("BEGIN EXCLUSIVE")
        threading.Timer(0.3, other.execute, ["ROLLBACK"]).start()
        assert lake_names(Workspace.open(tmp_path)) == []


WRITING = """
import sys, time
from pathlib import Path
from core.store import Workspace, new_keys
print("imported", flush=True)
begin = float(sys.stdin.readline())
while time.monotonic() < begin:
    pass
workspace = Workspace.open(Path(sys.argv[1]))
for i in range(40):
    with workspace.writing() as db:
        # Reads before it writes, which fails in a deferred transaction.
        count = db.execute("SELECT count(*) FROM lakes").fetchone()[0]
        key = new_keys(db, "lakes", 1)
        db.table("lakes").insert(
            {"key": key, "name": f"{sys.argv[2]}-{i}", "root": str(count), "added_at": ""}
        )
"""


def test_eight_processes_open_a_new_workspace_at_once_and_lose_no_write(tmp_path: Path) -> None:
    running = [start(WRITING, tmp_path, number) for number in range(8)]
    begin_at_once(running)
    for process in running:
        process.communicate(timeout=120)
        assert process.returncode == 0
    workspace = Workspace.open(tmp_path)
    assert len(lake_names(workspace)) == 320
    with workspace.reading() as db:
        roots = [int(row[0]) for row in db.execute("SELECT root FROM lakes ORDER BY key")]
        keys = [row[0] for row in db.execute("SELECT key FROM lakes ORDER BY key")]
    # Each saw exactly those before it.
    assert roots == list(range(320))
    assert keys == list(range(1, 321))


def test_a_reader_sees_one_moment_while_another_writes(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with workspace.reading() as old:
        assert old.table("lakes").count == 0
        with workspace.writing() as db:
            insert(db, "new")
        assert old.table("lakes").count == 0
    assert lake_names(workspace) == ["new"]


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    full = 2  # https://sqlite.org/pragma.html#pragma_synchronous
    with Workspace.open(tmp_path).writing() as db:
        assert db.execute("PRAGMA synchronous").fetchone()[0] == full


def test_foreign_keys_are_kept(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with pytest.raises(sqlite3.IntegrityError), workspace.writing() as db:
        db.execute("INSERT INTO columns VALUES (1, 0, 'a', 'a', 'string', 0, 0, 0, '{}', 0)")


def test_the_workspace_does_not_move_when_the_process_changes_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    workspace = Workspace.open(Path("inner"))
    monkeypatch.chdir("/")
    assert workspace.folder("tables", "1") == tmp_path / "inner" / "tables" / "1"
    assert lake_names(workspace) == []
