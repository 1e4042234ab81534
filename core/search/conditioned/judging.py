"""How far candidates satisfy a condition: sizes, columns, topics, results and rows, all at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.amounts import amount
from core.conditions import (
    Category,
    Comparison,
    Condition,
    Date,
    Extent,
    HasColumn,
    Leaf,
    Number,
    OnColumns,
    Quantity,
    Result,
    RowCondition,
    Share,
    Size,
    Text,
    Topic,
)
from core.conditions.columns import SURE, ColumnFinder, bare, pieces
from core.conditions.counting.scanning import ANY_COLUMN, Counted, Scan, count_rows
from core.conditions.counting.tables import ColumnFacts, TableFacts, table_facts
from core.conditions.counting.time_limits import Deadline
from core.conditions.units import Unit, unit_beside, unit_of_cells
from core.lake.written.misreadings import misreading
from core.search.conditioned.combining import asked, in_same_rows, together
from core.search.conditioned.naming import labels_of
from core.search.conditioned.topics import TopicFound
from core.search.conditioned.types import SATISFIED_FROM, PartResult, Satisfaction
from core.settings import Settings
from core.store import Workspace
from core.types import DataType

_MENTIONED = 0.8
"""Satisfaction of a table that mentions a word in one row; it grows to 1 with the share of rows.

