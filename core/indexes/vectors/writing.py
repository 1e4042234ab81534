"""Write the vectors of columns and tables, and where each table's columns begin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnEncoder, ColumnVectors
from core.indexes.arrays import ArrayWriter, TogetherWriter
from core.indexes.sparse_rows import SparseRowsWriter
from core.indexes.vectors import columns
from core.indexes.vectors.flat import FlatIndexWriter


class VectorWriter(TogetherWriter):
    """Take the vectors of columns and tables; the end of its `with` makes the files complete.

    After an error they are closed as they are.

    Parameters
    ----------
    folder
        Gets the files, and where each table's columns begin.
    encoder
        What the vectors are of.
    """

    def __init__(self, folder: Path, encoder: ColumnEncoder) -> None:
        self._columns = columns.writer(folder, encoder.dimension, encoder.sparse)
        self._tables = _table_writer(folder, encoder)
        self._offsets = ArrayWriter(folder / "offsets.npy", np.int64)
        self._offsets.append(np.zeros(1, dtype=np.int64))
        self._written = 0
        super().__init__(self._columns, self._tables, self._offsets)

    def append(
        self, vectors: ColumnVectors, tables: ColumnVectors, offsets: NDArray[np.int64]
    ) -> None:
        """Add some tables.

        Parameters
        ----------
        vectors
            Of their columns, one table after another.
        tables
            Their own, shape (tables, dimension); a ``csr_matrix`` as they are stored, if the
            encoder is sparse.
        offsets
            Rows ``offsets[i]`` to ``offsets[i + 1]`` of `vectors` are those of table i.
        """
        self._columns.append(vectors)
        self._tables.append(tables)
        self._offsets.append(self._written + offsets[1:])
        self._written += int(offsets[-1])

    def told(self) -> dict[str, int]:
        """Say how many tables and columns were written."""
        return {"tables": self._offsets.rows - 1, "columns": self._written}


def _table_writer(folder: Path, encoder: ColumnEncoder) -> FlatIndexWriter | SparseRowsWriter:
    if encoder.sparse:
        return SparseRowsWriter(folder, "tables", encoder.dimension)
    return FlatIndexWriter(folder / "tables.faiss", encoder.dimension)
