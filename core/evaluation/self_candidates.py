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

    Examples
    --------
    >>> run, qrels = Run.from_order({"a": ["a", "b"]}), Qrels.of({"a": {"b": 1}})
    >>> treat_self(run, qrels, SelfCandidate.EXCLUDED)[0].ranking("a")
    ('b',)
    >>> treat_self(run, qrels, SelfCandidate.INCLUDED)[1].to_dict()
    {'a': {'a': 1, 'b': 1}}
    """
    if own is None:
        own = {query: query for query in qrels.queries}
    truth = treat_truth(qrels, treatment, own, positive_from=positive_from)
    return treat_run(run, treatment, own), truth


def treat_run(run: Run, treatment: SelfCandidate, own: Mapping[str, str]) -> Run:
    """Return a run with the queries' own tables excluded or included; `own` as in `treat_self`."""
    if treatment is SelfCandidate.AS_GIVEN:
        return run
    if treatment is SelfCandidate.EXCLUDED:
        return run.without_pairs(own.items())
    return _with_first(run, _pairs(own))


def treat_truth(
    qrels: Qrels, treatment: SelfCandidate, own: Mapping[str, str], *, positive_from: int
) -> Qrels:
    """Return qrels with the queries' own tables excluded or included, as `treat_self`."""
    if treatment is SelfCandidate.AS_GIVEN:
        return qrels
    pairs = _pairs({query: own[query] for query in qrels.queries if query in own})
    others = qrels.frame.join(pairs, on=PAIR, how="anti")
    if treatment is SelfCandidate.EXCLUDED:
        return replace(qrels, frame=others)
    labels = pairs.join(qrels.frame, on=PAIR, how="left").with_columns(
        pl.max_horizontal("relevance", pl.lit(positive_from)).cast(pl.Int32)
    )
    return replace(qrels, frame=pl.concat([others, labels]))


def _pairs(own: Mapping[str, str]) -> pl.DataFrame:
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