To contain a word is a property of the table: one that mentions it satisfies the condition.
"""

_RESEMBLING = 0.6
"""What a column counts that only resembles the one that is named, where other tables have that."""

_IN_ANOTHER_UNIT = 0.75
"""What a column counts at most that is in a unit which was not asked for."""

_MOST_READ = 20_000
"""Tables of which a search keeps what the catalog knows."""

_DATE_WORDS = {"date", "year", "time", "day", "month", "timestamp", "yr", "dob"}

Measured = Callable[
    [Sequence[TableFacts], Result | OnColumns, Deadline], Mapping[str, tuple[float, str]]
]
"""How far the union or join with each of some tables satisfies a part, and what was found."""


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
        How much tables are about each topic of the condition.
    measured
        Looks at the union or join with the query.
    topics_in_columns
        Whether a topic may also be that of a column, as where tables are wanted to join.
    names
        Of the lake's columns, as `core.conditions.columns.bare` has them.
    """

    workspace: Workspace
    lake_key: int
    condition: Condition | None
    settings: Settings
    finder: ColumnFinder
    topics: Mapping[str, TopicFound]
    measured: Measured
    topics_in_columns: bool = False
    names: frozenset[str] = frozenset()
    _read: dict[str, TableFacts] = field(default_factory=dict)

    def possible(self, tables: Sequence[str]) -> set[str]:
        """Say which tables may satisfy the condition, whichever columns line up with the query's.

        Only sizes, topics and kinds of columns are looked at.
        """
        parts = list(asked(self.condition))
        if not any(_needs_no_columns(part) for part, _ in parts):
            return set(tables)

        def at_most(found: TableFacts) -> float:
            shares = [
                _asked(self._of_table(part, found, Known(found.table)), negated).share
                if _needs_no_columns(part)
                else 1.0
                for part, negated in parts
            ]
            most = together(self.condition, (np.array([share]) for share in shares))
            return round(float(most[0]), 6)

        facts = self._facts(tables)
        return {table for table, found in facts.items() if at_most(found) >= SATISFIED_FROM}

    def hopeless(self, tables: Sequence[str]) -> set[str]:
        """Say which tables satisfy nothing of the condition, as they lack a column that it names.

        Only names of columns are looked at, each of them once.
        """
        names = [_name_needed(part, negated) for part, negated in asked(self.condition)]
        if not any(names):
            return set()
        labels = labels_of(self.workspace, self.lake_key, tables)
        every = dict.fromkeys(label for some in labels.values() for label in some)
        meant = [self.finder.among(name, every) if name else None for name in names]

        def lacks_all(here: frozenset[str]) -> bool:
            most = (np.array([float(one is None or bool(one & here))]) for one in meant)
            return not together(self.condition, most).any()

        return {table for table, here in labels.items() if lacks_all(here)}

    def judge(self, candidates: Sequence[Known], deadline: Deadline) -> dict[str, Satisfaction]:
        """Look at candidates; those that have left the lake are left out.

        Raises
        ------
        ConditionTimeoutError
            If looking at their rows, or at what comes of them, takes longer.
        """
        facts = self._facts([one.table for one in candidates])
        parts = list(asked(self.condition))
        on_rows = [_rows_of(part) for part, _ in parts]
        conditions = [part for part in on_rows if part is not None]
        known = {one.table: one for one in candidates}
        for found in facts.values():
            self.finder.expect(found.labels)
        places = {
            table: [place_of(part, found, self.finder, known[table].aligned) for part in conditions]
            for table, found in facts.items()
        }
        scans = [
            Scan(table, found.cells, tuple(meant.place for meant in places[table]))
            for table, found in facts.items()
        ]
        spill = self.workspace.folder("spill")
        joint = in_same_rows(self.condition)
        counts = count_rows(scans, conditions, self.settings, spill, deadline, joint)
        measured = {
            part: self.measured(list(facts.values()), part, deadline)
            for part, _ in parts
            if isinstance(part, Result | OnColumns)
        }
        judged = {}
        for table, found in facts.items():
            results = []
            slot = 0
            for (part, negated), rows in zip(parts, on_rows, strict=True):
                if isinstance(part, Result | OnColumns):
                    share, words = measured[part][table]
                    results.append(_asked(PartResult(part, share, value=words), negated))
                elif rows is None:
                    results.append(_asked(self._of_table(part, found, known[table]), negated))
                else:
                    told = _of_rows(part, counts[table], slot, places[table][slot].label, negated)
                    results.append(
                        self._certain(told, rows, places[table][slot], counts[table].units[slot])
                    )
                    slot += 1
            judged[table] = self._satisfaction(results, counts[table])
        return judged

    def _certain(
        self, told: PartResult, rows: RowCondition, meant: MeantColumn, behind: str | None
    ) -> PartResult:
        """Say how sure it is that a column is the one that is meant, and in the unit that is.

        Parameters
        ----------
        behind
            What stands behind the column's numbers.
        """
        if meant.place is None:
            return replace(told, value=_without(rows), certainty=meant.certainty)
        certainty, unit, aligned = meant.certainty, meant.unit, meant.aligned
        in_unit = unit_of_cells(behind, rows.column, meant.label, meant.own)
        if unit is not None:
            certainty, aligned = min(certainty, _IN_ANOTHER_UNIT), False
            told = replace(told, value=f"{told.value}; by its name in {unit.name}")
        measured = unit is not None and unit.alone and not unit.is_scale
        if certainty < 1 and not measured and bare(rows.column) in self.names:
            certainty *= _RESEMBLING
        if unit is None and in_unit:
            certainty = min(certainty, _IN_ANOTHER_UNIT)
            told = replace(told, value=f"{told.value}; its cells are in {in_unit}")
        return replace(told, certainty=certainty, aligned=aligned)

    def _facts(self, tables: Sequence[str]) -> dict[str, TableFacts]:
        """Read what is known of tables, once a search: most are looked at several times."""
        new = [table for table in tables if table not in self._read]
        if len(self._read) + len(new) > _MOST_READ:
            self._read.clear()
            new = list(tables)
        self._read.update(table_facts(self.workspace, self.lake_key, new))
        return {table: self._read[table] for table in tables if table in self._read}

    def _satisfaction(self, results: Sequence[PartResult], counts: Counted) -> Satisfaction:
        weights = (
            np.array([1.0, one.certainty, 1.0 if one.aligned else one.certainty]) for one in results
        )
        shares = (one.share * weight for one, weight in zip(results, weights, strict=True))
        joint = (rows / told if told else 0.0 for rows, told in counts.joint)
        found = np.broadcast_to(together(self.condition, shares, joint), 3).round(6)
        share, weighed, counted = found.tolist()
        return Satisfaction(
            share=share, weighed=weighed, satisfied=counted >= SATISFIED_FROM, parts=tuple(results)
        )

    def _of_table(self, part: Leaf, facts: TableFacts, known: Known) -> PartResult:
        if isinstance(part, Size):
            count = facts.rows if part.extent is Extent.ROWS else len(facts.columns)
            words = f"{count:,} {part.extent}"
            return PartResult(part, float(part.quantity.holds(count)), value=words)
        if isinstance(part, HasColumn):
            return self._column(part, facts, known)
        if isinstance(part, Topic):
            return self._topic(part, facts)
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
        topic = self.topics[part.text]
        share = topic.shares.get(facts.table, 0.0)
        column = ""
        if self.topics_in_columns:
            found = self.finder.find(part.text, facts.labels, {})
            if found is not None and found.score > share:
                share, column = found.score, found.label
        told = (
            "" if topic.has_words or column else f"{share:.0%} by meaning; no table has its words"
        )
        return PartResult(part, share, column, told)


