"""How far candidates satisfy a condition: sizes, columns, topics, results and rows, all at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from core.conditions import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Extent,
    HasColumn,
    Leaf,
    Not,
    Number,
    OnColumns,
    Or,
    Quantity,
    Result,
    RowCondition,
    Share,
    Size,
    Text,
    Topic,
    leaves,
)
from core.conditions.columns import ColumnFinder, pieces
from core.conditions.scanning import ANY_COLUMN, Counted, Scan, count_rows
from core.conditions.tables import TableFacts, table_facts
from core.search.conditioned.types import PartResult, Satisfaction
from core.settings import Settings
from core.store import Workspace
from core.types import DataType

ENOUGH = 0.5
"""Satisfaction from which on a table counts as satisfying the condition."""

_DATE_WORDS = {"date", "year", "time", "day", "month", "timestamp", "yr", "dob"}

Measured = Callable[[str, Result | OnColumns], tuple[float, str]]
"""How far the union or join with a table satisfies a part, and what was found, in words."""


@dataclass(frozen=True)
class Known:
    """What is known of a candidate from the search that found it.

    Parameters
    ----------
    aligned
        Label of a column of the query to the table's and how alike the two are.
    """

    table: str
    aligned: Mapping[str, tuple[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Judge:
    """Decides how far tables of one lake satisfy one condition.

    Parameters
    ----------
    topics
        For each topic of the condition, table to how much it is about that, 0 to 1.
    measured
        Looks at the union or join with the query.
    topics_in_columns
        Whether a topic may also be that of a column, as where tables are wanted to join.
    """

    workspace: Workspace
    lake_key: int
    condition: Condition | None
    settings: Settings
    finder: ColumnFinder
    topics: Mapping[str, Mapping[str, float]]
    measured: Measured
    topics_in_columns: bool = False

    def judge(self, candidates: Sequence[Known]) -> dict[str, Satisfaction]:
        """Look at candidates; those that have left the lake are left out.

        Raises
        ------
        ConditionTimeoutError
            If looking at their rows takes longer than the settings allow.
        """
        facts = table_facts(self.workspace, self.lake_key, [one.table for one in candidates])
        parts = list(leaves(self.condition))
        on_rows = [_rows_of(part) for part in parts]
        conditions = [part for part in on_rows if part is not None]
        known = {one.table: one for one in candidates}
        places = {
            table: [self._place(part, found, known[table]) for part in conditions]
            for table, found in facts.items()
        }
        scans = [
            Scan(table, found.cells, tuple(place for place, _ in places[table]))
            for table, found in facts.items()
        ]
        counts = count_rows(scans, conditions, self.settings)
        judged = {}
        for table, found in facts.items():
            results = []
            slot = 0
            for part, rows in zip(parts, on_rows, strict=True):
                if rows is None:
                    results.append(self._of_table(part, found, known[table]))
                else:
                    column = places[table][slot][1]
                    results.append(_of_rows(part, counts[table], slot, column))
                    slot += 1
            share = _combined(self.condition, iter([result.share for result in results]))
            judged[table] = Satisfaction(round(share, 6), share >= ENOUGH, tuple(results))
        return judged

    def _place(self, part: RowCondition, facts: TableFacts, known: Known) -> tuple[int | None, str]:
        if isinstance(part, Text) and not part.column:
            return (ANY_COLUMN if facts.columns else None), ""
        if isinstance(part, Date) and not part.column:
            return _date_column(facts)
        found = self.finder.find(part.column, facts.labels, known.aligned)
        return (None, "") if found is None else (found.place, found.label)

    def _of_table(self, part: Leaf, facts: TableFacts, known: Known) -> PartResult:
        if isinstance(part, Size):
            count = facts.rows if part.extent is Extent.ROWS else len(facts.columns)
            words = f"{count:,} {part.extent}"
            return PartResult(part, float(part.quantity.holds(count)), value=words)
        if isinstance(part, HasColumn):
            return self._column(part, facts, known)
        if isinstance(part, Topic):
            return self._topic(part, facts)
        if isinstance(part, Result | OnColumns):
            share, words = self.measured(facts.table, part)
            return PartResult(part, share, value=words)
        raise AssertionError(part)

    def _column(self, part: HasColumn, facts: TableFacts, known: Known) -> PartResult:
        fitting = [column.label for column in facts.columns if column.has(part.kind)]
        name = part.named or part.about
        if not name:
            return PartResult(part, float(bool(fitting)), fitting[0] if fitting else "")
        found = self.finder.find(name, fitting, known.aligned)
        if found is None:
            return PartResult(part, 0.0)
        return PartResult(part, found.score, found.label)

    def _topic(self, part: Topic, facts: TableFacts) -> PartResult:
        share = self.topics.get(part.text, {}).get(facts.table, 0.0)
        column = ""
        if self.topics_in_columns:
            found = self.finder.find(part.text, facts.labels, {})
            if found is not None and found.score > share:
                share, column = found.score, found.label
        return PartResult(part, share, column)


def _rows_of(part: Leaf) -> RowCondition | None:
    if isinstance(part, Share):
        return part.part
    return part if isinstance(part, Category | Text | Number | Date) else None


def _of_rows(part: Leaf, counted: Counted, slot: int, column: str) -> PartResult:
    condition = _rows_of(part)
    rows = counted.satisfied[slot]
    words = f"{rows:,} of {counted.rows:,} rows"
    if isinstance(condition, Number) and condition.average:
        mean = counted.averages[slot]
        if mean is None:
            return PartResult(part, 0.0, column, "no numbers")
        return PartResult(part, _near(mean, condition.quantity), column, f"average {mean:,.6g}")
    # Cells without a value neither satisfy a condition nor fail it.
    among = counted.rows if isinstance(condition, Text) else counted.readable[slot]
    share = rows / among if among else 0.0
    if isinstance(part, Share):
        share = float(part.quantity.holds(share))
    return PartResult(part, share, column, words)


def _near(mean: float, quantity: Quantity) -> float:
    """Say how far an average satisfies a comparison: fully, or the less the farther it is off."""
    if quantity.holds(mean):
        return 1.0
    if quantity.comparison is not Comparison.ABOUT:
        return 0.0
    off = abs(mean - quantity.value) / max(abs(quantity.value), abs(mean), 1e-12)
    return math.exp(-3 * off)


def _combined(condition: Condition | None, shares: Iterator[float]) -> float:
    if condition is None:
        return 1.0
    if isinstance(condition, And):
        return math.prod([_combined(part, shares) for part in condition.parts])
    if isinstance(condition, Or):
        return max([_combined(part, shares) for part in condition.parts])
    if isinstance(condition, Not):
        return 1 - _combined(condition.part, shares)
    return next(shares)


def _date_column(facts: TableFacts) -> tuple[int | None, str]:
    """Choose the column of dates: one of that type, or one that is called so."""
    for place, column in enumerate(facts.columns):
        if column.data_type is DataType.DATETIME:
            return place, column.label
    for place, column in enumerate(facts.columns):
        if _DATE_WORDS & set(pieces(column.label)):
            return place, column.label
    return None, ""
