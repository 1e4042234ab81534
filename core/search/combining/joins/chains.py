"""Chains: a table that joins to a table that joins to the query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.features.folding import ALL, Folding
from core.search.combining.joins.naming import gained_columns
from core.search.combining.joins.sides import join_sides
from core.search.combining.joins.types import GainedColumn, JoinPart
from core.search.join.keys import propose_keys
from core.search.query import QueryTable, query_table

if TYPE_CHECKING:
    import pyarrow as pa

Search = Callable[[QueryTable, str, int], Sequence[JoinPart]]
"""Finds tables to join with a query on one of its columns: query, column, how many."""

LEAST_KEY_LIKE = 0.6
"""How much like a key a column must look to go on from it (`propose_keys`)."""

TABLES_TRIED = 3
"""Tables measured for each of those columns."""

_MOST = 12
"""Chains that are told."""

_REACHED = """
    SELECT t.place, t.k AS j, m.query_rows FROM table_keys t JOIN (
        SELECT j, sum(query_rows)::BIGINT AS query_rows FROM matched GROUP BY j
    ) m ON m.j = t.k
"""
"""The rows of the first table that the query's rows find, and how many rows find them."""

_GOES_ON = """
    SELECT coalesce(sum(query_rows), 0) FROM (
        SELECT DISTINCT j, query_rows
        FROM reached JOIN query_keys USING (place) SEMI JOIN matched USING (k)
    )
"""


@dataclass(frozen=True)
class Chain:
    """Two joins one after the other.

    Parameters
    ----------
    first
        The join of the query with a table.
    second
        The join of that table with another.
    query_rows
        Rows of the query.
    reached_rows
        Of those, the rows that find a partner in the first table, which finds one in the second.
    gained
        Columns of the second table that neither the query nor the first one has by name.
    """

    first: JoinPart
    second: JoinPart
    query_rows: int
    reached_rows: int
    gained: tuple[GainedColumn, ...]

    @property
    def row_share(self) -> float:
        """Share of the query's rows that reach the second table, 0 to 1; 0 without rows."""
        return self.reached_rows / self.query_rows if self.query_rows else 0.0


def find_chains(
    query: QueryTable,
    firsts: Sequence[JoinPart],
    search: Search,
    rules: Folding = ALL,
) -> tuple[Chain, ...]:
    """Find tables that can be reached through a join in between.

    From each of the first tables it goes on by those columns outside the first key that look like
    keys (`propose_keys`); for each, to the best tables of the search (`TABLES_TRIED`). The query,
    and what is among the first tables already, is left out.

    Parameters
    ----------
    firsts
        Joins of the query with a table.
    search
        Finds tables to go on with.

    Returns
    -------
    tuple
        The 12 best of those that reach a row and gain a column: most rows of the query first, then
        most columns gained, then by the tables' ids.
    """
    direct = {query.name, *(part.table for part in firsts)}
    found: list[Chain] = []
    for first in firsts:
        middle = query_table(query.lake, first.table)
        seconds = [
            part
            for column in _keys(middle, first)
            for part in [
                p
                for p in search(middle, column, TABLES_TRIED + len(direct))
                if p.table not in direct
            ][:TABLES_TRIED]
        ]
        if seconds:
            found += _measured(query, middle, first, seconds, rules)
    found.sort(key=lambda c: (-c.reached_rows, -len(c.gained), c.first.table, c.second.table))
    return tuple(found[:_MOST])


def _keys(middle: QueryTable, first: JoinPart) -> list[str]:
    key = {label for _, label in first.on}
    proposed = propose_keys([column for column in middle.columns if column.label not in key])
    return [one.column for one in proposed if one.score >= LEAST_KEY_LIKE]


def _measured(
    query: QueryTable,
    middle: QueryTable,
    first: JoinPart,
    seconds: Sequence[JoinPart],
    rules: Folding,
) -> list[Chain]:
    with join_sides(query, rules) as sides:
        sides.take(first)
        query_rows = sides.query_cells.rows
        reached: pa.Table = sides.connection.sql(_REACHED).to_arrow_table()
    known = {label.casefold() for label in [*query.labels, *middle.labels]}
    chains = []
    with join_sides(middle, rules) as sides:
        sides.connection.register("reached", reached)
        for second in seconds:
            sides.take(second)
            ((rows,),) = sides.rows(_GOES_ON)
            gained = tuple(
                column
                for column in gained_columns(middle, second, sides.profiles)
                if column.label.casefold() not in known
            )
            if rows and gained:
                chains.append(Chain(first, second, query_rows, int(rows), gained))
    return chains
