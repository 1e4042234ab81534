"""Join search where values differ in form: columns of like meaning, then values of like spelling.

The columns nearest to the query's in meaning (`core.features.column_texts`), and those with values
in common, are compared with it value by value: each value of the query counts with its likeness to
the one that it would pair with (`core.search.join.value_likeness`). The mean of these, the share
matched, and the cosine of the two columns make the score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.features.column_texts import column_text
from core.features.folding import fold_cells
from core.features.sentences import SentenceEncoder
from core.indexes import best, without_noise
from core.indexes.column_graph import ColumnVectorIndex
from core.indexes.sets.combinations import Check, unchecked
from core.indexes.sets.index import SetIndex
from core.indexes.sets.overlaps import most_overlapping
from core.indexes.timing import making_seconds
from core.lake.stored.chosen_columns import chosen_columns
from core.lake.stored.titles import name_of
from core.search.join.assignment import best_assignment
from core.search.join.keys import JoinKey
from core.search.join.ranking import RankedTable, Ranker
from core.search.join.value_likeness import KeyValues, alike
from core.search.retrieved import Retrieved
from core.search.types import SearchedLake
from core.types import ValuePair

NEAR_COLUMNS = 200
"""Columns near in meaning that are compared value by value; more if more tables are wanted."""
SHARING_TABLES = 50
"""Tables with values in common that are compared besides; more if more tables are wanted."""
WEIGHT_OF_MEANING = 0.3
"""What the cosine of two columns counts in the score, the share of matched values the rest."""

_COLUMNS_AT_ONCE = 250
"""Columns whose cells are in memory together."""
_ROWS = 100_000
"""Rows of a large table whose values are compared where they are not equal."""


@dataclass(frozen=True)
class _Compared:
    """One column of the lake compared with one of a key."""

    column: int
    score: float
    share: float
    pairs: tuple[ValuePair, ...]


@dataclass(frozen=True)
class _Candidates:
    """Columns that come into question for one of a key, and whether these are all.

    Parameters
    ----------
    cosines
        0 of columns that have no vector, such as numbers.
    """

    values: KeyValues
    columns: NDArray[np.int64]
    cosines: NDArray[np.float64]
    exhausted: bool


class SemanticRanker(Ranker):
    """By meaning and spelling.

    Parameters
    ----------
    index
        Of the lake's values.
    vectors
        Of its text columns.
    encoder
        That they were made with.
    """

    at_once = False  # the more tables are wanted, the more columns are compared

    def __init__(
        self,
        lake: SearchedLake,
        index: SetIndex,
        vectors: ColumnVectorIndex,
        encoder: SentenceEncoder,
    ) -> None:
        self._lake, self._index = lake, index
        self._vectors, self._encoder = vectors, encoder
        self.offline_seconds = making_seconds(vectors.manifest)
        self.parameters = {
            "encoder_key": vectors.manifest["encoder_key"],
            "near_columns": NEAR_COLUMNS,
            "weight_of_meaning": WEIGHT_OF_MEANING,
        }

    def rank(
        self,
        key: JoinKey,
        k: int,
        among: NDArray[np.bool_] | None = None,
        check: Check = unchecked,
    ) -> Retrieved[RankedTable]:
        """Rank by score; a key of several columns by the least of its columns' scores.

        More columns are compared the more tables are wanted; all tables are found once these are
        all that have a column of text or a value in common.
        """
        owners = self._index.column_tables
        allowed = np.ones(len(owners), dtype=bool) if among is None else among[owners]
        check()
        candidates = [
            self._candidates(key, place, k, allowed, among) for place in range(len(key.labels))
        ]
        found = [self._compare(some, check) for some in candidates]
        tables: dict[int, tuple[_Compared, ...]] = {}
        for table in set(found[0]).intersection(*found[1:]):
            chosen = _distinct_columns([by_table[table] for by_table in found])
            if chosen:
                tables[table] = chosen
        positions = np.array(list(tables), dtype=np.int64)
        scores = without_noise([min(one.score for one in some) for some in tables.values()])
        order, rounded = best(scores, self._index.ranks[positions], k)
        ranked = [
            self._ranked(key, int(positions[place]), tables[int(positions[place])], score)
            for place, score in zip(order.tolist(), rounded.tolist(), strict=True)
        ]
        every = all(some.exhausted for some in candidates) and len(tables) <= k
        return Retrieved(ranked, every)

    def _ranked(
        self, key: JoinKey, position: int, chosen: tuple[_Compared, ...], score: float
    ) -> RankedTable:
        first = int(self._index.offsets[position])
        places = tuple(one.column - first for one in chosen)
        rows = self._index.cells(position, places)
        have = np.unique(rows[(rows >= 0).all(axis=1)], axis=0)
        both = np.concatenate([np.unique(key.tokens, axis=0), have])
        overlap = len(both) - len(np.unique(both, axis=0))
        pairs = tuple(pair for one in chosen for pair in one.pairs)
        return RankedTable(position, places, overlap, score, min(1.0, score), pairs)

    def _compare(self, candidates: _Candidates, check: Check) -> dict[int, list[_Compared]]:
        """Compare candidates with one of the key's columns, table by table."""
        near = dict(zip(candidates.columns.tolist(), candidates.cosines.tolist(), strict=True))
        found: dict[int, list[_Compared]] = {}
        for column, texts in self._texts(candidates.columns):
            check()
            same = alike(candidates.values, self._index.tokens(column), texts)
            meaning = max(0.0, near[column])
            score = WEIGHT_OF_MEANING * meaning + (1 - WEIGHT_OF_MEANING) * same.share
            table = int(self._index.column_tables[column])
            one = _Compared(column, score, same.share, same.pairs)
            found.setdefault(table, []).append(one)
        return found

    def _candidates(
        self,
        key: JoinKey,
        place: int,
        k: int,
        allowed: NDArray[np.bool_],
        among: NDArray[np.bool_] | None,
    ) -> _Candidates:
        query = key.query
        profile = next(one for one in query.columns if one.label == key.labels[place])
        title = name_of(query.name)
        vector = self._encoder.encode([column_text(title, profile)], query=True)[0]
        values = KeyValues.of(key, place, self._index)
        columns, cosines = self._vectors.nearest(vector, max(k, NEAR_COLUMNS), allowed)
        wanted = max(k, SHARING_TABLES)
        sharing = most_overlapping(self._index, values.known, wanted, among)
        others = np.setdiff1d(sharing.columns, columns)
        is_other = np.zeros(len(allowed), dtype=bool)
        is_other[others] = True
        in_text, their_cosines = self._vectors.nearest(vector, len(others), is_other)
        without = np.setdiff1d(others, in_text)
        return _Candidates(
            values,
            np.concatenate([columns, in_text, without]),
            np.concatenate([cosines, their_cosines, np.zeros(len(without))]),
            len(columns) == self._vectors.count(allowed) and len(sharing.columns) < wanted,
        )

    def _texts(self, columns: NDArray[np.int64]) -> Iterator[tuple[int, pl.Series]]:
        """Read the different folded values of some columns; without those that have changed."""
        for begin in range(0, len(columns), _COLUMNS_AT_ONCE):
            yield from self._texts_at_once(columns[begin : begin + _COLUMNS_AT_ONCE])

    def _texts_at_once(self, columns: NDArray[np.int64]) -> Iterator[tuple[int, pl.Series]]:
        import pyarrow as pa

        index = self._index
        spans = [index.columns_of(table) for table in index.column_tables[columns].tolist()]
        wanted = [
            (index.table_ids[table], len(span), column - span.start)
            for table, span, column in zip(
                index.column_tables[columns].tolist(), spans, columns.tolist(), strict=True
            )
        ]
        read = chosen_columns(self._lake.workspace, self._lake.info.key, wanted, _ROWS)
        there = [
            (int(c), cells) for c, cells in zip(columns, read, strict=True) if cells is not None
        ]
        if not there:
            return
        lengths = [len(cells) for _, cells in there]
        numbers = np.repeat(np.arange(len(there)), lengths)
        cells = pl.Series(pa.concat_arrays([some for _, some in there]), dtype=pl.String)
        folded = fold_cells(cells, numbers, index.rules)
        filled = folded.codes >= 0
        pairs = np.unique(numbers[filled] * len(folded.texts) + folded.codes[filled])
        owners = pairs // max(1, len(folded.texts))
        for number, (column, _) in enumerate(there):
            begin, end = np.searchsorted(owners, [number, number + 1]).tolist()
            places = pairs[begin:end] % max(1, len(folded.texts))
            yield column, folded.texts.gather(places).unique(maintain_order=True)


def _distinct_columns(some: list[list[_Compared]]) -> tuple[_Compared, ...]:
    """Take for each column of a key another of a table's, so that the least score is greatest."""
    columns = sorted({one.column for compared in some for one in compared})
    places = {column: place for place, column in enumerate(columns)}
    scores = np.full((len(some), len(columns)), -np.inf)
    for row, compared in enumerate(some):
        for one in compared:
            scores[row, places[one.column]] = one.score
    chosen = best_assignment(scores)
    if chosen is None:
        return ()
    wanted = [columns[place] for place in chosen.tolist()]
    return tuple(
        next(one for one in compared if one.column == column)
        for compared, column in zip(some, wanted, strict=True)
    )
