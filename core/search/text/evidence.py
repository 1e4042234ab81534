"""Why a table was found: the words it has, marked where they stand, and the rows that have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.features.table_texts import WINDOW_ROWS
from core.features.terms import spans
from core.lake.stored.rows import SomeRows, some_rows
from core.lake.stored.titles import Title, titles_of
from core.search.text.query import TextQuery
from core.search.text.ranking import DENSE, TextRanker
from core.search.text.types import FoundRow, Marked
from core.search.types import SearchedLake

ROWS_SHOWN = 3
"""Rows that speak for a table, by words or by meaning."""

LONGEST_CELL = 300
"""Characters of a cell that are given."""


@dataclass(frozen=True)
class Evidence:
    """Why one table was found; see `TextHit`."""

    matched: tuple[str, ...]
    missing: tuple[str, ...]
    title: Marked
    header: tuple[Marked, ...]
    rows: tuple[FoundRow, ...]
    nearest: bool


def evidence(
    lake: SearchedLake,
    ranker: TextRanker,
    query: TextQuery,
    vector: NDArray[np.float32] | None,
    positions: Sequence[int],
) -> list[Evidence]:
    """Say why each of some tables was found.

    Parameters
    ----------
    vector
        The query's; none if the method does without.
    positions
        Where the tables stand in the index.

    Raises
    ------
    TableNotFoundError
        If a table has left the lake.
    """
    workspace, key = lake.workspace, lake.info.key
    ids = [ranker.index.table_ids[position] for position in positions]
    titles = titles_of(workspace, key, ids)
    by_meaning = ranker.method in DENSE and DENSE[ranker.method] in {"row", "window"}
    terms = np.array(list(query.words), dtype=np.uint64)
    held = ranker.index.holds(terms, positions, ranker.titles)
    chosen: dict[str, list[int]] = {}
    for table_id, position in zip(ids, positions, strict=True):
        if not by_meaning:
            chosen[table_id] = ranker.index.best_rows(query.terms, position, ROWS_SHOWN)
        else:
            chosen[table_id] = [] if vector is None else _nearest(ranker, vector, position)
    rows = some_rows(workspace, key, chosen)
    found = []
    for table_id, here in zip(ids, held, strict=True):
        known = set(terms[here].tolist())
        found.append(
            _Raw(
                tuple(word for term, word in query.words.items() if term in known),
                tuple(word for term, word in query.words.items() if term not in known),
                titles[table_id],
                rows[table_id],
            )
        )
    return _marked(found, set(query.words), ranker.titles, nearest=by_meaning)


@dataclass(frozen=True)
class _Raw:
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    title: Title
    some: SomeRows

    def texts(self) -> list[str]:
        cells = (cell[:LONGEST_CELL] for row in self.some.rows for cell in row)
        return [self.title.searched, *self.some.labels, *cells]


def _nearest(ranker: TextRanker, vector: NDArray[np.float32], position: int) -> list[int]:
    """Rows nearest in meaning: the best ones, or those of the best window."""
    vectors = ranker.vectors[0]
    if DENSE[ranker.method] == "row":
        return sorted(row for row, _ in vectors.nearest_rows(vector, position, ROWS_SHOWN))
    best = vectors.nearest_rows(vector, position, 1)
    return list(range(best[0][0], best[0][0] + WINDOW_ROWS)) if best else []


def _marked(found: list[_Raw], terms: set[int], titled: bool, nearest: bool) -> list[Evidence]:
    """Mark the query's words in all texts at once, in titles if they count."""
    texts = [text for one in found for text in one.texts()]
    marked = iter(mark(texts, terms))
    return [
        Evidence(
            one.matched,
            one.missing,
            Marked(one.title.text, next(marked).marks * titled),
            tuple(next(marked) for _ in one.some.labels),
            tuple(
                FoundRow(number, tuple(next(marked) for _ in one.some.labels))
                for number in one.some.numbers
            ),
            nearest,
        )
        for one in found
    ]


def mark(texts: Sequence[str], terms: set[int]) -> list[Marked]:
    """Mark the words of texts that are among some terms.

    Examples
    --------
    >>> from core.features.terms import term_of
    >>> mark(["Zürich scores"], {term_of("score")})
    [Marked(text='Zürich scores', marks=((7, 13),))]
    """
    return [
        Marked(text, tuple((word.begin, word.end) for word in words if word.term in terms))
        for text, words in zip(texts, spans(texts), strict=True)
    ]
