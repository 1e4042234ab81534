"""Pooling against a plain loop."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix
from sklearn.preprocessing import normalize

from core.features.pooling import pool_tables, sparse_normalised


@st.composite
def tables(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    sizes = draw(st.lists(st.integers(0, 4), max_size=6))
    values = st.sampled_from([0.0, 0.0, 0.25, 1.0, 3.0])
    vectors = draw(arrays(np.float32, (sum(sizes), 5), elements=values))
    return vectors, np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64)


def by_loop(vectors: np.ndarray, offsets: np.ndarray, pooling: str) -> np.ndarray:
    rows = []
    for start, end in itertools.pairwise(offsets):
        part = vectors[start:end].astype(np.float64)
        if not len(part):
            rows.append(np.zeros(vectors.shape[1]))
            continue
        pooled = part.max(axis=0) if pooling == "max" else part.mean(axis=0)
        norm = np.linalg.norm(pooled)
        rows.append(pooled / norm if norm else pooled)
    return np.array(rows).reshape(len(offsets) - 1, vectors.shape[1])


@pytest.mark.parametrize("pooling", ["max", "mean"])
@given(tables())
def test_dense_and_sparse_pooling_equal_a_loop_over_tables(pooling, drawn):
    vectors, offsets = drawn
    expected = by_loop(vectors, offsets, pooling)
    for form in (vectors, csr_matrix(vectors)):
        pooled = pool_tables(form, offsets, pooling)
        assert pooled.dtype == np.float32
        np.testing.assert_allclose(pooled, expected, atol=1e-6)


@given(arrays(np.float32, (3, 40), elements=st.floats(0, 100, width=32)))
def test_sparse_rows_are_normalised_to_the_bit_as_scikit_learn_does_it(values):
    rows = csr_matrix(values)
    scaled = sparse_normalised(rows)
    assert scaled.dtype == np.float32
    np.testing.assert_array_equal(scaled.toarray(), normalize(rows).toarray())
    np.testing.assert_array_equal(rows.toarray(), values)


def test_dense_max_keeps_negative_values():
    vectors = np.array([[-3.0, -4.0], [-6.0, -8.0]], dtype=np.float32)
    np.testing.assert_allclose(pool_tables(vectors, np.array([0, 2]), "max"), [[-0.6, -0.8]])


def test_offsets_that_do_not_cover_the_columns_are_refused():
    with pytest.raises(ValueError, match="offsets must rise from 0 to the 2 rows"):
        pool_tables(np.ones((2, 3), dtype=np.float32), np.array([0, 1]), "mean")
