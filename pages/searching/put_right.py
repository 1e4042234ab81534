"""What a person has put right in results: the address has it, so that a link carries it along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core import lake as lakes
from core.errors import InputError
from core.search.combining.joins import Accepted, JoinPart
from core.search.combining.put_right import (
    Pairs,
    read_alignment,
    read_match,
    write_alignment,
    write_match,
)
from core.types import Hit
from pages.searching.query import Query, find_query
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field


def _readable(read_line: Callable[[str], object], rule: str) -> Callable[[list[str]], list[str]]:
    def read(lines: list[str]) -> list[str]:
        try:
            for line in lines:
                read_line(line)
        except InputError:
            raise ValueError(rule) from None
        return lines

    return read


ALIGNED = Field(
    "aligned", [], _readable(read_alignment, "a table and pairs of columns, each of them once")
)
"""Corrected alignments, each as `core.search.combining.put_right.write_alignment` writes it."""
MATCHED = Field(
    "matched", [], _readable(read_match, "a join, a key of the query and one of the table")
)
"""Accepted near matches, each as `write_match` writes it, with its `JoinPart.name`."""
PUT_RIGHT = frozenset({ALIGNED.name, MATCHED.name})


def pairs_of(address: Address, query: Query, hit: Hit) -> Pairs:
    """Return the alignment to use: as a person corrected it, or as it was found.

    What the two tables no longer have is left out; `gone_from` names it.
    """
    return _pairs(address, query, hit)[0]


def gone_from(address: Address, query: Query, hit: Hit) -> list[str]:
    """Name the columns of a corrected alignment that the tables do not have."""
    return _pairs(address, query, hit)[1]


def _pairs(address: Address, query: Query, hit: Hit) -> tuple[Pairs, list[str]]:
    by_hand = corrected(address).get(hit.table)
    if by_hand is None:
        return tuple((match.query_column, match.column) for match in hit.alignment), []
    here = set(find_query(query).labels)
    info = lakes.table(workspace(), query.lake, hit.table)
    there = {column.label for column in lakes.columns(workspace(), info.key)}
    gone = [own for own, _ in by_hand if own not in here]
    gone += [other for _, other in by_hand if other not in there]
    kept = tuple((own, other) for own, other in by_hand if own in here and other in there)
    return kept, gone


def corrected(address: Address) -> dict[str, Pairs]:
    """Give the alignments that a person has corrected, by the table."""
    return dict(map(read_alignment, address[ALIGNED.name]))


def correct(address: Address, table: str, pairs: Pairs | None) -> None:
    """Keep a person's alignment of a hit, or go back to the one found."""
    kept = corrected(address)
    kept.pop(table, None)
    if pairs is not None:
        kept[table] = pairs
    address.set(ALIGNED.name, [write_alignment(*one) for one in kept.items()])


def with_accepted(address: Address, part: JoinPart) -> JoinPart:
    """Add the near matches that a person has accepted."""
    every = map(read_match, address[MATCHED.name])
    return replace(part, accepted=tuple(one for of, one in every if of == part.name))


def accept(address: Address, part: JoinPart, *ones: Accepted) -> None:
    """Take keys of the query, each once, for keys of the table."""
    every = [*map(read_match, address[MATCHED.name])]
    mine = {(part.name, one.query_key) for one in ones}
    others = [(of, kept) for of, kept in every if (of, kept.query_key) not in mine]
    _set(address, [*others, *((part.name, one) for one in ones)])


def take_back(address: Address, part: JoinPart, *ones: Accepted) -> None:
    """Undo `accept`."""
    every = map(read_match, address[MATCHED.name])
    mine = {(part.name, one) for one in ones}
    _set(address, [kept for kept in every if kept not in mine])


def forget_all(address: Address) -> None:
    """Begin anew, as with another query."""
    for name in PUT_RIGHT:
        address.set(name, [])


def _set(address: Address, matches: list[tuple[str, Accepted]]) -> None:
    address.set(MATCHED.name, [write_match(*one) for one in matches])
