"""Jobs of a workspace that an earlier version made."""

from __future__ import annotations

from pathlib import Path

from core import jobs
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database


def test_jobs_stay_and_no_number_is_given_again(tmp_path: Path) -> None:
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m026_numbers_of_jobs")
    row = {"kind": "encode", "arguments": '{"encoder": "hash"}', "created_at": "2026-01-01"}
    steps = {"done": 3, "total": 4, "step_done": 2, "step_started_at": "2026-01-02"}
    kept = {**row, **steps, "key": 7, "subject": "kept", "state": "done", "message": "Ready."}
    earlier.table("jobs").insert(kept)
    earlier.table("jobs").insert({**row, "key": 9, "subject": "x", "state": "failed"})
    earlier.conn.commit()
    earlier.close()

    workspace = Workspace.open(tmp_path)

    found = jobs.jobs(workspace)
    assert [(one.key, one.state) for one in found] == [(9, "failed"), (7, "done")]
    old = {**kept, "arguments": {"encoder": "hash"}}
    assert {name: getattr(found[1], name) for name in old} == old
    jobs.forget_failures(workspace, "encode", "x")
    with workspace.writing() as db:
        assert db.table("jobs").insert({**row, "subject": "y", "state": "done"}).last_pk == 10
