"""Exact top-k search by composite keys: how many combinations of values a table has in its rows.

For each key column of the query, the inverted lists tell for each column of the lake how many of
the query's combinations it could take part in. The least over the key columns, each with its best
column, bounds what a table can reach. Tables are counted row by row in the order of their bounds,
until none of those left can come among the k best.

Columns of the key's own names stand for it unless others have far more: two columns of one kind,
such as the ends of a flight, may have more combinations crosswise by accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.features.words import plain_name
from core.indexes.sets import SetIndex, Tokens
from core.indexes.ties import best

_FAR_MORE = 2
"""Times the combinations that other columns must have to win over those of the key's names."""


@dataclass(frozen=True)
class Combinations:
    """The best tables for one composite key.

    Parameters
    ----------
    positions
        Tables, best first: overlap descending, then table id.
    columns
        For each, the places in the table of the columns that stand for the key's, in its order.
    overlaps
        Different combinations in common.
    counted
        Tables whose rows were looked at.
    """

    positions: NDArray[np.int64]
    columns: tuple[tuple[int, ...], ...]
    overlaps: NDArray[np.int64]
    counted: int


def most_combinations(
    index: SetIndex,
    keys: Tokens,
    k: int,
    among: NDArray[np.bool_] | None = None,
    without: int | None = None,
    names: Sequence[str] = (),
) -> Combinations:
    """Return the k tables that have most of some combinations of values; exact, ties included.

    Of each table the columns count that have most of them. Where some are called as the key's are
    (case and signs aside), those count, unless others have more than twice as many.

    Parameters
    ----------
    keys
        Shape (combinations, key columns), different rows without -1.
    k
        At least 1. Tables without a combination in common are never returned.
    among
        Shape (tables,): which tables are candidates; all if none.
    without
        A table that is no candidate.
    names
        Labels of the key columns; columns are told by their values alone if none.
    """
    bounds = [_column_bounds(index, keys[:, place]) for place in range(keys.shape[1])]
    reach = _table_bounds(index, bounds)
    if among is not None:
        reach[~among] = 0
    if without is not None:
        reach[without] = 0
    tables = np.flatnonzero(reach)
    tables = tables[np.lexsort((index.ranks[tables], -reach[tables]))]
    wanted = _Wanted.of(keys)
    found: list[tuple[int, tuple[int, ...], int]] = []
    least = 0  # what the k-th best has so far
    counted = 0
    for table in tables.tolist():
        if reach[table] < least:
            break
        counted += 1
        called = _called(index.labels(table), names) if names else {}
        columns, overlap = _best_columns(index, table, bounds, wanted, max(1, least), called)
        if overlap:
            found.append((table, columns, overlap))
            if len(found) >= k:
                least = sorted((one[2] for one in found), reverse=True)[k - 1]
                found = [one for one in found if one[2] >= least]
    positions = np.array([one[0] for one in found], dtype=np.int64)
    overlaps = np.array([one[2] for one in found], dtype=np.int64)
    places, _ = best(overlaps.astype(np.float64), index.ranks[positions], k)
    chosen = tuple(found[place][1] for place in places.tolist())
    return Combinations(positions[places], chosen, overlaps[places], counted)


@dataclass(frozen=True)
class _Bounds:
    """Columns that have values of one key column, ascending, and how many combinations at most."""

    columns: NDArray[np.int64]
    most: NDArray[np.int64]

    def of_table(self, index: SetIndex, table: int) -> Iterator[tuple[int, int]]:
        """Places of a table's columns with their bounds, the largest first, then by place."""
        span = index.columns_of(table)
        start, end = np.searchsorted(self.columns, [span.start, span.stop]).tolist()
        order = np.argsort(-self.most[start:end], kind="stable") + start
        for at in order.tolist():
            yield int(self.columns[at]) - span.start, int(self.most[at])


def _column_bounds(index: SetIndex, values: Tokens) -> _Bounds:
    tokens, times = np.unique(values, return_counts=True)
    columns, lengths = index.postings(tokens)
    found, places = np.unique(columns, return_inverse=True)
    most = np.bincount(places, weights=np.repeat(times, lengths), minlength=len(found))
    return _Bounds(found, most.astype(np.int64))


def _table_bounds(index: SetIndex, bounds: list[_Bounds]) -> NDArray[np.int64]:
    reach = np.full(len(index), np.iinfo(np.int64).max)
    for one in bounds:
        most = np.zeros(len(index), dtype=np.int64)
        np.maximum.at(most, index.column_tables[one.columns], one.most)
        reach = np.minimum(reach, most)
    return reach


