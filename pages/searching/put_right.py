"""What a person has put right in results: the address has it, so that a link carries it along.

An alignment of a union is a line of JSON, ``["sales.csv", ["town", "city"]]``: the table, and pairs
of a column of the query and the one that goes below it. A near match accepted for a join is
``["sales.csv on town=city", ["oslo"], ["osl"]]``: the join, a key of the query and the one that it
is taken for, both folded.
"""

from __future__ import annotations

import json
from dataclasses import replace

from core import lake as lakes
from core.search.combining.joins import Accepted, JoinPart
from core.types import Hit
from pages.searching.joins import place_of
from pages.searching.query import Query, find_query
from pages.shared.address import Address, Field
from pages.shared.opened import workspace

Pairs = tuple[tuple[str, str], ...]
"""Query column and the column that goes below it."""


def _alignments(values: list[str]) -> list[str]:
    for value in values:
        pairs = _rows(value)
        sides = list(zip(*pairs, strict=True)) if {len(pair) for pair in pairs} == {2} else []
        if (pairs and not sides) or any(len(set(side)) < len(side) for side in sides):
            raise ValueError(value)
    return values


def _matches(values: list[str]) -> list[str]:
    for value in values:
        keys = _rows(value)
        if len(keys) != _BOTH or len(keys[0]) != len(keys[1]) or not keys[0]:
            raise ValueError(value)
    return values


def _rows(value: str) -> list[list[str]]:
    """Read the lists of a line behind its name; raises ValueError for anything else."""
    match json.loads(value):
        case [str(), *rows] if all(_is_of_texts(row) for row in rows):
            return rows
    raise ValueError(value)


def _is_of_texts(row: object) -> bool:
    return isinstance(row, list) and all(isinstance(text, str) for text in row)


_BOTH = 2
ALIGNED = Field("aligned", [], _alignments)
MATCHED = Field("matched", [], _matches)
PUT_RIGHT = frozenset({ALIGNED.name, MATCHED.name})


def tell_refused(address: Address) -> None:
    """Say of what the address has that it is none of these."""
    address.tell_refused(
        ALIGNED.name, "An alignment, aligned, is a table and pairs of columns, each of them once"
    )
    address.tell_refused(
        MATCHED.name, "A near match, matched, is a join, a key of the query and one of the table"
    )


def pairs_of(address: Address, query: Query, hit: Hit) -> Pairs:
    """Return the alignment to use: as a person corrected it, or as it was found.

    What the two tables no longer have is left out; `gone_from` names it.
    """
    corrected = _corrected(address, hit.table)
    if corrected is None:
        return tuple((match.query_column, match.column) for match in hit.alignment)
    gone = set(gone_from(address, query, hit))
    return tuple(pair for pair in corrected if gone.isdisjoint(pair))


def gone_from(address: Address, query: Query, hit: Hit) -> list[str]:
    """Name the columns of a corrected alignment that the tables do not have."""
    corrected = _corrected(address, hit.table) or ()
    if not corrected:
        return []
    here = set(find_query(query).labels)
    info = lakes.table(workspace(), query.lake, hit.table)
    there = {column.label for column in lakes.columns(workspace(), info.key)}
    gone = [own for own, _ in corrected if own not in here]
    return [*gone, *(other for _, other in corrected if other not in there)]


def _corrected(address: Address, table: str) -> Pairs | None:
    for name, *pairs in map(json.loads, address[ALIGNED.name]):
        if name == table:
            return tuple((own, other) for own, other in pairs)
    return None


def correct(address: Address, table: str, pairs: Pairs | None) -> None:
    """Keep a person's alignment of a hit, or go back to the one found."""
    others = [line for line in address[ALIGNED.name] if json.loads(line)[0] != table]
    mine = [] if pairs is None else [_line(table, *pairs)]
    address.set(ALIGNED.name, [*others, *mine])


def with_accepted(address: Address, part: JoinPart) -> JoinPart:
    """Add the near matches that a person has accepted."""
    place = place_of(part)
    accepted = tuple(
        Accepted(tuple(own), tuple(other))
        for of, own, other in map(json.loads, address[MATCHED.name])
        if of == place
    )
    return replace(part, accepted=accepted)


def accept(address: Address, part: JoinPart, one: Accepted) -> None:
    """Take a key of the query for one of the table."""
    place = place_of(part)
    others = [
        line
        for line in address[MATCHED.name]
        if json.loads(line)[:2] != [place, list(one.query_key)]
    ]
    address.set(MATCHED.name, [*others, _line(place, one.query_key, one.key)])


def take_back(address: Address, part: JoinPart, one: Accepted) -> None:
    """Undo `accept`."""
    mine = _line(place_of(part), one.query_key, one.key)
    address.set(MATCHED.name, [line for line in address[MATCHED.name] if line != mine])


def forget_all(address: Address) -> None:
    """Begin anew, as with another query."""
    for name in PUT_RIGHT:
        address.set(name, [])


def _line(name: str, *rows: tuple[str, ...]) -> str:
    return json.dumps([name, *rows], ensure_ascii=False, separators=(",", ":"))
