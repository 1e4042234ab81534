"""How many terms each document of a stream has: on disk, as memory must not grow with them."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_DTYPE = np.dtype(np.uint32)


class DocumentLengths:
    """Numbers of terms, of each document as far as it has come; 0 of one that has none.

    They are written, and mapped to be read alone: a full disk is an error, where writing to what
    is mapped would end the process.

    Parameters
    ----------
    path
        A file to make.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.touch()

    def add(self, documents: NDArray[np.int64], times: int) -> None:
        """Count a term of each of some documents, so many times; a document may come again.

        Memory holds the span from the first of them to the last: those of a stream are near.
        """
        first = int(documents.min())
        counts = np.bincount(documents - first).astype(_DTYPE) * _DTYPE.type(times)
        begin = first * _DTYPE.itemsize
        with self._path.open("r+b") as stream:
            stream.seek(begin)
            known = np.fromfile(stream, _DTYPE, len(counts))
            counts[: len(known)] += known
            stream.seek(begin)
            counts.tofile(stream)

    def mapped(self, documents: int) -> NDArray[np.uint32]:
        """Return the numbers of so many documents; they stay when the file is removed."""
        os.truncate(self._path, documents * _DTYPE.itemsize)
        if not documents:
            return np.zeros(0, dtype=_DTYPE)
        return np.memmap(self._path, _DTYPE, mode="r", shape=(documents,))

    def remove(self) -> None:
        """Remove the file."""
        self._path.unlink()
