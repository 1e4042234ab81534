"""The columns of a data lake as sets of folded values, on disk: open, look up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.features.folding import Folding
from core.features.value_keys import Keys
from core.indexes.arrays import mapped
from core.indexes.manifests import OfTables, read_manifest
from core.indexes.sets.building import FORMAT
from core.indexes.sets.columns import ColumnSets
from core.indexes.sparse_rows import spans

Tokens = NDArray[np.int64]
"""Places of values in the index; -1 for a value that the lake has not."""


class SetIndex(OfTables):
    """An opened index of a data lake's columns, memory-mapped.

    A column has a number from 0, counted through all tables. Any number of threads and processes
    may use one at once.

    Parameters
    ----------
    folder
        Made by `core.indexes.sets.building.build_sets`.
    manifest
        Its ``manifest.json``.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        super().__init__(folder, manifest)
        self.rules = Folding.of(manifest["folding"])
        self.offsets = _plain(folder, "offsets")
        self.column_tables = _plain(folder, "column_tables")
        self.set_offsets = _plain(folder, "set_offsets")
        self.posting_offsets = _plain(folder, "posting_offsets")
        self._labels = _plain(folder, "labels")
        self._label_offsets = _plain(folder, "label_offsets")
        self._rows = _plain(folder, "rows")
        self._sets = _plain(folder, "sets")
        self._postings = _plain(folder, "postings")
        self._primary = _plain(folder, "primary")
        self._secondary = _plain(folder, "secondary")
        self._codes = _plain(folder, "codes")

    def columns_of(self, position: int) -> range:
        """Return the numbers of a table's columns."""
        return range(int(self.offsets[position]), int(self.offsets[position + 1]))

    def labels(self, position: int) -> list[str]:
        """Return the labels of a table's columns, as they were when it was indexed."""
        start, end = self.offsets[position : position + 2].tolist()
        edges = self._label_offsets[start : end + 1].tolist()
        texts = self._labels[edges[0] : edges[-1]].tobytes()
        return [
            texts[a - edges[0] : b - edges[0]].decode("utf-8", "surrogatepass")
            for a, b in itertools.pairwise(edges)
        ]

    def tokens(self, column: int) -> Tokens:
        """Return the different values of a column, ascending."""
        start, end = self.set_offsets[column : column + 2].tolist()
        found: Tokens = self._sets[start:end].astype(np.int64)
        return found

    def sizes(self, columns: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many different values some columns have."""
        sizes: NDArray[np.int64] = self.set_offsets[columns + 1] - self.set_offsets[columns]
        return sizes

    def sets(self, columns: NDArray[np.int64]) -> tuple[Tokens, NDArray[np.int64]]:
        """Return the values of some columns, one column after another.

        Returns
        -------
        tokens, offsets
            ``tokens[offsets[i]:offsets[i + 1]]`` are those of ``columns[i]``.
        """
        starts, ends = self.set_offsets[columns], self.set_offsets[columns + 1]
        offsets = np.concatenate([[0], np.cumsum(ends - starts)])
        return self._sets[spans(starts, ends)].astype(np.int64), offsets

    def postings(self, tokens: Tokens) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the columns that have some values, and how many have each.

        Parameters
        ----------
        tokens
            Without -1.

        Returns
        -------
        columns, counts
            Columns value after value, ascending for each; counts of the shape of `tokens`.
        """
        starts, ends = self.posting_offsets[tokens], self.posting_offsets[tokens + 1]
        return self._postings[spans(starts, ends)].astype(np.int64), ends - starts

    def frequencies(self, tokens: Tokens) -> NDArray[np.int64]:
        """Return how many columns have each value."""
        counts: NDArray[np.int64] = self.posting_offsets[tokens + 1] - self.posting_offsets[tokens]
        return counts

    def find(self, keys: Keys) -> Tokens:
        """Return the values of some keys; -1 for those that the lake has not."""
        primary, secondary = self._primary, self._secondary
        places = np.searchsorted(primary, keys[0])
        found = np.full(keys.shape[1], -1, dtype=np.int64)
        open_ = np.arange(keys.shape[1])
        while len(open_):  # once, unless two values of the lake share 64 bits
            there = places[open_] < len(primary)
            open_ = open_[there]
            open_ = open_[primary[places[open_]] == keys[0, open_]]
            same = secondary[places[open_]] == keys[1, open_]
            found[open_[same]] = places[open_[same]]
            open_ = open_[~same]
            places[open_] += 1
        return found

    def hashes(self, tokens: Tokens) -> NDArray[np.uint64]:
        """Return the first half of some values' keys, which follows from the value alone."""
        found: NDArray[np.uint64] = self._primary[tokens]
        return found

    def cells(self, position: int, columns: Sequence[int]) -> Tokens:
        """Return the values of a table's cells, row by row.

        Parameters
        ----------
        columns
            Places of the columns in the table, from 0.

        Returns
        -------
        ndarray
            Shape (rows, columns); -1 where a cell is missing.
        """
        rows = int(self._rows[position])
        start = int(self._cell_starts[position])
        found = np.full((rows, len(columns)), -1, dtype=np.int64)
        for i, place in enumerate(columns):
            codes = self._codes[start + place * rows : start + (place + 1) * rows]
            tokens = self.tokens(int(self.offsets[position]) + place)
            filled = codes >= 0
            found[filled, i] = tokens[codes[filled]]
        return found

    def stored(self, positions: NDArray[np.int64], most_cells: int) -> Iterator[ColumnSets]:
        """Give the sets of all columns of some tables as they are stored, in parts.

        Parameters
        ----------
        most_cells
            Of a part, but for one with a single column; at least 1.

        Yields
        ------
        ColumnSets
            Of consecutive columns, one table after another; at least one part.
        """
        widths = np.diff(self.offsets)[positions]
        columns = spans(self.offsets[positions], self.offsets[positions + 1])
        rows = np.repeat(self._rows[positions], widths)
        places = columns - np.repeat(self.offsets[positions], widths)
        starts = np.repeat(self._cell_starts[positions], widths) + places * rows
        for first, last in _portions(rows, most_cells):
            tokens, offsets = self.sets(columns[first:last])
            keys = np.stack([self._primary[tokens], self._secondary[tokens]])
            cells = spans(starts[first:last], starts[first:last] + rows[first:last])
            yield ColumnSets(np.diff(offsets), keys, self._codes[cells])

    def shapes(self, positions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how many columns and rows some tables have."""
        return np.diff(self.offsets)[positions], self._rows[positions]

    @cached_property
    def _cell_starts(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self._rows * np.diff(self.offsets))])


def open_sets(folder: Path, rules: Folding) -> SetIndex:
    """Open what `build_sets` made, memory-mapped.

    Raises
    ------
    WorkspaceError
        If nothing is there, or it was made by another version.
    """
    manifest = read_manifest(folder, format=FORMAT, folding_key=rules.key)
    return SetIndex(folder, manifest)


def _portions(sizes: NDArray[np.int64], most: int) -> Iterator[tuple[int, int]]:
    """Cut a row of sizes into runs that come to no more than this, or are single; at least one."""
    first = 0
    while True:
        within = np.searchsorted(np.cumsum(sizes[first:]), most, side="right")
        last = min(len(sizes), first + max(1, int(within)))
        yield first, last
        first = last
        if first >= len(sizes):
            return


def _plain(folder: Path, name: str) -> NDArray[Any]:
    """Map an array as a plain one: numpy's memmap class makes every small slice dear."""
    return np.asarray(mapped(folder / f"{name}.npy"))
