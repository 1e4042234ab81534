"""What recall a benchmark's runs would have if its corpus were smaller.

In the manner of TARGET, Figure 4, which appends tables of another corpus and ranks again; here the
corpus is thinned, and scores stay as they are.
"""

from __future__ import annotations

import polars as pl

from core import lake as lakes
from core.benchmarks.auditing.audit import Judged
from core.evaluation import Run
from core.evaluation.corpus_size import corpus_curve, corpus_sizes
from core.store import Workspace

_SCHEMA = pl.Schema(
    {"run": pl.String(), "size": pl.Int64(), "R": pl.Float64(), "queries": pl.Int64()}
)


def corpus_curves(
    workspace: Workspace, found: Judged, k: int
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Tell the R@k of every run at several sizes of the corpus.

    Returns
    -------
    curves
        ``run``, ``size``, ``R`` and ``queries``. Sizes begin at the positives of the query that
        has most, or where the run is deep enough to tell
        (`core.evaluation.corpus_size.corpus_sizes`), at another place for each run.
    beyond
        Labels of the runs that are left out: they rank tables that are not of the corpus, of which
        nobody knows whether a part of it would have them.
    """
    tables = lakes.table_order(workspace, found.info.lake_key)
    candidates = [table for table in tables if found.info.is_candidate(table)]
    corpus = pl.DataFrame({"table": candidates}, schema={"table": pl.String})
    positives = _most_positives(found, corpus)
    curves = [pl.DataFrame(schema=_SCHEMA)]
    beyond = []
    for label, run in found.runs.items():
        if found.there.unknown(run):
            beyond.append(label)
            continue
        sizes = corpus_sizes(len(candidates), _depth(run, len(candidates)), k, positives)
        curve = corpus_curve(
            run,
            found.qrels,
            k,
            candidates,
            sizes,
            positive_from=found.info.positive_from,
        )
        curves.append(curve.select(pl.lit(label).alias("run"), pl.all()))
    return pl.concat(curves), tuple(beyond)


def _most_positives(found: Judged, corpus: pl.DataFrame) -> int:
    """Count the positives in the corpus of the query that has most; a part of it keeps them all."""
    positive = found.qrels.frame.filter(pl.col("relevance") >= found.info.positive_from)
    counts = positive.join(corpus, on="table", how="semi").group_by("query").len()["len"]
    return int(counts.to_numpy().max(initial=0))


def _depth(run: Run, candidates: int) -> int:
    """Candidates that were stored at most: a shorter ranking holds all that there were."""
    longest = int(run.frame["rank"].to_numpy().max(initial=0))
    return min(int(run.parameters.get("depth") or longest), candidates)
