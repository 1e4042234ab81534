"""Decide a label again from the cells of a made table, by nothing but what was asked."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from core.benchmarks.making.types import Asked, Kind, MadeQuery, Piece, Recipe, Source
from core.conditions.counting.predicates import is_value

KEY_OVERLAP = 0.5
"""Share of the query's key values that a table must have to be joinable."""

_LEAST_NAMES = 2


def verdict(query: MadeQuery, source: Source, piece: Piece, recipe: Recipe) -> bool | None:
    """Whether a piece answers a query; none if it does in part.

    A table that satisfies all that is asked and has some of the query's columns, but fewer than
    its own positives, is unionable in part.

    Parameters
    ----------
    source
        Of both; a piece of another source answers nothing.
    """
    if piece.source != query.source:
        return False
    related = _related(query, source, piece)
    if related is False:
        return False
    shares = [share(asked, source, piece) for asked in query.asked]
    if all(one >= recipe.satisfied for one in shares):
        return related
    if any(one <= 1 - recipe.unsatisfied for one in shares):
        return False
    return None


class OtherSources:
    """Which pieces of other sources go with a query's table as its own do.

    Nothing is known of what such a table has in common with the source but names and values: with
    half of the names (and two of them), or a column of the key's values, it may well be an answer,
    and is no wrong one. Of words alone any table of the topic may be one.
    """

    def __init__(self, query: MadeQuery, source: Source) -> None:
        self._query = query
        self._names: frozenset[str] = frozenset()
        self._keys: frozenset[str] = frozenset()
        if query.piece is not None:
            self._names = names_of(source, query.piece)
            place = query.key or 0
            self._keys = frozenset(source.cells[row][place] for row in query.piece.rows) - {""}

    def might_answer(self, names: frozenset[str], values: Sequence[frozenset[str]]) -> bool:
        """Say it of a piece with these `names_of` and `values_of`, of the topic if one is asked."""
        if self._query.piece is None:
            return True
        if self._query.mode == "union":
            least = max(_LEAST_NAMES, len(self._names) / 2)
            return len(self._names & names) >= least
        least = KEY_OVERLAP * len(self._keys)
        return any(len(self._keys & column) >= least for column in values)


def names_of(source: Source, piece: Piece) -> frozenset[str]:
    """Return the names of a piece's columns, whatever the case of their letters."""
    return frozenset(source.labels[column].casefold() for column in piece.columns)


def values_of(source: Source, piece: Piece) -> tuple[frozenset[str], ...]:
    """Return the different values of each column of a piece."""
    return tuple(frozenset(source.cells[r][c] for r in piece.rows) for c in piece.columns)


def share(asked: Asked, source: Source, piece: Piece) -> float:
    """Share of a piece's rows that satisfy a condition; 0 or 1 for what all rows decide."""
    if asked.kind is Kind.ROWS:
        return float(len(piece.rows) > float(asked.value))
    if asked.kind is Kind.COLUMNS:
        return float(len(piece.columns) > float(asked.value))
    if asked.kind is Kind.COLUMN:
        return float(asked.column in piece.columns)
    if asked.kind is Kind.KEYWORD:
        return float(any(_mentions(asked, source, row, piece.columns) for row in piece.rows))
    if asked.column not in piece.columns:
        return 0.0
    held = [holds(asked, source.cells[row][asked.column]) for row in piece.rows]
    filled = [one for one in held if one is not None]
    return sum(filled) / len(filled) if filled else 0.0


def holds(asked: Asked, cell: str) -> bool | None:
    """Whether a cell satisfies a condition on its column; none if it has no value."""
    if not cell:
        return None
    if asked.kind is Kind.CATEGORY:
        return is_value(cell, str(asked.value))
    if asked.kind is Kind.DATE:
        return (
            cell[:10] > str(asked.value) if asked.operator == ">" else cell[:10] < str(asked.value)
        )
    number = number_in(cell)
    if number is None:
        return None
    return number > float(asked.value) if asked.operator == ">" else number < float(asked.value)


def number_in(cell: str) -> float | None:
    """Read a cell's number, with commas between thousands or without; none if it has no finite one.

    Examples
    --------
    >>> number_in("1,200"), number_in("N/A"), number_in("nan"), number_in("12_3")
    (1200.0, None, None, None)
    """
    if "_" in cell:  # which Python takes for nothing
        return None
    try:
        number = float(cell.replace(",", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def mentions(word: str, cell: str) -> bool:
    """Whether a word or phrase stands in a cell, whole, whatever the case of its letters.

    Conditions on tables that "mention" something take the same for it.

    Examples
    --------
    >>> mentions("oslo", "in Oslo, Norway"), mentions("or", "Norway")
    (True, False)
    """
    return re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", cell, re.I) is not None


def _mentions(asked: Asked, source: Source, row: int, columns: Sequence[int]) -> bool:
    return any(mentions(str(asked.value), source.cells[row][column]) for column in columns)


def _related(query: MadeQuery, source: Source, piece: Piece) -> bool | None:
    """Whether a piece of the same source can be unioned or joined; none if in part."""
    if query.piece is None:
        return True
    if query.mode == "union":
        shared = len(set(query.piece.columns) & set(piece.columns))
        if shared >= query.least_shared:
            return True
        return None if shared else False
    if query.key not in piece.columns or not set(piece.columns) - set(query.piece.columns):
        return False
    mine = {source.cells[row][query.key or 0] for row in query.piece.rows} - {""}
    others = {source.cells[row][query.key or 0] for row in piece.rows}
    return len(mine & others) >= KEY_OVERLAP * len(mine)
