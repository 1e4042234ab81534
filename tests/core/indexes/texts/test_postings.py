from __future__ import annotations

import itertools
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
from core.monitor import UNMONITORED, Monitor

_SPREAD = np.uint64(2**59 + 12_345)
"""Spreads small numbers over all 64 bits, so that every part of a spilled index is used."""

_documents = st.lists(st.lists(st.integers(0, 12), max_size=12), min_size=1, max_size=12)
_query = st.lists(st.integers(0, 14), min_size=1, max_size=6)


def _terms(numbers: list[int]) -> np.ndarray:
    return np.array(numbers, dtype=np.uint64) * _SPREAD


def _written(folder: Path, documents: list[list[int]], in_memory: int) -> Postings:
    writer = PostingsWriter(folder, "words", in_memory, with_tfidf=True)
    for place, numbers in enumerate(documents):
        half = len(numbers) // 2  # a document may come in parts
        for part in (numbers[:half], numbers[half:]):
            writer.add(np.full(len(part), place), _terms(part))
    writer.finish(len(documents), monitor=UNMONITORED)
    return Postings(folder, "words", with_tfidf=True)


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
    assert writer._lengths.mapped(3_000_010)[3_000_000:3_000_003].tolist() == [2, 0, 1]


@settings(max_examples=60, deadline=None)
@given(_documents, _query, st.lists(st.integers(0, 12), max_size=4))
def test_scores_by_spans_are_the_same_to_the_last_digit(
    documents: list[list[int]], query: list[int], cuts: list[int]
) -> None:
    bounds = np.array(sorted({0, len(documents), *(c for c in cuts if c <= len(documents))}))
    with tempfile.TemporaryDirectory() as folder:
        index = _written(Path(folder), documents, 1_000_000)
        scores = index.scores(_terms(query))
        spans = dict(index.scores_between(_terms(query), bounds))
    for span, (begin, end) in enumerate(itertools.pairwise(bounds.tolist())):
        if span in spans:
            assert spans[span].tobytes() == scores[begin:end].tobytes()
        assert (span in spans) == scores[begin:end].any()


def test_memory_does_not_grow_with_the_documents(tmp_path: Path) -> None:
    documents, at_once = 4_000_000, 100_000
    writer = PostingsWriter(tmp_path, "rows")
    tracemalloc.start()
    for first in range(0, documents, at_once):  # of which few have a term
        writer.add(np.array([first, first + 7]), _terms([1, 2]))
    writer.finish(documents, monitor=UNMONITORED)
    index = Postings(tmp_path, "rows")
    bounds = np.arange(0, documents + 1, at_once)
    best = [(span, scores.argmax()) for span, scores in index.scores_between(_terms([2]), bounds)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert best == [(span, 7) for span in range(len(bounds) - 1)]
    assert peak < 2_000_000


@pytest.mark.parametrize(("in_memory", "parts"), [(1, 64), (100, 1)])
def test_each_part_is_told_before_it_is_put_in_order(
    tmp_path: Path, in_memory: int, parts: int
) -> None:
    writer = PostingsWriter(tmp_path, "rows", in_memory)
    writer.add(np.array([0, 1]), _terms([1, 2]))
    told: list[tuple[int, int, str]] = []
    assert writer.parts == parts
    writer.finish(2, monitor=Monitor(lambda *step: told.append(step)))
    assert told == [(number, parts, "Putting words in order") for number in range(parts)]


def test_tfidf_is_asked_for_where_an_index_is_written_and_opened(tmp_path: Path) -> None:
    writer = PostingsWriter(tmp_path, "rows")
    writer.add(np.array([0]), _terms([1]))
    writer.finish(1, monitor=UNMONITORED)
    assert {path.name.split(".")[1] for path in tmp_path.iterdir()} == {
        *("terms", "indptr", "indices", "data", "json")
    }
    index = Postings(tmp_path, "rows")
    with pytest.raises(ValueError, match="'rows' must have been opened with TF-IDF"):
        index.norms()
    with pytest.raises(ValueError, match="with TF-IDF"):
        index.products(_terms([1]))
