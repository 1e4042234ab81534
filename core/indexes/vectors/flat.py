"""Dense vectors of tables in a flat FAISS index, which is searched from a memory map."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.indexes.arrays import ArrayWriter
from core.indexes.faiss_files import mapped_index
from core.indexes.ties import best, without_noise

_ROWS = slice(8, 16)
"""Where FAISS keeps the number of rows, behind its name of the kind and the width of a row."""

_NUMBERS = slice(-8, None)
"""Where it keeps how many numbers follow, at the end of an index without rows."""


_MARGIN = 2e-5
"""More than FAISS's 32-bit inner product of two unit vectors is ever off; scaled by length."""

_QUERIES_AT_ONCE = 256


class FlatIndexWriter(ArrayWriter):
    """Write the file of an `IndexFlatIP` of as many rows as come, with none kept in memory.

    FAISS itself holds all rows to write them.

    Parameters
    ----------
    path
        File to make, which `faiss.read_index` reads.
    width
        Length of a row.
    """

    def __init__(self, path: Path, width: int) -> None:
        super().__init__(path, np.float32, width)

    def _write_header(self) -> None:
        import faiss

        width = self._width or 0
        header = bytearray(faiss.serialize_index(faiss.IndexFlatIP(width)).tobytes())
        header[_ROWS] = self.rows.to_bytes(8, sys.byteorder)
        header[_NUMBERS] = (self.rows * width).to_bytes(8, sys.byteorder)
        self._stream.write(header)


class FlatTables:
    """The vectors of a data lake's tables in a flat FAISS index, memory-mapped.

    Parameters
    ----------
    path
        Made by `FlatIndexWriter`.
    ranks
        Place of each table's id in ascending order of ids.
    """

    def __init__(self, path: Path, ranks: NDArray[np.int64]) -> None:
        self._ranks = ranks
        self._index = mapped_index(path)
        self._vectors = _view(self._index)

    def rows(self, positions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return copies of some tables' vectors, shape (positions, dimension)."""
        return np.array(self._vectors[positions])

    def stored(self, positions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return some tables' vectors as they are stored."""
        return self.rows(positions)

    def nearest(
        self,
        vectors: NDArray[np.float32],
        k: int,
        threads: int,
        among: NDArray[np.bool_] | None,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return what `TableVectors.nearest_many` does, k being at most the candidates."""
        import faiss

        every = len(self._ranks) if among is None else int(np.count_nonzero(among))
        fetched = min(every, 2 * k + 32)
        selection = None if among is None else _selection(among)
        positions = np.zeros((len(vectors), k), dtype=np.int64)
        scores = np.zeros((len(vectors), k))
        for start in range(0, len(vectors) if k else 0, _QUERIES_AT_ONCE):
            chunk = vectors[start : start + _QUERIES_AT_ONCE]
            # FAISS and torch bring an OpenMP each, and the setting is per thread: set it each time.
            faiss.omp_set_num_threads(threads)
            near, candidates = self._index.search(chunk, fetched, params=selection)
            for row, query in enumerate(chunk, start):
                found, inner = candidates[row - start], near[row - start]
                found = self._with_ties(query, k, found, inner, every, selection)
                positions[row], scores[row] = self._ranked(query, found, k)
        return positions, scores

    def _with_ties(
        self,
        query: NDArray[np.float32],
        k: int,
        candidates: NDArray[np.int64],
        near: NDArray[np.float32],
        every: int,
        selection: Any,
    ) -> NDArray[np.int64]:
        """Return every table that may be among the k best, ties at the cut-off included."""
        margin = _MARGIN * max(1.0, float(np.linalg.norm(query)))
        least = float(near[k - 1]) - margin
        if len(candidates) == every or near[-1] < least:
            return candidates
        found: NDArray[np.int64] = self._index.range_search(query[None], least, params=selection)[2]
        return found

    def _ranked(
        self, query: NDArray[np.float32], found: NDArray[np.int64], k: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        exact = np.concatenate(
            [
                np.einsum("ij,j->i", self._vectors[part].astype(np.float64), query.astype(float))
                for part in np.array_split(found, 1 + len(found) // 4096)
            ]
        )
        places, scores = best(without_noise(exact), self._ranks[found], k)
        return found[places], scores


def _view(index: Any) -> NDArray[np.float32]:
    """Return a flat index's vectors: a read-only view, alive only as long as the index is."""
    import faiss

    flat = faiss.rev_swig_ptr(index.get_xb(), index.ntotal * index.d)
    view: NDArray[np.float32] = flat.reshape(index.ntotal, index.d)
    view.flags.writeable = False  # the pages are mapped read-only: writing would be a crash
    return view


def _selection(among: NDArray[np.bool_]) -> Any:
    import faiss

    bits = np.packbits(among, bitorder="little")
    # The stubs are those of C++; in Python the constructor takes the array and keeps it alive.
    return faiss.SearchParameters(sel=faiss.IDSelectorBitmap(bits))  # type: ignore[call-arg, arg-type]
