"""What every column encoder offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from core.features.pooling import pool_tables
from core.features.types import ColumnBatch, ColumnVectors

Checkpoint = Callable[[float], None]
"""Called between chunks with the share of the batch that is done; may raise to stop."""


class ColumnEncoder(ABC):
    """Turn columns into vectors and pool a table's columns into one vector.

    Encoders do not change: `fit` and `load` return a fitted encoder and leave this one as it is,
    so that one encoder serves many data lakes.

    Attributes
    ----------
    name
        What people call it.
    sample_size
        Distinct values a column that it reads, at most; 0 for none.
    pooling
        How a table's columns become one vector (fishy-tus, section 3.2).
    sparse
        Whether column vectors are a ``scipy.sparse.csr_matrix``.
    needs_fit
        Whether `encode` works only after `fit` or `load`.
    """

    name: str
    sample_size: ClassVar[int]
    pooling: ClassVar[Literal["max", "mean"]]
    sparse: ClassVar[bool]
    needs_fit: ClassVar[bool]

    @property
    @abstractmethod
    def dimension(self) -> int:
        """Length of a vector."""

    @property
    @abstractmethod
    def key(self) -> str:
        """Fingerprint of the name, the parameters, the model and the version of this code.

        Two encoders with one key give the same vectors once fitted on the same columns.
        """

    @property
    def reused(self) -> float:
        """Share of what it has encoded, queries aside, that was at hand; 0 without a cache."""
        return 0.0

    @abstractmethod
    def prepare(self) -> None:
        """Load the library or the model that encoding takes; the first call would do it otherwise.

        Raises
        ------
        EncoderUnavailableError
            If it cannot be loaded.
        """

    def fit(self, batches: Iterable[ColumnBatch]) -> Self:
        """Return an encoder fitted on every column of a data lake; most need no fitting."""
        del batches
        return self

    @abstractmethod
    def encode(
        self, batch: ColumnBatch, *, checkpoint: Checkpoint | None = None, query: bool = False
    ) -> ColumnVectors:
        """Return one vector a column.

        Parameters
        ----------
        batch
            Columns of any number of tables.
        checkpoint
            Called between chunks with the share done; what it raises passes through.
        query
            Whether somebody waits for the answer: one thread, and nothing is written.

        Returns
        -------
        ColumnVectors
            float32, shape (columns, dimension); sparse if `sparse`.
        """

    def pool(self, vectors: ColumnVectors, offsets: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return one L2-normalised vector a table, shape (tables, dimension).

        A table without columns, or whose columns all have zero vectors, has the zero vector: it
        is as near to everything as nothing, score 0.
        """
        return pool_tables(vectors, offsets, self.pooling)

    def save(self, folder: Path) -> None:
        """Write what fitting found into an existing folder, as JSON and .npy files."""
        del folder

    def load(self, folder: Path) -> Self:
        """Return an encoder with what `save` wrote."""
        del folder
        return self

    def versions(self) -> dict[str, str]:
        """Versions of the libraries that make the vectors."""
        return {}