@dataclass(frozen=True)
class MeantColumn:
    """The column of a table that a condition on rows is about.

    Parameters
    ----------
    place
        `ANY_COLUMN` if the condition may hold in any; none if there is no such column.
    label
        Empty without one column.
    certainty
        1 for a name that is the same, less for one that only means the same, 0 without any.
    aligned
        Whether it surely lines up with the query's column of the name.
    own
        Label of that column; empty if the query has none.
    unit
        Of numbers, by the name of the column, where it is not asked for.
    """

    place: int | None
    label: str = ""
    certainty: float = 1.0
    aligned: bool = False
    own: str = ""
    unit: Unit | None = None


def place_of(
    part: RowCondition,
    facts: TableFacts,
    finder: ColumnFinder,
    aligned: Mapping[str, tuple[str, float]],
) -> MeantColumn:
    """Find the column of a table that a condition on rows is about."""
    if isinstance(part, Text) and not part.column:
        return MeantColumn(ANY_COLUMN if facts.columns else None)
    if isinstance(part, Date) and not part.column:
        return MeantColumn(*_date_column(facts))
    found = finder.find(part.column, facts.labels, aligned, _suiting(part, facts))
    if found is None:
        return MeantColumn(None, certainty=0.0)
    certainty = 1.0 if found.score >= SURE else found.score
    unit = unit_beside(found.label, part.column, found.own) if isinstance(part, Number) else None
    return MeantColumn(found.place, found.label, certainty, found.aligned, found.own, unit)


def _name_needed(part: Leaf, negated: bool) -> str:
    """Name the column without which a table satisfies nothing of a part; empty if there is none.

    A word, or a share of the rows, that must not be there is not there without the column.
    """
    if isinstance(part, HasColumn):
        return "" if negated else part.named or part.about
    return part.column if isinstance(part, Category | Number | Date) else ""


def _needs_no_columns(part: Leaf) -> bool:
    """Whether a part is judged alike whichever columns of a table line up with the query's."""
    if isinstance(part, HasColumn):
        return not (part.named or part.about)
    return isinstance(part, Size | Topic)


def _rows_of(part: Leaf) -> RowCondition | None:
    if isinstance(part, Share):
        return part.part
    return part if isinstance(part, Category | Text | Number | Date) else None


def _asked(found: PartResult, negated: bool) -> PartResult:
    """Turn what was found of a part to its opposite if that is asked for."""
    return replace(found, share=1 - found.share, negated=True) if negated else found


