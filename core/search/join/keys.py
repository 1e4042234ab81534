"""What a table is joined on: a chosen key's values, or columns that look like keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.errors import InputError
from core.features.folding import Folding, fold
from core.features.value_keys import value_keys
from core.indexes.sets.index import SetIndex, Tokens
from core.lake.labels import listed
from core.lake.written.numbers import CURRENCIES
from core.search.join.errors import KeyWithoutValuesError
from core.search.query import QueryTable
from core.search.writings import writing
from core.types import ColumnProfile, DataType, KeyCandidate

if TYPE_CHECKING:
    import polars as pl

PROPOSED = 3
"""Columns that are proposed at most."""

SMALL = 1_000
"""Whole numbers below this are taken for a counter rather than for a name."""

_LEAST = 0.2
_MANY = 8
"""Different values from which on what repeats looks more like a foreign key than like a kind."""
_REPEATED = 0.9
"""What a text of ever so many values, each repeated, counts beside one that is unique."""
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
_AMOUNT, _TIME_OF_DAY, _SMALL_NUMBER = 0.1, 0.3, 0.2
_NO_AMOUNT = re.compile(r"[.,](\d{1,2}|\d{4,})[.,]")
"""What addresses and versions have between two marks, and no number with separators."""
_SPACED = re.compile(r"\s*[-+−]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?\s*")
"""A number with blanks between its thousands: "26 298 373"."""
_NO_DAY = "1900-01-01T"
"""How a moment begins that has a time of day alone."""
_KEY_NAMES = re.compile(
    r"(?i)(^|[\W_])(ids?|codes?|keys?|names?|no|nr|number|symbol|ticker|isbn|issn|doi|iso\d*|iata|"
    r"zip|postcode|email|url|title|country|city|state|county|region|team|player|company|school)"
    r"($|[\W_])|[a-z](Id|ID|Code|Key|Name)$"
)
_REFERENCES = re.compile(
    r"(?i:(^|[\W_])(ids?|codes?|keys?|zip|postcode)($|[\W_]))|[a-z](Id|ID|Code|Key)$"
)
"""Names of columns whose whole numbers refer to rows elsewhere where they repeat."""


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

    @property
    def is_counter(self) -> bool:
        """Whether it is one column of small whole numbers, which any numbered list has."""
        if len(self.labels) != 1:
            return False
        profiles = (one for one in self.query.columns if one.label == self.labels[0])
        return any(_is_counter(one) for one in profiles)

    def values(self, place: int, rules: Folding) -> pl.Series:
        """Return the different values of one of the columns, folded, ascending."""
        label = self.labels[place]
        cells = self.query.frame([label]).get_column(label)
        return fold(cells, rules).drop_nulls().unique().sort()


def propose_keys(columns: Sequence[ColumnProfile]) -> tuple[KeyCandidate, ...]:
    """Propose columns to join on, by how unique they are, their types and their names.

    A text that repeats, or a whole number called an id, a code or a key, may refer to the rows of
    another table, as those of fact tables do, the more likely the more different values it has.
    Amounts, times of day and small whole numbers
    measure something and are shared by accident, unless their name says that they are a key. A
    text column that is all numbers but for one or two cells counts as what these numbers are.

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


def proposed_keys(query: QueryTable) -> tuple[KeyCandidate, ...]:
    """Propose columns of a query to join on.

    Raises
    ------
    InputError
        If none looks like a key.
    """
    proposed = propose_keys(query.columns)
    if not proposed:
        raise InputError(
            f"A table is joined on a column that tells its rows apart. Got {query.name!r}, where "
            "none looks like that; choose one yourself."
        )
    return proposed


def _as_numbers(column: ColumnProfile) -> ColumnProfile:
    """Take a column that is all numbers but for a cell or two for what these numbers are."""
    if column.nearly_numbers is None:
        return column
    kind, low, high = column.nearly_numbers
    return replace(column, data_type=kind, minimum=low, maximum=high)


def _score(column: ColumnProfile) -> float:
    column = _as_numbers(column)
    uniqueness = column.distinct / column.values
    kind = _TYPES[column.data_type]
    is_whole = column.data_type is DataType.INTEGER
    if column.data_type is DataType.STRING or (is_whole and _REFERENCES.search(column.label)):
        refers = _REPEATED * column.distinct / (column.distinct + _MANY)
        uniqueness = max(uniqueness, refers)
    named = bool(_KEY_NAMES.search(column.label))
    measured = _measured(column)
    if measured and (not named or measured.kind == _AMOUNT):
        kind = measured.kind
    if kind and named:
        kind = min(1.0, kind + 0.4)
    is_text = (column.longest or 0) > _LONG_TEXT
    return uniqueness * (1 - column.missing_share) * kind * (0.3 if is_text else 1.0)


