"""How far candidates satisfy a condition: sizes, columns, topics, results and rows, all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

import numpy as np

from core.conditions import (
    Category,
    Condition,
    ConditionTimeoutError,
    Date,
    Extent,
    HasColumn,
    Leaf,
    Missing,
    Number,
    OnColumns,
    Result,
    RowCondition,
    Share,
    Size,
    Text,
    Topic,
)
from core.conditions.columns import SURE, ColumnFinder
from core.conditions.counting.scanning import Counted, Scan, count_rows
from core.conditions.counting.tables import TableFacts, table_facts
from core.conditions.counting.time_limits import Deadline
from core.conditions.name_pieces import bare
from core.conditions.units import unit_of_cells
from core.errors import CellsGoneError
from core.search.conditioned.logic import asked, in_same_rows, together
from core.search.conditioned.meant_columns import MeantColumn, place_of
from core.search.conditioned.naming import labels_of
from core.search.conditioned.row_shares import of_rows, rows_of, turned, without_column
from core.search.conditioned.topics import TopicFound
from core.search.conditioned.types import SATISFIED_FROM, PartResult, Satisfaction
from core.search.types import SearchedLake

_RESEMBLING = 0.6
"""What a column counts that only resembles the one that is named, where other tables have that."""

_OF_ANOTHER_NAME = 0.5
"""What a column counts whose name only means or resembles the one that it is to have: too little to
satisfy a condition, and more than nothing."""

_IN_ANOTHER_UNIT = 0.75
"""What a column counts at most that is in a unit which was not asked for."""

_MOST_READ = 20_000
"""Tables of which a search keeps what the catalog knows."""

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
class Assessed:
    """How far candidates satisfy a condition.

    Parameters
    ----------
    found
        By table; those that have left the lake are not there.
    left
        Tables whose rows there was no time to count.
    """

    found: Mapping[str, Satisfaction]
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Assessor:
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
        Of the lake's columns, as `core.conditions.name_pieces.bare` has them.
    own_units
        Label of a column of the query to the unit that its cells are in.
    """

    lake: SearchedLake
    condition: Condition | None
    finder: ColumnFinder
    topics: Mapping[str, TopicFound]
    measured: Measured
    topics_in_columns: bool = False
    names: frozenset[str] = frozenset()
    own_units: Mapping[str, str] = field(default_factory=dict)
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
                self._of_table(part, negated, found, Known(found.table)).share
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
        labels = labels_of(self.lake, tables)
        every = dict.fromkeys(label for some in labels.values() for label in some)
        meant = [self.finder.among(name, every) if name else None for name in names]

        def lacks_all(here: frozenset[str]) -> bool:
            most = (np.array([float(one is None or bool(one & here))]) for one in meant)
            return not together(self.condition, most).any()

        return {table for table, here in labels.items() if lacks_all(here)}

    def assess(self, candidates: Sequence[Known], deadline: Deadline) -> Assessed:
        """Look at candidates, those with few rows first; once the time is over no more.

        Raises
        ------
        ConditionTimeoutError
            If not one could be looked at in time, or if looking at what comes of them, their
            unions and joins, takes longer.
        EngineMemoryError, CellsGoneError, WorkspaceError
            As `core.lake.engine.limited_engine`.
        """
        try:
            return self._assess(candidates, deadline)
        except CellsGoneError:
            # A refresh replaced cells since they were looked up: now they lie elsewhere.
            self._read.clear()
        return self._assess(candidates, deadline)

    def _assess(self, candidates: Sequence[Known], deadline: Deadline) -> Assessed:
        facts = self._facts([one.table for one in candidates])
        parts = list(asked(self.condition))
        on_rows = [rows_of(part) for part, _ in parts]
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
        spill = self.lake.workspace.folder("spill")
        joint = in_same_rows(self.condition)
        counts: dict[str, Counted] = {}
        try:
            count_rows(scans, conditions, self.lake.settings, spill, deadline, joint, counts)
        except ConditionTimeoutError:
            if not counts:
                raise
        left = tuple(table for table in facts if table not in counts)
        facts = {table: found for table, found in facts.items() if table in counts}
        measured = {
            part: self.measured(list(facts.values()), part, deadline)
            for part, _ in parts
            if isinstance(part, Result | OnColumns)
        }
        assessed = {}
        for table, found in facts.items():
            results = []
            slot = 0
            for (part, negated), rows in zip(parts, on_rows, strict=True):
                if isinstance(part, Result | OnColumns):
                    share, words = measured[part][table]
                    results.append(turned(PartResult(part, share, value=words), negated))
                elif rows is None:
                    results.append(self._of_table(part, negated, found, known[table]))
                else:
                    told = of_rows(part, counts[table], slot, places[table][slot].label, negated)
                    results.append(
                        self._certain(told, rows, places[table][slot], counts[table].units[slot])
                    )
                    slot += 1
            assessed[table] = self._satisfaction(results, counts[table])
        return Assessed(assessed, left)

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
            share = 0.0 if rows.column else told.share
            value = without_column(rows)
            return replace(told, share=share, value=value, certainty=meant.certainty)
        if meant.namesakes:
            others = ", ".join(meant.namesakes)
            told = replace(told, value=f"{told.value}; not looked at: {others}, of the same header")
        certainty, unit, aligned = meant.certainty, meant.unit, meant.aligned
        own_unit = self.own_units.get(meant.own, "")
        in_unit = unit_of_cells(behind, rows.column, meant.label, meant.own, f"({own_unit})")
        if unit is not None and unit.name == own_unit:
            unit = None
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
        self._read.update(table_facts(self.lake.workspace, self.lake.info.key, new))
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

    def _of_table(self, part: Leaf, negated: bool, facts: TableFacts, known: Known) -> PartResult:
        match part:
            case Size():
                count = facts.rows if part.extent is Extent.ROWS else len(facts.columns)
                words = f"{count:,} {part.extent}"
                return turned(
                    PartResult(part, float(part.quantity.holds(count)), "", words), negated
                )
            case HasColumn():
                return self._column(part, negated, facts, known)
            case Topic():
                return turned(self._topic(part, facts), negated)
            case Category() | Text() | Number() | Date() | Missing():
                raise AssertionError(part)  # of rows
            case Share() | Result() | OnColumns():
                raise AssertionError(part)  # of rows, too, or of what a union or join gives
            case _:
                assert_never(part)

    def _column(
        self, part: HasColumn, negated: bool, facts: TableFacts, known: Known
    ) -> PartResult:
        fitting = [column.label for column in facts.columns if all(map(column.has, part.kinds))]
        name = part.named or part.about
        if not name:
            told = PartResult(part, float(bool(fitting)), fitting[0] if fitting else "")
            return turned(told, negated)
        found = self.finder.find(name, fitting, known.aligned)
        if found is None:
            return turned(PartResult(part, 0.0), negated)
        if part.named and found.score < SURE:
            # Near to the name is something where it is wanted, and nothing where it is not.
            share = 0.0 if negated else found.score * _OF_ANOTHER_NAME
            return turned(PartResult(part, share, found.label, "has another name"), negated)
        return turned(PartResult(part, found.score, found.label), negated)

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


def _name_needed(part: Leaf, negated: bool) -> str:
    """Name the column without which a table satisfies nothing of a part; empty if there is none."""
    if isinstance(part, HasColumn):
        return "" if negated else part.named or part.about
    rows = rows_of(part)
    return rows.column if rows is not None else ""


def _needs_no_columns(part: Leaf) -> bool:
    """Whether a part is assessed alike whichever columns of a table line up with the query's."""
    if isinstance(part, HasColumn):
        return not (part.named or part.about)
    return isinstance(part, Size | Topic)
