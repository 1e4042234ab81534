"""Aligned columns whose values do not agree: in type, in how they are written, or in their unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core import lake as lakes
from core.conditions.units import unit_beside
from core.lake.stored.relations import StoredCells
from core.search.combining.unions.alignments import Part, check_alignment, check_label
from core.search.query import QueryTable
from core.search.writings import Writing, days_in, writing_in
from core.types import ColumnProfile, DataType

_NUMERIC = {DataType.INTEGER, DataType.FLOAT}


@dataclass(frozen=True)
class Conflict:
    """Two aligned columns whose values do not agree: a union holds both as they are written.

    Parameters
    ----------
    query_example, example
        A value of either, if the types agree but days or quantities are written in different
        ways: ``31/01/2020`` and ``01/31/2020``, ``1.234,50`` and ``$1,234.50``, ``1,234`` and
        ``1234``. Else empty.
    query_unit, unit
        Units in the names of columns of numbers, if one has one that the other has not:
        ``amount`` and ``amount_cents``. Else empty.
    """

    table: str
    query_column: str
    column: str
    query_type: DataType
    type: DataType
    query_example: str = ""
    example: str = ""
    query_unit: str = ""
    unit: str = ""

    def sides(self, quoted: Callable[[str], str] = str) -> tuple[str, str]:
        """Say what the query's column is, and what the table's, each to stand behind "is".

        Parameters
        ----------
        quoted
            Writes a value or a unit down.

        Examples
        --------
        >>> types = DataType.INTEGER, DataType.INTEGER
        >>> Conflict("t", "sum", "sum_cents", *types, unit="cents").sides()
        ('in no unit by its name', 'in cents')
        """
        if self.example:
            return f"written {quoted(self.query_example)}", f"written {quoted(self.example)}"
        if self.query_unit or self.unit:
            of_query, of_table = (
                f"in {quoted(unit)}" if unit else "in no unit by its name"
                for unit in (self.query_unit, self.unit)
            )
            return of_query, of_table
        return self.query_type, self.type


def union_conflicts(query: QueryTable, part: Part) -> tuple[Conflict, ...]:
    """Say which aligned columns of a table do not agree with the query's, as a union does."""
    cells = StoredCells.of_table(query.lake.workspace, query.lake.info.name, part.table)
    profiles = lakes.columns(query.lake.workspace, cells.table_key)
    check_alignment(part, query, profiles)
    return conflicts_with(QueryCells(query), part, profiles, cells)


class QueryCells:
    """The cells of a query, where all its columns are now, and how each is written.

    Raises
    ------
    ColumnNotFoundError
        If a refresh has taken a chosen column away.
    """

    def __init__(self, query: QueryTable) -> None:
        if query.loose is not None:
            self.cells = StoredCells.of_frame(query.loose.frame)
            self.columns: Sequence[ColumnProfile] = query.loose.columns
            return
        self.cells = StoredCells.of_table(query.lake.workspace, query.lake.info.name, query.name)
        self.columns = lakes.columns(query.lake.workspace, self.cells.table_key)
        for label in query.labels:
            check_label(label, self.by_label, query.name)

    @property
    def labels(self) -> list[str]:
        """Labels of the columns."""
        return [column.label for column in self.columns]

    @cached_property
    def by_label(self) -> dict[str, ColumnProfile]:
        """The columns."""
        return {column.label: column for column in self.columns}

    def writing(self, label: str) -> Writing | None:
        """Say how a column is written; it is looked at once."""
        if label not in self._writings:
            column = self.by_label[label]
            self._writings[label] = writing_in(self.cells, column.position, column.data_type)
        return self._writings[label]

    @cached_property
    def _writings(self) -> dict[str, Writing | None]:
        return {}

    def days(self, label: str) -> Writing | None:
        """Say how the days of a column are written that has little else, as `days_in` does."""
        return days_in(self.cells, self.by_label[label].position)


def conflicts_with(
    own: QueryCells, part: Part, profiles: Sequence[ColumnProfile], cells: StoredCells
) -> tuple[Conflict, ...]:
    """Compare types, writings and units of aligned columns.

    Parameters
    ----------
    profiles, cells
        Of the table's columns; the cells that are appended.
    """
    by_label = {column.label: column for column in profiles}
    pairs = [(match, by_label[match.column]) for match in part.alignment]
    found = (_conflict(own, part.table, match.query_column, one, cells) for match, one in pairs)
    return tuple(conflict for conflict in found if conflict is not None)


def _conflict(
    own: QueryCells, table: str, label: str, column: ColumnProfile, cells: StoredCells
) -> Conflict | None:
    """Compare a column of the query with the one that is laid over it; none if they agree."""
    types = {own.by_label[label].data_type, column.data_type}
    if DataType.OTHER in types:
        return None
    conflict = Conflict(table, label, column.label, own.by_label[label].data_type, column.data_type)
    if types == {DataType.STRING, DataType.DATETIME}:
        # A total below the days makes their column one of texts.
        one, other = own.days(label), days_in(cells, column.position)
        if not one or not other:
            return conflict
    elif len(types) > 1 and not types <= _NUMERIC:
        return conflict
    else:
        one, other = own.writing(label), writing_in(cells, column.position, column.data_type)
    if one and other and one.differs(other):
        return replace(conflict, query_example=one.example, example=other.example)
    if types <= _NUMERIC:
        units = unit_beside(label, column.label), unit_beside(column.label, label)
        # A letter alone is one only behind the very name: "goals_h" are no hours.
        of_query, of_table = (
            unit.name if unit and (unit.alone or len(unit.name) > 1) else "" for unit in units
        )
        if of_query or of_table:
            return replace(conflict, query_unit=of_query, unit=of_table)
    return None
