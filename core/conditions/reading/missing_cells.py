"""Read what is said of cells without a value: "email is missing", "at most 5% blanks in fare"."""

from __future__ import annotations

import re

from core.conditions.errors import ConditionError
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.quantities import OTHER_WAY, portion
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

_DIGITS = 12
_NO_COLUMNS = {"cells", "values", "entries", "fields", "rows", "records", "data", "it", "they"}
_SOME = re.compile(
    r"\b(?:some|a few|several) of (?:the|its|their) $|\b(?:where|which) some $", re.IGNORECASE
)
_HINT_NAME = "it was taken for the name of a column; say “the column {}” if it is"
_CELLS = re.compile(
    r"(?<=\w) (?:cells?|values|entries|fields)$|"
    r"^(?:cells|values|entries) (?:in|of|under) (?:the )?",
    re.IGNORECASE,
)
_IN_WHAT = {"EMPTY_IN", "FILLED_IN", "SOME_EMPTY"}
"""Behind these a column is told by "in" alone."""
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
        if name.lower() in _NO_COLUMNS or "(" in name:
            raise ConditionError("say of which column")
        return name

    def _cells_missing(self, node: Node) -> Condition:
        """Read "email is missing" of each row, "some of the emails are missing" of the table."""
        if _SOME.search(self._text[: extent_of(node)[0]]):
            return Share(Missing(self._without_value(node)), Quantity(Comparison.GREATER, 0))
        return Missing(self._of_cells_in(node))

    def _cells_filled(self, node: Node) -> Condition:
        return Not(Missing(self._of_cells_in(node)))

    def _some_missing(self, node: Node) -> Condition:
        """Read "with gaps in fare": of some cells, however few."""
        return Share(Missing(self._of_cells_in(node)), Quantity(Comparison.GREATER, 0))

    def _none_missing(self, node: Node) -> Condition:
        return HasColumn(about=self._without_value(node), kinds=(Kind.COMPLETE,))

    def _of_cells_in(self, node: Node) -> str:
        """Give the column's name; of "gaps in income" it is said that it may be a subject."""
        name = self._without_value(node)
        kinds = {str(one.type) for one in every_token(node)}
        if not kinds & _IN_WHAT:
            return name
        start, _ = extent_of(child(node, "name"))
        named = self._text[:start].lower().endswith((" the ", " its ", " their ")) or "_" in name
        if not named and not kinds & {"COLUMN", "IN_COLUMN", "KNOWN", "QUOTED"}:
            self._doubt(child(node, "name"), _HINT_NAME.format(name), f"the column {name}")
        return name

    def _share_of_gaps(self, node: Node) -> Condition:
        (how_many,) = (one for one in node.iter_subtrees() if str(one.data).startswith("portion_"))
        return Share(Missing(self._without_value(node)), portion(how_many))


def share_filled(how_many: Quantity, missing: Missing) -> Share | HasColumn:
    """Say of how many rows a cell is missing, where it was said how many have one.

    That all have one is a property of the column.

    Examples
    --------
    >>> found = share_filled(Quantity(Comparison.AT_LEAST, 0.9), Missing("email"))
    >>> str(found.quantity.comparison), found.quantity.value
    ('<=', 0.1)
    """
    if how_many == Quantity(Comparison.AT_LEAST, 1):
        return HasColumn(about=missing.column, kinds=(Kind.COMPLETE,))
    comparison = OTHER_WAY.get(how_many.comparison, how_many.comparison)
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
