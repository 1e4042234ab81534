"""Rank the tables of an index for one query, by table vectors or by matching columns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnVectors
from core.features.pooling import sparse_normalised
from core.indexes import TableVectors, best, without_noise
from core.search.union.matching import (
    Matching,
    background_similarity,
    dense_normalised,
    match_columns,
)

RankBy = Literal["table", "columns", "bipartite"]

RANK_BY: tuple[RankBy, ...] = ("columns", "table")
"""Ways to search: by the best alignment of columns, or by one vector a table. "bipartite" is for
comparison only: it ranks by the same alignment as it is usually scored, and worse."""

CANDIDATES = 300
"""Tables that are taken from the table vectors to compare column by column."""

DEEP_CANDIDATES = 1_000
"""As many for more results than that, so that only there the first ranks depend on their number."""

_NUMBERS_AT_ONCE = 8_000_000
"""Numbers of column vectors, and of similarities, that are in memory together: 32 MB of each."""

_OF_A_SPARSE_VECTOR = 500
"""Numbers that a column's sparse vector is taken to have at most: one a different word."""


@dataclass(frozen=True)
class QueryVectors:
    """A query as an encoder sees it.

    Parameters
    ----------
    columns
        Shape (columns, dimension), each row of length 1 or zero.
    table
        Shape (dimension,), of length 1 or zero.
    """

    columns: NDArray[np.float32]
    table: NDArray[np.float32]


@dataclass(frozen=True)
class Ranking:
    """The best tables of an index for one query.

    Parameters
    ----------
    positions, scores
        Shape (results,), best first.
    compared
        Tables that were compared in the last step.
    """

    positions: NDArray[np.int64]
    scores: NDArray[np.float64]
    compared: int


def query_in_index(index: TableVectors, position: int, columns: list[int]) -> QueryVectors:
    """Take some columns of an indexed table as a query."""
    vectors, _ = index.columns([position])
    chosen = vectors[columns]
    table = index.encoder.pool(chosen, np.array([0, len(columns)], dtype=np.int64))[0]
    return QueryVectors(dense_normalised(chosen), table)


def rank_tables(
    index: TableVectors,
    query: QueryVectors,
    k: int,
    rank_by: RankBy,
    among: NDArray[np.bool_] | None = None,
) -> Ranking:
    """Rank an index's tables; equal scores by table id.

    Parameters
    ----------
    k
        Results wanted, at least 1.
    rank_by
        "table": by inner product of table vectors. "columns": the `CANDIDATES` best of those
        (`DEEP_CANDIDATES` for more results) by `match_columns`, and where no pair of columns is
        more alike than by chance, by inner product again. "bipartite": those by the
        sum of the cosine similarities of the matched columns over the smaller number of columns,
        whatever two columns have in common by chance.
    among
        Shape (tables,): which tables are candidates; all if none.
    """
    wanted = k if rank_by == "table" else _compared(k)
    positions, scores = index.nearest(query.table, wanted, among)
    if rank_by == "table":
        return Ranking(positions, scores, len(positions))
    ranks = index.id_ranks(positions)
    match rank_by:
        case "columns":
            matches = match_tables(index, query, positions)
            matched = without_noise([found.score for found in matches])
            places, scores = best(matched, ranks, k, of_nothing=scores)
        case "bipartite":
            plain = match_tables(index, query, positions, background=0.0)
            means = without_noise([_mean_of_matched(found) for found in plain])
            places, scores = best(means, ranks, k)
        case _:
            assert_never(rank_by)
    return Ranking(positions[places], scores, len(positions))


def _compared(k: int) -> int:
    return CANDIDATES if k <= CANDIDATES else max(DEEP_CANDIDATES, k)


def _mean_of_matched(found: Matching) -> float:
    return float(found.similarities.sum() / max(min(found.of_all.shape), 1))


def match_tables(
    index: TableVectors,
    query: QueryVectors,
    positions: NDArray[np.int64],
    background: float | None = None,
) -> Iterator[Matching]:
    """Match a query's columns with those of some tables of an index, one table after another.

    The vectors of some tables are in memory at a time, the fewer the wider they and the query are,
    but of one at least. What is kept of a matching holds on to the similarities of its table alone.

    Parameters
    ----------
    background
        Similarity that two columns have by chance; that of the index if none.
    """
    if background is None:
        background = background_similarity(index)
    own_unseen = int(_zero_rows(query.columns).sum())
    for some in _at_once(index, query, positions):
        columns, offsets = index.columns(some)
        similarities, zero = _similarities(query, columns), _zero_rows(columns)
        del columns
        for start, end in itertools.pairwise(offsets.tolist()):
            there = int(zero[start:end].sum())
            unseen = there if there == own_unseen else 0
            yield match_columns(similarities[:, start:end].copy(), background, unseen)
        del similarities


def _at_once(
    index: TableVectors, query: QueryVectors, positions: NDArray[np.int64]
) -> Iterator[NDArray[np.int64]]:
    """Divide tables into spans whose vectors may be in memory together."""
    count, dimension = query.columns.shape
    numbers = np.cumsum(
        index.column_counts()[positions] * max(count, min(dimension, _OF_A_SPARSE_VECTOR))
    )
    begin = 0
    while begin < len(positions):
        before = int(numbers[begin - 1]) if begin else 0
        end = int(np.searchsorted(numbers, before + _NUMBERS_AT_ONCE, side="right"))
        yield positions[begin : (begin := max(end, begin + 1))]


def _similarities(query: QueryVectors, columns: ColumnVectors) -> NDArray[np.float32]:
    if isinstance(columns, np.ndarray):
        similarities: NDArray[np.float32] = query.columns @ dense_normalised(columns).T
        return similarities
    return np.asarray((sparse_normalised(columns) @ query.columns.T).T)


def _zero_rows(columns: ColumnVectors) -> NDArray[np.bool_]:
    dense = isinstance(columns, np.ndarray)
    filled = np.count_nonzero(columns, axis=1) if dense else columns.getnnz(axis=1)
    zero: NDArray[np.bool_] = np.equal(filled, 0)
    return zero
