"""Why a table was found: the words it has, marked where they stand, and the rows that have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.features.table_texts import WINDOW_ROWS
from core.features.terms import spans
from core.lake.titles import titles_of
from core.search.text_query import TextQuery
from core.search.text_ranking import DENSE, TextRanker
from core.search.text_types import FoundRow, Marked
from core.store import Workspace
from core.types import LakeInfo

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
    workspace: Workspace,
    lake: LakeInfo,
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
    ids = [ranker.index.table_ids[position] for position in positions]
    titles = titles_of(workspace, lake.key, ids)
    by_meaning = ranker.method in DENSE and DENSE[ranker.method] in {"row", "window"}
    scores = None if by_meaning else ranker.index.row_scores(query.terms)
    terms = np.array(list(query.words), dtype=np.uint64)
    held = ranker.index.holds(terms, positions, ranker.titles)
    found = []
    for table_id, position, here in zip(ids, positions, held, strict=True):
        if scores is not None:
            chosen = ranker.index.best_rows(scores, position, ROWS_SHOWN)
        else:
            chosen = [] if vector is None else _nearest(ranker, vector, position)
        header, rows = _cells(workspace, lake.name, table_id, chosen)
        known = set(terms[here].tolist())
        found.append(
            _Raw(
                tuple(word for term, word in query.words.items() if term in known),
                tuple(word for term, word in query.words.items() if term not in known),
                titles[table_id],
                header,
                list(zip(chosen, rows, strict=True)),
            )
        )
    return _marked(found, set(query.words), nearest=scores is None)


@dataclass(frozen=True)
class _Raw:
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    title: str
    header: list[str]
    rows: list[tuple[int, list[str]]]

    def texts(self) -> list[str]:
        return [self.title, *self.header, *(cell for _, cells in self.rows for cell in cells)]


def _nearest(ranker: TextRanker, vector: NDArray[np.float32], position: int) -> list[int]:
    """Rows nearest in meaning: the best ones, or those of the best window."""
    vectors = ranker.vectors[0]
    if DENSE[ranker.method] == "row":
        return sorted(row for row, _ in vectors.nearest_rows(vector, position, ROWS_SHOWN))
    best = vectors.nearest_rows(vector, position, 1)
    return list(range(best[0][0], best[0][0] + WINDOW_ROWS)) if best else []


def _cells(
    workspace: Workspace, lake_name: str, table_id: str, rows: list[int]
) -> tuple[list[str], list[list[str]]]:
    """Read a table's labels and some of its rows; rows that are not there are left out."""
    frame = lakes.table_frame(workspace, lake_name, table_id, rows=max(rows, default=-1) + 1)
    rows[:] = [row for row in rows if row < frame.height]
    given = frame[rows].rows() if rows else []
    return list(frame.columns), [[(cell or "")[:LONGEST_CELL] for cell in row] for row in given]


def _marked(found: list[_Raw], terms: set[int], nearest: bool) -> list[Evidence]:
    """Mark the query's words in all texts at once."""
    texts = [text for one in found for text in one.texts()]
    marked = iter(mark(texts, terms))
    return [
        Evidence(
            one.matched,
            one.missing,
            next(marked),
            tuple(next(marked) for _ in one.header),
            tuple(FoundRow(row, tuple(next(marked) for _ in cells)) for row, cells in one.rows),
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
