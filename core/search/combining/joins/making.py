"""Make a join of a query with one table or several, a batch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import InputError
from core.features.folding import ALL, Folding
from core.search.combining.joins.counting import count_join
from core.search.combining.joins.errors import JoinTooLargeError
from core.search.combining.joins.naming import gained_columns
from core.search.combining.joins.sides import JoinSides, join_sides
from core.search.combining.joins.types import HOW, How, JoinFacts, JoinPart
from core.search.export import check_target, write_batches
from core.search.query import QueryTable
from core.store import folder_under_way

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH_ROWS = 16_384

_SIZE = """
    SELECT coalesce(sum(greatest(coalesce(rows, 0), $least)::HUGEINT), 0)::HUGEINT
    FROM pairs JOIN query_keys ON place = pairs.p LEFT JOIN matched USING (k)
"""


@dataclass(frozen=True)
class MadeJoin:
    """What a join came to.

    Parameters
    ----------
    rows
        Rows of the joined table.
    columns
        Its columns: the query's, then those each table adds.
    facts
        One a table, of its join with the query alone.
    """

    rows: int
    columns: tuple[str, ...]
    facts: tuple[JoinFacts, ...]


def write_join(
    query: QueryTable,
    parts: Sequence[JoinPart],
    path: Path,
    how: How = "left",
    rules: Folding = ALL,
) -> MadeJoin:
    """Join tables to a query and write the result as CSV or Parquet, by the path's ending.

    The rows stand in the query's order, and for one row of the query in the table's. The query's
    columns come first as they are, then those that each table adds (`gained_columns`). Memory
    stays within the settings' limit however large the tables are.

    Parameters
    ----------
    parts
        The tables; several are joined one after the other, so that their fan-outs multiply.
    how
        ``left`` keeps the query's rows without a partner, ``inner`` drops them.

    Raises
    ------
    JoinTooLargeError
        If it would make more than the settings' ``max_join_rows``; nothing was made then.
    TableNotFoundError, ColumnNotFoundError
        If a table or a column is not there.
    InputError
        If a key has no columns or uses one twice, or the file cannot be written.
    ExportError
        If the disk is full.
    EngineMemoryError
        If memory and disk do not suffice.
    """
    check_target(path)
    with _made(query, parts, how, rules) as (made, batches):
        write_batches(batches, path)
    return made


def join_bytes(
    query: QueryTable,
    parts: Sequence[JoinPart],
    suffix: str,
    how: How,
    rules: Folding,
) -> bytes:
    """Return the file that `write_join` would write; `suffix` is ``.csv`` or ``.parquet``."""
    exports = query.lake.workspace.folder("exports")
    with folder_under_way(exports, "join") as folder:
        path = folder / f"joined{suffix}"
        write_join(query, parts, path, how, rules)
        return path.read_bytes()


def size_join(
    query: QueryTable,
    parts: Sequence[JoinPart],
    how: How,
    rules: Folding,
) -> MadeJoin:
    """Say what `write_join` would make, without making it; raises as that does."""
    with join_sides(query, rules) as sides:
        return _pair_all(sides, parts, how)[0]


@contextmanager
def _made(
    query: QueryTable,
    parts: Sequence[JoinPart],
    how: How,
    rules: Folding,
) -> Iterator[tuple[MadeJoin, pa.RecordBatchReader]]:
    """Give a join's report and its rows, which are read while the block lasts."""
    with join_sides(query, rules) as sides:
        made, columns = _pair_all(sides, parts, how)
        sides.connection.execute("SET arrow_large_buffer_size = true")
        rows = sides.connection.sql(_joined(columns, len(parts)))
        yield made, _renamed(rows.to_arrow_reader(_BATCH_ROWS), made.columns)


def _pair_all(sides: JoinSides, parts: Sequence[JoinPart], how: How) -> tuple[MadeJoin, list[str]]:
    """Make ``pairs``: which rows go together; with what they make and where its columns are."""
    if how not in HOW:
        raise InputError(f"A join is one of {', '.join(HOW)}. Got {how!r}.")
    sides.connection.execute("CREATE TEMP TABLE pairs AS SELECT place AS p FROM query_cells")
    query = sides.query
    columns = [f"query_cells.c{column.position}" for column in query.columns]
    names, facts = list(query.labels), []
    for number, part in enumerate(parts):
        sides.take(part)
        facts.append(count_join(sides, part))
        _pair(sides, number, how, facts[-1])
        sides.table_cells.show(sides.connection, f"part{number}")
        gained = gained_columns(query, part, sides.profiles, names)
        names += [column.name for column in gained]
        columns += [f"part{number}.c{column.profile.position}" for column in gained]
    (rows,) = sides.rows("SELECT count(*) FROM pairs")[0]
    return MadeJoin(rows, tuple(names), tuple(facts)), columns


def _pair(sides: JoinSides, number: int, how: How, facts: JoinFacts) -> None:
    """Add to ``pairs`` which row of the table goes with each, unless that is too many."""
    (size,) = sides.rows(_SIZE, {"least": int(how == "left")})[0]
    most = sides.query.lake.settings.max_join_rows
    if size > most:
        raise JoinTooLargeError(_too_large(int(size), facts, most))
    kind = "LEFT" if how == "left" else "INNER"
    sides.connection.execute(
        f"""
        CREATE TEMP TABLE more AS SELECT pairs.*, found.place AS t{number}
        FROM pairs JOIN query_keys ON query_keys.place = pairs.p {kind} JOIN (
            SELECT matched.k, table_keys.place FROM matched JOIN table_keys ON table_keys.k = j
        ) found USING (k)
        """  # noqa: S608 - a number and one of two words
    )
    sides.connection.execute("DROP TABLE pairs")
    sides.connection.execute("ALTER TABLE more RENAME TO pairs")


def _too_large(size: int, facts: JoinFacts, most: int) -> str:
    why = f"{facts.matched_rows:,} rows of the query find {facts.table_matched_rows:,} of the table"
    if facts.top:
        first = facts.top[0]
        named = " / ".join(first.values)
        why += f", and the key {named!r} alone makes {first.query_rows * first.rows:,} rows"
    return (
        f"A join makes at most {most:,} rows. This one with {facts.part.table} would make "
        f"{size:,}: {why}. Add a column to the key, or raise SOUNDINGS_MAX_JOIN_ROWS."
    )


def _joined(columns: Sequence[str], parts: int) -> str:
    numbers = range(parts)
    tables = "".join(f" LEFT JOIN part{i} ON part{i}.place = pairs.t{i}" for i in numbers)
    order = ", ".join(["pairs.p", *(f"pairs.t{i}" for i in numbers)])
    named = ", ".join(f"{column} AS n{i}" for i, column in enumerate(columns))
    return (
        f"SELECT {named} FROM pairs JOIN query_cells ON query_cells.place = pairs.p{tables} "  # noqa: S608 - our own names and numbers
        f"ORDER BY {order}"
    )


def _renamed(reader: pa.RecordBatchReader, names: Sequence[str]) -> pa.RecordBatchReader:
    import pyarrow as pa

    schema = pa.schema([(name, pa.large_string()) for name in names])
    batches = (pa.RecordBatch.from_arrays(batch.columns, schema=schema) for batch in reader)
    return pa.RecordBatchReader.from_batches(schema, batches)
