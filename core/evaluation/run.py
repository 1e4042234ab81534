"""Ranked candidates as one frozen value, with the one rule for ties."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import polars as pl

from core.errors import MalformedFileError
from core.evaluation.errors import (
    BadScoreError,
    CutoffError,
    DuplicateCandidateError,
    EmptyRunError,
)

Parameter: TypeAlias = str | int | float | bool | None

MAX_K = 1_000
"""The deepest rank that a metric may be cut at."""

SCHEMA = pl.Schema(
    {"query": pl.String(), "table": pl.String(), "score": pl.Float64(), "rank": pl.Int32()}
)


def check_k(k: int) -> int:
    """Return `k` if it is a legal cut-off.

    Raises
    ------
    CutoffError
        If it is not between 1 and 1,000.

    Examples
    --------
    >>> check_k(0)
    Traceback (most recent call last):
    core.evaluation.errors.CutoffError: k must be between 1 and 1,000. Got 0.
    """
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= MAX_K:
        raise CutoffError(f"k must be between 1 and {MAX_K:,}. Got {k!r}.")
    return k


def rank_candidates(frame: pl.DataFrame) -> pl.DataFrame:
    """Sort candidates by the one tie rule and number them from 1 in each query.

    Score descending, then table id ascending (by code point). Candidates without scores keep the
    order of their ``rank``.

    Parameters
    ----------
    frame
        Columns ``query``, ``table``, ``score`` and, if scores are null, ``rank``.

    Examples
    --------
    >>> tied = pl.DataFrame({"query": ["q", "q"], "table": ["b", "a"], "score": [0.5, 0.5]})
    >>> rank_candidates(tied)["table"].to_list()
    ['a', 'b']
    """
    if frame["score"].null_count():
        ordered = frame.sort("query", "rank", "table")
    else:
        ordered = frame.sort("query", "score", "table", descending=[False, True, False])
    number = pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("query")
    return ordered.with_columns(rank=number).select(list(SCHEMA)).cast(SCHEMA)


@dataclass(frozen=True, eq=False)
class Run:
    """What one method ranked for each query.

    Ties are broken here, once: score descending, then table id ascending. Everything that reads
    a run uses its ranks. No run is made without a candidate, but none may be left of one
    (`without_pairs`).

    Parameters
    ----------
    frame
        Columns ``query``, ``table``, ``score`` (finite, or null throughout if the method gave an
        order only, which must then stand in ``rank``). Afterwards sorted by query and rank, with
        ``rank`` from 1. Do not change it in place.
    queries
        Every query that the method answered, sorted, those with an empty ranking included.
    method
        Label of the method.
    parameters
        What the method was told.

    Raises
    ------
    DuplicateCandidateError
        If a query ranks a table twice.
    BadScoreError
        If a score is NaN or infinite.
    MalformedFileError
        If some candidates have scores and others have none.

    Examples
    --------
    >>> run = Run.of({"q1": [("b.csv", 0.5), ("a.csv", 0.5), ("c.csv", 0.9)]}, method="tfidf")
    >>> run.ranking("q1")
    ('c.csv', 'a.csv', 'b.csv')
    """

    frame: pl.DataFrame
    queries: tuple[str, ...] = ()
    method: str = ""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def __post_init__(self) -> None:
        frame = self.frame
        if frame["score"].null_count() not in {0, frame.height}:
            raise MalformedFileError(
                "Either every candidate of a run has a score or none has. Got both."
            )
        wrong = frame.filter(~pl.col("score").cast(pl.Float64).is_finite())
        if wrong.height:
            query, table, score = wrong.select("query", "table", "score").row(0)
            raise BadScoreError(
                f"A score must be a finite number. Got {score} for query {query!r} and table "
                f"{table!r}; leave out what was not scored."
            )
        # As pairs in one column polars would hold every text once more.
        twice = frame.filter(pl.col("table").is_duplicated().over("query"))
        if twice.height:
            query, table = twice.select("query", "table").row(0)
            raise DuplicateCandidateError(
                f"A query must rank a table once. Got {table!r} more than once for query "
                f"{query!r}; keep its best score."
            )
        queries = tuple(sorted({*self.queries, *frame["query"].unique().to_list()}))
        object.__setattr__(self, "frame", rank_candidates(frame))
        object.__setattr__(self, "queries", queries)
        object.__setattr__(self, "parameters", dict(self.parameters))

    @classmethod
    def of(
        cls,
        rankings: Mapping[str, Iterable[tuple[str, float]]],
        method: str = "",
        parameters: Mapping[str, Parameter] | None = None,
    ) -> Run:
        """Make a run from ``{query: [(table, score), ...]}`` in any order.

        Raises
        ------
        EmptyRunError
            If no query has a candidate.
        """
        rows = [(q, t, s) for q, ranking in rankings.items() for t, s in ranking]
        _require_some(rows)
        schema = pl.Schema({name: SCHEMA[name] for name in ("query", "table", "score")})
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        return cls(frame, tuple(rankings), method, parameters or {})

    @classmethod
    def from_order(
        cls,
        rankings: Mapping[str, Sequence[str]],
        method: str = "",
    ) -> Run:
        """Make a run without scores from ``{query: [best, second, ...]}``.

        Raises
        ------
        EmptyRunError
            If no query has a candidate.

        Examples
        --------
        >>> Run.from_order({"q1": ["b.csv", "a.csv"]}).ranking("q1")
        ('b.csv', 'a.csv')
        """
        rows = [
            (query, table, None, rank)
            for query, ranking in rankings.items()
            for rank, table in enumerate(ranking, start=1)
        ]
        _require_some(rows)
        frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
        return cls(frame, tuple(rankings), method, {})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Run):
            return NotImplemented
        mine = (self.queries, self.method, self.parameters)
        theirs = (other.queries, other.method, other.parameters)
        return mine == theirs and self.frame.equals(other.frame)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __len__(self) -> int:
        return self.frame.height

    @property
    def scored(self) -> bool:
        """Whether the method gave scores, not only an order."""
        return self.frame["score"].null_count() == 0

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything in the run."""
        facts = [list(self.queries), self.method, sorted(self.parameters.items())]
        digest = hashlib.sha256(json.dumps(facts).encode())
        digest.update(self.frame.write_csv().encode())
        return digest.hexdigest()

    def ranking(self, query: str) -> tuple[str, ...]:
        """Return the tables ranked for one query, best first; empty if it is not in the run."""
        return tuple(self.frame.filter(pl.col("query") == query)["table"].to_list())

    def to_dict(self) -> dict[str, list[tuple[str, float | None]]]:
        """Return ``{query: [(table, score), ...]}``, best first; scores None if there are none."""
        rankings: dict[str, list[tuple[str, float | None]]] = {q: [] for q in self.queries}
        for query, table, score, _ in self.frame.iter_rows():
            rankings[query].append((table, score))
        return rankings

    def top(self, k: int) -> Run:
        """Return the run cut after rank `k`, 1 to 1,000, without holding what is cut off."""
        check_k(k)
        # Rows of a filter hold the texts of all that they were among.
        kept = self.frame.filter(pl.col("rank") <= k).to_arrow(compat_level=pl.CompatLevel.oldest())
        return replace(self, frame=pl.DataFrame(kept))

    def without_pairs(self, pairs: Iterable[tuple[str, str]]) -> Run:
        """Return the run without some ``(query, table)`` pairs, the rest moved up.

        A benchmark's pairs to ignore are taken out this way before scoring, so that they are
        neither right nor wrong. A query whose candidates all go keeps an empty ranking, and is
        scored as unanswered; so do all queries if no candidate remains.

        Examples
        --------
        >>> run = Run.of({"q1": [("a.csv", 0.9), ("b.csv", 0.5)]})
        >>> run.without_pairs([("q1", "a.csv")]).ranking("q1")
        ('b.csv',)
        """
        schema = {"query": pl.String, "table": pl.String}
        out = pl.DataFrame(list(pairs), schema=schema, orient="row").unique()
        return replace(self, frame=self.frame.join(out, on=["query", "table"], how="anti"))


def _require_some(rows: Sequence[object]) -> None:
    if not rows:
        raise EmptyRunError("A run must rank at least one candidate. Got none.")
