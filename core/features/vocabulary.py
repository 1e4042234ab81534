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
        that the choice does not depend on the order of the documents, as long as no more
        different terms occur than `terms_in_memory`.
    terms_in_memory
        When more different terms have been seen than this, the rarer half is forgotten, as in
        lossy counting (Manku and Motwani 2002, section 4.2): with each term that is counted from
        now on it is kept how often at most it may have been forgotten, and that counts for it
        when rare terms are forgotten next. So no term is forgotten that has occurred more often,
        forgotten occurrences included, than the most frequent one that might have been, and by no
        more than that a count is too low. Fewer than `size` terms are left if all are that rare.

    Examples
    --------
    >>> chosen = fit_vocabulary(["red red blue", "red green"], str.split, size=2)
    >>> chosen.terms, chosen.documents, chosen.idf.round(3).tolist()
    (['blue', 'red'], 2, [1.405, 1.0])
    """
    counts = count_terms(documents, analyze, terms_in_memory)
    occurrences = counts.occurrences
    # Texts take long to compare: only those of terms that may stay are.
    least = min(sorted(occurrences.values(), reverse=True)[:size], default=0)
    frequent = (term for term, count in occurrences.items() if count >= least)
    best = sorted(frequent, key=lambda term: (-occurrences[term], term))[:size]
    terms = sorted(best)
    frequencies = np.array([counts.spread[term] for term in terms], dtype=np.float64)
    return Vocabulary(
        terms, np.log((1 + counts.documents) / (1 + frequencies)) + 1, counts.documents
    )


@dataclass(frozen=True)
class TermCounts:
    """Terms of documents, the rare ones perhaps forgotten.

    Parameters
    ----------
    occurrences, spread
        How often each term occurs, and in how many documents; too low by at most `forgotten`.
    documents
        How many there are.
    forgotten
        How often a term that is not there may have occurred at most.
    """

    occurrences: Counter[str]
    spread: Counter[str]
    documents: int
    forgotten: int


def count_terms(
    documents: Iterable[str], analyze: Callable[[str], list[str]], terms_in_memory: int
) -> TermCounts:
    """Count terms, not many more different ones than fit in memory; see `fit_vocabulary`."""
    occurrences: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    missed: dict[str, int] = {}
    seen, forgotten = 0, 0
    for document in documents:
        seen += 1
        terms = analyze(document)
        if forgotten:
            missed.update(dict.fromkeys(set(terms) - occurrences.keys(), forgotten))
        occurrences.update(terms)
        spread.update(set(terms))
        if len(occurrences) > terms_in_memory:
            forgotten = _most_forgotten(occurrences, missed, terms_in_memory // 2)
            for term in [t for t, n in occurrences.items() if n + missed.get(t, 0) <= forgotten]:
                del occurrences[term], spread[term]
                missed.pop(term, None)
    return TermCounts(occurrences, spread, seen, forgotten)


def _most_forgotten(occurrences: Counter[str], missed: dict[str, int], kept: int) -> int:
    """How often a term may have occurred at most to be forgotten, so that `kept` stay or fewer."""
    possible = np.fromiter(
        (count + missed.get(term, 0) for term, count in occurrences.items()),
        np.int64,
        len(occurrences),
    )
    return int(np.partition(possible, -kept - 1)[-kept - 1])
