"""Column and table vectors of one data lake on disk: build, open, search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnBatch, ColumnEncoder, ColumnVectors
from core.indexes import columns
from core.indexes.build import FORMAT, build
from core.indexes.manifests import OfTables, read_manifest
from core.indexes.ties import best
from core.types import Progress

__all__ = ["Progress", "TableVectors", "build", "open"]

_MARGIN = 2e-5
"""More than FAISS's 32-bit inner product of two unit vectors is ever off; scaled by length."""

_QUERIES_AT_ONCE = 256


class TableVectors(OfTables):
    """An opened generation: the vectors of a data lake's columns and tables, memory-mapped.

    Any number of threads and processes may use one at once.

    Parameters
    ----------
    folder
        Made by `build`.
    manifest
        Its ``manifest.json``.
    encoder
        As it was fitted on this data lake.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any], encoder: ColumnEncoder) -> None:
        import faiss

        super().__init__(folder, manifest)
        self.encoder = encoder
        self._offsets = np.load(folder / "offsets.npy", allow_pickle=False)
        self._columns = columns.reader(folder, manifest["dimension"], manifest["sparse"])
        self._index = faiss.read_index(str(folder / "tables.faiss"), faiss.IO_FLAG_MMAP_IFC)
        self._vectors = _view(self._index)

    def nearest(
        self, vector: NDArray[np.float32], k: int, among: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the k tables whose vectors have the largest inner product with one vector.

        Parameters
        ----------
        vector
            Shape (dimension,), usually of length 1.
        k
            At least 1.
        among
            Shape (tables,): which tables are candidates; all if none.

        Returns
        -------
        positions, scores
            Shape (min(k, candidates),). Scores are computed in 64 bits and rounded to 6 decimals;
            they fall, and equal ones stand in ascending order of table ids, also at the cut-off.
            Scores of two zero vectors are 0.

        Raises
        ------
        ValueError
            If k is below 1 or the vector has another dimension.
        """
        positions, scores = self.nearest_many(np.asarray(vector)[None], k, among=among)
        return positions[0], scores[0]

    def nearest_many(
        self,
        vectors: NDArray[np.float32],
        k: int,
        threads: int = 1,
        among: NDArray[np.bool_] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return for each of many vectors what `nearest` returns, a row a query.

        Parameters
        ----------
        vectors
            Shape (queries, dimension).
        k
            At least 1.
        threads
            Threads that FAISS uses. A single query gains nothing from more than one.
        among
            Shape (tables,): which tables are candidates; all if none.
        """
        if k < 1 or vectors.shape[1] != self._vectors.shape[1]:
            raise ValueError(
                f"k must be at least 1 and a vector have {self._vectors.shape[1]} dimensions. "
                f"Got {k} and {vectors.shape[1]}."
            )
        import faiss

        every = len(self) if among is None else int(np.count_nonzero(among))
        k = min(k, every)
        fetched = min(every, 2 * k + 32)
        selection = None if among is None else _selection(among)
        positions = np.zeros((len(vectors), k), dtype=np.int64)
        scores = np.zeros((len(vectors), k))
        for start in range(0, len(vectors) if k else 0, _QUERIES_AT_ONCE):
            chunk = np.ascontiguousarray(
                vectors[start : start + _QUERIES_AT_ONCE], dtype=np.float32
            )
            # FAISS and torch bring an OpenMP each, and the setting is per thread: set it each time.
            faiss.omp_set_num_threads(threads)
            near, candidates = self._index.search(chunk, fetched, params=selection)
            for row, query in enumerate(chunk, start):
                found, inner = candidates[row - start], near[row - start]
                found = self._with_ties(query, k, found, inner, every, selection)
                positions[row], scores[row] = self._ranked(query, found, k)
        return positions, scores

    def column_counts(self) -> NDArray[np.int64]:
        """Return the number of columns of each table, shape (tables,)."""
        counts: NDArray[np.int64] = np.diff(self._offsets)
        return counts

    def id_ranks(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of some tables in ascending order of all ids, for `best`."""
        ranks: NDArray[np.int64] = self.ranks[positions]
        return ranks

    def table_vectors(self, positions: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float32]:
        """Return copies of some tables' vectors, shape (positions, dimension)."""
        return np.array(self._vectors[np.asarray(positions, dtype=np.int64)])

    def columns(
        self, positions: Sequence[int] | NDArray[np.int64]
    ) -> tuple[ColumnVectors, NDArray[np.int64]]:
        """Return the column vectors of some tables, one table after another.

        Only these are read from disk.

        Returns
        -------
        vectors
            float32, shape (columns, dimension); a ``csr_matrix`` if the encoder is sparse.
        offsets
            Rows ``offsets[i]`` to ``offsets[i + 1]`` are those of ``positions[i]``.
        """
        chosen = np.asarray(positions, dtype=np.int64)
        starts, ends = self._offsets[chosen], self._offsets[chosen + 1]
        offsets = np.concatenate([[0], np.cumsum(ends - starts)]).astype(np.int64)
        return self._columns.gather(columns.spans(starts, ends)), offsets

    def sampled_columns(
        self, positions: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> tuple[ColumnVectors, NDArray[np.int64]]:
        """Return the vectors of some columns of some tables, those of a table spread evenly in it.

        Parameters
        ----------
        counts
            How many of each table, at most what it has.

        Returns
        -------
        vectors, offsets
            As `columns` does.
        """
        starts, sizes = self._offsets[positions], self.column_counts()[positions]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        place = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
        step = np.repeat(sizes, counts) / np.maximum(np.repeat(counts, counts), 1)
        rows = np.repeat(starts, counts) + (place * step).astype(np.int64)
        return self._columns.gather(rows), offsets

    def encode(self, batch: ColumnBatch) -> tuple[ColumnVectors, NDArray[np.float32]]:
        """Return column vectors and table vectors of tables from elsewhere, by one thread.

        The encoder is as it was fitted on this data lake: for "tfidf" and "count", words that
        the lake does not have count for nothing.
        """
        vectors = self.encoder.encode(batch, query=True)
        return vectors, self.encoder.pool(vectors, batch.offsets)

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
        places, scores = best(exact, self.ranks[found], k)
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


def open(folder: Path, encoder: ColumnEncoder) -> TableVectors:  # noqa: A001  # vectors.open
    """Open what `build` made, memory-mapped.

    Parameters
    ----------
    folder
        Made by `build`.
    encoder
        Of the same name and settings as the one it was built with; what fitting found is read
        from the folder.

    Raises
    ------
    WorkspaceError
        If nothing is there, it was made by another version, or with another encoder.
    """
    manifest = read_manifest(folder, format=FORMAT, encoder_key=encoder.key)
    return TableVectors(folder, manifest, encoder.load(folder))
