"""What a person has put right in results, as one line of JSON each: for addresses and commands."""

from __future__ import annotations

import json

from core.errors import InputError
from core.search.combining.joins import Accepted

Pairs = tuple[tuple[str, str], ...]
"""Query column and the column that goes below it."""
_BOTH = 2


def read_alignment(line: str) -> tuple[str, Pairs]:
    """Read a table and what of it goes below which column of the query.

    Raises
    ------
    InputError
        If it is none, or has a column twice.

    Examples
    --------
    >>> read_alignment('["may.csv",["town","city"]]')
    ('may.csv', (('town', 'city'),))
    """
    found = _read(line)
    if found is not None:
        table, rows = found
        pairs = tuple((row[0], row[1]) for row in rows if len(row) == _BOTH)
        twice = any(len({pair[side] for pair in pairs}) < len(pairs) for side in range(_BOTH))
        if len(pairs) == len(rows) and not twice:
            return table, pairs
    raise InputError(
        "An alignment is a table and pairs of columns, each of them once: "
        f'["may.csv",["town","city"]]. Got {line!r}.'
    )


def write_alignment(table: str, pairs: Pairs) -> str:
    """Write what `read_alignment` reads."""
    return _write(table, *pairs)


def read_match(line: str) -> tuple[str, Accepted]:
    """Read a join, and a key of the query with the one of the table that it is taken for.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> read_match('["shops.csv on town=city",["oslo"],["osl"]]')
    ('shops.csv on town=city', Accepted(query_key=('oslo',), key=('osl',)))
    """
    found = _read(line)
    if found is not None:
        join, keys = found
        if len(keys) == _BOTH and len(keys[0]) == len(keys[1]) > 0:
            return join, Accepted(tuple(keys[0]), tuple(keys[1]))
    raise InputError(
        "A near match is a join, a key of the query and one of the table: "
        f'["shops.csv on town=city",["oslo"],["osl"]]. Got {line!r}.'
    )


def write_match(join: str, one: Accepted) -> str:
    """Write what `read_match` reads."""
    return _write(join, one.query_key, one.key)


def _read(line: str) -> tuple[str, list[list[str]]] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    match found:
        case [str(name), *rows] if all(map(_is_of_texts, rows)):
            return name, rows
    return None


def _is_of_texts(row: object) -> bool:
    return isinstance(row, list) and all(isinstance(text, str) for text in row)


def _write(name: str, *rows: tuple[str, ...]) -> str:
    return json.dumps([name, *rows], ensure_ascii=False, separators=(",", ":"))
