"""The outer union of a query with found tables, and what it brings: new rows, new columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from core import lake as lakes
from core.errors import ColumnNotFoundError, InputError
from core.search.query import QueryTable
from core.search.writings import writing
from core.settings import Settings
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
    """An outer union.

    Parameters
    ----------
    frame
        The query's columns, then new ones, then `SOURCE` (with a number behind it if the query
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

    @property
    def new_rows(self) -> pl.DataFrame:
        """The appended rows that the query has not, with all columns."""
        return self.frame.filter(self.is_new)


def union_rows(query: QueryTable, tables: Sequence[str]) -> int:
    """Say how many rows the union of a query with tables has, as the catalog has them."""
    of_tables = (lakes.table(query.workspace, query.lake.name, table).rows for table in tables)
    return query.rows + sum(of_tables)


def outer_union(
    query: QueryTable,
    parts: Sequence[Part],
    most_rows: int = Settings.max_join_rows,
    rows_of: Callable[[str], pl.DataFrame] | None = None,
) -> Integration:
    """Append tables to a query: aligned columns below each other, the others beside.

    No row is dropped and no cell is changed, so rows that differ only in case or that stand in
    both tables are all there. A new column whose name the query has gets the table's name behind
    it; new columns of one name that several tables bring are one column.

    Parameters
    ----------
    parts
        The tables, each with the alignment to be used: that of a `Hit`, or what a person made
        of it.
    most_rows
        A larger union is refused, of whole tables before one is read: it is made in memory.
    rows_of
        Gives the rows of a table that are appended, all columns, as `core.lake.table_frame` does;
        all its rows if none.

    Raises
    ------
    TableNotFoundError
        If a table is not in the lake.
    ColumnNotFoundError
        If an alignment names a column that is not there.
    InputError
        If an alignment uses a column twice, or the union would have too many rows.
    """
    import polars as pl
    import polars.selectors as cs  # a bare name such as "*" or "^a$" would be a pattern

    if rows_of is None:
        _check_size(union_rows(query, [part.table for part in parts]), most_rows)
        rows_of = partial(lakes.table_frame, query.workspace, query.lake.name)
    base = query.frame()
    origin = _origin(query, [part.table for part in parts])
    frames = [base.with_columns(pl.lit(origin).alias(_free(SOURCE, base.columns)))]
    source = frames[0].columns[-1]
    new = [pl.Series("new", [False] * base.height, dtype=pl.Boolean)]
    above = base
    reports = []
    for part in parts:
        info = lakes.table(query.workspace, query.lake.name, part.table)
        profiles = {column.label: column for column in lakes.columns(query.workspace, info.key)}
        _check(part, query, profiles)
        frame = rows_of(part.table)
        renamed, added = _renamed(part, frame.columns, base.columns, source)
        frame = frame.rename(renamed).with_columns(pl.lit(part.table).alias(source))
        aligned = [match.query_column for match in part.alignment]
        is_new = _is_new(frame, above, aligned)
        above = (
            pl.concat([above, frame.select(cs.by_name(aligned))], how="diagonal")
            if aligned
            else above
        )
        frames.append(frame)
        _check_size(sum(one.height for one in frames), most_rows)
        new.append(is_new)
        reports.append(
            PartReport(
                part.table,
                frame.height,
                int(is_new.sum()),
                len(aligned),
                tuple(added),
                _conflicts(part, query, profiles, base, frame),
            )
        )
    union = pl.concat(frames, how="diagonal")
    ordered = [*(column for column in union.columns if column != source), source]
    return Integration(
        union.select(cs.by_name(ordered)), base.height, pl.concat(new), tuple(reports)
    )


def union_conflicts(query: QueryTable, part: Part) -> tuple[Conflict, ...]:
    """Say which aligned columns of a table do not agree with the query's, as `outer_union` does."""
    info = lakes.table(query.workspace, query.lake.name, part.table)
    profiles = {column.label: column for column in lakes.columns(query.workspace, info.key)}
    _check(part, query, profiles)
    frame = lakes.table_frame(query.workspace, query.lake.name, part.table)
    below = {match.column: match.query_column for match in part.alignment}
    aligned = [frame[column].alias(name) for column, name in below.items()]
    return _conflicts(part, query, profiles, query.frame(), {one.name: one for one in aligned})


def _check_size(rows: int, most: int) -> None:
    if rows > most:
        raise InputError(
            f"A union has at most {most:,} rows. This one would have {rows:,}; append fewer tables "
            "at a time, or raise SOUNDINGS_MAX_JOIN_ROWS."
        )


def _origin(query: QueryTable, tables: Sequence[str]) -> str:
    """What the query is called in the source column, told apart from a table of the lake."""
    if query.in_lake:
        return query.name
    name = query.name
    while name in tables:
        name = f"{name} (query)"
    return name


def _free(name: str, taken: Sequence[str]) -> str:
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def _check(part: Part, query: QueryTable, profiles: dict[str, ColumnProfile]) -> None:
    for match in part.alignment:
        for name, known, where in (
            (match.query_column, query.labels, query.name),
            (match.column, list(profiles), part.table),
        ):
            if name not in known:
                raise ColumnNotFoundError(
                    f"An alignment names columns of the two tables. Got {name!r}; {where} has "
                    f"{', '.join(known)}."
                )
    for side in ("query_column", "column"):
        names = [getattr(match, side) for match in part.alignment]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(
                f"An alignment uses a column once. Got {twice[0]!r} twice for {part.table}; take "
                "one of the pairs out."
            )


def _renamed(
    part: Part, columns: Sequence[str], base: Sequence[str], source: str
) -> tuple[dict[str, str], list[str]]:
    """New name of each of the table's columns, and those that the query has not."""
    renamed = {match.column: match.query_column for match in part.alignment}
    taken = [*base, source]
    added = []
    for column in columns:
        if column in renamed:
            continue
        name = column if column not in taken else _free(f"{column} ({part.table})", taken)
        renamed[column] = name
        taken.append(name)
        added.append(name)
    return renamed, added


def _is_new(frame: pl.DataFrame, above: pl.DataFrame, aligned: list[str]) -> pl.Series:
    import polars as pl
    import polars.selectors as cs

    if not aligned:
        return pl.Series("new", [True] * frame.height, dtype=pl.Boolean)
    numbered = {label: f"c{place}" for place, label in enumerate(aligned)}
    known = (
        above.select(cs.by_name(aligned)).rename(numbered).unique().with_columns(new=pl.lit(False))
    )
    found = (
        frame.select(cs.by_name(aligned))
        .rename(numbered)
        .join(known, on=[*numbered.values()], how="left", nulls_equal=True, maintain_order="left")
    )
    return found.get_column("new").fill_null(True)


def _conflicts(
    part: Part,
    query: QueryTable,
    profiles: dict[str, ColumnProfile],
    base: pl.DataFrame,
    frame: pl.DataFrame | Mapping[str, pl.Series],
) -> tuple[Conflict, ...]:
    """Compare types and writings; `frame` has the table's columns by the query's labels."""
    types = {column.label: column.data_type for column in query.columns}
    found = []
    for match in part.alignment:
        left, right = types[match.query_column], profiles[match.column].data_type
        if DataType.OTHER in (left, right):
            continue
        conflict = Conflict(part.table, match.query_column, match.column, left, right)
        if left != right and not {left, right} <= _NUMERIC:
            found.append(conflict)
            continue
        own = writing(base[match.query_column], left)
        other = writing(frame[match.query_column], right)
        if own and other and own.differs(other):
            found.append(replace(conflict, query_example=own.example, example=other.example))
    return tuple(found)
