from __future__ import annotations

import tempfile
from pathlib import Path

import faiss
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.indexes.vectors.flat import FlatIndexWriter


@given(st.integers(1, 9), st.lists(st.integers(0, 5), max_size=4), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_the_file_is_the_one_that_faiss_writes(width: int, batches: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        index = faiss.IndexFlatIP(width)
        with FlatIndexWriter(folder / "mine", width) as rows:
            for size in batches:
                vectors = rng.random((size, width), dtype=np.float32)
                rows.append(vectors)
                index.add(vectors)
        faiss.write_index(index, str(folder / "faiss"))
        assert (folder / "mine").read_bytes() == (folder / "faiss").read_bytes()
        assert faiss.read_index(str(folder / "mine")).ntotal == sum(batches)