def _of_rows(part: Leaf, counted: Counted, slot: int, column: str, negated: bool) -> PartResult:
    """Say how far rows satisfy a part, or its opposite, which also takes a column to look at."""
    condition = _rows_of(part)
    rows = counted.satisfied[slot]
    # Cells without a value neither satisfy a condition nor fail it; a share is asked of all rows.
    of_all = isinstance(condition, Text) or isinstance(part, Share)
    among = counted.rows if of_all else counted.readable[slot]
    if isinstance(condition, Number) and condition.average:
        mean = counted.averages[slot]
        if mean is None:
            return PartResult(part, 0.0, column, _rows_told(part, counted, slot, column), negated)
        near = _near(mean, counted.deviations[slot] or 0.0, condition.quantity)
        return _asked(PartResult(part, near, column, f"average {mean:,.6g}"), negated)
    mentions = isinstance(part, Text) and not part.column
    if negated and not mentions and not isinstance(part, Share):
        rows = among - counted.refused[slot]
        nothing = float(isinstance(part, Date) and not part.column)
        share = rows / among if among else nothing
        words = _rows_told(part, counted, slot, column, rows)
        return PartResult(part, share, column, words, negated)
    share = rows / among if among else 0.0
    words = _rows_told(part, counted, slot, column, rows)
    if mentions and rows:
        share = _MENTIONED + (1 - _MENTIONED) * share
    if isinstance(part, Share):
        share = float(part.quantity.holds(share))
        if negated and not counted.readable[slot]:
            return PartResult(part, 0.0, column, words, negated)
    told = f"{words} mention it" if negated and mentions else words
    return _asked(PartResult(part, share, column, told), negated)


def _without(condition: RowCondition) -> str:
    """Say that a table has no column that a condition could be looked for in."""
    if condition.column:
        return f"no column like {condition.column!r}"
    return "no column of dates" if isinstance(condition, Date) else "no column"


def _rows_told(part: Leaf, counted: Counted, slot: int, column: str, rows: int = 0) -> str:
    """Say how many rows satisfy a part, of those that its share is of, and what the others are."""
    condition = _rows_of(part)
    total, readable = counted.rows, counted.readable[slot]
    told = [f"{rows:,} of {total:,} rows"]
    if readable < total and not isinstance(condition, Text):
        what = {Number: "number", Date: "date"}.get(type(condition), "value")
        if not isinstance(part, Share):
            told = [f"{rows:,} of {amount(readable, 'row')} with a {what}"] if readable else []
        if unread := counted.present[slot] - readable:
            told.append(f"no {what} in {amount(unread, 'cell')}")
        if empty := total - counted.present[slot]:
            have = "has" if empty == 1 else "have"
            told.append(f"{empty:,} of {total:,} rows {have} no value")
    if isinstance(condition, Category) and (
        begun := counted.refused[slot] - counted.satisfied[slot]
    ):
        told.append(_begun(condition.values, begun))
    if isinstance(condition, Number) and (odd := misreading(counted.doubts[slot], column)):
        told.append(odd)
    return "; ".join(told)


def _begun(values: Sequence[str], cells: int) -> str:
    """Say that cells begin with a value that no cell is: they may be it, and may not."""
    if len(values) == 1:
        return f"no cell is exactly {values[0]!r}, {cells:,} begin{'s' * (cells == 1)} with it"
    return f"{amount(cells, 'cell')} only begin{'s' * (cells == 1)} with a value"


def _near(mean: float, deviation: float, quantity: Quantity) -> float:
    """Say how far an average satisfies a comparison.

    "about" is told in standard deviations of the column, for a tenth of a temperature in kelvin is
    a climate: half fulfilled at a third of one.
    """
    if quantity.comparison is not Comparison.ABOUT:
        return float(quantity.holds(mean))
    off = abs(mean - quantity.value)
    if off == 0 or deviation == 0:
        return float(quantity.holds(mean))
    return math.exp(-2 * off / deviation)


def _suiting(part: RowCondition, facts: TableFacts) -> list[int]:
    """Say of each column how well what it holds suits a condition on dates or on numbers."""
    if isinstance(part, Date):
        return [_dates(column) for column in facts.columns]
    if isinstance(part, Number):
        return [int(column.is_numbers) for column in facts.columns]
    return []


def _dates(column: ColumnFacts) -> int:
    """Say how surely a column holds dates: 2 by its type, 1 by its name, else 0."""
    if column.data_type is DataType.DATETIME:
        return 2
    return int(bool(_DATE_WORDS & set(pieces(column.label))))


def _date_column(facts: TableFacts) -> tuple[int | None, str]:
    """Choose the column of dates: one of that type, or one that is called so."""
    surest = [_dates(column) for column in facts.columns]
    if not any(surest):
        return None, ""
    place = surest.index(max(surest))
    return place, facts.columns[place].label
