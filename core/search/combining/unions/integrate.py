"""What an outer union of a query with tables is, and how its columns are called."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core import lake as lakes
from core.search.combining.unions.alignments import Part
from core.search.combining.unions.conflicts import Conflict
from core.search.query import QueryTable

if TYPE_CHECKING:
    import polars as pl

SOURCE = "source table"
"""The column that says which table a row came from."""


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
    workspace, name = query.lake.workspace, query.lake.info.name
    return query.rows + sum(lakes.table(workspace, name, table).rows for table in tables)


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
