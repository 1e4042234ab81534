"""The text index of one data lake, opened: scores of every table for the words of a query."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.features import terms as words
from core.indexes.arrays import mapped
from core.indexes.manifests import OfTables, read_manifest
from core.indexes.texts.building import FIELDS, FORMAT, WITH_TFIDF
from core.indexes.texts.postings import Postings

PAIRS = 0.5
WHOLES = 0.5
ROWS = 0.25
"""What the phrases of a query, its runs of words that are a whole cell, and the best row of a
table count beside the words, which count 1. Each was set on one validation set and helped on the
other too; the scores move little between half and twice of each (docs/text-search.md)."""

_ROWS_AT_ONCE = 65_536


class TextIndex(OfTables):
    """What `build_text` made, memory-mapped; any number of threads and processes may use it.

    Parameters
    ----------
    folder
        Made by `build_text`.
    manifest
        Its ``manifest.json``.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        super().__init__(folder, manifest)
        self._offsets = mapped(folder / "row_offsets.npy")
        self._fields = {
            field: Postings(folder, field, with_tfidf=field in WITH_TFIDF) for field in FIELDS
        }

    def bm25(self, terms: NDArray[np.uint64], titles: bool) -> NDArray[np.float64]:
        """Score every table by BM25 over its headers and cells, and over its title apart.

        Parameters
        ----------
        terms
            Words of the query without those that say nothing, in their order.
        titles
            Whether what is said of a table besides its cells counts.

        Returns
        -------
        scores
            Shape (tables,), 0 or more.
        """
        scores = self.field_scores("words", terms)
        return scores + self.field_scores("titles", terms) if titles else scores

    def lexical(
        self, terms: NDArray[np.uint64], every: NDArray[np.uint64], titles: bool
    ) -> NDArray[np.float64]:
        """Score every table by words, phrases, whole cells and its best row.

        Parameters
        ----------
        terms
            Words of the query without those that say nothing, in their order.
        every
            All its words: a name in a cell may well begin with "The".
        """
        found = words.Terms(np.zeros(len(terms), dtype=np.int64), terms)
        pairs = words.pairs(found).terms
        scores = self.bm25(terms, titles) + PAIRS * self.field_scores("pairs", pairs)
        if titles:
            scores += PAIRS * self.field_scores("title_pairs", pairs)
        silent = np.setdiff1d(every, terms)
        runs = np.setdiff1d(words.runs(every), words.runs_of_one(silent))
        scores += WHOLES * self.field_scores("wholes", runs)
        return scores + ROWS * self.best_row_scores(terms)

    def tfidf(self, terms: NDArray[np.uint64], titles: bool) -> NDArray[np.float64]:
        """Score every table by the cosine of TF-IDF vectors, as scikit-learn has them.

        With titles, a table's vector is that of its headers and cells and that of its title side
        by side, and so is the query's.
        """
        fields = ["words", "titles"] if titles else ["words"]
        products = np.zeros(len(self))
        lengths = np.zeros(len(self))
        length = 0.0
        for field in fields:
            found, norm = self._fields[field].products(terms)
            products += found
            lengths += self._fields[field].norms().astype(np.float64) ** 2
            length += norm**2
        scale = np.sqrt(lengths * length)
        return np.divide(products, scale, out=np.zeros(len(self)), where=scale > 0)

    def best_rows(self, terms: NDArray[np.uint64], position: int, most: int) -> list[int]:
        """Return the numbers of a table's best rows by BM25, best first, equal ones from the top.

        Rows without any of the words are none of them, nor are those below the first
        `core.indexes.texts.building.ROWS_APART` of a table.
        """
        bounds = self._offsets[position : position + 2]
        for _, scores in self._fields["rows"].scores_between(terms, bounds):
            order = np.lexsort((np.arange(len(scores)), -scores))[:most]
            return [int(row) for row in order if scores[row] > 0]
        return []

    def holds(
        self, terms: NDArray[np.uint64], positions: Sequence[int], titles: bool
    ) -> NDArray[np.bool_]:
        """Return which of some tables has which of some words, shape (positions, terms)."""
        documents = np.asarray(positions, dtype=np.int64)
        held = self._fields["words"].holds(terms, documents)
        return held | self._fields["titles"].holds(terms, documents) if titles else held

    def informative(self, terms: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return how telling each word is: its smoothed inverse document frequency."""
        return self._fields["words"].informative(terms)

    def field_scores(self, field: str, terms: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return the BM25 of every document of one of `FIELDS`: of every table, or every row."""
        return self._fields[field].scores(terms).astype(np.float64)

    def best_row_scores(self, terms: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return the BM25 of every table's best row; 0 for a table without rows.

        Memory holds the scores of some rows at a time.
        """
        best = np.zeros(len(self))
        bounds = self._offsets[self._groups]
        for group, scores in self._fields["rows"].scores_between(terms, bounds):
            first, last = self._groups[group : group + 2]
            begins = self._offsets[first : last + 1]
            filled = np.flatnonzero(np.diff(begins))
            best[first + filled] = np.maximum.reduceat(scores, begins[filled] - begins[0])
        return best

    @cached_property
    def _groups(self) -> NDArray[np.int64]:
        """Where groups of tables begin that have about `_ROWS_AT_ONCE` rows, and the last ends."""
        begins = np.arange(0, int(self._offsets[-1]), _ROWS_AT_ONCE)
        return np.unique(np.append(np.searchsorted(self._offsets, begins), len(self)))


def open_text(folder: Path) -> TextIndex:
    """Open what `build_text` made.

    Raises
    ------
    WorkspaceError
        If nothing is there or it was made by another version.
    """
    manifest = read_manifest(folder, format=FORMAT, terms=words.CODE_VERSION)
    return TextIndex(folder, manifest)
