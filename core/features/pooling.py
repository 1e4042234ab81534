"""From column vectors to table vectors, without a loop over tables (fishy-tus, section 3.2)."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.features.types import ColumnVectors


def pool_tables(
    vectors: ColumnVectors, offsets: NDArray[np.int64], pooling: Literal["max", "mean"]
) -> NDArray[np.float32]:
    """Pool each table's column vectors into one vector of length 1.

    Parameters
    ----------
    vectors
        One row a column: an array of shape (columns, d), or a ``csr_matrix`` of that shape whose
        values are 0 or more.
    offsets
        Rows ``offsets[i]`` to ``offsets[i + 1]`` are table i's; shape (tables + 1,), from 0 to
        the number of columns, never falling.
    pooling
        "max" takes the largest value of each dimension, "mean" the mean.

    Returns
    -------
    ndarray
        float32, shape (tables, d), each row L2-normalised. A table without columns and one whose
        pooled vector is zero keep the zero vector, so that every inner product with them is 0.

    Raises
    ------
    ValueError
        If `offsets` do not cover the rows of `vectors`, or a sparse value is negative.

    Examples
    --------
    >>> columns = np.array([[3.0, 0.0], [0.0, 4.0]], dtype=np.float32)
    >>> pool_tables(columns, np.array([0, 2, 2]), "max").tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    steps = np.diff(offsets)
    if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != vectors.shape[0] or (steps < 0).any():
        raise ValueError(
            f"offsets must rise from 0 to the {vectors.shape[0]} rows of vectors. Got {offsets!r}."
        )
    if isinstance(vectors, np.ndarray):
        pooled = _dense_max(vectors, offsets) if pooling == "max" else _dense_mean(vectors, offsets)
    elif pooling == "max":
        pooled = _sparse_max(vectors, offsets)
    else:
        pooled = (_membership(offsets) @ vectors).toarray()
    return normalised(pooled.astype(np.float32, copy=False))


def normalised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Divide each row by its L2 norm; rows of zeros stay as they are.

    Examples
    --------
    >>> normalised(np.array([[0.0, 2.0], [0.0, 0.0]], dtype=np.float32)).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))
    norms[norms == 0] = 1.0
    scaled: NDArray[np.float32] = (rows / norms[:, None]).astype(np.float32)
    return scaled


def sparse_normalised(rows: Any) -> Any:
    """Divide each row of a ``csr_matrix`` of float32 by its L2 norm; rows of zeros stay.

    The result is scikit-learn's, to the bit; to import that takes seconds, and a search would wait.

    Examples
    --------
    >>> from scipy.sparse import csr_matrix
    >>> rows = csr_matrix(np.array([[0.0, 2.0], [0.0, 0.0]], dtype=np.float32))
    >>> sparse_normalised(rows).toarray().tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    row = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    norms = np.sqrt(np.bincount(row, np.square(rows.data), rows.shape[0]))
    norms[norms == 0] = 1.0
    scaled = (rows.data / norms[row]).astype(np.float32)
    return type(rows)((scaled, rows.indices, rows.indptr), shape=rows.shape)


def _dense_max(vectors: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
    filled = np.diff(offsets) > 0
    pooled = np.zeros((len(offsets) - 1, vectors.shape[1]), dtype=vectors.dtype)
    if filled.any():  # reduceat would give an empty segment the row that follows it
        pooled[filled] = np.maximum.reduceat(vectors, offsets[:-1][filled], axis=0)
    return pooled


def _dense_mean(vectors: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
    pooled: NDArray[Any] = _membership(offsets) @ vectors
    return pooled


def _membership(offsets: NDArray[np.int64]) -> Any:
    """Sparse (tables, columns) matrix that averages each table's columns."""
    from scipy.sparse import csr_matrix

    sizes = np.diff(offsets)
    weights = np.repeat(1.0 / np.maximum(sizes, 1), sizes).astype(np.float32)
    columns = int(offsets[-1])
    return csr_matrix((weights, np.arange(columns), offsets), shape=(len(sizes), columns))


def _sparse_max(vectors: Any, offsets: NDArray[np.int64]) -> NDArray[np.float32]:
    """Largest value of each table and dimension, over the stored values alone."""
    if vectors.nnz and vectors.data.min() < 0:
        raise ValueError(f"Sparse values must be 0 or more. Got {vectors.data.min()}.")
    tables, width = len(offsets) - 1, vectors.shape[1]
    pooled = np.zeros(tables * width, dtype=np.float32)
    table_of_value = np.repeat(np.arange(tables), np.diff(vectors.indptr[offsets]))
    cells = table_of_value * width + vectors.indices
    np.maximum.at(pooled, cells, vectors.data)
    return pooled.reshape(tables, width)
