"""What a benchmark takes out of runs and ground truths, or adds, before they are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.benchmarks import registry
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Qrels, Run, SelfCandidate, treat_run, treat_truth
from core.store import Workspace


@dataclass(frozen=True)
class Treatment:
    """How the runs and ground truths of one benchmark are made ready to be compared.

    Parameters
    ----------
    ignored
        Pairs to ignore, by query and table: no ranking has them. What a ground truth labels is not
        ignored under it, nor is a query's own table that counts as found.
    own
        Query to the candidate that is its own table, which counts as the benchmark says.
    """

    info: BenchmarkInfo
    ignored: tuple[tuple[str, str], ...]
    own: Mapping[str, str]

    @property
    def own_positives(self) -> Mapping[str, str]:
        """Those of `own` that count as positives, whatever the labels say."""
        return _positive(self.info, self.own)

    def run(self, run: Run) -> Run:
        """Return a run as it is scored; no candidate may be left of it."""
        kept = run.without_pairs(self.ignored) if self.ignored else run
        return treat_run(kept, self.info.self_candidate, self.own)

    def leaves_out(self, query: str, table: str) -> bool:
        """Whether no ranking has a pair: it is to be ignored, or the query's own table."""
        own = self.info.self_candidate is SelfCandidate.EXCLUDED and self.own.get(query) == table
        return own or (query, table) in self.ignored

    def truth(self, qrels: Qrels) -> Qrels:
        """Return a ground truth as runs are scored by it."""
        least = self.info.positive_from
        return treat_truth(qrels, self.info.self_candidate, self.own, positive_from=least)


def own_positives(workspace: Workspace, info: BenchmarkInfo) -> Mapping[str, str]:
    """Map each query to its own table where that counts as positive, whatever the labels say."""
    return _positive(info, registry.own_candidates(workspace, info))


def _positive(info: BenchmarkInfo, own: Mapping[str, str]) -> Mapping[str, str]:
    return own if info.self_candidate is SelfCandidate.INCLUDED else {}


def treatment(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> Treatment:
    """Look up what becomes of own tables and of pairs to ignore under a release of a benchmark.

    Raises
    ------
    ReleaseNotFoundError
        If the benchmark has none of that name.
    """
    ignored = registry.ignored_pairs(workspace, info)
    if ignored and release != BASE:  # the published truth labels none of them
        ignored = registry.qrels(workspace, info, release).unlabelled(ignored)
    own = registry.own_candidates(workspace, info)
    if info.self_candidate is SelfCandidate.INCLUDED:
        ignored = [pair for pair in ignored if own.get(pair[0]) != pair[1]]
    return Treatment(info, tuple(ignored), own)
