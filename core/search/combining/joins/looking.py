"""Look at a join before it is made: its first rows, the keys without a partner, near matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from core.features.folding import ALL, Folding
from core.search.combining.joins.counting import count_join
from core.search.combining.joins.keys import unpacked
from core.search.combining.joins.sides import JoinSides, join_sides
from core.search.combining.joins.types import Accepted, JoinLook, JoinPart, KeyRows, NearMatch
from core.search.near_values.near import near_pairs
from core.search.query import QueryTable

if TYPE_CHECKING:
    import polars as pl

Rows = Literal["all", "matched", "unmatched"]

ROWS: tuple[Rows, ...] = ("all", "matched", "unmatched")
"""Which rows of the query a look shows."""

KEYS_NAMED = 1_000
"""Unmatched keys that a look lists."""

_COLUMNS = 60
"""Columns gained that a look reads, and of the query's as many."""

_KEYS_COMPARED = 10_000
_PAIRS_COMPARED = 2_000_000

_FIRST_ROWS = {
    which: f"SELECT place FROM query_keys {those} ORDER BY place LIMIT $most"  # noqa: S608 - a constant
    for which, those in (
        ("all", ""),
        ("matched", "SEMI JOIN matched USING (k)"),
        ("unmatched", "ANTI JOIN matched USING (k)"),
    )
}

_PAIRS = """
    SELECT q.place, t.place
    FROM (SELECT * FROM query_keys WHERE place IN (SELECT unnest($places))) q
    LEFT JOIN matched USING (k) LEFT JOIN table_keys t ON t.k = matched.j
    ORDER BY q.place, t.place LIMIT $most
"""

_UNMATCHED = """
    SELECT k, n, place FROM query_values ANTI JOIN matched USING (k)
    ORDER BY n DESC, place LIMIT $most
"""

_TABLE_KEYS = "SELECT k, n, place FROM table_values ORDER BY n DESC, place LIMIT $most"


def look_at_join(
    query: QueryTable,
    part: JoinPart,
    rules: Folding = ALL,
    rows: int = 100,
    which: Rows = "all",
) -> JoinLook:
    """Count a join, read its first rows, and list keys without a partner with what is near them.

    Near matches (`near_pairs`) are looked for among the most frequent unmatched keys of the query
    and the 10,000 most frequent keys of the table, two million pairs at most.

    Parameters
    ----------
    rows
        Rows of the left join, at most.
    which
        Those of all rows of the query, of rows with a partner, or of rows without.

    Raises
    ------
    TableNotFoundError, ColumnNotFoundError
        If a table or a column is not there.
    InputError
        If the key has no columns, or uses one twice.
    EngineMemoryError
        If memory and disk do not suffice.
    """
    with join_sides(query, rules) as sides:
        sides.take(part)
        facts = count_join(sides, part)
        own = [(c.label, c.position) for c in query.columns][:_COLUMNS]
        gained = [(c.name, c.profile.position) for c in facts.gained][:_COLUMNS]
        unmatched = _key_rows(sides, "query", _UNMATCHED, KEYS_NAMED)
        near = _near(sides, unmatched)
        return JoinLook(
            facts=facts,
            frame=_first_rows(sides, own, gained, rows, which),
            gained=tuple(name for name, _ in gained),
            unmatched=tuple(unmatched),
            unmatched_keys=facts.query.distinct - facts.matched,
            near=near,
        )


def _first_rows(
    sides: JoinSides,
    own: list[tuple[str, int]],
    gained: list[tuple[str, int]],
    rows: int,
    which: Rows,
) -> pl.DataFrame:
    import polars as pl

    places = [place for (place,) in sides.rows(_FIRST_ROWS[which], {"most": rows})]
    pairs = sides.rows(_PAIRS, {"places": places, "most": rows})
    cells: dict[str, list[str | None]] = {}
    for side, at, wanted in (("query", 0, own), ("table", 1, gained)):
        numbers = sorted({pair[at] for pair in pairs if pair[at] is not None})
        read = sides.cells(side, numbers, [position for _, position in wanted])
        by_place = dict(zip(numbers, read, strict=True))
        for i, (name, _) in enumerate(wanted):
            cells[name] = [None if pair[at] is None else by_place[pair[at]][i] for pair in pairs]
    return pl.DataFrame(cells, schema=dict.fromkeys(cells, pl.String))


def _key_rows(sides: JoinSides, side: str, statement: str, most: int) -> list[KeyRows]:
    """Keys of one side as they are written; those too long to be kept whole have no folded key."""
    found = sides.rows(statement, {"most": most})
    written = sides.written_keys(side, [place for _, _, place in found])
    return [
        KeyRows(values, int(n), unpacked(k, len(values)) or ())
        for values, (k, n, _) in zip(written, found, strict=True)
    ]


def _near(sides: JoinSides, unmatched: list[KeyRows]) -> tuple[NearMatch, ...]:
    keys = [one for one in _key_rows(sides, "table", _TABLE_KEYS, _KEYS_COMPARED) if one.key]
    looked = [one for one in unmatched if one.key][: _PAIRS_COMPARED // max(1, len(keys))]
    return tuple(
        NearMatch(
            query_values=looked[i].values,
            values=keys[j].values,
            query_rows=looked[i].rows,
            rows=keys[j].rows,
            likeness=alike,
            accepted=Accepted(looked[i].key, keys[j].key),
        )
        for i, j, alike in near_pairs([o.key for o in looked], [o.key for o in keys])
    )
