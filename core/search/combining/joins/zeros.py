"""Keys without a partner that would have one but for zeros in front: 00042 and 42."""

from __future__ import annotations

from dataclasses import dataclass

from core.search.combining.joins.keys import unpacked
from core.search.combining.joins.sides import JoinSides
from core.search.near_values.near import Key

_MOST_KEYS = 100_000
"""Keys of either side that are compared."""

_WITHOUT = {
    "query": "SELECT k FROM query_values ANTI JOIN matched USING (k)",
    "table": "SELECT k FROM table_values ANTI JOIN matched ON matched.j = table_values.k",
}
_HAVE_ZEROS = f"""
    SELECT count(*) > 0 FROM ({_WITHOUT["query"]} UNION ALL {_WITHOUT["table"]})
    WHERE regexp_matches(k, '(?:^|:)0[0-9]')
"""  # noqa: S608 - constants
_KEYS = {
    side: f"SELECT k FROM {side}_values {those} ORDER BY place LIMIT $most"  # noqa: S608 - constants
    for side, those in (("query", "ANTI JOIN matched USING (k)"), ("table", ""))
}


@dataclass(frozen=True)
class ZerosApart:
    """Keys of the query without a partner that differ from one of the table by zeros in front.

    Parameters
    ----------
    keys
        How many different ones, of the first 100,000.
    query_value, value
        The first part that differs of the first of them, and what it is in the table.
    """

    keys: int
    query_value: str
    value: str


def zeros_apart(sides: JoinSides) -> ZerosApart | None:
    """Count such keys of the pair that `sides` took last; none if there are none."""
    (have_zeros,) = sides.rows(_HAVE_ZEROS)[0]
    if not have_zeros:
        return None
    there = {_without_zeros(key): key for key in _keys(sides, "table")}
    apart = [
        (key, there[bare])
        for key in _keys(sides, "query")
        if (bare := _without_zeros(key)) in there
    ]
    if not apart:
        return None
    first = next(pair for pair in zip(*apart[0], strict=True) if pair[0] != pair[1])
    return ZerosApart(len(apart), *first)


def _keys(sides: JoinSides, side: str) -> list[Key]:
    found = sides.rows(_KEYS[side], {"most": _MOST_KEYS})
    keys = (unpacked(k, len(sides.key)) for (k,) in found)
    return [key for key in keys if key is not None]


def _without_zeros(key: Key) -> Key:
    """Take zeros in front off the parts of a key that are digits.

    Examples
    --------
    >>> _without_zeros(("0042", "00", "0x7", "2024"))
    ('42', '0', '0x7', '2024')
    """
    return tuple(
        part.lstrip("0") or "0" if part.isascii() and part.isdecimal() else part for part in key
    )
