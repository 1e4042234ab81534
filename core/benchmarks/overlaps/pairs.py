"""Pairs of a query table and a candidate table: labelled ones, and random ones to compare with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.benchmarks.formats import Query
from core.errors import InputError
from core.evaluation import Qrels

_ENUMERABLE = 1_000_000


class PairKind(StrEnum):
    """What the ground truth says of a pair."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    """Labelled as not relevant, by a person or by whoever made the benchmark."""
    RANDOM = "random"
    """Drawn from all pairs without a label."""


PAIR_SCHEMA = pl.Schema(
    {
        "query": pl.String(),
        "query_table": pl.String(),
        "candidate": pl.String(),
        "pairs": pl.Enum(PairKind),
    }
)
"""Query id, id of its table, id of the candidate table, and which kind of pair it is."""


def labelled_pairs(
    qrels: Qrels,
    queries: Iterable[Query],
    positive_from: int,
    own: Mapping[str, str],
) -> pl.DataFrame:
    """List the labelled pairs of two tables, positives first.

    Parameters
    ----------
    positive_from
        The smallest relevance of a positive; every other label makes a negative.
    own
        Query to the candidate that is its own table, or the copy of it in another folder.

    Returns
    -------
    DataFrame
        `PAIR_SCHEMA`, by kind, query and candidate. Queries without a table (words alone) have
        no pairs of tables; a query table that is its own labelled candidate, or whose copy is, is
        left out too, as it overlaps with itself by definition.

    Examples
    --------
    >>> qrels = Qrels.of({"q": {"a.csv": 1, "b.csv": 0}, "w": {"a.csv": 1}})
    >>> labelled_pairs(qrels, [Query("q", "q.csv"), Query("w", text="rivers")], 1, {}).rows()
    [('q', 'q.csv', 'a.csv', 'positive'), ('q', 'q.csv', 'b.csv', 'negative')]
    """
    kind = (
        pl.when(pl.col("relevance") >= positive_from)
        .then(pl.lit(PairKind.POSITIVE.value))
        .otherwise(pl.lit(PairKind.NEGATIVE.value))
    )
    labelled = qrels.frame.join(_with_tables(queries), on="query", how="inner")
    return (
        labelled.join(own_pairs(qrels, queries, own), on=["query", "table"], how="anti")
        .select(
            "query",
            "query_table",
            pl.col("table").alias("candidate"),
            kind.cast(PAIR_SCHEMA["pairs"]).alias("pairs"),
        )
        .sort("pairs", "query", "candidate")
    )


def own_pairs(qrels: Qrels, queries: Iterable[Query], own: Mapping[str, str]) -> pl.DataFrame:
    """List the labelled pairs of a query and its own table, or the copy of it in another folder.

    Returns
    -------
    DataFrame
        ``query, table``, by both.

    Examples
    --------
    >>> qrels = Qrels.of({"q": {"q.csv": 1, "b.csv": 0}, "r": {"copy/r.csv": 1}})
    >>> asked = [Query("q", "q.csv"), Query("r", "r.csv")]
    >>> own_pairs(qrels, asked, {"r": "copy/r.csv"}).rows()
    [('q', 'q.csv'), ('r', 'copy/r.csv')]
    """
    copies = pl.DataFrame(
        list(own.items()), schema={"query": pl.String, "table": pl.String}, orient="row"
    )
    themselves = _with_tables(queries).rename({"query_table": "table"})
    known = pl.concat([copies, themselves]).unique()
    return (
        qrels.frame.join(known, on=["query", "table"], how="semi")
        .select("query", "table")
        .sort("query", "table")
    )


def random_pairs(
    queries: Sequence[Query],
    candidates: Collection[str],
    taken: Iterable[tuple[str, str]],
    count: int,
    seed: int = 0,
) -> pl.DataFrame:
    """Draw pairs of a query table and a candidate that nobody labelled, each pair at most once.

    Nearly all of them are unrelated in a large data lake, but not all: an incomplete ground truth
    leaves relevant pairs without a label.

    Parameters
    ----------
    candidates
        Ids of the candidate tables.
    taken
        Pairs (query table, candidate) not to draw: the labelled ones, the ones to ignore, a
        query's own copy among the candidates. A query table is never paired with itself.
    count
        How many, at least 0; all there are if there are fewer.
    seed
        Which ones.

    Returns
    -------
    DataFrame
        `PAIR_SCHEMA`, by query and candidate; of several queries with one table, the first by id.

    Raises
    ------
    InputError
        If the count is below 0.

    Examples
    --------
    >>> drawn = random_pairs([Query("q", "q.csv")], ["a.csv", "b.csv"], [("q.csv", "a.csv")], 5)
    >>> drawn.rows()
    [('q', 'q.csv', 'b.csv', 'random')]
    """
    if count < 0:
        raise InputError(f"The number of random pairs must be at least 0. Got {count}.")
    known = _with_tables(queries).sort("query").unique("query_table", keep="first").sort("query")
    query_tables = known["query_table"].to_list()
    lake = sorted(set(candidates))
    row = {table: place for place, table in enumerate(query_tables)}
    column = {table: place for place, table in enumerate(lake)}
    excluded = {
        row[query] * len(lake) + column[candidate]
        for query, candidate in (*taken, *zip(query_tables, query_tables, strict=True))
        if query in row and candidate in column
    }
    closed = np.array(sorted(excluded), np.int64)
    codes = _draw(len(query_tables) * len(lake), closed, count, np.random.default_rng(seed))
    rows, columns = np.divmod(np.sort(codes), max(len(lake), 1))
    return known[rows].select(
        "query",
        "query_table",
        pl.Series("candidate", lake, pl.String)[columns],
        pl.lit(PairKind.RANDOM.value).cast(PAIR_SCHEMA["pairs"]).alias("pairs"),
    )


def _with_tables(queries: Iterable[Query]) -> pl.DataFrame:
    rows = [(query.query_id, query.table) for query in queries if query.table is not None]
    schema = {"query": pl.String, "query_table": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _draw(
    total: int, closed: NDArray[np.int64], count: int, random: np.random.Generator
) -> NDArray[np.int64]:
    """Draw different numbers below `total` that are not closed."""
    count = min(count, total - len(closed))
    if total <= _ENUMERABLE or count * 4 >= total - len(closed):
        free = np.setdiff1d(np.arange(total, dtype=np.int64), closed, assume_unique=True)
        return random.choice(free, count, replace=False)
    drawn = np.empty(0, np.int64)
    while len(drawn) < count:
        more = random.integers(total, size=2 * count, dtype=np.int64)
        drawn = np.concatenate([drawn, more[~np.isin(more, closed)]])
        _, first = np.unique(drawn, return_index=True)
        # In order of drawing, as the smallest of too many would not be random.
        drawn = drawn[np.sort(first)]
    return drawn[:count]
