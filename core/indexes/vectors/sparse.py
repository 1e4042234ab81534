"""Sparse vectors of tables: of bags of words few numbers are not zero, and only those count."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.indexes.sparse_rows import SparseRows
from core.indexes.ties import best, without_noise

_TABLES_AT_ONCE = 65_536
_PRODUCTS_AT_ONCE = 16_000_000
"""Inner products that are in memory together: 128 MB."""


class SparseTables:
    """The vectors of a data lake's tables, memory-mapped; every search reads all of them.

    Parameters
    ----------
    rows
        One a table.
    ranks
        Place of each table's id in ascending order of ids.
    """

    def __init__(self, rows: SparseRows, ranks: NDArray[np.int64]) -> None:
        self._rows = rows
        self._ranks = ranks

    def rows(self, positions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return some tables' vectors, shape (positions, dimension)."""
        vectors: NDArray[np.float32] = self._rows.gather(positions).toarray()
        return vectors

    def stored(self, positions: NDArray[np.int64]) -> Any:
        """Return some tables' vectors as they are stored, a ``csr_matrix``."""
        return self._rows.gather(positions)

    def nearest(
        self,
        vectors: NDArray[np.float32],
        k: int,
        threads: int,
        among: NDArray[np.bool_] | None,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return what `TableVectors.nearest_many` does, k being at most the candidates."""
        del threads
        positions = np.zeros((len(vectors), k), dtype=np.int64)
        scores = np.zeros((len(vectors), k))
        candidates = np.arange(len(self._rows)) if among is None else np.flatnonzero(among)
        ranks = self._ranks[candidates]
        at_once = max(1, _PRODUCTS_AT_ONCE // max(1, len(self._rows)))
        for start in range(0, len(vectors) if k else 0, at_once):
            products = self._products(vectors[start : start + at_once])
            for row, exact in enumerate(products.T, start):
                places, scores[row] = best(without_noise(exact[candidates]), ranks, k)
                positions[row] = candidates[places]
        return positions, scores

    def _products(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return inner products in 64 bits, shape (tables, vectors)."""
        queries = np.ascontiguousarray(vectors.T, dtype=np.float64)
        products = np.empty((len(self._rows), len(vectors)))
        for start in range(0, len(products), _TABLES_AT_ONCE):
            end = min(start + _TABLES_AT_ONCE, len(products))
            products[start:end] = self._rows.block(start, end) @ queries
        return products
