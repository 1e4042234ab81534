"""The terms of a data lake that lexical vectors have a dimension for (fishy-tus, B.1)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TERMS_IN_MEMORY = 2_000_000
"""Different terms that are counted at once; the rarest are forgotten beyond it."""


@dataclass(frozen=True)
class Vocabulary:
    """The most frequent terms of a data lake and how telling each is.

    Parameters
    ----------
    terms
        In ascending order; the place of a term is its dimension.
    idf
        Smoothed inverse document frequency of each term, ``ln((1 + n) / (1 + df)) + 1`` with a
        column as a document, as scikit-learn has it; float64, shape (terms,).
    documents
        Columns that it was counted over.
    """

    terms: list[str]
    idf: NDArray[np.float64]
    documents: int

    def save(self, folder: Path) -> None:
        """Write ``vocabulary.json`` and ``idf.npy`` into an existing folder."""
        state = {"terms": self.terms, "documents": self.documents}
        (folder / "vocabulary.json").write_text(
            json.dumps(state, ensure_ascii=False), encoding="utf-8", errors="surrogatepass"
        )
        np.save(folder / "idf.npy", self.idf)

    @classmethod
    def load(cls, folder: Path) -> Vocabulary:
        """Read what `save` wrote; the idf is the same to the last bit."""
        text = (folder / "vocabulary.json").read_text(encoding="utf-8", errors="surrogatepass")
        state = json.loads(text)
        idf = np.load(folder / "idf.npy", allow_pickle=False)
        return cls(terms=state["terms"], idf=idf, documents=state["documents"])


def fit_vocabulary(
    documents: Iterable[str],
    analyze: Callable[[str], list[str]],
    size: int,
    terms_in_memory: int = TERMS_IN_MEMORY,
) -> Vocabulary:
    """Choose the terms that occur most often in a stream of documents.

    Parameters
    ----------
    documents
        One text a column; read once.
    analyze
        Cuts a document into its terms.
    size
        Terms to keep at most. Of terms that are equally frequent the first by alphabet stay, so
        that the choice does not depend on the order of the documents.
    terms_in_memory
        When more different terms have been seen than this, those that were seen once are
        forgotten, then twice, and so on (lossy counting, Manku and Motwani 2002): a kept count
        is too low by at most the number of times that this happened. With fewer different terms
        the counts are exact.

    Examples
    --------
    >>> chosen = fit_vocabulary(["red red blue", "red green"], str.split, size=2)
    >>> chosen.terms, chosen.documents, chosen.idf.round(3).tolist()
    (['blue', 'red'], 2, [1.405, 1.0])
    """
    occurrences: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    seen, floor = 0, 0
    for document in documents:
        seen += 1
        terms = analyze(document)
        occurrences.update(terms)
        spread.update(set(terms))
        if len(occurrences) > terms_in_memory:
            floor += 1
            occurrences = Counter({t: n for t, n in occurrences.items() if n > floor})
            spread = Counter({t: spread[t] for t in occurrences})
    # Texts take long to compare: only those of terms that may stay are.
    least = min(sorted(occurrences.values(), reverse=True)[:size], default=0)
    frequent = (term for term, count in occurrences.items() if count >= least)
    best = sorted(frequent, key=lambda term: (-occurrences[term], term))[:size]
    terms = sorted(best)
    frequencies = np.array([spread[term] for term in terms], dtype=np.float64)
    return Vocabulary(terms, np.log((1 + seen) / (1 + frequencies)) + 1, seen)
