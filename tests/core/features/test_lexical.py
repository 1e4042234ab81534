"""Lexical columns against scikit-learn called directly."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import (
    CountVectorizer,
    HashingVectorizer,
    TfidfVectorizer,
)

from core.errors import EncoderUnavailableError
from core.features import ENCODER_WORDS, ENCODERS, ColumnBatch, encoder, registry
from core.features.vocabulary import count_terms, fit_vocabulary
from core.settings import Settings

BATCH = ColumnBatch(
    ["City", "Country", "Digit", "Empty"],
    [["Oslo", "New York", "new delhi"], ["Norway", "New Zealand"], ["1", "2"], []],
    [2, 2],
)
DOCUMENTS = ["Oslo New York new delhi", "Norway New Zealand", "1 2", ""]


def test_hash_is_scikit_learns_unsigned_hashing_of_single_words():
    expected = HashingVectorizer(n_features=4096, alternate_sign=False).transform(DOCUMENTS)
    vectors = encoder("hash", Settings()).encode(BATCH)
    np.testing.assert_allclose(vectors.toarray(), expected.toarray(), atol=1e-7)


@pytest.mark.parametrize(
    ("name", "vectorizer"), [("tfidf", TfidfVectorizer), ("count", CountVectorizer)]
)
def test_vocabulary_encoders_are_scikit_learns_with_words_and_pairs(name, vectorizer):
    expected = vectorizer(ngram_range=(1, 2)).fit_transform(DOCUMENTS).toarray()
    vectors = encoder(name, Settings()).fit([BATCH]).encode(BATCH).toarray()
    assert vectors.shape == (4, 4096)
    np.testing.assert_allclose(vectors[:, : expected.shape[1]], expected, atol=1e-6)
    assert not vectors[:, expected.shape[1] :].any()


@pytest.mark.parametrize("name", ["tfidf", "count"])
def test_a_reloaded_encoder_gives_identical_vectors(name, tmp_path):
    fitted = encoder(name, Settings()).fit([BATCH])
    fitted.save(tmp_path)
    assert {file.suffix for file in tmp_path.iterdir()} == {".json", ".npy"}
    again = encoder(name, Settings()).load(tmp_path)
    assert (again.encode(BATCH) != fitted.encode(BATCH)).nnz == 0


@pytest.mark.parametrize("name", ["hash", "tfidf", "count"])
def test_a_lake_without_any_word_has_zero_vectors(name):
    batch = ColumnBatch(["a", "b"], [["1"], []], [1, 1, 0])
    fitted = encoder(name, Settings()).fit([batch])
    vectors = fitted.encode(batch)
    assert vectors.shape == (2, 4096)
    assert vectors.nnz == 0
    assert not fitted.pool(vectors, batch.offsets).any()


def test_an_encoder_that_is_not_fitted_says_so():
    with pytest.raises(ValueError, match="'tfidf' must be fitted or loaded first"):
        encoder("tfidf", Settings()).encode(BATCH)


def test_an_unknown_encoder_is_refused_with_the_known_ones():
    with pytest.raises(EncoderUnavailableError, match=rf"{', '.join(ENCODERS)}\. Got 'bert'"):
        encoder("bert", Settings())


def test_a_name_that_nothing_makes_is_no_encoder(monkeypatch):
    monkeypatch.setattr(registry, "ENCODERS", (*ENCODERS, "nothing makes it"))
    with pytest.raises(EncoderUnavailableError, match="Got 'nothing makes it'"):
        encoder("nothing makes it", Settings())


@pytest.mark.parametrize("name", ENCODERS)
def test_each_name_makes_the_encoder_that_it_names_and_its_words_say_it(name):
    assert encoder(name, Settings()).name == name
    assert ENCODER_WORDS[name].endswith(f" ({name})")


def test_keys_tell_encoders_apart():
    keys = {encoder(name, Settings()).key for name in ("hash", "tfidf", "count")}
    assert len(keys) == 3
    assert encoder("hash", Settings()).key == encoder("hash", Settings()).key


@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=8), max_size=8), st.integers(1, 5))
def test_vocabulary_has_the_most_frequent_terms_whatever_the_order(documents, size):
    counts = Counter(term for document in documents for term in document)
    best = sorted(counts, key=lambda term: (-counts[term], term))[:size]
    texts = [" ".join(document) for document in documents]
    assert fit_vocabulary(texts, str.split, size).terms == sorted(best)
    assert fit_vocabulary(texts[::-1], str.split, size).terms == sorted(best)


def test_frequent_terms_survive_when_memory_is_short():
    documents = [f"often once{i} also" for i in range(200)]
    chosen = fit_vocabulary(documents, str.split, size=2, terms_in_memory=20)
    assert chosen.terms == ["also", "often"]


def test_a_term_of_the_last_folders_counts_as_often_as_it_occurs():
    documents = [f"{'everywhere ' * (i % 5 == 0)}once{i}" for i in range(2_000)]
    documents += [f"last once{i} last" for i in range(2_000, 2_150)]
    for texts in (documents, documents[::-1]):
        chosen = fit_vocabulary(texts, str.split, size=2, terms_in_memory=20)
        assert chosen.terms == ["everywhere", "last"]


@given(
    st.lists(st.lists(st.sampled_from("abcdefghij"), max_size=6), max_size=30), st.integers(1, 8)
)
def test_counts_are_too_low_by_no_more_than_what_was_forgotten(documents, memory):
    texts = [" ".join(document) for document in documents]
    found = count_terms(texts, str.split, memory)
    counts = Counter(term for document in documents for term in document)
    spread = Counter(term for document in documents for term in set(document))
    for kept, exact in ((found.occurrences, counts), (found.spread, spread)):
        assert all(0 <= exact[term] - kept[term] <= found.forgotten for term in exact)
    assert found.forgotten == 0 or len(counts) > memory
