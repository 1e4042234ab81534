from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.store import Workspace


def test_a_workspace_that_is_held_open_does_not_write_its_log_back_at_each_operation(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path)
    log = tmp_path / "soundings.db-wal"

    def note(name: str) -> None:
        with workspace.writing() as db:
            db.table("lakes").insert({"name": name, "root": "/x", "added_at": ""})

    with workspace.held_open():
        note("a")
        assert log.exists()
        note("b")
        with workspace.reading() as db:
            assert db["lakes"].count == 2
    assert not log.exists()


def test_while_it_is_held_open_connections_serve_one_operation_after_another(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path)

    def connection_of_a_read() -> int:
        with workspace.reading() as db:
            return id(db.conn)

    with workspace.held_open():
        first = connection_of_a_read()
        assert connection_of_a_read() == first
        with ThreadPoolExecutor(1) as threads:  # in another thread, too
            assert threads.submit(connection_of_a_read).result() == first
        with workspace.reading() as one, workspace.reading() as other:
            assert one.conn is not other.conn


def test_a_connection_whose_operation_failed_serves_no_other(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with workspace.held_open():
        with pytest.raises(KeyError), workspace.writing() as db:
            failed = db.conn
            db.table("lakes").insert({"name": "half", "root": "/x", "added_at": ""})
            raise KeyError
        with workspace.writing() as db:
            assert db.conn is not failed
            assert db["lakes"].count == 0


def test_each_operation_sees_what_was_written_since_the_last(tmp_path: Path) -> None:
    workspace, elsewhere = Workspace.open(tmp_path), Workspace(tmp_path)
    with workspace.held_open():
        with workspace.reading() as db:
            assert db["lakes"].count == 0
        with elsewhere.writing() as db:
            db.table("lakes").insert({"name": "a", "root": "/x", "added_at": ""})
        with workspace.reading() as db:
            assert db["lakes"].count == 1
