"""Pairs that runs and ground truth disagree about, and how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import polars as pl


class CaseKind(StrEnum):
    """Which way a pair is disputed."""

    GTFP = "gtfp"
    """Ranked among the first k, but not labelled positive."""
    GTFN = "gtfn"
    """Labelled positive, but not ranked among the first k."""


class Label(StrEnum):
    """What the ground truth says of a pair."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    UNLABELLED = "unlabelled"


@dataclass(frozen=True)
class Case:
    """One query-candidate pair that runs and ground truth disagree about."""

    query: str
    table: str
    kind: CaseKind
    ranks: Mapping[str, int | None]
    """Rank in each run, from 1, by its method's label; None if the run does not rank it."""
    scores: Mapping[str, float | None]
    """Score in each run; None if it is not ranked or the run has no scores."""
    label: Label
    relevance: int | None
    """The grade in the ground truth; None if unlabelled."""

    @property
    def rank(self) -> int | None:
        """The worst rank over the runs; None if a run does not rank it."""
        ranks = list(self.ranks.values())
        return None if None in ranks else max(rank for rank in ranks if rank is not None)


def rank_column(method: str) -> str:
    """Name of the column that holds a run's ranks.

    Examples
    --------
    >>> rank_column("tfidf")
    'rank tfidf'
    """
    return f"rank {method}"


def score_column(method: str) -> str:
    """Name of the column that holds a run's scores."""
    return f"score {method}"


@dataclass(frozen=True, eq=False)
class Disagreements:
    """GTFP@1..K and GTFN@1..K with the pairs behind them at K."""

    k: int
    methods: tuple[str, ...]
    """Labels of the runs; several mean what all of them agree on."""
    gtfp: tuple[float, ...]
    """GTFP@1 to GTFP@K, 0 to 1."""
    gtfn: tuple[float, ...]
    gtfp_pairs: tuple[int, ...]
    """Numerators of GTFP@1..K: pairs."""
    gtfn_misses: tuple[int, ...]
    """Numerators of GTFN@1..K: positives short of what could have been found."""
    gtfp_slots: tuple[int, ...]
    """Denominators of GTFP@1..K: queries times k."""
    gtfn_expected: tuple[int, ...]
    """Denominators of GTFN@1..K: sum over queries of min(k, positives)."""
    queries: int
    missing: int
    """Queries that some run has no candidate for; they stay in the denominators."""
    unlisted: int
    """Positives that no run ranks among the first K and that are no case, as other positives fill
    these places of their queries."""
    unlisted_until: int
    """A cut-off at which each of those is a case or ranked among the first so many, or the largest
    there is; 0 if there are none."""
    own: int
    """Positives that are missed and no case, as they are their queries' own tables, which are
    positives by the benchmark's rule."""
    cases: pl.DataFrame
    """A row per pair disputed at K, the most disputed first: GTFP from rank 1 down, then GTFN from
    those not ranked at all up, first by the worst rank over the runs, then by the best; ties by
    query and table. Columns ``kind``, ``query``, ``table``,
    ``label``, ``relevance``, ``rank`` (the worst over the runs, null if one does not rank it), then
    ``rank LABEL`` and ``score LABEL`` of each run. Do not change it in place."""
    absent: pl.DataFrame
    """The pairs that `without` took out of the cases, with the same columns."""

    def without(self, absent: pl.Series) -> Disagreements:
        """Take pairs out of the cases that nobody can look at; the rates count them as before.

        Parameters
        ----------
        absent
            Of each case whether it is one of them.
        """
        gone = self.cases.filter(absent)
        return replace(self, cases=self.cases.filter(~absent), absent=gone)

    def first(self, n: int | None = None) -> tuple[Case, ...]:
        """Return the n most disputed pairs, or all, each as one value.

        That is for what is looked at one by one: there may be hundreds of thousands.
        """
        rows = self.cases if n is None else self.cases.head(n)
        return tuple(
            Case(
                query=row["query"],
                table=row["table"],
                kind=CaseKind(row["kind"]),
                ranks={method: row[rank_column(method)] for method in self.methods},
                scores={method: row[score_column(method)] for method in self.methods},
                label=Label(row["label"]),
                relevance=row["relevance"],
            )
            for row in rows.iter_rows(named=True)
        )

    def count(self, kind: CaseKind, label: Label | None = None) -> int:
        """Count the disputed pairs of a kind, of one label or of any."""
        wanted = pl.col("kind") == kind.value
        if label is not None:
            wanted &= pl.col("label") == label.value
        return self.cases.filter(wanted).height

    @property
    def disputed_queries(self) -> int:
        """How many queries have at least one disputed pair."""
        return self.cases["query"].n_unique()

    def to_frame(self) -> pl.DataFrame:
        """Return the paper's Table 4 for this run: a row per k."""
        return pl.DataFrame(
            {
                "k": range(1, self.k + 1),
                "GTFP": self.gtfp,
                "GTFP pairs": self.gtfp_pairs,
                "GTFP slots": self.gtfp_slots,
                "GTFN": self.gtfn,
                "GTFN misses": self.gtfn_misses,
                "GTFN expected": self.gtfn_expected,
            }
        )
