from __future__ import annotations

import pytest

from core.benchmarks import registry, runs
from core.benchmarks.formats import Mode
from core.benchmarks.overlaps.stored_overlaps import stored_overlaps
from core.errors import CancelledError, InputError
from core.evaluation import SelfCandidate
from core.jobs.kinds import kind
from core.jobs.work import Work
from core.monitor import UNMONITORED, Monitor
from core.store import Workspace
from tests.core.benchmarks.tiny import SETTINGS, TABLES, UGEN, add, lay, ugen


class Notes:
    """Writes progress down and stops once a message begins in a certain way."""

    def __init__(self, stop_at: str | None = None) -> None:
        self.told: list[str] = []
        self._stop_at = stop_at

    @property
    def monitor(self) -> Monitor:
        return Monitor(self._progress, self._should_stop)

    def _progress(self, done: int, total: int, message: str) -> None:
        self.told.append(message)

    def _should_stop(self) -> bool:
        return self._stop_at is not None and any(m.startswith(self._stop_at) for m in self.told)


@pytest.fixture
def workspace(tmp_path):
    return Workspace.open(tmp_path / "workspace")


def test_adding_a_benchmark_measures_its_overlaps(workspace, tmp_path):
    folder = ugen(tmp_path / "files")
    said = kind("benchmark").carry_out(
        Work(workspace, "tiny", {"folder": str(folder)}, SETTINGS, UNMONITORED)
    )
    assert said == "2 queries, 3 positive and 2 negative labels (ugen)."
    info = registry.benchmark(workspace, "tiny")
    assert stored_overlaps(workspace, info) is not None
    assert kind("overlap").carry_out(Work(workspace, "tiny", {}, SETTINGS, UNMONITORED)) == (
        "Names and values of 8 pairs compared."
    )


def test_a_benchmark_is_added_as_it_was_said(workspace, tmp_path):
    files = {**TABLES, "datalake/fish.csv": TABLES["query/fish.csv"], "groundtruth.csv": UGEN}
    folder = str(lay(tmp_path / "files", files))
    arguments = {"folder": folder, "format": None, "task": "join", "own": "included"}
    kind("benchmark").carry_out(Work(workspace, "tiny", arguments, SETTINGS, UNMONITORED))
    info = registry.benchmark(workspace, "tiny")
    assert info.self_candidate is SelfCandidate.INCLUDED
    assert {query.mode for query in registry.queries(workspace, info)} == {Mode.JOIN}


def test_methods_are_run_one_after_another_and_told_apart(workspace, tmp_path):
    add(workspace, "tiny", ugen(tmp_path / "files"))
    notes = Notes()
    said = kind("run").carry_out(
        Work(workspace, "tiny", {"methods": "hash,columns:hash"}, SETTINGS, notes.monitor)
    )
    assert said.startswith("hash, columns:hash ranked 100 candidates a query, for 2 queries")
    assert {message.partition(":")[0] for message in notes.told} == {"hash", "columns"}


def test_what_was_run_before_a_cancellation_is_kept(workspace, tmp_path):
    info = add(workspace, "tiny", ugen(tmp_path / "files"))
    arguments = {"methods": "hash,tfidf"}
    with pytest.raises(CancelledError, match="hash is kept"):
        kind("run").carry_out(Work(workspace, "tiny", arguments, SETTINGS, Notes("tfidf").monitor))
    assert [run.method for run in runs.runs(workspace, info)] == ["hash"]


def test_an_unknown_method_is_refused_before_any_is_run(workspace, tmp_path):
    info = add(workspace, "tiny", ugen(tmp_path / "files"))
    with pytest.raises(InputError, match="A method must be one of"):
        kind("run").carry_out(
            Work(workspace, "tiny", {"methods": "hash,none"}, SETTINGS, UNMONITORED)
        )
    assert runs.runs(workspace, info) == []
