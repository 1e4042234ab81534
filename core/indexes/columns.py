"""Column vectors of a data lake on disk: dense as float16, sparse as three arrays (CSR)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnVectors
from core.indexes.arrays import ArrayWriter, mapped


class ColumnWriter(ABC):
    """Take column vectors batch by batch; the end of its `with` makes the files complete.

    After an error they are closed as they are.
    """

    def __init__(self, *parts: ArrayWriter) -> None:
        self._parts = parts

    @abstractmethod
    def append(self, vectors: ColumnVectors) -> None:
        """Add one row a column."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for part in self._parts:
            part.__exit__(kind, error, trace)


class _DenseWriter(ColumnWriter):
    def __init__(self, folder: Path, dimension: int) -> None:
        self._rows = ArrayWriter(folder / "columns.npy", np.float16, dimension)
        super().__init__(self._rows)

    def append(self, vectors: ColumnVectors) -> None:
        self._rows.append(vectors)


class _SparseWriter(ColumnWriter):
    def __init__(self, folder: Path, dimension: int) -> None:
        places = np.uint16 if dimension <= np.iinfo(np.uint16).max + 1 else np.int32
        self._indptr = ArrayWriter(folder / "columns.indptr.npy", np.int64)
        self._indices = ArrayWriter(folder / "columns.indices.npy", places)
        self._data = ArrayWriter(folder / "columns.data.npy", np.float32)
        super().__init__(self._indptr, self._indices, self._data)
        self._indptr.append(np.zeros(1, dtype=np.int64))

    def append(self, vectors: ColumnVectors) -> None:
        self._indptr.append(self._indices.rows + vectors.indptr[1:].astype(np.int64))
        self._indices.append(vectors.indices)
        self._data.append(vectors.data)


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
        self._dimension = dimension
        self._indptr = mapped(folder / "columns.indptr.npy")
        self._indices = mapped(folder / "columns.indices.npy")
        self._data = mapped(folder / "columns.data.npy")

    def gather(self, rows: NDArray[np.int64]) -> ColumnVectors:
        from scipy.sparse import csr_matrix

        starts, ends = self._indptr[rows], self._indptr[rows + 1]
        cells = spans(starts, ends)
        indptr = np.concatenate([[0], np.cumsum(ends - starts)])
        parts: tuple[Any, ...] = (self._data[cells], self._indices[cells].astype(np.int32), indptr)
        return csr_matrix(parts, shape=(len(rows), self._dimension))


def writer(folder: Path, dimension: int, sparse: bool) -> ColumnWriter:
    """Return a writer of column vectors into an existing folder."""
    return _SparseWriter(folder, dimension) if sparse else _DenseWriter(folder, dimension)


def reader(folder: Path, dimension: int, sparse: bool) -> ColumnReader:
    """Return a reader of what `writer` wrote."""
    return _SparseReader(folder, dimension) if sparse else _DenseReader(folder)


def spans(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return all numbers from each start up to its end, one span after another.

    Examples
    --------
    >>> spans(np.array([5, 0, 7]), np.array([7, 0, 8])).tolist()
    [5, 6, 7]
    """
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    within = np.arange(int(lengths.sum())) - np.repeat(before, lengths)
    numbers: NDArray[np.int64] = np.repeat(starts, lengths) + within
    return numbers
