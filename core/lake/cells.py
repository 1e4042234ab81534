"""Cells of columns as a relation of DuckDB, and which of them have a value.

The same for a batch of small tables and for columns of gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.lake.written.missing_values import MISSING, strings

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

LONG_CELL_BYTES = 64 * 1024
"""A longer cell is told from others by its start and its hash: whole, it would take many times its
size in memory."""

_CELLS_AT_ONCE = 1_000_000
_COLUMNS_AT_ONCE = 200

BLANKS = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
"""What is trimmed off the ends of a cell: all that Python takes for white space."""


def trimmed(column: str) -> str:
    """Return SQL that trims white space of any kind off the ends of a text column's cells."""
    # Trimming takes twenty times as long as looking whether there is something to trim.
    blank_ends = f"regexp_matches({column}, '^[{BLANKS}]|[{BLANKS}]$')"
    return f"CASE WHEN {blank_ends} THEN trim({column}, '{BLANKS}') ELSE {column} END"


_TRIMMED = f"""
    CASE WHEN strlen(value) > {LONG_CELL_BYTES} THEN left(value, 1000) || '… ' || md5(value)
    ELSE {trimmed("value")} END"""

PRESENT = f"""
    SELECT col, place, {_TRIMMED} AS value,
        CASE WHEN strlen(value) > {LONG_CELL_BYTES} THEN length(value) END AS long
    FROM cells
    WHERE value IS NOT NULL AND {_TRIMMED} NOT IN ('', {strings(MISSING)})
"""  # noqa: S608 - constants of this module only
"""The cells that have a value, from a relation ``cells(col, place, value)``: trimmed, and those too
long by their start and their hash."""


def column_portions(columns: int, rows: int) -> Iterator[range]:
    """Divide a large table's columns into portions of about a million cells.

    A long table goes column by column, which bounds the memory, and a wide one by the hundred,
    because each portion opens the file once more.

    Examples
    --------
    >>> list(column_portions(3, 1_000_000)), list(column_portions(3, 10))
    ([range(0, 1), range(1, 2), range(2, 3)], [range(0, 3)])
    """
    step = max(1, min(_COLUMNS_AT_ONCE, _CELLS_AT_ONCE // max(rows, 1)))
    for first in range(0, columns, step):
        yield range(first, min(first + step, columns))


@contextmanager
def cells_of_lists(
    connection: duckdb.DuckDBPyConnection, values: pa.ListArray | pa.LargeListArray
) -> Iterator[None]:
    """Show lists of texts as the relation ``cells(col, place, value)``."""
    import pyarrow as pa
    import pyarrow.compute as pc

    flat = pc.list_flatten(values)
    cells = pa.table(
        {
            "col": pc.list_parent_indices(values),
            "place": pa.array(np.arange(len(flat))),
            "value": flat,
        }
    )
    connection.register("cells", cells)
    try:
        yield
    finally:
        connection.unregister("cells")


@contextmanager
def cells_of_parquet(
    connection: duckdb.DuckDBPyConnection, path: Path, columns: range
) -> Iterator[None]:
    """Show some columns of a large table as the relation ``cells(col, place, value)``."""
    # A workspace's path may hold what DuckDB takes for a pattern.
    quoted = re.sub(r"[*?\[]", r"[\g<0>]", str(path)).replace("'", "''")
    source = f"read_parquet('{quoted}', file_row_number = true)"
    cells = (
        f"unnest([{', '.join(map(str, columns))}]) AS col, "
        f"unnest([{', '.join(f'c{i}' for i in columns)}]) AS value"
        if len(columns) > 1
        else f"{columns[0]} AS col, c{columns[0]} AS value"
    )
    connection.execute(
        f"CREATE TEMP VIEW cells AS SELECT file_row_number AS place, {cells} FROM {source}"  # noqa: S608 - a path of our own, quoted, and numbers
    )
    try:
        yield
    finally:
        connection.execute("DROP VIEW cells")
