"""Columns as sets of keys: those of many small tables at once, those of a large one in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.features.dates import DAY_FIRST, orders_of
from core.features.folding import Folding, fold_cells, fold_part
from core.features.value_keys import Keys, value_keys
from core.lake.stored.cells import CellBatch

_ABSENT = np.uint64(2**64 - 1)
"""Both halves of a missing cell's key while a large table is read."""


@dataclass(frozen=True)
class ColumnSets:
    """Different values of some columns, and which of them each cell has.

    Parameters
    ----------
    sizes
        Different values of each column, shape (columns,).
    keys
        Of each column's values, column after column, in each by key ascending; shape (2, values).
    codes
        Shape (cells,), column after column: the place of a cell's value in its column, -1 if it
        is missing.
    """

    sizes: NDArray[np.int64]
    keys: Keys
    codes: NDArray[np.int32]


def small_table_sets(batch: CellBatch, rules: Folding) -> ColumnSets:
    """Return the columns of a batch of whole tables as sets."""
    import polars as pl

    width = len(batch.names)
    columns = np.repeat(np.arange(width), np.repeat(batch.rows, batch.widths))
    folded = fold_cells(pl.Series(batch.cells, dtype=pl.String), columns, rules)
    keys, rank = distinct_keys(value_keys(folded.texts))
    count = max(1, keys.shape[1])
    codes = np.full(len(columns), -1, dtype=np.int32)
    filled = folded.codes >= 0
    columns = columns[filled]
    pairs, places = np.unique(columns * count + rank[folded.codes[filled]], return_inverse=True)
    sizes = np.bincount(pairs // count, minlength=width)
    codes[filled] = places - (np.cumsum(sizes) - sizes)[columns]
    return ColumnSets(sizes, keys[:, pairs % count], codes)


@contextmanager
def large_table_sets(
    parts: Iterable[CellBatch], rules: Folding, scratch: Path
) -> Iterator[tuple[CellBatch, Iterator[ColumnSets]]]:
    """Give one large table's columns as sets, one at a time; only one is in memory.

    Parameters
    ----------
    parts
        Consecutive rows of the table.
    scratch
        File for the keys of its cells, 16 bytes a cell, of some numbers twice that; removed at the
        end.

    Yields
    ------
    tuple
        The table without its cells, and its columns.
    """
    import pyarrow as pa

    first: CellBatch | None = None
    written: _Written | None = None
    try:
        with scratch.open("wb") as stream:
            for part in parts:
                if first is None or written is None:
                    first, written = part, _Written(len(part.names))
                written.add(part, rules, stream)
        if first is None or written is None:
            raise ValueError("A table has at least one part.")
        rows = np.array([sum(written.lengths)], dtype=np.int64)
        empty = pa.array([], pa.string())
        whole = CellBatch(first.table_ids, first.names, first.widths, rows, 0, empty)
        yield whole, written.columns(scratch)
    finally:
        scratch.unlink(missing_ok=True)


@dataclass(frozen=True)
class _Undecided:
    """Cells of one column in one part whose dates have two readings, and the keys of these."""

    part: int
    column: int
    cells: NDArray[np.int64]
    day_first: Keys
    month_first: Keys


class _Written:
    """The keys of a large table's cells on disk, and what its whole columns decide.

    Of a part there are its columns one after another, with dates of two readings as they stand and
    numbers as among other texts; then those columns again whose numbers are written otherwise if
    there is nothing else in the whole column.

    Parameters
    ----------
    width
        Columns of the table.
    """

    def __init__(self, width: int) -> None:
        self.lengths: list[int] = []
        self._width = width
        self._size = 0
        self._begins: list[int] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._undecided: list[_Undecided] = []
        self._seen = np.zeros(width, dtype=np.int64)
        self._other = np.zeros(width, dtype=bool)

    def add(self, part: CellBatch, rules: Folding, stream: BinaryIO) -> None:
        """Write a part's cells."""
        import polars as pl

        rows, number = int(part.rows[0]), len(self.lengths)
        columns = np.repeat(np.arange(self._width), rows)
        cells = pl.Series(part.cells, dtype=pl.String)
        folded = fold_part(cells, columns, self._width, rules)
        of_texts = value_keys(folded.texts)
        self.lengths.append(rows)
        self._begins.append(self._size)
        self._write(stream, _cell_keys(of_texts, folded.codes), rows)
        self._seen |= folded.seen
        self._other |= folded.other
        open_numbers = columns[folded.as_numbers != folded.codes]
        for column in np.unique(open_numbers).tolist():
            if not self._other[column]:
                span = slice(column * rows, (column + 1) * rows)
                self._numbers[number, column] = self._size
                self._write(stream, _cell_keys(of_texts, folded.as_numbers[span]), rows)
        changed = np.flatnonzero(folded.day_first != folded.codes)
        for column in np.unique(columns[changed]).tolist():
            some = changed[columns[changed] == column]
            day, month = (
                _cell_keys(of_texts, codes[some])
                for codes in (folded.day_first, folded.month_first)
            )
            dates = _Undecided(number, column, some - column * rows, day, month)
            self._undecided.append(dates)

    def columns(self, scratch: Path) -> Iterator[ColumnSets]:
        """Read one column after another as a set."""
        stored = np.memmap(scratch, dtype=np.uint64, mode="r") if self._size else np.zeros(0)
        orders = orders_of(self._seen)
        for column in range(self._width):
            pieces = []
            for part, rows in enumerate(self.lengths):
                begin = self._begins[part] + column * 2 * rows
                if not self._other[column]:
                    begin = self._numbers.get((part, column), begin)
                piece = np.array(stored[begin : begin + 2 * rows], dtype=np.uint64)
                pieces.append(piece.reshape(2, rows))
            for dates in self._undecided:
                if dates.column == column and orders[column]:
                    by_day = orders[column] == DAY_FIRST
                    chosen = dates.day_first if by_day else dates.month_first
                    pieces[dates.part][:, dates.cells] = chosen
            keys, codes = distinct_keys(np.concatenate(pieces, axis=1))
            if keys.shape[1] and (keys[:, -1] == _ABSENT).all():  # the last in order
                keys = keys[:, :-1]
                codes[codes == keys.shape[1]] = -1
            yield ColumnSets(np.array([keys.shape[1]]), keys, codes.astype(np.int32))

    def _write(self, stream: BinaryIO, keys: Keys, rows: int) -> None:
        """Write the keys of some columns, column after column, in each both halves."""
        shaped = keys.reshape(2, keys.shape[1] // max(rows, 1), rows).transpose(1, 0, 2)
        np.ascontiguousarray(shaped).tofile(stream)
        self._size += keys.size


def _cell_keys(keys: Keys, codes: NDArray[np.int64]) -> Keys:
    """The key of each cell's text."""
    extended = np.concatenate([keys, np.full((2, 1), _ABSENT)], axis=1)
    of_cells: Keys = extended[:, codes]
    return of_cells


def distinct_keys(keys: Keys) -> tuple[Keys, NDArray[np.int64]]:
    """Return different keys in order, and the place of each key among them."""
    primary, places = np.unique(keys[0], return_inverse=True)
    secondary = np.zeros(len(primary), dtype=np.uint64)
    secondary[places] = keys[1]
    if (secondary[places] == keys[1]).all():
        return np.stack([primary, secondary]), places
    order = np.lexsort((keys[1], keys[0]))
    ordered = keys[:, order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.cumsum(first) - 1
    return ordered[:, first], places
