"""Column and table vectors of one data lake on disk: build, open, search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.features import Checkpoint, ColumnBatch, ColumnEncoder, ColumnVectors
from core.indexes.manifests import OfTables, read_manifest
from core.indexes.sparse_rows import SparseRows, spans
from core.indexes.vectors import columns
from core.indexes.vectors.building import file_format
from core.indexes.vectors.flat import FlatTables
from core.indexes.vectors.sparse import SparseTables


class TableVectors(OfTables):
    """An opened generation: the vectors of a data lake's columns and tables, memory-mapped.

    Any number of threads and processes may use one at once.

    Parameters
    ----------
    folder
        Made by `build_table_vectors`.
    manifest
        Its ``manifest.json``.
    encoder
        As it was fitted on this data lake.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any], encoder: ColumnEncoder) -> None:
        super().__init__(folder, manifest)
        self.encoder = encoder
        self._offsets = np.load(folder / "offsets.npy", allow_pickle=False)
        self._columns = columns.reader(folder, manifest["dimension"], manifest["sparse"])
        self._tables: FlatTables | SparseTables = (
            SparseTables(SparseRows(folder, "tables", manifest["dimension"]), self.ranks)
            if manifest["sparse"]
            else FlatTables(folder / "tables.faiss", self.ranks)
        )

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
            Threads that FAISS uses for dense vectors. A single query gains nothing from more than
            one.
        among
            Shape (tables,): which tables are candidates; all if none.
        """
        if k < 1 or vectors.shape[1] != self.manifest["dimension"]:
            raise ValueError(
                f"k must be at least 1 and a vector have {self.manifest['dimension']} dimensions. "
                f"Got {k} and {vectors.shape[1]}."
            )
        every = len(self) if among is None else int(np.count_nonzero(among))
        queries = np.ascontiguousarray(vectors, dtype=np.float32)
        return self._tables.nearest(queries, min(k, every), threads, among)

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
        return self._tables.rows(np.asarray(positions, dtype=np.int64))

    def stored_tables(self, positions: NDArray[np.int64]) -> ColumnVectors:
        """Return some tables' vectors as they are stored: a ``csr_matrix`` if these are sparse."""
        return self._tables.stored(positions)

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
        return self._columns.gather(spans(starts, ends)), offsets

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
        rows = np.repeat(starts, counts) + evenly_spread(sizes, counts)
        return self._columns.gather(rows), offsets

    def encode(
        self, batch: ColumnBatch, checkpoint: Checkpoint | None = None
    ) -> tuple[ColumnVectors, NDArray[np.float32]]:
        """Return column vectors and table vectors of tables from elsewhere, by one thread.

        The encoder is as it was fitted on this data lake: for "tfidf" and "count", words that
        the lake does not have count for nothing.

        Parameters
        ----------
        checkpoint
            As for `ColumnEncoder.encode`.
        """
        vectors = self.encoder.encode(batch, checkpoint=checkpoint, query=True)
        return vectors, self.encoder.pool(vectors, batch.offsets)


def evenly_spread(sizes: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of some columns of some tables, those of a table spread evenly in it.

    Parameters
    ----------
    sizes, counts
        Shape (tables,): columns that each table has, and how many of them are wanted, at most all.

    Returns
    -------
    ndarray
        Shape (columns wanted,), from 0 in each table, table after table.

    Examples
    --------
    >>> evenly_spread(np.array([3, 8]), np.array([3, 2])).tolist()
    [0, 1, 2, 0, 4]
    """
    before = np.cumsum(counts) - counts
    place = np.arange(counts.sum()) - np.repeat(before, counts)
    step = np.repeat(sizes, counts) / np.maximum(np.repeat(counts, counts), 1)
    places: NDArray[np.int64] = (place * step).astype(np.int64)
    return places


def open_table_vectors(folder: Path, encoder: ColumnEncoder) -> TableVectors:
    """Open what `build_table_vectors` made, memory-mapped.

    Parameters
    ----------
    folder
        Made by `build_table_vectors`.
    encoder
        Of the same name and settings as the one it was built with; what fitting found is read
        from the folder.

    Raises
    ------
    WorkspaceError
        If nothing is there, it was made by another version, or with another encoder.
    """
    manifest = read_manifest(folder, format=file_format(encoder), encoder_key=encoder.key)
    return TableVectors(folder, manifest, encoder.load(folder))