@dataclass(frozen=True)
class _Wanted:
    """A query's combinations, looked up one column after another.

    The combinations of the first columns have numbers; with a value of the next column they are
    looked up in ``steps``, whose entries are pairs of such a number and the place of a value in
    ``values``.
    """

    values: list[Tokens]
    steps: list[Tokens]

    @classmethod
    def of(cls, keys: Tokens) -> _Wanted:
        values, steps = [], []
        numbers = np.zeros(len(keys), dtype=np.int64)
        for place in range(keys.shape[1]):
            known, codes = np.unique(keys[:, place], return_inverse=True)
            pairs, numbers = np.unique(numbers * len(known) + codes, return_inverse=True)
            values.append(known)
            steps.append(pairs)
        return cls(values, steps)

    def next_numbers(self, place: int, numbers: Tokens, tokens: Tokens) -> Tokens:
        """Number each row's combination up to one more column; -1 if the query has it not."""
        codes = _places(self.values[place], tokens)
        pairs = numbers * len(self.values[place]) + codes
        found = _places(self.steps[place], pairs)
        found[(codes < 0) | (numbers < 0)] = -1
        return found


def _places(known: Tokens, wanted: Tokens) -> Tokens:
    places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    places[known[places] != wanted] = -1
    return places


def _called(labels: Sequence[str], names: Sequence[str]) -> dict[int, int]:
    """Key columns that one column of a table is called as: their places to that one's."""
    plain = [plain_name(label) for label in labels]
    wanted = [plain_name(name) for name in names]
    return {
        place: plain.index(name)
        for place, name in enumerate(wanted)
        if name and plain.count(name) == wanted.count(name) == 1
    }


def _best_columns(
    index: SetIndex,
    table: int,
    bounds: list[_Bounds],
    wanted: _Wanted,
    least: int,
    called: dict[int, int],
) -> tuple[tuple[int, ...], int]:
    """The columns of a table that stand for the key's best, and how many combinations they have.

    None if no columns have `least`; those that are `called` as the key's may have fewer.
    """
    columns = [list(one.of_table(index, table)) for one in bounds]
    candidates = [[one for one in some if one[1] >= least] for some in columns]
    if not all(candidates):
        return (), 0
    cells = _Cells(index, table)
    found = _most(candidates, cells, wanted, least)
    if not found[0] or all(found[0][place] == column for place, column in called.items()):
        return found
    enough = -(-found[1] // _FAR_MORE)
    own = [
        [one for one in some if one[1] >= enough and called.get(place, one[0]) == one[0]]
        for place, some in enumerate(columns)
    ]
    named = _most(own, cells, wanted, enough) if all(own) else ((), 0)
    return named if named[0] else found


class _Cells:
    """Columns of a table, row by row, each read once."""

    def __init__(self, index: SetIndex, table: int) -> None:
        self._index = index
        self._table = table
        self._read: dict[int, Tokens] = {}

    def of(self, places: Iterable[int]) -> dict[int, Tokens]:
        """Return some columns by their places."""
        missing = sorted(set(places) - self._read.keys())
        if missing:
            cells = self._index.cells(self._table, missing).T
            self._read |= dict(zip(missing, cells, strict=True))
        return self._read


def _most(
    candidates: list[list[tuple[int, int]]],
    table: _Cells,
    wanted: _Wanted,
    least: int,
) -> tuple[tuple[int, ...], int]:
    """Of candidates for each key column, with their bounds, those that have most; at least so many.

    Candidates with larger bounds come first.
    """
    cells = table.of(place for some in candidates for place, _ in some)
    rows = len(next(iter(cells.values())))
    chosen: tuple[int, ...] = ()
    most_found = least - 1

    def search(taken: tuple[int, ...], numbers: Tokens) -> None:
        nonlocal chosen, most_found
        depth = len(taken)
        if depth == len(candidates):
            overlap = len(np.unique(numbers[numbers >= 0]))
            if overlap > most_found or (overlap == most_found and chosen and taken < chosen):
                chosen, most_found = taken, overlap
            return
        for place, most in candidates[depth]:
            if most < most_found:
                break
            if place not in taken:
                further = wanted.next_numbers(depth, numbers, cells[place])
                if (further >= 0).sum() >= max(1, most_found):
                    search((*taken, place), further)

    search((), np.zeros(rows, dtype=np.int64))
    return (chosen, most_found) if chosen else ((), 0)
