"""Which methods there are for a benchmark's queries, and which of them to begin with."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from core.benchmarks.formats import Query
from core.benchmarks.methods import conditions, join, union
from core.benchmarks.methods.base import Takes, taken
from core.benchmarks.methods.registry import OFFERED, method
from core.search.join.methods import JOIN_METHODS
from core.search.text.ranking import HYBRID, LEXICAL
from core.settings import Settings


def answering(queries: Iterable[Query], settings: Settings) -> tuple[str, ...]:
    """Name the methods on offer that answer a query or more: some take tables, others words.

    Examples
    --------
    >>> "hash" in answering([Query("q1", text="rain")], Settings())
    False
    """
    one_a_kind = {taken(query): query for query in queries}.values()
    found = ((name, method(name, settings)) for name in OFFERED)
    return tuple(name for name, how in found if any(map(how.answers, one_a_kind)))


def suited(queries: Iterable[Query]) -> tuple[str, ...]:
    """Name the methods that answer queries as the app does unless told otherwise.

    Queries with words, with a table or without one, are answered by ``conditions``; tables without
    words by ``overlap`` if they are to be joined and else by ``columns``.

    Examples
    --------
    >>> suited([Query("q1", table="a.csv", text="more than 500 rows"), Query("q2", text="rain")])
    ('conditions',)
    >>> suited([Query("q1", table="a.csv")])
    ('columns',)
    """
    kinds = {taken(query) for query in queries}
    silent = {kind for kind in kinds if Takes.TEXTS not in kind}
    wanted = (
        (conditions.NAME, len(silent) < len(kinds)),
        (join.OVERLAP, any(Takes.JOINS in kind for kind in silent)),
        (union.COLUMNS, any(Takes.JOINS not in kind for kind in silent)),
    )
    return tuple(name for name, there in wanted if there)


def to_compare(queries: Iterable[Query], settings: Settings) -> tuple[str, ...]:
    """Name the methods to begin an audit with: several, as what they dispute tells most.

    Those that `suited` names, with what they are compared with: the quick ones, and the searches
    of the app. Where all tables are to be joined, the methods that append their rows answer another
    question.

    Examples
    --------
    >>> to_compare([Query("q1", text="rain")], Settings())
    ('tfidf', 'bm25', 'hybrid', 'conditions')
    """
    asked = {taken(query): query for query in queries}
    joined = [Takes.JOINS in kind for kind in asked]
    encoder = settings.encoder
    appended = ("hash", "tfidf", encoder, f"{union.COLUMNS}:{encoder}", LEXICAL[0], HYBRID)
    wanted = (
        (JOIN_METHODS, any(joined)),
        (appended, not all(joined)),
        ([method(name, settings).label for name in suited(asked.values())], True),
    )
    named = dict.fromkeys(chain.from_iterable(names for names, there in wanted if there))
    there = answering(asked.values(), settings)
    return tuple(name for name in named if name in there)
