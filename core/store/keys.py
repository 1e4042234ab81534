"""Keys that are never used twice."""

from __future__ import annotations

from core.store.sqlite import Database


def new_keys(db: Database, table: str, count: int) -> int:
    """Reserve consecutive keys that no row of a table ever had, in a write transaction.

    Parameters
    ----------
    table
        ``lakes`` or ``tables``.
    count
        How many.

    Returns
    -------
    int
        The first of them.
    """
    sql = "UPDATE counters SET last = last + ? WHERE name = ? RETURNING last"
    (last,) = db.execute(sql, [count, table]).fetchone()
    return int(last) - count + 1
