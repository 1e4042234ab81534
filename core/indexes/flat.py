"""A flat FAISS index that is written row by row: FAISS itself holds all rows to write them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from core.indexes.arrays import ArrayWriter

_ROWS = slice(8, 16)
"""Where FAISS keeps the number of rows, behind its name of the kind and the width of a row."""

_NUMBERS = slice(-8, None)
"""Where it keeps how many numbers follow, at the end of an index without rows."""


class FlatIndexWriter(ArrayWriter):
    """Write the file of an `IndexFlatIP` of as many rows as come, with none kept in memory.

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
