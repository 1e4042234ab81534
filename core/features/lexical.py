"""Bag-of-words columns: hashed, counted, or weighted by tf-idf (fishy-tus, 3.2.a and B.1)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np

from core.features.base import Checkpoint, ColumnEncoder
from core.features.types import ColumnBatch, ColumnVectors
from core.features.vocabulary import Vocabulary, fit_vocabulary

FEATURES = 4096
CODE_VERSION = 1
"""Raised whenever the same columns would give other vectors."""


class LexicalEncoder(ColumnEncoder):
    """A column's sampled values, one after another, are one document of words.

    The three vectorizers are scikit-learn's, lower-cased and with its default norms (a column
    vector of "hash" and "tfidf" has length 1, one of "count" holds plain counts). Words have two
    characters or more, so that a column of single digits has the zero vector.
    """

    sample_size: ClassVar[int] = 1000
    pooling: ClassVar[Literal["max", "mean"]] = "max"
    sparse: ClassVar[bool] = True
    ngrams: ClassVar[tuple[int, int]]

    @property
    def dimension(self) -> int:
        """Always 4,096; a small data lake leaves dimensions unused."""
        return FEATURES

    @property
    def key(self) -> str:
        """Fingerprint of the encoder's name, parameters and code version."""
        parameters = [self.name, CODE_VERSION, FEATURES, self.ngrams, self.sample_size]
        return hashlib.blake2b(json.dumps(parameters).encode(), digest_size=16).hexdigest()

    def prepare(self) -> None:
        """Import scikit-learn, which takes longer than encoding a small data lake."""
        from sklearn.feature_extraction import text

        del text

    def encode(
        self, batch: ColumnBatch, *, checkpoint: Checkpoint | None = None, query: bool = False
    ) -> ColumnVectors:
        """Return a ``csr_matrix`` of float32, shape (columns, 4096), no value below 0."""
        del query
        vectors = self._transform(list(_documents([batch])))
        if checkpoint:
            checkpoint(1.0)
        return vectors

    def versions(self) -> dict[str, str]:
        """Version of scikit-learn."""
        return {"scikit-learn": version("scikit-learn")}

    def _transform(self, documents: list[str]) -> Any:
        raise NotImplementedError


class HashEncoder(LexicalEncoder):
    """Words hashed into 4,096 dimensions, all counted as positive; needs no fitting."""

    name = "hash"
    needs_fit: ClassVar[bool] = False
    ngrams: ClassVar[tuple[int, int]] = (1, 1)

    def _transform(self, documents: list[str]) -> Any:
        from scipy.sparse import csr_matrix
        from sklearn.feature_extraction.text import HashingVectorizer

        if not documents:
            return csr_matrix((0, FEATURES), dtype=np.float32)
        vectorizer = HashingVectorizer(
            n_features=FEATURES, alternate_sign=False, lowercase=True, dtype=np.float32
        )
        return vectorizer.transform(documents).tocsr()


class VocabularyEncoder(LexicalEncoder):
    """Words and pairs of neighbouring words, of which the data lake's most frequent are kept.

    Parameters
    ----------
    name
        "tfidf" or "count".
    vocabulary
        What `fit` found; None before.
    """

    needs_fit: ClassVar[bool] = True
    ngrams: ClassVar[tuple[int, int]] = (1, 2)

    def __init__(self, name: Literal["tfidf", "count"], vocabulary: Vocabulary | None = None):
        self.name = name
        self._vocabulary = vocabulary
        self._vectorizer = None if vocabulary is None else self._prepared(vocabulary)

    def fit(self, batches: Iterable[ColumnBatch]) -> Self:
        """Choose the vocabulary over all columns: those of queries in the data lake included.

        The paper's text ("first collecting unique tokens from all columns") leaves open how
        4,096 of them are chosen. Taken here, as scikit-learn's ``max_features`` does: the terms
        with the most occurrences in column documents; by alphabet where that is equal.
        """
        from sklearn.feature_extraction.text import CountVectorizer

        analyze = CountVectorizer(ngram_range=self.ngrams, lowercase=True).build_analyzer()
        return type(self)(self.name, fit_vocabulary(_documents(batches), analyze, FEATURES))  # type: ignore[arg-type]  # the name was checked when this one was made

    def save(self, folder: Path) -> None:
        """Write ``vocabulary.json`` and ``idf.npy``."""
        self._fitted().save(folder)

    def load(self, folder: Path) -> Self:
        """Return an encoder that gives the same vectors as the one saved."""
        return type(self)(self.name, Vocabulary.load(folder))  # type: ignore[arg-type]  # as above

    def _fitted(self) -> Vocabulary:
        if self._vocabulary is None:
            raise ValueError(f"The encoder {self.name!r} must be fitted or loaded first.")
        return self._vocabulary

    def _prepared(self, vocabulary: Vocabulary) -> Any:
        from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

        if not vocabulary.terms:  # scikit-learn refuses an empty vocabulary
            return None
        maker = TfidfVectorizer if self.name == "tfidf" else CountVectorizer
        vectorizer = maker(
            ngram_range=self.ngrams, lowercase=True, vocabulary=vocabulary.terms, dtype=np.float32
        )
        if self.name == "tfidf":
            vectorizer.idf_ = vocabulary.idf
        return vectorizer

    def _transform(self, documents: list[str]) -> Any:
        from scipy.sparse import csr_matrix

        self._fitted()
        if self._vectorizer is None or not documents:
            return csr_matrix((len(documents), FEATURES), dtype=np.float32)
        vectors = self._vectorizer.transform(documents).tocsr()
        vectors.resize(len(documents), FEATURES)
        return vectors


def _documents(batches: Iterable[ColumnBatch]) -> Iterator[str]:
    return (" ".join(values) for batch in batches for values in batch.values)
