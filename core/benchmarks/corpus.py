"""What recall a benchmark's runs would have if its corpus were smaller (TARGET, Figure 4)."""

from __future__ import annotations

import polars as pl

from core import lake as lakes
from core.benchmarks.audit import Judged
from core.evaluation import Run
from core.evaluation.corpus_size import corpus_curve, corpus_sizes
from core.store import Workspace


def corpus_curves(workspace: Workspace, found: Judged, k: int) -> pl.DataFrame:
    """Tell the R@k of every run at several sizes of the corpus.

    Returns
    -------
    DataFrame
        ``run``, ``size``, ``R`` and ``queries``. Sizes begin where the run is deep enough to tell
        (`core.evaluation.corpus_size.corpus_sizes`), at another place for each run.
    """
    tables = lakes.table_order(workspace, found.info.lake_key)
    candidates = sum(map(found.info.is_candidate, tables))
    curves = [
        corpus_curve(
            run,
            found.qrels,
            k,
            candidates,
            corpus_sizes(candidates, _depth(run, candidates), k),
            positive_from=found.info.positive_from,
        ).select(pl.lit(label).alias("run"), pl.all())
        for label, run in found.runs.items()
    ]
    return pl.concat(curves)


def _depth(run: Run, candidates: int) -> int:
    """Candidates that were stored at most: a shorter ranking holds all that there were."""
    longest = int(run.frame["rank"].to_numpy().max(initial=0))
    return min(int(run.parameters.get("depth") or longest), candidates)
