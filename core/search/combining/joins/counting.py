"""Count a join before it is made: what matches, how many rows come of it, what is gained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.features.folding import ALL, Folding
from core.search.combining.joins.doubts import doubts
from core.search.combining.joins.naming import gained_columns
from core.search.combining.joins.sides import JoinSides, join_sides
from core.search.combining.joins.types import (
    FanOut,
    JoinFacts,
    JoinPart,
    KeySide,
    MatchedKey,
)
from core.search.query import QueryTable

TOP_KEYS = 10
"""Matched keys that are named."""

_SIDES = {
    side: f"SELECT coalesce(sum(n), 0), count(*), coalesce(max(n), 0) FROM {side}_values"  # noqa: S608 - a constant
    for side in ("query", "table")
}

_COUNTS = """
    SELECT
        coalesce(sum(keys), 0), coalesce(sum(query_rows), 0), count(*), coalesce(sum(rows), 0),
        coalesce(sum(query_rows::HUGEINT * rows), 0)::HUGEINT,
        coalesce(max(query_rows), 0), coalesce(max(rows), 0)
    FROM (
        SELECT j, count(*) AS keys, sum(query_rows) AS query_rows, any_value(rows) AS rows
        FROM matched GROUP BY j
    )
"""

_TOP = """
    SELECT query_place, query_rows, rows FROM matched
    ORDER BY query_rows::HUGEINT * rows DESC, query_place LIMIT $most
"""


def measure_joins(
    query: QueryTable, parts: Sequence[JoinPart], rules: Folding = ALL
) -> tuple[JoinFacts, ...]:
    """Count what joins of a query with some tables would give, without making them.

    Keys are folded by the rules that join search finds them by, so that ``Oslo`` joins ``OSLO ``;
    a row with a missing key value joins nothing. Shares are of the query's rows and of its
    different keys (containment, |Q and C| / |Q|).

    Parameters
    ----------
    parts
        The tables, each joined to the query by itself. Those on the same columns of the query
        should follow each other: its keys are then folded once.

    Raises
    ------
    TableNotFoundError, ColumnNotFoundError
        If a table or a column is not there.
    InputError
        If a key has no columns, or uses one twice.
    EngineMemoryError
        If memory and disk do not suffice.
    """
    with join_sides(query, rules) as sides:
        found = []
        for part in parts:
            sides.take(part)
            found.append(count_join(sides, part))
        return tuple(found)


def count_join(sides: JoinSides, part: JoinPart) -> JoinFacts:
    """Count the join of the pair that `sides` took last, which is `part`'s."""
    query, table = (
        KeySide(rows, *map(int, sides.rows(_SIDES[side])[0]))
        for side, rows in (("query", sides.query_cells.rows), ("table", sides.table_cells.rows))
    )
    keys, query_rows, table_keys, table_rows, rows, most_query, most_table = map(
        int, sides.rows(_COUNTS)[0]
    )
    facts = JoinFacts(
        part=part,
        query=query,
        table=table,
        matched=keys,
        matched_rows=query_rows,
        table_matched=table_keys,
        table_matched_rows=table_rows,
        rows=rows,
        fan_out=fan_out(most_query, most_table) if keys else fan_out(query.largest, table.largest),
        top=_top(sides),
        gained=gained_columns(sides.query, part, sides.profiles),
    )
    return replace(facts, warnings=doubts(facts, sides))


def fan_out(most_query_rows: int, most_rows: int) -> FanOut:
    """Name a fan-out by the rows of either side that share one key, at most.

    Examples
    --------
    >>> fan_out(1, 3).value, fan_out(2, 1).value
    ('1:n', 'n:1')
    """
    if most_query_rows > 1:
        return FanOut.MANY_TO_MANY if most_rows > 1 else FanOut.MANY_TO_ONE
    return FanOut.ONE_TO_MANY if most_rows > 1 else FanOut.ONE_TO_ONE


def _top(sides: JoinSides) -> tuple[MatchedKey, ...]:
    found = sides.rows(_TOP, {"most": TOP_KEYS})
    written = sides.written_keys("query", [place for place, _, _ in found])
    return tuple(
        MatchedKey(values, int(query_rows), int(rows))
        for values, (_, query_rows, rows) in zip(written, found, strict=True)
    )
