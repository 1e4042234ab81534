"""The columns of a joined table and their names."""

from __future__ import annotations

from collections.abc import Sequence

from core.search.combining.joins.types import GainedColumn, JoinPart
from core.search.query import QueryTable
from core.types import ColumnProfile


def gained_columns(
    query: QueryTable,
    part: JoinPart,
    profiles: Sequence[ColumnProfile],
    taken: Sequence[str] | None = None,
) -> tuple[GainedColumn, ...]:
    """List the columns that a table adds to a query.

    Those of the key are left out, for they say what the query's say; where near matches were
    accepted they differ and are kept. A name that is taken gets the table's behind it.

    Parameters
    ----------
    profiles
        The table's columns.
    taken
        Names that the joined table has already; the query's if none.
    """
    names = list(query.labels if taken is None else taken)
    known = {label.casefold() for label in query.labels}
    key = {label for _, label in part.on} if not part.accepted else set()
    gained = []
    for profile in profiles:
        if profile.label in key:
            continue
        name = free_name(profile.label, names, part.table)
        names.append(name)
        in_query = profile.label.casefold() in known
        gained.append(GainedColumn(profile.label, name, profile, in_query))
    return tuple(gained)


def free_name(label: str, taken: Sequence[str], table: str) -> str:
    """Name a column as no other is.

    Examples
    --------
    >>> free_name("price", ["item", "price"], "b.csv")
    'price (b.csv)'
    """
    name, number = label, 1
    while name in taken:
        behind = table if number == 1 else f"{table} {number}"
        name, number = f"{label} ({behind})", number + 1
    return name
