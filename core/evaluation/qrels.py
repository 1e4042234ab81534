"""Judged pairs as one frozen value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from core.evaluation.errors import (
    BadRelevanceError,
    DuplicateLabelError,
    EmptyQrelsError,
    ThresholdError,
)

MAX_RELEVANCE = 1_000
"""Grades lie between -1,000 and 1,000."""

SCHEMA = pl.Schema({"query": pl.String(), "table": pl.String(), "relevance": pl.Int32()})


@dataclass(frozen=True, eq=False)
class Qrels:
    """Which candidates are relevant for which queries, as far as somebody judged.

    A pair that is not here is **unlabelled**, which is not the same as a pair with relevance 0
    (an explicit negative). Which relevance makes a positive is the caller's threshold
    (``positive_from``, 1 unless told otherwise), so graded judgements (0, 1, 2) stay as they are.
    Two qrels are equal if they judge the same queries and pairs alike, whatever their source.

    Parameters
    ----------
    frame
        Columns ``query``, ``table`` (text) and ``relevance`` (-1,000 to 1,000), a row per judged
        pair; sorted by query, then table. Do not change it in place.
    queries
        Every query of the benchmark, sorted, those without a judged pair included.
        Queries of `frame` that are not named are added.
    source
        Where the judgements come from, for people.

    Raises
    ------
    EmptyQrelsError
        If there is no query.
    DuplicateLabelError
        If a pair is judged twice.
    BadRelevanceError
        If a relevance is missing or out of range.

    Examples
    --------
    >>> qrels = Qrels.of({"q1": {"a.csv": 1, "b.csv": 0}, "q2": {}})
    >>> qrels.queries, qrels.relevance("q1", "b.csv"), qrels.relevance("q1", "c.csv")
    (('q1', 'q2'), 0, None)
    """

    frame: pl.DataFrame
    queries: tuple[str, ...] = ()
    source: str = ""

    def __post_init__(self) -> None:
        frame = self.frame.select(list(SCHEMA))
        outside = frame.filter(
            pl.any_horizontal(pl.all().is_null())
            | ~pl.col("relevance").cast(pl.Int64).is_between(-MAX_RELEVANCE, MAX_RELEVANCE)
        )
        if outside.height:
            query, table, relevance = outside.row(0)
            raise BadRelevanceError(
                "A relevance must be a whole number between -1,000 and 1,000. "
                f"Got {relevance} for query {query!r} and table {table!r}."
            )
        frame = frame.cast(SCHEMA)
        twice = frame.filter(pl.struct("query", "table").is_duplicated())
        if twice.height:
            query, table, _ = twice.row(0)
            raise DuplicateLabelError(
                f"A pair must be judged once. Got query {query!r} and table {table!r} more than "
                "once; keep one of the judgements."
            )
        queries = tuple(sorted({*self.queries, *frame["query"].unique().to_list()}))
        if not queries:
            raise EmptyQrelsError("Qrels must have at least one query. Got none.")
        object.__setattr__(self, "frame", frame.sort("query", "table"))
        object.__setattr__(self, "queries", queries)

    @classmethod
    def of(cls, pairs: Mapping[str, Mapping[str, int]], source: str = "") -> Qrels:
        """Make qrels from ``{query: {table: relevance}}``; a query may be without pairs."""
        rows = [(q, t, r) for q, tables in pairs.items() for t, r in tables.items()]
        return cls.from_rows(rows, queries=pairs, source=source)

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[tuple[str, str, int]],
        queries: Iterable[str] = (),
        source: str = "",
    ) -> Qrels:
        """Make qrels from ``(query, table, relevance)``; `queries` names those without a row."""
        schema = pl.Schema({**SCHEMA, "relevance": pl.Int64()})
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        return cls(frame, tuple(queries), source)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Qrels):
            return NotImplemented
        return self.queries == other.queries and self.frame.equals(other.frame)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __len__(self) -> int:
        return self.frame.height

    @property
    def fingerprint(self) -> str:
        """SHA-256 of queries, pairs and grades; the source does not enter."""
        digest = hashlib.sha256(repr(self.queries).encode())
        digest.update(self.frame.write_csv().encode())
        return digest.hexdigest()

    def relevance(self, query: str, table: str) -> int | None:
        """Return the relevance of one pair, or None if it is unlabelled."""
        found = self.frame.filter(pl.col("query") == query, pl.col("table") == table)
        return int(found["relevance"][0]) if found.height else None

    def unlabelled(self, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the pairs (query, table) that nobody judged, in their order.

        Examples
        --------
        >>> Qrels.of({"q": {"a.csv": 0}}).unlabelled([("q", "b.csv"), ("q", "a.csv")])
        [('q', 'b.csv')]
        """
        schema = {"query": pl.String, "table": pl.String}
        asked = pl.DataFrame(list(pairs), schema=schema, orient="row")
        return asked.join(self.frame, on=list(schema), how="anti", maintain_order="left").rows()

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return ``{query: {table: relevance}}`` with every query."""
        pairs: dict[str, dict[str, int]] = {query: {} for query in self.queries}
        for query, table, relevance in self.frame.iter_rows():
            pairs[query][table] = relevance
        return pairs

    def positives(self, positive_from: int = 1) -> pl.DataFrame:
        """Return the positive pairs (query, table, relevance): relevance >= `positive_from`.

        Raises
        ------
        ThresholdError
            If `positive_from` is not between 1 and 1,000.
        """
        if not 1 <= positive_from <= MAX_RELEVANCE:
            raise ThresholdError(
                f"The smallest relevance of a positive must be between 1 and {MAX_RELEVANCE:,}. "
                f"Got {positive_from!r}."
            )
        return self.frame.filter(pl.col("relevance") >= positive_from)

    def positive_counts(self, positive_from: int) -> pl.DataFrame:
        """Return ``query, positives`` with every query in order, 0 for those without."""
        counts = self.positives(positive_from).group_by("query").agg(positives=pl.len())
        every = pl.DataFrame({"query": self.queries}, schema={"query": pl.String})
        return every.join(counts, on="query", how="left", maintain_order="left").with_columns(
            pl.col("positives").fill_null(0).cast(pl.Int64)
        )
