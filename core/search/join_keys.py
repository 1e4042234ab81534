"""What a table is joined on: a chosen key's values, or columns that look like keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.errors import InputError, TableNotFoundError
from core.features.folding import Folding, fold
from core.features.value_keys import value_keys
from core.indexes.sets import SetIndex, Tokens
from core.search.query import QueryTable
from core.types import ColumnProfile, DataType, KeyCandidate

if TYPE_CHECKING:
    import polars as pl

PROPOSED = 3
"""Columns that are proposed at most."""

_LEAST = 0.2
_LONG_TEXT = 100
"""Characters from which on a value is a text and no key."""

_TYPES = {
    DataType.STRING: 1.0,
    DataType.DATETIME: 0.6,
    DataType.INTEGER: 0.5,
    DataType.FLOAT: 0.1,
    DataType.BOOLEAN: 0.0,
    DataType.OTHER: 0.0,
}
_KEY_NAMES = re.compile(
    r"(?i)(^|[\W_])(ids?|codes?|keys?|names?|no|nr|number|symbol|ticker|isbn|issn|doi|iso\d*|iata|"
    r"zip|postcode|email|url|title|country|city|state|county|region|team|player|company|school)"
    r"($|[\W_])|[a-z](Id|ID|Code|Key|Name)$"
)


@dataclass(frozen=True)
class JoinKey:
    """A key's different values, looked up in an index.

    Parameters
    ----------
    query
        Whose key it is.
    labels
        Columns of the query.
    tokens
        Shape (combinations, columns), different rows, only those whose values the lake all has.
    distinct
        Different values (combinations) of the key, those that the lake has not included.
    """

    query: QueryTable
    labels: tuple[str, ...]
    tokens: Tokens
    distinct: int

    def values(self, place: int, rules: Folding) -> pl.Series:
        """Return the different values of one of the columns, folded, ascending."""
        cells = self.query.frame().get_column(self.labels[place])
        return fold(cells, rules).drop_nulls().unique().sort()


def propose_keys(columns: Sequence[ColumnProfile]) -> tuple[KeyCandidate, ...]:
    """Propose columns to join on, by how unique they are, their types and their names.

    Returns
    -------
    tuple
        At most `PROPOSED`, best first, then by place; empty if no column has two values.

    Examples
    --------
    >>> city = ColumnProfile(0, "City", "City", DataType.STRING, 9, 0, 9, longest=12)
    >>> cost = ColumnProfile(1, "Cost", "Cost", DataType.FLOAT, 9, 0, 9)
    >>> [one.column for one in propose_keys([city, cost])]
    ['City']
    """
    judged = sorted((-_score(one), one.position, one) for one in columns if one.distinct > 1)
    return tuple(
        KeyCandidate(one.label, round(-score, 3), _reasons(one))
        for score, _, one in judged[:PROPOSED]
        if -score >= _LEAST
    )


def _score(column: ColumnProfile) -> float:
    uniqueness = column.distinct / column.values
    kind = _TYPES[column.data_type]
    if kind and _KEY_NAMES.search(column.label):
        kind = min(1.0, kind + 0.4)
    is_text = (column.longest or 0) > _LONG_TEXT
    return uniqueness * (1 - column.missing_share) * kind * (0.3 if is_text else 1.0)


def _reasons(column: ColumnProfile) -> tuple[str, ...]:
    told = [f"{column.distinct:,} different values in {column.values:,} cells"]
    if column.missing:
        told.append(f"{column.missing:,} missing")
    told.append(f"{column.data_type}")
    if _KEY_NAMES.search(column.label):
        told.append("named like a key")
    if (column.longest or 0) > _LONG_TEXT:
        told.append("long texts")
    return tuple(told)


def join_key(index: SetIndex, query: QueryTable, labels: Sequence[str]) -> JoinKey:
    """Take some columns of a query as a key.

    Raises
    ------
    InputError
        If no row has a value in each of them.
    """
    by_label = {column.label: column.position for column in query.columns}
    places = [by_label[label] for label in labels]
    found = _indexed(index, query, tuple(labels), places) or _looked_up(index, query, tuple(labels))
    if not found.distinct:
        what = f"columns {', '.join(labels)}" if len(labels) > 1 else f"column {labels[0]!r}"
        rows = "rows with a value in each" if len(labels) > 1 else "values"
        raise InputError(
            f"A key to join on must have values. Got the {what} of {query.name!r}, which has no "
            f"{rows}; choose another."
        )
    return found


def row_tokens(index: SetIndex, query: QueryTable, labels: Sequence[str]) -> Tokens:
    """Look up some columns of a query, row by row.

    Returns
    -------
    ndarray
        Shape (rows, columns); -1 where a cell is missing, or the lake has not its value.
    """
    by_label = {column.label: column.position for column in query.columns}
    places = [by_label[label] for label in labels]
    position = _position(index, query, places)
    if position is not None:
        return index.cells(position, places)
    frame = query.frame()
    found = np.full((frame.height, len(labels)), -1, dtype=np.int64)
    for number, label in enumerate(labels):
        folded = fold(frame[label], index.rules)
        filled = folded.is_not_null().to_numpy()
        found[filled, number] = index.find(value_keys(folded.drop_nulls()))
    return found


def _position(index: SetIndex, query: QueryTable, places: Sequence[int]) -> int | None:
    """Where a query with columns at some places stands in the index; none if it is newer."""
    if not query.in_lake:
        return None
    try:
        position = index.position(query.name)
    except TableNotFoundError:
        return None
    return position if max(places) < len(index.columns_of(position)) else None


def _indexed(
    index: SetIndex, query: QueryTable, labels: tuple[str, ...], places: list[int]
) -> JoinKey | None:
    """Take a key from the index if the query is a table of it, and not a newer one."""
    position = _position(index, query, places)
    if position is None:
        return None
    columns = index.columns_of(position)
    if len(places) == 1:
        tokens = index.tokens(columns[places[0]])
        return JoinKey(query, labels, tokens[:, None], len(tokens))
    rows = index.cells(position, places)
    keys = np.unique(rows[(rows >= 0).all(axis=1)], axis=0)
    return JoinKey(query, labels, keys, len(keys))


def _looked_up(index: SetIndex, query: QueryTable, labels: tuple[str, ...]) -> JoinKey:
    import polars as pl

    frame = query.frame()
    folded = pl.DataFrame(
        {str(i): fold(frame[label], index.rules) for i, label in enumerate(labels)}
    )
    keys = folded.drop_nulls().unique(maintain_order=True)
    tokens = np.stack([index.find(value_keys(keys[name])) for name in keys.columns], axis=1)
    return JoinKey(query, labels, tokens[(tokens >= 0).all(axis=1)], keys.height)
