"""What `rule:matcher` looks at in a question and a table: which of the words the table has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.features.stop_words import stop_terms
from core.features.terms import pairs, terms

ROWS_READ = 1_000
"""Rows of a table that are looked at, evenly spaced."""


class WordFeature(StrEnum):
    """One figure of a question and a table, from 0 to 1, as it is called on screens."""

    WORDS = "words found in the table"
    HEADER = "words found in the header"
    ROW = "words found in one row"
    PAIRS = "pairs of words found in a cell"
    MEANING = "similarity of meaning"

    @property
    def meaning(self) -> str:
        """What it measures, in one sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    WordFeature.WORDS: (
        "Share of the question's different words, stop words left out, that stand in the header "
        "or in a cell of up to 1,000 rows, whatever their endings."
    ),
    WordFeature.HEADER: "Share of them that stand in the header.",
    WordFeature.ROW: "Largest share of them that stand in one row or the header.",
    WordFeature.PAIRS: (
        "Share of the question's pairs of neighbouring words that stand so in a cell or name."
    ),
    WordFeature.MEANING: (
        "Cosine of the sentence vectors of the question and of the table's header and first rows."
    ),
}


@dataclass(frozen=True)
class Found:
    """How many of a question's words a table has: in all, and in the best row with the header."""

    words: int
    found: int
    in_row: int


def word_figures(
    text: str, header: Sequence[str], rows: pl.DataFrame, meaning: float
) -> tuple[list[float], Found] | str:
    """Compute the figures of a question and a table.

    Parameters
    ----------
    header
        Names of the columns.
    rows
        Text columns, missing cells null.
    meaning
        Cosine of the two, which is computed elsewhere for many at once.

    Returns
    -------
    tuple or str
        In the order of `WordFeature`; or a sentence that says why there are none.
    """
    asked = terms(pl.Series([text]))
    wanted = np.unique(asked.terms[~np.isin(asked.terms, stop_terms())])
    if not len(wanted):
        wanted = np.unique(asked.terms)
    if not len(wanted):
        return "The question has no word."
    names = terms(pl.Series(list(header), dtype=pl.String))
    cells = terms(_cells(rows))
    row = cells.texts % max(1, rows.height)
    in_header = np.isin(wanted, names.terms)
    in_table = in_header | np.isin(wanted, cells.terms)
    in_row = in_header.sum() + _most_in_a_row(cells.terms, row, wanted[~in_header])
    neighbours = np.unique(pairs(asked).terms)
    theirs = np.concatenate([pairs(names).terms, pairs(cells).terms])
    figures = {
        WordFeature.WORDS: in_table.mean(),
        WordFeature.HEADER: in_header.mean(),
        WordFeature.ROW: in_row / len(wanted),
        WordFeature.PAIRS: np.isin(neighbours, theirs).mean() if len(neighbours) else 0.0,
        WordFeature.MEANING: min(1.0, max(0.0, meaning)),
    }
    found = Found(len(wanted), int(in_table.sum()), int(in_row))
    return [float(figures[feature]) for feature in WordFeature], found


def _cells(rows: pl.DataFrame) -> pl.Series:
    """Lay all cells out, column after column."""
    if not rows.width:
        return pl.Series([], dtype=pl.String)
    return pl.concat([rows.to_series(i).rename("") for i in range(rows.width)])


def _most_in_a_row(
    found: NDArray[np.uint64], row: NDArray[np.int64], wanted: NDArray[np.uint64]
) -> int:
    """Return how many of the wanted terms one row has at most."""
    here = np.isin(found, wanted)
    if not here.any():
        return 0
    both = np.unique(np.stack([row[here].astype(np.uint64), found[here]]), axis=1)
    return int(np.unique(both[0], return_counts=True)[1].max())
