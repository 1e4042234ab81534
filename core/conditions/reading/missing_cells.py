"""Read what is said of cells without a value: "email is missing", "at most 5% blanks in fare"."""

from __future__ import annotations

import re

from core.conditions.errors import ConditionError
from core.conditions.reading.nodes import Node, every_token, extent_of
from core.conditions.reading.quantities import portion
from core.conditions.reading.row_words import RowWords
from core.conditions.types import (
    Comparison,
    Condition,
    HasColumn,
    Kind,
    Missing,
    Not,
    Quantity,
    Share,
)

_TURNED = {
    Comparison.GREATER: Comparison.LESS,
    Comparison.AT_LEAST: Comparison.AT_MOST,
    Comparison.LESS: Comparison.GREATER,
    Comparison.AT_MOST: Comparison.AT_LEAST,
}
_DIGITS = 12
_NO_COLUMNS = {"cells", "values", "entries", "fields", "rows", "records", "data", "it", "they"}
_SOME = re.compile(r"\b(?:some|a few|several)(?: of)?(?: (?:the|its|their))? $", re.IGNORECASE)
_CELLS = re.compile(
    r"(?<=\w) (?:cells?|values|entries|fields)$|"
    r"^(?:cells|values|entries) (?:in|of|under) (?:the )?",
    re.IGNORECASE,
)
_NOT_ONE = re.compile(r"no|none(?: of)?|not (?:one|a single)(?: of)?", re.IGNORECASE)


class MissingCellsReader(RowWords):
    """Turn the parts of a tree that are about missing cells into conditions."""

    def _without_value(self, node: Node) -> str:
        """Give the column's name alone: "5% of the fare cells" are of the fare.

        Raises
        ------
        ConditionError
            If no column is named: "a fifth of all cells".
        """
        name = _CELLS.sub("", self._part(node, "name"))
        if name.lower() in _NO_COLUMNS:
            raise ConditionError("say of which column")
        return name

    def _cells_missing(self, node: Node) -> Condition:
        """Read "email is missing" of each row, "some of the emails are missing" of the table."""
        if _SOME.search(self._text[: extent_of(node)[0]]):
            return self._some_missing(node)
        return Missing(self._without_value(node))

    def _cells_filled(self, node: Node) -> Condition:
        return Not(Missing(self._without_value(node)))

    def _some_missing(self, node: Node) -> Condition:
        """Read "with gaps in fare": of some cells, however few."""
        return Share(Missing(self._without_value(node)), Quantity(Comparison.GREATER, 0))

    def _share_of_gaps(self, node: Node) -> Condition:
        (how_many,) = (one for one in node.iter_subtrees() if str(one.data).startswith("portion_"))
        return Share(Missing(self._without_value(node)), portion(how_many))


def share_filled(how_many: Quantity, missing: Missing) -> Share:
    """Say of how many rows a cell is missing, where it was said how many have one.

    Examples
    --------
    >>> found = share_filled(Quantity(Comparison.AT_LEAST, 0.9), Missing("email"))
    >>> str(found.quantity.comparison), found.quantity.value
    ('<=', 0.1)
    """
    comparison = _TURNED.get(how_many.comparison, how_many.comparison)
    return Share(missing, Quantity(comparison, round(1 - how_many.value, _DIGITS)))


def none_missing(refused: Node, missing: Missing) -> Condition:
    """Refuse that cells are missing: "no email is missing" says it of all, which is a property.

    Examples
    --------
    >>> from lark import Token, Tree
    >>> none_missing(Tree("negated", [Token("NOT", "no")]), Missing("email"))
    HasColumn(about='email', named='', kinds=(<Kind.COMPLETE: 'complete'>,))
    >>> none_missing(Tree("negated", [Token("NOT", "not")]), Missing("email"))
    Not(part=Missing(column='email'))
    """
    first = str(next(every_token(refused)))
    if _NOT_ONE.fullmatch(first):
        return HasColumn(about=missing.column, kinds=(Kind.COMPLETE,))
    return Not(missing)
