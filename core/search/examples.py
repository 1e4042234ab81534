"""Tables and words to begin a search with: those whose headers say something to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

_LOOKED_AT = 2_000
_WORDS = 3
_SHORTEST, _LONGEST = 4, 24
_SHORTEST_PART = 3


@dataclass(frozen=True)
class Example:
    """A table to begin with.

    Parameters
    ----------
    headers
        All of them.
    telling
        Those that are words, written as one says them: those that other tables have too first.
    """

    table: str
    headers: tuple[str, ...]
    telling: tuple[str, ...]


def examples(tables: pl.DataFrame, most: int) -> list[Example]:
    """Choose tables whose headers are words, no two with the same words.

    Parameters
    ----------
    tables
        As `core.search.listing.list_tables` gives them; the first ones are looked at.
    """
    looked = tables.head(_LOOKED_AT).select("table", "headers")
    found = [(table, tuple(headers)) for table, headers in looked.iter_rows()]
    known = Counter(word for _, headers in found for word in {*_telling(headers)})
    offered = (Example(table, headers, _by_use(headers, known)) for table, headers in found)
    ranked = sorted(offered, key=lambda one: _clear(one, known), reverse=True)  # stable
    return list(_different(ranked, most))


def example_words(tables: pl.DataFrame, most: int) -> list[str]:
    """Choose words to look for: a few headers of a table, together."""
    found = [one for one in examples(tables, most) if len(one.telling) > 1]
    return [" ".join(one.telling[:_WORDS]) for one in found]


def said(header: str) -> str:
    """Write a header as one says it, if it is words; empty if it is a code or an abbreviation.

    Examples
    --------
    >>> said("life_expectancy"), said("Birth Year"), said("radiologic_6m"), said("dis")
    ('life expectancy', 'birth year', '', '')
    """
    words = header.replace("_", " ").split()
    told = " ".join(words).lower()
    if not _SHORTEST <= len(told) <= _LONGEST or len(words) > _WORDS:
        return ""
    plain = all(word.isalpha() and len(word) >= _SHORTEST_PART for word in words)
    # "gdpPercap" and "MSRP" are not what one says.
    one_case = all(word.islower() or word.istitle() for word in words)
    return told if plain and one_case else ""


def _telling(headers: Sequence[str]) -> list[str]:
    return [*dict.fromkeys(filter(None, map(said, headers)))]


def _clear(one: Example, known: Counter[str]) -> tuple[int, int]:
    """How much headers say: whether there are a few words, and how usual these are in the lake."""
    usual = one.telling[:_WORDS]
    return len(usual), sum(known[word] for word in usual)


def _by_use(headers: Sequence[str], known: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(_telling(headers), key=lambda word: -known[word]))


def _different(ranked: Sequence[Example], most: int) -> Iterator[Example]:
    """Give examples, those that share a word with an earlier one only once there are no others."""
    seen: set[str] = set()
    late, given = [], 0
    for one in ranked:
        if given == most:
            return
        if seen & {*one.telling[:_WORDS]} or not one.telling:
            late.append(one)
            continue
        seen |= {*one.telling[:_WORDS]}
        given += 1
        yield one
    yield from late[: most - given]
