"""Top-k search by composite keys: how many combinations of values a table has in its rows.

For each key column of the query, the inverted lists tell for each column of the lake how many of
the query's combinations it could take part in. The least over the key columns, each with its best
column, bounds what a table can reach. Tables are counted row by row in the order of their bounds,
those of one bound in the order of their ids, until none of those left can come among the k best:
of thousands that tie no more are counted than are wanted.

Columns of the key's own names stand for it unless others have far more: two columns of one kind,
such as the ends of a flight, may have more combinations crosswise by accident.

Of a table with dozens of columns that have the same few values there may be millions of choices;
after so many looks as `_MOST_LOOKS` allows the best one so far counts, and that is told
(`Combinations.complete`).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.features.words import plain_name
from core.indexes.sets.index import SetIndex, Tokens

_FAR_MORE = 2
"""Times the combinations that other columns must have to win over those of the key's names."""

_MOST_LOOKS, _LEAST_LOOKS, _ROWS_LOOKED_AT = 20_000, 2_000, 50_000_000
"""Columns of one table that are looked at behind others, as many as its rows allow."""

Check = Callable[[], None]
"""Called again and again while something is looked for; what it raises ends that."""


def unchecked() -> None:
    """Let what is looked for take as long as it takes: the `Check` of who has time."""


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
    complete
        Whether each choice of columns that might have more was looked at. If not, tables may have
        more combinations than were found, by other columns, and others may belong among the best.
    """

    positions: NDArray[np.int64]
    columns: tuple[tuple[int, ...], ...]
    overlaps: NDArray[np.int64]
    counted: int
    complete: bool = True


def most_combinations(
    index: SetIndex,
    keys: Tokens,
    k: int,
    among: NDArray[np.bool_] | None = None,
    names: Sequence[str] = (),
    check: Check = unchecked,
) -> Combinations:
    """Return the k tables that have most of some combinations of values.

    It is exact, ties included, if `Combinations.complete`: of a table with so many alike columns
    that no more choices of them are looked at, the best one so far counts.

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
    names
        Labels of the key columns; columns are told by their values alone if none.
    check
        Called for each table, and for each choice of columns.
    """
    bounds = [_column_bounds(index, keys[:, place]) for place in range(keys.shape[1])]
    reach = _table_bounds(index, bounds)
    if among is not None:
        reach[~among] = 0
    tables = np.flatnonzero(reach)
    tables = tables[np.lexsort((index.ranks[tables], -reach[tables]))]
    wanted = _Wanted.of(keys)
    found = _Best(k)
    counted = 0
    complete = True
    for table in tables.tolist():
        rank = int(index.ranks[table])
        least = found.least(rank)
        if reach[table] < least:
            break  # as have all that follow: less to reach, or as much and a later id
        check()
        counted += 1
        called = columns_called(index.labels(table), names) if names else {}
        best_of = _best_columns(index, table, bounds, wanted, least, called, check)
        complete &= best_of.complete
        if best_of.overlap:
            found.add(table, rank, best_of)
    positions, chosen, overlaps = found.in_order()
    return Combinations(positions, chosen, overlaps, counted, complete)


@dataclass(frozen=True)
class _Chosen:
    """Columns of one table, how many combinations they have, and whether no others have more."""

    columns: tuple[int, ...] = ()
    overlap: int = 0
    complete: bool = True


class _Best:
    """The k best tables of those counted so far: overlap descending, then table id."""

    def __init__(self, k: int) -> None:
        self._k = k
        self._heap: list[tuple[int, int, int, tuple[int, ...]]] = []

    def least(self, rank: int) -> int:
        """Return the overlap from which on a table of this rank comes among them."""
        if len(self._heap) < self._k:
            return 1
        overlap, worst, *_ = self._heap[0]
        return overlap + (-rank < worst)

    def add(self, table: int, rank: int, of_it: _Chosen) -> None:
        """Take a table in; it must have as much as `least` says."""
        heapq.heappush(self._heap, (of_it.overlap, -rank, table, of_it.columns))
        if len(self._heap) > self._k:
            heapq.heappop(self._heap)

    def in_order(
        self,
    ) -> tuple[NDArray[np.int64], tuple[tuple[int, ...], ...], NDArray[np.int64]]:
        """Return tables, their columns and their overlaps, best first."""
        ordered = sorted(self._heap, reverse=True)
        positions = np.array([table for _, _, table, _ in ordered], dtype=np.int64)
        overlaps = np.array([overlap for overlap, *_ in ordered], dtype=np.int64)
        return positions, tuple(columns for *_, columns in ordered), overlaps


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
    ``values``. ``ends`` says how many whole combinations begin with each.
    """

    values: list[Tokens]
    steps: list[Tokens]
    ends: list[NDArray[np.int64]]

    @classmethod
    def of(cls, keys: Tokens) -> _Wanted:
        values, steps, ends = [], [], []
        numbers = np.zeros(len(keys), dtype=np.int64)
        for place in range(keys.shape[1]):
            known, codes = np.unique(keys[:, place], return_inverse=True)
            pairs, numbers = np.unique(numbers * len(known) + codes, return_inverse=True)
            values.append(known)
            steps.append(pairs)
            ends.append(np.bincount(numbers))
        return cls(values, steps, ends)

    def next_numbers(self, place: int, numbers: Tokens, tokens: Tokens) -> Tokens:
        """Number each row's combination up to one more column; -1 if the query has it not."""
        codes = _places(self.values[place], tokens)
        pairs = numbers * len(self.values[place]) + codes
        found = _places(self.steps[place], pairs)
        found[(codes < 0) | (numbers < 0)] = -1
        return found

    def reach(self, place: int, numbers: Tokens) -> int:
        """Say how many combinations rows can have at most that begin with some, up to a column."""
        return min(len(numbers), int(self.ends[place][np.unique(numbers)].sum()))


