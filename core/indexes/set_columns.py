"""Columns as sets of keys: those of many small tables at once, those of a large one in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.features.dates import DAY_FIRST, MONTH_FIRST
from core.features.folding import Folding, fold_cells, fold_part
from core.features.value_keys import Keys, value_keys
from core.lake.cells import CellBatch

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
    keys, rank = _distinct(value_keys(folded.texts))
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
        File for the keys of its cells, 16 bytes a cell; removed at the end.

    Yields
    ------
    tuple
        The table without its cells, and its columns.
    """
    import pyarrow as pa

    first: CellBatch | None = None
    lengths: list[int] = []
    undecided: list[_Undecided] = []
    seen = np.zeros(0, dtype=np.int8)
    try:
        with scratch.open("wb") as stream:
            for part in parts:
                first = first or part
                seen = np.zeros(len(part.names), dtype=np.int8) if not lengths else seen
                keys, open_dates, told = _part_keys(part, rules)
                keys.tofile(stream)
                seen |= told
                undecided += [_Undecided(len(lengths), *dates) for dates in open_dates]
                lengths.append(int(part.rows[0]))
        if first is None:
            raise ValueError("A table has at least one part.")
        rows = np.array([sum(lengths)], dtype=np.int64)
        empty = pa.array([], pa.string())
        whole = CellBatch(first.table_ids, first.names, first.widths, rows, 0, empty)
        yield whole, _columns(scratch, len(first.names), lengths, undecided, seen)
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


def _part_keys(
    part: CellBatch, rules: Folding
) -> tuple[Keys, list[tuple[int, NDArray[np.int64], Keys, Keys]], NDArray[np.int8]]:
    """Keys of a part's cells with undecided dates as they stand, shape (columns, 2, rows)."""
    import polars as pl

    width, rows = len(part.names), int(part.rows[0])
    columns = np.repeat(np.arange(width), rows)
    folded = fold_part(pl.Series(part.cells, dtype=pl.String), columns, width, rules)
    of_texts = value_keys(folded.texts)
    keys = _cell_keys(of_texts, folded.codes)
    undecided = []
    changed = np.flatnonzero(folded.day_first != folded.codes)
    for column in np.unique(columns[changed]).tolist():
        some = changed[columns[changed] == column]
        day, month = (
            _cell_keys(of_texts, codes[some]) for codes in (folded.day_first, folded.month_first)
        )
        undecided.append((column, some - column * rows, day, month))
    shaped: Keys = keys.reshape(2, width, rows).transpose(1, 0, 2)
    return np.ascontiguousarray(shaped), undecided, folded.seen


def _cell_keys(keys: Keys, codes: NDArray[np.int64]) -> Keys:
    """The key of each cell's text."""
    extended = np.concatenate([keys, np.full((2, 1), _ABSENT)], axis=1)
    of_cells: Keys = extended[:, codes]
    return of_cells


def _columns(
    scratch: Path,
    width: int,
    lengths: list[int],
    undecided: list[_Undecided],
    seen: NDArray[np.int8],
) -> Iterator[ColumnSets]:
    starts = np.concatenate([[0], np.cumsum([2 * width * rows for rows in lengths])])
    stored = np.memmap(scratch, dtype=np.uint64, mode="r") if starts[-1] else np.zeros(0, np.uint64)
    for column in range(width):
        pieces = []
        for start, rows in zip(starts.tolist(), lengths, strict=False):
            begin = start + column * 2 * rows
            pieces.append(np.array(stored[begin : begin + 2 * rows]).reshape(2, rows))
        for dates in undecided:
            if dates.column == column and seen[column] in (DAY_FIRST, MONTH_FIRST):
                chosen = dates.day_first if seen[column] == DAY_FIRST else dates.month_first
                pieces[dates.part][:, dates.cells] = chosen
        keys, codes = _distinct(np.concatenate(pieces, axis=1))
        if keys.shape[1] and (keys[:, -1] == _ABSENT).all():  # the last in order
            keys = keys[:, :-1]
            codes[codes == keys.shape[1]] = -1
        yield ColumnSets(np.array([keys.shape[1]]), keys, codes.astype(np.int32))


def _distinct(keys: Keys) -> tuple[Keys, NDArray[np.int64]]:
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