class _Measured(NamedTuple):
    """What a column measures, and what it counts as a key at most."""

    what: str
    kind: float


def _measured(column: ColumnProfile) -> _Measured | None:
    column = _as_numbers(column)
    if column.data_type is DataType.STRING and _are_amounts(column):
        return _Measured("amounts", _AMOUNT)
    if (column.earliest or "").startswith(_NO_DAY) and (column.latest or "").startswith(_NO_DAY):
        return _Measured("times of day", _TIME_OF_DAY)
    low, high = column.minimum, column.maximum
    is_whole = column.data_type is DataType.INTEGER and low is not None and high is not None
    if is_whole and max(abs(low or 0.0), abs(high or 0.0)) < SMALL:
        return _Measured("small numbers", _SMALL_NUMBER)
    return None


def _is_counter(column: ColumnProfile) -> bool:
    measured = _measured(column)
    return measured is not None and measured.kind == _SMALL_NUMBER


def _are_amounts(column: ColumnProfile) -> bool:
    """Whether texts are numbers with a decimal mark, blanks, a currency or per cent."""
    import polars as pl

    values = [*column.samples, *(value for value, _ in column.top)]
    if not values or any(map(_NO_AMOUNT.search, values)):
        return False
    if all(map(_SPACED.fullmatch, values)):
        return True
    written = writing(pl.Series(values), column.data_type)
    # A word behind a number may be part of a code: only currencies and signs tell.
    return written is not None and bool(
        written.mark or any(u in CURRENCIES or not u.isalpha() for u in written.units)
    )


def _reasons(column: ColumnProfile) -> tuple[str, ...]:
    told = [f"{column.distinct:,} different values in {column.values:,} cells"]
    if column.missing:
        told.append(f"{column.missing:,} missing")
    nearly = "numbers but for a cell or two" if column.nearly_numbers else f"{column.data_type}"
    told.append(nearly)
    measured = _measured(column)
    if measured:
        told.append(measured.what)
    if _KEY_NAMES.search(column.label):
        told.append("named like a key")
    if (column.longest or 0) > _LONG_TEXT:
        told.append("long texts")
    return tuple(told)


def join_key(index: SetIndex, query: QueryTable, labels: Sequence[str]) -> JoinKey:
    """Take some columns of a query as a key.

    Raises
    ------
    KeyWithoutValuesError
        If no row has a value in each of them.
    TableNotFoundError
        If the query has left the lake meanwhile.
    """
    by_label = {column.label: column.position for column in query.columns}
    places = [by_label[label] for label in labels]
    found = _indexed(index, query, tuple(labels), places) or _looked_up(index, query, tuple(labels))
    if not found.distinct:
        what = f"columns {listed(labels)}" if len(labels) > 1 else f"column {labels[0]!r}"
        rows = "rows with a value in each" if len(labels) > 1 else "values"
        raise KeyWithoutValuesError(
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
    position = query.indexed_in(index)
    if position is not None:
        return index.cells(position, places)
    frame = query.frame(labels)
    found = np.full((frame.height, len(labels)), -1, dtype=np.int64)
    for number, label in enumerate(labels):
        folded = fold(frame[label], index.rules)
        filled = folded.is_not_null().to_numpy()
        found[filled, number] = index.find(value_keys(folded.drop_nulls()))
    return found


def _indexed(
    index: SetIndex, query: QueryTable, labels: tuple[str, ...], places: list[int]
) -> JoinKey | None:
    """Take a key from the index if the query is a table of it, and not a newer one."""
    position = query.indexed_in(index)
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

    frame = query.frame(labels)
    folded = pl.DataFrame(
        {str(i): fold(frame[label], index.rules) for i, label in enumerate(labels)}
    )
    keys = folded.drop_nulls().unique(maintain_order=True)
    tokens = np.stack([index.find(value_keys(keys[name])) for name in keys.columns], axis=1)
    return JoinKey(query, labels, tokens[(tokens >= 0).all(axis=1)], keys.height)
