"""How a query is named that joins a table on one of its columns."""

from __future__ import annotations

from collections.abc import Iterator

QUERY_COLUMN_COLUMNS = ("query_column", "query_col_name", "query_col")
"""What files call the column that a query's table is joined on."""
_ON = " on "


def query_id(table: str, column: str) -> str:
    """Name one of several queries with the same table, each joined on a column of its own.

    Examples
    --------
    >>> query_id("towns.csv", "mayor")
    'towns.csv on mayor'
    """
    return f"{table}{_ON}{column}"


def table_and_column(name: str) -> Iterator[tuple[str, str]]:
    """Return what `query_id` may have made a name of.

    Examples
    --------
    >>> list(table_and_column("notes on fish.csv on day"))
    [('notes', 'fish.csv on day'), ('notes on fish.csv', 'day')]
    >>> list(table_and_column("towns.csv"))
    []
    """
    parts = name.split(_ON)
    for end in range(1, len(parts)):
        yield _ON.join(parts[:end]), _ON.join(parts[end:])
