"""Where the cells of a benchmark's tables lie, and how they are made comparable."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.benchmarks.overlaps.set_kinds import VALUE_TYPES, ValueType
from core.errors import BusyError
from core.lake.cells import PRESENT, cells_of_lists, cells_of_parquet, column_portions
from core.lake.engine import engine
from core.lake.stored.containers import open_shard, require_whole
from core.lake.stored.placing import Place, placed_tables
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb
    import polars as pl

_COLUMNS_AT_ONCE = 10_000
_FRAME_MEMORY_MB = 1_024

WORD = r"[\p{L}\p{M}\p{N}_]+"
"""A word: letters, marks, digits and underscores of any script, as `\\w+` of most languages."""

_UNSIGNED = "ltrim(replace(value, ',', ''), '+')"
_EXPONENT = "-?(?:\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d{1,3}"
"""A number that can be written without its exponent; none that is longer is a float64 either."""
_DIGITS = f"replace(regexp_extract({_UNSIGNED}, '^-?([\\d.]*)', 1), '.', '')"
_POINT = (
    f"length(regexp_extract({_UNSIGNED}, '^-?(\\d*)', 1)) "
    f"+ CAST(regexp_extract({_UNSIGNED}, '[eE](.*)$', 1) AS BIGINT)"
)
# 1.5e-3 -> .0015, 15e3 -> 15000, 0.15e1 -> 01.5, then 1.5: the digits stay what they are.
_SHIFTED = (
    f"CASE WHEN {_POINT} <= 0 THEN '.' || repeat('0', -({_POINT})) || {_DIGITS} "
    f"WHEN {_POINT} >= length({_DIGITS}) "
    f"THEN {_DIGITS} || repeat('0', {_POINT} - length({_DIGITS})) "
    f"ELSE left({_DIGITS}, {_POINT}) || '.' || substr({_DIGITS}, {_POINT} + 1) END"
)
_WRITTEN_OUT = (
    f"regexp_extract({_UNSIGNED}, '^-?') || regexp_replace({_SHIFTED}, '^0+(\\d)', '\\1')"
)
_PLAIN = (
    f"CASE WHEN regexp_full_match({_UNSIGNED}, '{_EXPONENT}') THEN {_WRITTEN_OUT} "
    f"ELSE {_UNSIGNED} END"
)
# .5 -> 0.5, then 1.50 -> 1.5, 2.0 -> 2, then -0 -> 0.
_POINTED = f"regexp_replace({_PLAIN}, '^(-?)\\.', '\\10.')"
_TRIMMED = f"rtrim(regexp_replace({_POINTED}, '(\\.\\d*?)0+$', '\\1'), '.')"
_NUMBER = f"CASE WHEN {_TRIMMED} = '-0' THEN '0' ELSE {_TRIMMED} END"
_COMPARABLE = f"CASE WHEN type = '{ValueType.NUMERIC}' THEN {_NUMBER} ELSE value END"


def comparable(*keys: str, with_first: bool = False) -> str:
    """Return the SQL of the different values by `keys` and type, made comparable.

    It selects from ``cells`` and ``place_of`` (see `owners`). A number is written without a plus
    sign, thousands separators, an exponent and closing zeros, so that 1,000, 1000.0 and 1e3 are one
    value; it goes through no float64, so that long identifiers stay apart. Any other value is its
    text without blanks at the ends. Texts that stand for missing are no values.

    Parameters
    ----------
    keys
        ``place``, the table, and ``position``, the column, or one of them.
    with_first
        Whether each value comes with ``first``, the smallest place that it has in ``cells``.
    """
    by = ", ".join(f"place_of.{key} AS {key}" for key in keys)
    first = ", min(present.place) AS first" if with_first else ""
    return f"""
        SELECT {by}, type, {_COMPARABLE} AS value{first}
        FROM ({PRESENT}) AS present JOIN place_of USING (col) GROUP BY ALL
    """  # noqa: S608 - constants


def cells_among(
    frame: pl.DataFrame, types: Sequence[ValueType], values: Sequence[Collection[str]]
) -> list[list[bool]]:
    """Say which cells of some columns have one of some values.

    Parameters
    ----------
    frame
        Cells as text.
    types
        Type of the values of each column; a cell that is not of it is its text.
    values
        Of each column, as `comparable` gives them.

    Returns
    -------
    list
        Of each column, whether each of its cells does; one that has no value does not.
    """
    import polars as pl

    if not frame.width:
        return []
    columns = [str(number) for number in range(frame.width)]
    cells = frame.rename(dict(zip(frame.columns, columns, strict=True)))
    shown = cells.with_row_index("place").unpivot(
        columns, index="place", variable_name="col", value_name="value"
    )
    place_of = pl.DataFrame({"col": columns, "type": [kind.value for kind in types]})
    wanted = pl.DataFrame(
        {"col": columns, "value": [list(some) for some in values]},
        schema={"col": pl.String, "value": pl.List(pl.String)},
    ).explode("value")
    with closing(engine(_FRAME_MEMORY_MB)) as connection:
        for name, relation in (("cells", shown), ("place_of", place_of), ("wanted", wanted)):
            connection.register(name, relation.to_arrow())
        found = connection.execute(_AMONG).fetchnumpy()
    marks = np.zeros((frame.width, frame.height), dtype=bool)
    marks[found["col"].astype(np.int64), found["place"]] = True
    return marks.tolist()


_AMONG = f"""
    SELECT col, place FROM (
        SELECT col, place, {_COMPARABLE} AS value
        FROM ({PRESENT}) AS present JOIN place_of USING (col)
    ) AS given SEMI JOIN wanted USING (col, value)
