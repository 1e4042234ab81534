"""The rows of a join with a query, counted from the index of values: no cell is read or folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.amounts import amount
from core.indexes.sets.index import SetIndex, Tokens
from core.search.join.keys import row_tokens
from core.search.query import QueryTable

Pairs = tuple[tuple[str, str], ...]
"""Labels of the query's columns and of the table's that are joined on."""


@dataclass(frozen=True)
class JoinedRows:
    """What comes of a join.

    Parameters
    ----------
    query_rows
        Rows of the query.
    matched
        Those of them that find a partner.
    left
        Rows of the left join: each row of the query with each of its partners, or alone.
    """

    query_rows: int
    matched: int
    left: int

    @property
    def alone(self) -> int:
        """Rows of the query that find no partner, and stand in the left join all the same."""
        return self.query_rows - self.matched

    @property
    def told(self) -> str:
        """Say how many rows the left join has, and how many of them are joined."""
        rows = f"{self.left:,} rows"
        if not self.alone:
            return rows
        of_query = f"{self.alone:,} of the query's without a partner"
        return f"{rows}: {amount(self.left - self.alone, 'joined row')} and {of_query}"

    @property
    def share(self) -> float:
        """Share of the query's rows that find a partner, 0 to 1; 0 without rows."""
        return self.matched / self.query_rows if self.query_rows else 0.0


class JoinCounter:
    """Counts the rows of joins of a query with tables of its lake.

    Parameters
    ----------
    index
        By whose rules values are equal.
    pairs
        What each table is joined on; may grow.
    """

    def __init__(self, index: SetIndex, query: QueryTable, pairs: Mapping[str, Pairs]) -> None:
        self._index = index
        self._query = query
        self.pairs = pairs
        self._rows: dict[tuple[str, ...], tuple[int, Tokens]] = {}

    def count(self, table: str) -> JoinedRows:
        """Count the join with one of the tables of `pairs`, as it was when it was indexed."""
        pairs = self.pairs[table]
        rows, own = self._own(tuple(label for label, _ in pairs))
        position = self._index.position(table)
        labels = self._index.labels(position)
        cells = self._index.cells(position, [labels.index(label) for _, label in pairs])
        own_keys, keys = _numbered(own, _whole(cells))
        values, counts = np.unique(keys, return_counts=True)
        if not len(values):
            return JoinedRows(rows, 0, rows)
        places = np.minimum(np.searchsorted(values, own_keys), len(values) - 1)
        partners = np.where(values[places] == own_keys, counts[places], 0)
        matched = int(np.count_nonzero(partners))
        return JoinedRows(rows, matched, int(partners.sum()) + rows - matched)

    def _own(self, labels: tuple[str, ...]) -> tuple[int, Tokens]:
        """How many rows the query has, and the keys of those that have one that the lake has."""
        if labels not in self._rows:
            rows = row_tokens(self._index, self._query, labels)
            self._rows[labels] = len(rows), _whole(rows)
        return self._rows[labels]


def _whole(rows: Tokens) -> Tokens:
    return rows[(rows >= 0).all(axis=1)]


def _numbered(left: Tokens, right: Tokens) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give each different key of two sides a number: the value's own if it has one column."""
    if left.shape[1] == 1:
        return left[:, 0], right[:, 0]
    _, numbers = np.unique(np.concatenate([left, right]), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    return numbers[: len(left)], numbers[len(left) :]
