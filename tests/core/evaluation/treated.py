"""Queries' own tables, treated as a benchmark has them treated before anything is compared."""

from __future__ import annotations

from collections.abc import Mapping

from core.evaluation import Qrels, Run, SelfCandidate, treat_run, treat_truth


def treated(
    run: Run, qrels: Qrels, treatment: SelfCandidate, own: Mapping[str, str] | None = None
) -> tuple[Run, Qrels]:
    """Return run and qrels treated; without `own` each query's own table is called as itself."""
    own = {query: query for query in qrels.queries} if own is None else own
    return treat_run(run, treatment, own), treat_truth(qrels, treatment, own, positive_from=1)
