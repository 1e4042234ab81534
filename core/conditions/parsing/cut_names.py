"""Point out names of columns that a reading has cut: "average attendance above 50".

Some words of names have a meaning of their own. Whether they are meant as a word of the name is
not in the sentence; that a lake has a column of just that name makes it likely.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import replace

from core.conditions.doubting.leaf_words import NAME, worded
from core.conditions.name_pieces import bare, pieces
from core.conditions.requests import Request, Span
from core.conditions.types import Condition, leaves

MOST_WORDS = 6
"""Longer names are not looked for."""

_HINT = "the lake has a column of that name; put it in quotation marks if it is meant"
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_APART = re.compile(r"[,;:!?]|\.\s|[\"“”„«»`]")
"""What stands between words of two names and within none."""
_ARTICLES = {"the", "a", "an"}


def with_cut_names(request: Request, names: Container[str]) -> Request:
    """Doubt a request by the names of columns: those that it was not read as, and no others.

    A name that the request has, and a column, is not doubted any more.

    Parameters
    ----------
    names
        Of columns, each as `columns.bare` has it.

    Examples
    --------
    >>> from core.conditions.parsing.parse import parse
    >>> request = parse("joinable tables, average attendance above 50")
    >>> [span.text for span in with_cut_names(request, {"averageattendance"}).unknown]
    ['average attendance']
    """
    read = {
        words
        for leaf in leaves(request.condition)
        for words, role in worded(leaf)
        if role == NAME and bare(words) in names
    }
    left = [span for span in request.unknown if not (span.kept and span.text in read)]
    told = [
        span
        for span in cut_names(request.text, request.condition, names)
        if not any(one.start < span.end and span.start < one.end for one in left)
    ]
    unknown = sorted((*left, *told), key=lambda span: span.start)
    return replace(request, unknown=tuple(unknown))


def cut_names(text: str, condition: Condition | None, names: Container[str]) -> Iterator[Span]:
    """Give the names in a text of which only some words became a name, a topic or a value.

    The longest of those that stand in one place.

    Parameters
    ----------
    text
        What the condition was read from.
    names
        As for `with_cut_names`.
    """
    read = [pieces(words) for leaf in leaves(condition) for words, _ in worded(leaf) if words]
    for start, end in _names_in(text, names):
        name = pieces(text[start:end])
        cut = any(_holds(name, words) for words in read)
        if cut and not any(_holds(words, name) for words in read):
            yield Span(start, end, text[start:end], _HINT, kept=True)


def lost_names(request: Request, names: Container[str]) -> list[str]:
    """Return the names of columns in what was not read of a request, as they stand there.

    Parameters
    ----------
    names
        As for `with_cut_names`.

    Examples
    --------
    >>> from core.conditions.parsing.parse import by_grammar
    >>> request = by_grammar("where customer since is after 2019-12-31").request
    >>> lost_names(request, {"customersince"})
    ['customer since']
    """
    unread = [span for span in request.unknown if not span.kept or span.is_of_no_form]
    return [
        request.text[start:end]
        for start, end in _names_in(request.text, names)
        if any(span.start < end and start < span.end for span in unread)
    ]


def _names_in(text: str, names: Container[str]) -> Iterator[tuple[int, int]]:
    """Give the places of names in a text, of those that overlap the longest."""
    said = list(_WORD.finditer(text))
    place = 0
    while place < len(said):
        size = _longest(text, said[place : place + MOST_WORDS], names)
        if size:
            yield said[place].start(), said[place + size - 1].end()
        place += max(size, 1)


def _longest(text: str, said: list[re.Match[str]], names: Container[str]) -> int:
    """How many of the next words are a name; none if a single one is."""
    if said[0][0].lower() in _ARTICLES:
        return 0
    for size in range(len(said), 1, -1):
        words = text[said[0].start() : said[size - 1].end()]
        if not _APART.search(words) and bare(words) in names:
            return size
    return 0


def _holds(words: tuple[str, ...], some: tuple[str, ...]) -> bool:
    return any(words[i : i + len(some)] == some for i in range(len(words) - len(some) + 1))
