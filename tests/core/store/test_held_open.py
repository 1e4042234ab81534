from __future__ import annotations

from pathlib import Path

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
