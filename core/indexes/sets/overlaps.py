"""Exact top-k search by set overlap over inverted lists, with early termination as JOSIE has it.

A query's values are read from the rarest to the most frequent (Zhu et al., "JOSIE", SIGMOD 2019,
sections 4 and 5). Once a table that was not met yet cannot come among the k best any more, no new
ones are taken up: what is left of the count is read from the lists that remain, or from the
candidates' own sets, whichever is less to read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.indexes.sets.index import SetIndex, Tokens
from core.indexes.ties import best

READ_AT_ONCE = 20_000
"""Entries of lists that are read before it is asked for the first time whether to stop; below
this, asking costs more than it saves (measured)."""


@dataclass(frozen=True)
class Overlaps:
    """The best tables for one query.

    Parameters
    ----------
    positions
        Tables, best first: overlap descending, then table id.
    columns
        Number of the column of each that overlaps most; the first of several.
    overlaps
        Different values in common.
    read
        Entries of lists and sets that were read.
    """

    positions: NDArray[np.int64]
    columns: NDArray[np.int64]
    overlaps: NDArray[np.int64]
    read: int


def most_overlapping(
    index: SetIndex,
    tokens: Tokens,
    k: int,
    among: NDArray[np.bool_] | None = None,
    read_at_once: int = READ_AT_ONCE,
) -> Overlaps:
    """Return the k tables with a column that has most of some values; exact, ties included.

    Parameters
    ----------
    tokens
        Different values, without -1.
    k
        At least 1. Tables without a value in common are never returned.
    among
        Shape (tables,): which tables are candidates; all if none.
    """
    lengths = index.frequencies(tokens)
    total = int(lengths.sum())
    allowed = _Allowed(index, among)
    if total <= read_at_once:
        columns, counts = _counted(index.postings(tokens)[0])
        return _ranked(index, allowed, columns, counts, k, total)
    order = np.argsort(lengths, kind="stable")
    tokens, ahead = tokens[order], np.cumsum(lengths[order])
    counts = np.zeros(len(index.column_tables), dtype=np.int64)
    done = 0
    goal = read_at_once
    while done < len(tokens):
        upto = min(len(tokens), max(done + 1, int(np.searchsorted(ahead, goal, side="right"))))
        columns, _ = index.postings(tokens[done:upto])
        counts += np.bincount(columns, minlength=len(counts))
        done = upto
        goal = 2 * int(ahead[done - 1])
        left = len(tokens) - done
        least = allowed.kth_best(counts, k)
        if left and least > left:
            candidates = np.flatnonzero(counts + left >= least)
            candidates = candidates[allowed.columns(candidates)]
            cost = int(index.sizes(candidates).sum())
            if cost < total - int(ahead[done - 1]):
                exact = counts[candidates] + _in_sets(index, candidates, np.sort(tokens[done:]))
                read = int(ahead[done - 1]) + cost
                return _ranked(index, allowed, candidates, exact, k, read)
    met = np.flatnonzero(counts)
    return _ranked(index, allowed, met, counts[met], k, total)


def best_of_columns(
    index: SetIndex,
    tokens: Tokens,
    columns: NDArray[np.int64],
    k: int,
    among: NDArray[np.bool_] | None = None,
) -> Overlaps:
    """Return the k tables of some columns that have most of some values, counted exactly.

    Parameters
    ----------
    tokens
        Different values, ascending, at least one.
    columns
        Different columns that come into question; those without a value in common are left out.
    k, among
        As for `most_overlapping`.
    """
    allowed = _Allowed(index, among)
    columns = np.sort(columns[allowed.columns(columns)])
    counts = _in_sets(index, columns, tokens)
    met = counts > 0
    read = int(index.sizes(columns).sum())
    return _ranked(index, allowed, columns[met], counts[met], k, read)


class _Allowed:
    """Which tables may be returned."""

    def __init__(self, index: SetIndex, among: NDArray[np.bool_] | None) -> None:
        self._tables = index.column_tables
        self._size = len(index)
        self._among = among

    def columns(self, columns: NDArray[np.int64]) -> NDArray[np.bool_]:
        tables = self._tables[columns]
        return np.ones(len(tables), dtype=bool) if self._among is None else self._among[tables]

    def kth_best(self, counts: NDArray[np.int64], k: int) -> int:
        """The k-th largest overlap of a table so far; 0 if there are fewer."""
        met = np.flatnonzero(counts)
        met = met[self.columns(met)]
        most = np.zeros(self._size, dtype=np.int64)
        np.maximum.at(most, self._tables[met], counts[met])
        return int(np.partition(most, self._size - k)[self._size - k]) if k <= self._size else 0


def _counted(columns: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    found, counts = np.unique(columns, return_counts=True)
    return found, counts


def _in_sets(index: SetIndex, columns: NDArray[np.int64], tokens: Tokens) -> NDArray[np.int64]:
    """Count how many of some values (ascending) each of some columns has."""
    values, offsets = index.sets(columns)
    places = np.minimum(np.searchsorted(tokens, values), len(tokens) - 1)
    hits = np.concatenate([[0], np.cumsum(tokens[places] == values)])
    counts: NDArray[np.int64] = hits[offsets[1:]] - hits[offsets[:-1]]
    return counts


def _ranked(
    index: SetIndex,
    allowed: _Allowed,
    columns: NDArray[np.int64],
    counts: NDArray[np.int64],
    k: int,
    read: int,
) -> Overlaps:
    kept = allowed.columns(columns)
    columns, counts = columns[kept], counts[kept]
    tables = index.column_tables[columns].astype(np.int64)
    # Columns ascend, so that the first of a table's is its leftmost.
    order = np.lexsort((columns, -counts, tables))
    first = np.ones(len(order), dtype=bool)
    first[1:] = tables[order[1:]] != tables[order[:-1]]
    chosen = order[first]
    places, _ = best(counts[chosen].astype(np.float64), index.ranks[tables[chosen]], k)
    chosen = chosen[places]
    return Overlaps(tables[chosen], columns[chosen], counts[chosen], read)
