"""What an outer union of a query with tables is: alignments, names of columns, conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from core import lake as lakes
from core.errors import ColumnNotFoundError, InputError
from core.lake.labels import listed
from core.lake.stored.relations import StoredCells
from core.search.query import QueryTable
from core.search.writings import Writing, writing_in
from core.types import ColumnMatch, ColumnProfile, DataType

if TYPE_CHECKING:
    import polars as pl

SOURCE = "source table"
"""The column that says which table a row came from."""

_NUMERIC = {DataType.INTEGER, DataType.FLOAT}


@dataclass(frozen=True)
class Part:
    """One table to be appended, and how its columns lie over the query's."""

    table: str
    alignment: tuple[ColumnMatch, ...]

    @classmethod
    def of(cls, table: str, pairs: Iterable[tuple[str, str]]) -> Part:
        """Align a table as a person says, in pairs of a query column and one of the table."""
        return cls(table, tuple(ColumnMatch(own, other, 0.0) for own, other in pairs))


@dataclass(frozen=True)
class Conflict:
    """Two aligned columns whose types do not agree, so that the union holds them as text.

    Parameters
    ----------
    query_example, example
        A value of either, if the types agree but days or quantities are written in different
        ways: ``31/01/2020`` and ``01/31/2020``, ``1.234,50`` and ``$1,234.50``, ``1,234`` and
        ``1234``. Else empty.
    """

    table: str
    query_column: str
    column: str
    query_type: DataType
    type: DataType
    query_example: str = ""
    example: str = ""


@dataclass(frozen=True)
class PartReport:
    """What one table brings.

    Parameters
    ----------
    rows
        Rows appended.
    new_rows
        Of those, rows whose aligned cells neither the query nor a table before has in a row; cells
        of other columns do not count.
    aligned
        Aligned columns.
    new_columns
        Columns that the query has not.
    """

    table: str
    rows: int
    new_rows: int
    aligned: int
    new_columns: tuple[str, ...]
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True)
class Integration:
    """An outer union in memory, or some of its rows.

    Parameters
    ----------
    frame
        All columns of the query, then new ones, then `SOURCE` (with a number behind it if the query
        has a column of that name); text, missing cells null; the query's rows first, then each
        table's, all in the order they stand in.
    query_rows
        How many of the rows are the query's.
    is_new
        One boolean a row: appended, and not in the query or a table before already.
    """

    frame: pl.DataFrame
    query_rows: int
    is_new: pl.Series
    parts: tuple[PartReport, ...]


def union_rows(query: QueryTable, tables: Sequence[str]) -> int:
    """Say how many rows the union of a query with tables has, as the catalog has them."""
    of_tables = (lakes.table(query.workspace, query.lake.name, table).rows for table in tables)
    return query.rows + sum(of_tables)


def union_conflicts(query: QueryTable, part: Part) -> tuple[Conflict, ...]:
    """Say which aligned columns of a table do not agree with the query's, as a union does."""
    cells = StoredCells.of_table(query.workspace, query.lake.name, part.table)
    profiles = lakes.columns(query.workspace, cells.table_key)
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
        self.cells = StoredCells.of_table(query.workspace, query.lake.name, query.name)
        self.columns = lakes.columns(query.workspace, self.cells.table_key)
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


def conflicts_with(
    own: QueryCells, part: Part, profiles: Sequence[ColumnProfile], cells: StoredCells
) -> tuple[Conflict, ...]:
    """Compare types and writings of aligned columns.

    Parameters
    ----------
    profiles, cells
        Of the table's columns; the cells that are appended.
    """
    by_label = {column.label: column for column in profiles}
    found = []
    for match in part.alignment:
        column = by_label[match.column]
        left, right = own.by_label[match.query_column].data_type, column.data_type
        if DataType.OTHER in (left, right):
            continue
        conflict = Conflict(part.table, match.query_column, match.column, left, right)
        if left != right and not {left, right} <= _NUMERIC:
            found.append(conflict)
            continue
        one, other = own.writing(match.query_column), writing_in(cells, column.position, right)
        if one and other and one.differs(other):
            found.append(replace(conflict, query_example=one.example, example=other.example))
    return tuple(found)


def origin_of(query: QueryTable, tables: Sequence[str]) -> str:
    """What the query is called in the source column, told apart from a table of the lake."""
    if query.in_lake:
        return query.name
    name = query.name
    while name in tables:
        name = f"{name} (query)"
    return name


def free_name(name: str, taken: Collection[str]) -> str:
    """Put a number behind a name that is taken.

    Examples
    --------
    >>> free_name("a", ["b"]), free_name("a", ["a", "a (2)"])
    ('a', 'a (3)')
    """
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def check_alignment(part: Part, query: QueryTable, profiles: Sequence[ColumnProfile]) -> None:
    """Refuse an alignment that names columns that are not there, or one twice.

    Raises
    ------
    ColumnNotFoundError, InputError
        If it does.
    """
    labels = [column.label for column in profiles]
    for match in part.alignment:
        check_label(match.query_column, query.labels, query.name)
        check_label(match.column, labels, part.table)
    for side in ("query_column", "column"):
        names = [getattr(match, side) for match in part.alignment]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(
                f"An alignment uses a column once. Got {twice[0]!r} twice for {part.table}; take "
                "one of the pairs out."
            )


def check_label(label: str, known: Collection[str], table: str) -> str:
    """Return a column's label if the table has it.

    Raises
    ------
    ColumnNotFoundError
        If it has not.
    """
    if label not in known:
        raise ColumnNotFoundError(
            f"An alignment names columns of the two tables. Got {label!r}; {table} has "
            f"{listed(known)}."
        )
    return label


class UnionNames:
    """Names each table's columns in a union, one table after another.

    A new column keeps its name, so that those of one name which several tables bring are one. One
    whose name is taken gets its table's name behind it; that is nobody else's column, whatever
    others call theirs.

    Parameters
    ----------
    base
        Labels of the query's columns.
    source
        Name of the column that says where a row came from.
    """

    def __init__(self, base: Sequence[str], source: str) -> None:
        self._base = {*base, source}
        self._shared: set[str] = set()
        self._made: dict[tuple[str, str], str] = {}
        self._renamed: set[str] = set()

    def of(self, part: Part, columns: Sequence[str]) -> tuple[dict[str, str], list[str]]:
        """Name each of a table's columns in the union, and those that the query has not."""
        names = {match.column: match.query_column for match in part.alignment}
        added = [column for column in columns if column not in names]
        for column in added:
            names[column] = self._name(part.table, column)
        return names, [names[column] for column in added]

    def _name(self, table: str, column: str) -> str:
        if column not in self._base and column not in self._renamed:
            self._shared.add(column)
            return column
        if (table, column) not in self._made:
            name = free_name(f"{column} ({table})", self._base | self._shared | self._renamed)
            self._made[table, column] = name
            self._renamed.add(name)
        return self._made[table, column]
