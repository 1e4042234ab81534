"""What becomes of the query's own table among its candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

import numpy as np
import polars as pl

from core.evaluation.qrels import Qrels
from core.evaluation.run import Run

PAIR = ["query", "table"]


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


def treat_run(run: Run, treatment: SelfCandidate, own: Mapping[str, str]) -> Run:
    """Return a run with the queries' own tables excluded or included.

    Parameters
    ----------
    own
        Query to the id of its own table among the candidates; a query that is not in it has none.

    Examples
    --------
    >>> run = Run.from_order({"a": ["a", "b"]})
    >>> treat_run(run, SelfCandidate.EXCLUDED, {"a": "a"}).ranking("a")
    ('b',)
    """
    if treatment is SelfCandidate.AS_GIVEN:
        return run
    if treatment is SelfCandidate.EXCLUDED:
        return run.without_pairs(own.items())
    return _with_first(run, own_pairs(own))


def treat_truth(
    qrels: Qrels, treatment: SelfCandidate, own: Mapping[str, str], *, positive_from: int
) -> Qrels:
    """Return qrels with the queries' own tables excluded or included.

    An included table gets the greatest relevance of the ground truth, whatever its own label says:
    nothing is more like a table than itself. So NDCG, the only one to read grades, is the same on
    any scale of them.

    Parameters
    ----------
    own
        As for `treat_run`.
    positive_from
        The least relevance that an included table gets.

    Examples
    --------
    >>> qrels = Qrels.of({"a": {"b": 1}})
    >>> treat_truth(qrels, SelfCandidate.INCLUDED, {"a": "a"}, positive_from=1).to_dict()
    {'a': {'a': 1, 'b': 1}}
    """
    if treatment is SelfCandidate.AS_GIVEN:
        return qrels
    pairs = own_pairs({query: own[query] for query in qrels.queries if query in own})
    others = qrels.frame.join(pairs, on=PAIR, how="anti")
    if treatment is SelfCandidate.EXCLUDED:
        return replace(qrels, frame=others)
    best = int(qrels.frame["relevance"].to_numpy().max(initial=positive_from))
    labels = pairs.with_columns(relevance=pl.lit(best, pl.Int32))
    return replace(qrels, frame=pl.concat([others, labels]))


def own_pairs(own: Mapping[str, str]) -> pl.DataFrame:
    """Return queries with their own tables as pairs: ``query``, ``table``."""
    schema = {"query": pl.String, "table": pl.String}
    return pl.DataFrame(list(own.items()), schema=schema, orient="row")


def _with_first(run: Run, pairs: pl.DataFrame) -> Run:
    """Put pairs that the run left out at the top of its rankings; it gets no new ranking."""
    absent = pairs.join(run.frame, on=PAIR, how="anti")
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
