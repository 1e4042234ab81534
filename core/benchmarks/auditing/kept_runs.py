"""A benchmark's runs kept loaded and scored, so that a new one is all that a new one costs."""

from __future__ import annotations

from threading import Lock

from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.audit import Judged, JudgedRun
from core.benchmarks.auditing.scored_runs import Leaderboard, RunScores
from core.benchmarks.presence import presence
from core.benchmarks.runs import load_run, runs
from core.benchmarks.treatment import treatment
from core.benchmarks.types import BASE, BenchmarkInfo, RunInfo
from core.evaluation import Run
from core.store import Workspace

MOST_CUTS = 4
"""Cut-offs of which scores are kept, the latest: of 2,000 queries they take 0.2 MB a run."""


class KeptRuns:
    """The runs of a benchmark under its published labels, each loaded and scored once.

    A run that was added since is loaded when it is asked for, and one that was removed is let go.
    Several threads may ask at once.

    Parameters
    ----------
    workspace, info
        Labels and lake are looked up once: where `audit.ground_fingerprint` is another by now, so
        must be the kept runs.
    """

    def __init__(self, workspace: Workspace, info: BenchmarkInfo) -> None:
        self._workspace, self._info = workspace, info
        self._treated = treatment(workspace, info)
        self._qrels = self._treated.truth(audit.truth(workspace, info))
        self._there = presence(workspace, info)
        self._runs: dict[int, Run] = {}
        self._scores: dict[int, dict[int, RunScores]] = {}
        self._lock = Lock()

    def judged(self) -> Judged:
        """Return what `audit.judged` does of all runs that are stored now; raises as that."""
        with self._lock:
            together = {run.method: self._runs[run.key] for run in self._loaded()}
        ignored, own = self._treated.ignored, self._treated.own_positives
        return Judged(self._info, BASE, self._qrels, together, ignored, there=self._there, own=own)

    def leaderboard(self, k: int) -> Leaderboard:
        """Return `scored_runs.leaderboard` of all runs that are stored now; raises as that."""
        with self._lock:
            stored = self._loaded()
            known = self._scores.pop(k, {})
            rows = {run.key: known.get(run.key) or self._scored(run, k) for run in stored}
            self._scores[k] = rows
            if len(self._scores) > MOST_CUTS:
                del self._scores[next(iter(self._scores))]
        return scored_runs.ranked(self._workspace, self._info, k, self._qrels, list(rows.values()))

    def _loaded(self) -> list[RunInfo]:
        """List the runs that are stored; from then on `_runs` has these, by key, and no others."""
        stored = runs(self._workspace, self._info)
        if not stored:
            raise audit.without_runs(self._info)
        known = self._runs
        self._runs = {
            run.key: known[run.key] if run.key in known else self._load(run.method)
            for run in stored
        }
        return stored

    def _load(self, label: str) -> Run:
        return self._treated.run(load_run(self._workspace, self._info, label))

    def _scored(self, run: RunInfo, k: int) -> RunScores:
        found = JudgedRun(
            self._info,
            BASE,
            self._qrels,
            self._runs[run.key],
            self._treated.ignored,
            there=self._there,
            own=self._treated.own_positives,
        )
        return scored_runs.scored(found, run, k)
