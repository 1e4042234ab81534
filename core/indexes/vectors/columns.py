"""Column vectors of a data lake on disk: dense as float16, sparse as three arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnVectors
from core.indexes.arrays import ArrayWriter, TogetherWriter, mapped
from core.indexes.sparse_rows import SparseRows, SparseRowsWriter


class ColumnWriter(TogetherWriter, ABC):
    """Take column vectors batch by batch; the end of its `with` makes the files complete.

    After an error they are closed as they are.
    """

    @abstractmethod
    def append(self, vectors: ColumnVectors) -> None:
        """Add one row a column."""


class _DenseWriter(ColumnWriter):
    def __init__(self, folder: Path, dimension: int) -> None:
        self._rows = ArrayWriter(folder / "columns.npy", np.float16, dimension)
        super().__init__(self._rows)

    def append(self, vectors: ColumnVectors) -> None:
        self._rows.append(vectors)


class _SparseWriter(ColumnWriter):
    def __init__(self, folder: Path, dimension: int) -> None:
        self._rows = SparseRowsWriter(folder, "columns", dimension)
        super().__init__(self._rows)

    def append(self, vectors: ColumnVectors) -> None:
        self._rows.append(vectors)


class ColumnReader(ABC):
    """Column vectors of a data lake, from a memory map."""

    @abstractmethod
    def gather(self, rows: NDArray[np.int64]) -> ColumnVectors:
        """Return the vectors of some columns as float32, reading only those."""


class _DenseReader(ColumnReader):
    def __init__(self, folder: Path) -> None:
        self._rows = mapped(folder / "columns.npy")

    def gather(self, rows: NDArray[np.int64]) -> ColumnVectors:
        return self._rows[rows].astype(np.float32)


class _SparseReader(ColumnReader):
    def __init__(self, folder: Path, dimension: int) -> None:
        self._rows = SparseRows(folder, "columns", dimension)

    def gather(self, rows: NDArray[np.int64]) -> ColumnVectors:
        return self._rows.gather(rows)


def writer(folder: Path, dimension: int, sparse: bool) -> ColumnWriter:
    """Return a writer of column vectors into an existing folder."""
    return _SparseWriter(folder, dimension) if sparse else _DenseWriter(folder, dimension)


def reader(folder: Path, dimension: int, sparse: bool) -> ColumnReader:
    """Return a reader of what `writer` wrote."""
    return _SparseReader(folder, dimension) if sparse else _DenseReader(folder)
