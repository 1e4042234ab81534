"""Read comparisons of a column with numbers: "grade above 90", "rating averages 4.5"."""

from __future__ import annotations

import re

from core.conditions.date_names import DATE_NAME
from core.conditions.reading.nodes import Node, every_token
from core.conditions.reading.quantities import (
    quantities,
    quantity,
    within,
)
from core.conditions.reading.row_words import RowWords
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Not,
    Number,
    Or,
    Quantity,
    When,
)

_TWO = 2
_RATE = re.compile(r"\b(?:per|an?|each|every) \w+$", re.IGNORECASE)
"""What ends the name of what is counted, and no date: "births per year"."""


class NumberReader(RowWords):
    """Turn the parts of a tree that compare a column with numbers into conditions."""

    def _number_is(self, node: Node) -> Condition:
        found = quantity(node)
        about = found.comparison is Comparison.ABOUT
        name = self._part(node, "name")
        if found.comparison is Comparison.EQUAL and (code := self._code(node)):
            return Category(name, (code,))
        years = sorted(str(t) for t in every_token(node) if str(t.type) == "YEAR")
        both = found.comparison is Comparison.BETWEEN and len(years) == _TWO
        if both and DATE_NAME.search(name) and not _RATE.search(name):
            return Date(name, When.BETWEEN, *years)
        return Number(name, found, average=about)

    def _number_both(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(Number(name, each) for each in quantities(node)))

    def _number_either(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return Or(tuple(Number(name, each) for each in quantities(node)))

    def _number_not(self, node: Node) -> Condition:
        return Not(self._number_is(node))

    def _number_within(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(Number(name, each) for each in within(node)))

    def _counted_of(self, node: Node) -> Condition:
        return Number(self._part(node, "counted_name"), quantity(node))

    def _average_is(self, node: Node) -> Condition:
        found = quantity(node)
        if found.comparison is Comparison.EQUAL:
            found = Quantity(Comparison.ABOUT, found.value)
        return Number(self._part(node, "name"), found, average=True)
