"""The columns that queries are to be joined on, among those of their tables."""

from __future__ import annotations

from collections.abc import Sequence

from core import lake as lakes
from core.benchmarks.formats import Query
from core.benchmarks.pandas_names import pandas_names
from core.store import Workspace


def place_of(wanted: str, headers: Sequence[tuple[str, str]]) -> int | None:
    """Return the place of the column that a query names, or None if its table has none.

    It is looked for by the label, then by the name in the file, then by the label whatever the case
    and the blanks, then by the name that pandas gives to a column whose name repeats or is missing.

    Parameters
    ----------
    headers
        Name in the file and label of each column of the table, in order.

    Examples
    --------
    >>> place_of("home  town", [("id", "id"), ("Home Town", "Home Town")])
    1
    >>> place_of("Unnamed: 0", [("", "column 1"), ("Home Town", "Home Town")])
    0
    """
    names, labels = [name for name, _ in headers], [label for _, label in headers]
    readings = (
        (labels, wanted),
        (names, wanted),
        ([label.casefold() for label in labels], " ".join(wanted.split()).casefold()),
        ([name.strip() for name in pandas_names(names)], wanted.strip()),
    )
    return next((known.index(one) for known, one in readings if one in known), None)


def told_unknown(workspace: Workspace, lake_key: int, queries: Sequence[Query]) -> tuple[str, ...]:
    """Say how many queries name a column that their table has not; nothing if none does."""
    joined = [(query, query.table) for query in queries if query.join_on and query.table]
    headers = lakes.table_headers(workspace, lake_key, sorted({table for _, table in joined}))
    unknown = []
    for query, table in joined:
        known = headers.get(table, [])
        gone = [one for one in query.join_on if place_of(one, known) is None]
        unknown += [(query.query_id, gone[0])] if gone else []
    if not unknown:
        return ()
    query_id, column = unknown[0]
    return (
        f"{len(unknown):,} of {len(joined):,} queries name a column to join on that their table "
        f"has not, first {column!r} for {query_id!r}; searches for joins fail on them.",
    )
