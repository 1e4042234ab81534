"""Columns on their way into an encoder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

ColumnVectors = Any
"""One row a column: a float32 array, or a ``scipy.sparse.csr_matrix`` of float32."""


@dataclass(frozen=True)
class ColumnBatch:
    """The columns of some consecutive tables, with a sample of each column's values.

    Parameters
    ----------
    names
        Header of each column as it stands in the file.
    values
        Distinct values of each column that are not missing, at most as many as the encoder's
        `sample_size`, in the order in which they first appear.
    table_sizes
        Columns of each table: the first ``table_sizes[0]`` columns are the first table's, and so
        on. A table without columns has 0.

    Raises
    ------
    ValueError
        If the three do not agree on the number of columns, or a size is negative.

    Examples
    --------
    >>> batch = ColumnBatch(["City", "Pop.", "Name"], [["Oslo"], ["1", "2"], []], [2, 1])
    >>> batch.offsets.tolist()
    [0, 2, 3]
    """

    names: list[str]
    values: list[list[str]]
    table_sizes: list[int]

    def __post_init__(self) -> None:
        if len(self.names) != len(self.values) or sum(self.table_sizes) != len(self.names):
            raise ValueError(
                "names, values and table_sizes must agree on the number of columns. "
                f"Got {len(self.names)}, {len(self.values)} and {sum(self.table_sizes)}."
            )
        if any(size < 0 for size in self.table_sizes):
            raise ValueError(f"table_sizes must be 0 or more. Got {min(self.table_sizes)}.")

    @property
    def columns(self) -> int:
        """Number of columns."""
        return len(self.names)

    @property
    def tables(self) -> int:
        """Number of tables."""
        return len(self.table_sizes)

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where each table's columns begin, and where the last one's end; shape (tables + 1,)."""
        return np.concatenate([[0], np.cumsum(self.table_sizes, dtype=np.int64)]).astype(np.int64)