"""  # noqa: S608 - constants


@dataclass(frozen=True)
class StoredTable:
    """A table whose cells can be shown.

    Parameters
    ----------
    place
        Where they lie.
    names, types
        Header as it stands in the file, and type of values, of each column.
    """

    place: Place
    names: tuple[str, ...]
    types: tuple[ValueType, ...]

    @property
    def table_id(self) -> str:
        """Id of the table in its data lake."""
        return self.place.table_id


def stored_tables(
    workspace: Workspace, lake_key: int, table_ids: Collection[str]
) -> list[StoredTable]:
    """Find tables of a data lake, in the order in which they lie; unknown ids are left out."""
    return [
        StoredTable(
            place,
            tuple(column.name for column in columns),
            tuple(VALUE_TYPES[column.data_type] for column in columns),
        )
        for place, columns in placed_tables(workspace, lake_key, table_ids)
    ]


@dataclass(frozen=True)
class Portion:
    """Some columns whose cells are looked at together.

    Parameters
    ----------
    first, last
        The tables, by their numbers in the list; `last` is not among them.
    columns
        Of each column shown: number of its table and position in it; the column's own number
        ``col`` is that of `shown`.
    """

    first: int
    last: int
    columns: tuple[tuple[int, int], ...]
    shown: tuple[int, ...]

    def only(self, positions: Collection[int], number: int) -> Portion:
        """Leave out other columns, and call its one table by another number."""
        kept = [
            (position, shown)
            for (_, position), shown in zip(self.columns, self.shown, strict=True)
            if position in positions
        ]
        columns = tuple((number, position) for position, _ in kept)
        return Portion(number, number + 1, columns, tuple(shown for _, shown in kept))


def cell_portions(
    connection: duckdb.DuckDBPyConnection, tables: list[StoredTable]
) -> Iterator[Portion]:
    """Show the cells of tables, a portion after the other, as ``cells(col, place, value)``.

    Small tables come by the thousand, a large one a few columns at a time; a table that comes in
    several portions does so in succession. The relation is there until the next one is asked for.

    Raises
    ------
    BusyError
        If a refresh replaced the cells since the tables were found.
    """
    numbered = enumerate(tables)
    for container, group in itertools.groupby(numbered, key=lambda item: item[1].place.container):
        members = list(group)
        try:
            if members[0][1].place.has_own_file:
                yield from _of_parquet(connection, container, *members[0])
            else:
                yield from _of_shard(connection, container, members)
        except FileNotFoundError as error:
            raise _replaced() from error


def _replaced() -> BusyError:
    return BusyError("The data lake was refreshed meanwhile. Start again once it is done.")


def _of_parquet(
    connection: duckdb.DuckDBPyConnection, path: Path, number: int, table: StoredTable
) -> Iterator[Portion]:
    if not path.is_file():
        raise _replaced()
    require_whole(path)
    for some in column_portions(len(table.names), table.place.rows):
        with cells_of_parquet(connection, path, some):
            columns = tuple((number, position) for position in some)
            yield Portion(number, number + 1, columns, tuple(some))


def _of_shard(
    connection: duckdb.DuckDBPyConnection, path: Path, members: list[tuple[int, StoredTable]]
) -> Iterator[Portion]:
    import pyarrow as pa

    shard = open_shard(path).column("values")
    columns = [
        (number, position) for number, table in members for position in range(len(table.names))
    ]
    rows_of = {number: table.place.shard_rows for number, table in members}
    # A table without a column has no cell to show.
    of_table = [list(group) for _, group in itertools.groupby(columns, key=lambda item: item[0])]
    for some in _batched(of_table):
        rows = pa.array([rows_of[number][position] for number, position in some], pa.int64())
        with cells_of_lists(connection, shard.take(rows)):
            yield Portion(some[0][0], some[-1][0] + 1, tuple(some), tuple(range(len(some))))


def _batched(groups: list[list[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    batch: list[tuple[int, int]] = []
    for group in groups:
        if batch and len(batch) + len(group) > _COLUMNS_AT_ONCE:
            yield batch
            batch = []
        batch = batch + group if batch else list(group)
    if batch:
        yield batch


@contextmanager
def owners(
    connection: duckdb.DuckDBPyConnection, portion: Portion, tables: list[StoredTable]
) -> Iterator[None]:
    """Show where columns belong: ``place_of(col, place, position, type)``, place the table."""
    import pyarrow as pa

    relation = pa.table(
        {
            "col": pa.array(portion.shown, pa.int64()),
            "place": pa.array([number for number, _ in portion.columns], pa.int32()),
            "position": pa.array([position for _, position in portion.columns], pa.int32()),
            "type": pa.array(
                [tables[number].types[position].value for number, position in portion.columns],
                pa.string(),
            ),
        }
    )
    connection.register("place_of", relation)
    try:
        yield
    finally:
        connection.unregister("place_of")
