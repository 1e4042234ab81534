"""What becomes of the query's own table among its candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

import numpy as np
import polars as pl

from core.evaluation.qrels import Qrels
from core.evaluation.run import Run


class SelfCandidate(StrEnum):
    """How a query's own table is treated (fishy-tus, caption of Table 4)."""

    AS_GIVEN = "as given"
    """Run and qrels are taken as they are."""
    EXCLUDED = "excluded"
    """It is no candidate of itself: taken out of ranking and ground truth, as for UGEN."""
    INCLUDED = "included"
    """It is a positive candidate of itself, as for LakeBench.

    A ranking that left it out gets it at rank 1: nothing is more like a table than itself. A query
    that the run does not answer stays without an answer.
    """


def treat_self(
    run: Run,
    qrels: Qrels,
    treatment: SelfCandidate,
    own: Mapping[str, str] | None = None,
    *,
    positive_from: int = 1,
) -> tuple[Run, Qrels]:
    """Return run and qrels with the query's own table excluded or included.

    Parameters
    ----------
    run, qrels
        As for any metric.
    treatment
        What to do.
    own
        Query to the id of its own table among the candidates; a query that is not in it has none.
        Without it a query's id is taken for the id of its table.
    positive_from
        The relevance that an included table gets, if it is not labelled higher.

    Raises
    ------
    EmptyRunError
        If a run ranked nothing but the queries themselves and they are excluded.

    Examples
    --------
    >>> run, qrels = Run.from_order({"a": ["a", "b"]}), Qrels.of({"a": {"b": 1}})
    >>> treat_self(run, qrels, SelfCandidate.EXCLUDED)[0].ranking("a")
    ('b',)
    >>> treat_self(run, qrels, SelfCandidate.INCLUDED)[1].to_dict()
    {'a': {'a': 1, 'b': 1}}
    """
    if treatment is SelfCandidate.AS_GIVEN:
        return run, qrels
    if own is None:
        own = {query: query for query in qrels.queries}
    pairs = pl.DataFrame(
        [(query, own[query]) for query in qrels.queries if query in own],
        schema={"query": pl.String, "table": pl.String},
        orient="row",
    )
    key = ["query", "table"]
    if treatment is SelfCandidate.EXCLUDED:
        judged = qrels.frame.join(pairs, on=key, how="anti")
        return run.without_pairs(pairs.rows()), replace(qrels, frame=judged)
    labels = pairs.join(qrels.frame, on=key, how="left").with_columns(
        pl.max_horizontal("relevance", pl.lit(positive_from)).cast(pl.Int32)
    )
    judged = pl.concat([qrels.frame.join(pairs, on=key, how="anti"), labels])
    return _with_first(run, pairs), replace(qrels, frame=judged)


def _with_first(run: Run, pairs: pl.DataFrame) -> Run:
    """Put pairs that the run left out at the top of its rankings; it gets no new ranking."""
    absent = pairs.join(run.frame, on=["query", "table"], how="anti")
    best = run.frame.filter(pl.col("rank") == 1).select("query", best="score")
    joined = absent.join(best, on="query", how="inner")
    above = None
    if run.scored:
        above = np.nextafter(joined["best"].to_numpy(), np.inf)
    top = joined.select("query", "table").with_columns(
        score=pl.Series(above, dtype=pl.Float64) if above is not None else pl.lit(None, pl.Float64),
        rank=pl.lit(0, pl.Int32),
    )
    return replace(run, frame=pl.concat([run.frame, top]))