def _places(known: Tokens, wanted: Tokens) -> Tokens:
    places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    places[known[places] != wanted] = -1
    return places


def columns_called(labels: Sequence[str], names: Sequence[str]) -> dict[int, int]:
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
    check: Check,
) -> _Chosen:
    """Choose the columns of a table that stand for the key's best.

    There are none in it if none have `least`. Those that are `called` as the key's are counted
    first: others are looked for only as far as they may have far more.
    """
    columns = [list(one.of_table(index, table)) for one in bounds]
    cells = _Cells(index, table)
    named = _Chosen()
    if called:
        own = [
            [one for one in some if called.get(place, one[0]) == one[0]]
            for place, some in enumerate(columns)
        ]
        named = _most(own, cells, wanted, -(-least // _FAR_MORE), check)
    others = _most(columns, cells, wanted, max(least, _FAR_MORE * named.overlap + 1), check)
    complete = named.complete and others.complete
    if others.columns:
        return replace(others, complete=complete)
    return replace(named, complete=complete) if named.overlap >= least else _Chosen((), 0, complete)


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
    columns: list[list[tuple[int, int]]],
    table: _Cells,
    wanted: _Wanted,
    least: int,
    check: Check,
) -> _Chosen:
    """Of columns for each of the key's, with their bounds, those that have most; at least so many.

    Columns with larger bounds come first.
    """
    candidates = [[one for one in some if one[1] >= least] for some in columns]
    if not all(candidates) or len(wanted.steps[-1]) < least:
        return _Chosen()
    search = _Search(candidates, table, wanted, least, check)
    search.go_on((), search.rows, np.zeros(len(search.rows), dtype=np.int64))
    return _Chosen(search.chosen, search.most if search.chosen else 0, search.complete)


class _Search:
    """Looks for the columns that have most combinations, the most promising first.

    What some columns can reach with any others is what the query has of combinations that begin as
    in their rows. Where that is less than what was found, the others are not looked at.
    """

    def __init__(
        self,
        candidates: list[list[tuple[int, int]]],
        table: _Cells,
        wanted: _Wanted,
        least: int,
        check: Check,
    ) -> None:
        self._candidates, self._wanted, self._check = candidates, wanted, check
        self._cells = table.of(place for some in candidates for place, _ in some)
        self.rows = np.arange(len(next(iter(self._cells.values()))))
        self._looks = min(_MOST_LOOKS, max(_LEAST_LOOKS, _ROWS_LOOKED_AT // max(1, len(self.rows))))
        self.chosen: tuple[int, ...] = ()
        self.most = least - 1
        self.complete = True

    def go_on(self, taken: tuple[int, ...], rows: NDArray[np.int64], numbers: Tokens) -> None:
        """Look at each column that may follow some, whose combinations have these numbers."""
        last = len(taken) + 1 == len(self._candidates)
        options = []
        for place, most in self._candidates[len(taken)]:
            if most < self.most:
                break
            if place in taken:
                continue
            if not self._looks:
                self.complete = False
                break
            self._looks -= 1
            self._check()
            _, further = self._with(len(taken), place, rows, numbers)
            reach = min(most, self._wanted.reach(len(taken), further))
            if last and self._is_better((*taken, place), reach):
                self.chosen, self.most = (*taken, place), reach
            elif not last:
                options.append((-reach, place))
        for less, place in sorted(options):
            if not self._is_better((*taken, place), -less):
                continue
            if not self._looks:
                self.complete = False
                break
            self.go_on((*taken, place), *self._with(len(taken), place, rows, numbers))

    def _with(
        self, depth: int, place: int, rows: NDArray[np.int64], numbers: Tokens
    ) -> tuple[NDArray[np.int64], Tokens]:
        """The rows that go on with a column, and the numbers of their combinations."""
        further = self._wanted.next_numbers(depth, numbers, self._cells[place][rows])
        held = further >= 0
        return rows[held], further[held]

    def _is_better(self, taken: tuple[int, ...], reach: int) -> bool:
        if reach == self.most:
            return bool(self.chosen) and taken <= self.chosen[: len(taken)]
        return reach > self.most
