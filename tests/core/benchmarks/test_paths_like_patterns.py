"""Benchmarks in a workspace whose path a reader of files could take for a pattern."""

from __future__ import annotations

from core.benchmarks.overlaps.set_kinds import SetKind
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps, stored_overlaps
from core.benchmarks.runs import load_run, run_method
from core.monitor import UNMONITORED
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_runs_and_overlaps_are_read_again(tmp_path):
    workspace = Workspace.open(tmp_path / "work[s]*?")
    info = tiny.add(workspace, "tus[small]", tiny.ugen(tmp_path / "files"))
    run_method(workspace, info, "hash", tiny.SETTINGS)
    assert load_run(workspace, info, "hash").ranking("fish.csv")
    measured = measure_overlaps(workspace, info, tiny.SETTINGS, monitor=UNMONITORED)
    assert stored_overlaps(workspace, info).equals(measured)
    assert len(stored_overlaps(workspace, info, what=SetKind())) < len(measured)
