from __future__ import annotations

import tempfile
import tracemalloc
from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from core.indexes.texts.postings import K1, B, Postings, PostingsWriter

_SPREAD = np.uint64(2**59 + 12_345)
"""Spreads small numbers over all 64 bits, so that every part of a spilled index is used."""

_documents = st.lists(st.lists(st.integers(0, 12), max_size=12), min_size=1, max_size=12)
_query = st.lists(st.integers(0, 14), min_size=1, max_size=6)


def _terms(numbers: list[int]) -> np.ndarray:
    return np.array(numbers, dtype=np.uint64) * _SPREAD


def _written(folder: Path, documents: list[list[int]], in_memory: int) -> Postings:
    writer = PostingsWriter(folder, "words", in_memory)
    for place, numbers in enumerate(documents):
        half = len(numbers) // 2  # a document may come in parts
        for part in (numbers[:half], numbers[half:]):
            writer.add(np.full(len(part), place), _terms(part))
    writer.finish(len(documents))
    return Postings(folder, "words")


@settings(max_examples=40, deadline=None)
@given(_documents, _query, st.sampled_from([1, 10, 1_000_000]))
def test_scores_are_those_of_bm25s_however_little_fits_in_memory(
    documents: list[list[int]], query: list[int], in_memory: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        index = _written(Path(folder), documents, in_memory)
        found = index.scores(_terms(query))
    if not any(documents):
        assert not found.any()
        return
    words = [[str(number) for number in numbers] for numbers in documents]
    library = bm25s.BM25(k1=K1, b=B, method="lucene")
    library.index(words, show_progress=False)
    known = [str(number) for number in query if str(number) in library.vocab_dict]
    expected = library.get_scores(known) if known else np.zeros(len(documents))
    assert found == pytest.approx(expected, abs=1e-5)


@settings(max_examples=40, deadline=None)
@given(_documents, _query)
def test_products_and_norms_are_those_of_scikit_learn(
    documents: list[list[int]], query: list[int]
) -> None:
    if not any(documents):
        documents = [[1], *documents]
    with tempfile.TemporaryDirectory() as folder:
        index = _written(Path(folder), documents, 1_000_000)
        products, norm = index.products(_terms(query))
        norms = index.norms()
    library = TfidfVectorizer(analyzer=lambda numbers: numbers, sublinear_tf=True, norm=None)
    vectors = library.fit_transform(documents)
    asked = library.transform([query])
    assert products == pytest.approx((vectors @ asked.T).toarray()[:, 0])
    assert norms == pytest.approx(np.sqrt(vectors.multiply(vectors).sum(axis=1)).A1, rel=1e-5)
    assert norm == pytest.approx(float(np.sqrt(asked.multiply(asked).sum())))


def test_an_index_without_a_single_term_scores_0(tmp_path: Path) -> None:
    index = _written(tmp_path, [[], []], 1_000_000)
    assert index.scores(_terms([1])).tolist() == [0, 0]
    assert index.products(_terms([1]))[0].tolist() == [0, 0]
    assert index.informative(_terms([1])).tolist() == pytest.approx([1 + np.log(3)])


def test_rarer_terms_are_more_informative(tmp_path: Path) -> None:
    index = _written(tmp_path, [[1, 2], [1]], 1_000_000)
    common, rare, unknown = index.informative(_terms([1, 2, 3]))
    assert common == pytest.approx(1)
    assert rare == pytest.approx(1 + np.log(3 / 2))
    assert unknown == pytest.approx(1 + np.log(3))


def test_a_field_that_only_the_first_of_many_documents_fill_is_written(tmp_path: Path) -> None:
    for name, documents in (("none", [[]] * 1_100), ("first", [[1], *[[]] * 1_099])):
        folder = tmp_path / name
        folder.mkdir()
        index = _written(folder, documents, 1_000_000)
        assert index.documents == 1_100
        found = np.flatnonzero(index.scores(_terms([1]))).tolist()
        assert found == [place for place, numbers in enumerate(documents) if numbers]


def test_what_a_batch_costs_does_not_grow_with_the_documents_before_it(tmp_path: Path) -> None:
    writer = PostingsWriter(tmp_path, "words")
    writer.add(np.array([3_000_000, 3_000_009]), _terms([1, 1]))
    tracemalloc.start()
    writer.add(np.array([3_000_000, 3_000_002]), _terms([1, 2]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
    assert writer._lengths[3_000_000:3_000_003].tolist() == [2, 0, 1]
