"""Sparse rows of numbers on disk, as three arrays (CSR): written as they come, read from a map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.indexes.arrays import ArrayWriter, TogetherWriter, mapped


class SparseRowsWriter(TogetherWriter):
    """Take rows batch by batch; the end of its `with` makes the files complete.

    After an error they are closed as they are.

    Parameters
    ----------
    folder
        Where the files go, each named ``NAME.something.npy``.
    name
        What the rows are of.
    width
        Length of a row.
    """

    def __init__(self, folder: Path, name: str, width: int) -> None:
        places = np.uint16 if width <= np.iinfo(np.uint16).max + 1 else np.int32
        self._indptr = ArrayWriter(folder / f"{name}.indptr.npy", np.int64)
        self._indices = ArrayWriter(folder / f"{name}.indices.npy", places)
        self._data = ArrayWriter(folder / f"{name}.data.npy", np.float32)
        self._indptr.append(np.zeros(1, dtype=np.int64))
        super().__init__(self._indptr, self._indices, self._data)

    def append(self, rows: Any) -> None:
        """Add the rows of a ``csr_matrix``."""
        self._indptr.append(self._indices.rows + rows.indptr[1:].astype(np.int64))
        self._indices.append(rows.indices)
        self._data.append(rows.data)


class SparseRows:
    """What `SparseRowsWriter` wrote; any number of threads may read it."""

    def __init__(self, folder: Path, name: str, width: int) -> None:
        self.width = width
        self._indptr = mapped(folder / f"{name}.indptr.npy")
        self._indices = mapped(folder / f"{name}.indices.npy")
        self._data = mapped(folder / f"{name}.data.npy")

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._indptr) - 1

    def gather(self, rows: NDArray[np.int64]) -> Any:
        """Return some rows as a ``csr_matrix`` of float32, reading only those."""
        from scipy.sparse import csr_matrix

        starts, ends = self._indptr[rows], self._indptr[rows + 1]
        cells = spans(starts, ends)
        indptr = np.concatenate([[0], np.cumsum(ends - starts)])
        parts: tuple[Any, ...] = (self._data[cells], self._indices[cells].astype(np.int32), indptr)
        return csr_matrix(parts, shape=(len(rows), self.width))

    def block(self, start: int, end: int) -> Any:
        """Return the rows from one up to another as a ``csr_matrix`` of float32."""
        from scipy.sparse import csr_matrix

        indptr = self._indptr[start : end + 1]
        cells = slice(int(indptr[0]), int(indptr[-1]))
        places = self._indices[cells].astype(np.int32)
        parts: tuple[Any, ...] = (self._data[cells], places, indptr - indptr[0])
        return csr_matrix(parts, shape=(end - start, self.width))


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
