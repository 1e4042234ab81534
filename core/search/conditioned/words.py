"""The words of a request that text retrieval takes, and the conditions that are left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions import (
    Category,
    Comparison,
    Condition,
    Date,
    HasColumn,
    Missing,
    Not,
    Number,
    Operation,
    Request,
    Result,
    Share,
    Text,
    Topic,
    When,
    conjunction,
    conjuncts,
    leaves,
    speaks_of_tables,
)

_MOST_KEYWORDS = 12
_QUESTION = re.compile(
    r"\?$|^(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|did|does|do)\b",
    re.IGNORECASE,
)


def words_and_condition(request: Request) -> tuple[str, Condition | None]:
    """Divide a request without a query table.

    Only a text that speaks of tables has conditions: keywords and questions are about what stands
    in tables, and all their words are looked for. Topics are what text retrieval looks for; the
    names and values of other conditions help it, and so do words that were not understood, but for
    those that were said around the request, unless there are no others.

    Returns
    -------
    words, condition
        The whole text if it does not speak of tables, or no topic, name or value is in it; what is
        left without the topics.

    Examples
    --------
    >>> from core.conditions import parse, write_condition
    >>> words, rest = words_and_condition(parse("tables about coffee where origin is Kenya"))
    >>> words, write_condition(rest)
    ('coffee origin Kenya', '"origin" is "Kenya"')
    >>> words_and_condition(parse("which awards did she win in 2014?"))
    ('which awards did she win in 2014?', None)
    """
    if not speaks_of_tables(request.text):
        return request.text, None
    return divided(request)


def another_search(request: Request, searched: Operation) -> str:
    """Say that a condition speaks of another search than is made; empty if it does not.

    Parameters
    ----------
    searched
        Union or join.

    Examples
    --------
    >>> from core.conditions import parse
    >>> another_search(parse("the union has at least 25 rows"), Operation.JOIN)
    'The condition speaks of a union, and this search is for a join: it is measured on the join.'
    >>> another_search(parse("the join has at least 25 rows"), Operation.JOIN)
    ''
    """
    if request.operation in {Operation.NONE, searched}:
        return ""
    told = f"The condition speaks of a {request.operation}, and this search is for a {searched}"
    measured = any(isinstance(leaf, Result) for leaf in leaves(request.condition))
    return f"{told}: it is measured on the {searched}." if measured else f"{told}."


def divided(request: Request) -> tuple[str, Condition | None]:
    """Divide what is a request for tables, as `words_and_condition` does."""
    parts = conjuncts(request.condition)
    topics = [part.text for part in parts if isinstance(part, Topic)]
    rest = tuple(part for part in parts if not isinstance(part, Topic))
    hints = [word for part in rest if not isinstance(part, Not) for word in _hints(part)]
    left = [span for span in request.unknown if not (span.kept or span.passed)]
    asked = [*topics, *hints, *(span.text for span in left if not span.is_aside)]
    words = " ".join(filter(None, asked)) or " ".join(span.text for span in left)
    return words or request.text, conjunction(rest)


def condition_in_keywords(request: Request) -> Condition | None:
    """Return what words that do not speak of tables would ask for as a condition, or nothing.

    "Salary over 100000" is looked for word by word; that cells may be meant is worth saying. Only
    what compares numbers or dates and leaves no word over is, and no question.

    Examples
    --------
    >>> from core.conditions import parse, write_condition
    >>> write_condition(condition_in_keywords(parse("mpg over 30")))
    '"mpg" > 30'
    >>> condition_in_keywords(parse("who scored over 30 points?")) is None
    True
    >>> condition_in_keywords(parse("coffee exports 2014")) is None
    True
    """
    text = request.text.strip()
    if speaks_of_tables(text) or request.unknown or _QUESTION.search(text):
        return None
    parts = [part.part if isinstance(part, Share) else part for part in leaves(request.condition)]
    compared = any(map(_is_compared, parts)) and len(text.split()) <= _MOST_KEYWORDS
    return request.condition if compared else None


def _is_compared(part: Condition) -> bool:
    if isinstance(part, Number):
        return part.quantity.comparison is not Comparison.EQUAL
    return isinstance(part, Date) and bool(part.column) and part.when is not When.IN


def words_of_condition(condition: Condition | None) -> str:
    """Return the names and values in a condition, to look for where nothing else was typed.

    Examples
    --------
    >>> from core.conditions import parse
    >>> words_of_condition(parse("max price above 500 and the city is Sacramento").condition)
    'max price city Sacramento'
    >>> words_of_condition(parse("more than 500 rows").condition)
    ''
    """
    parts = (part for part in conjuncts(condition) if not isinstance(part, Not))
    return " ".join(filter(None, (word for part in parts for word in _hints(part))))


def _hints(condition: Condition) -> Iterator[str]:
    for part in leaves(condition):
        inner = part.part if isinstance(part, Share) else part
        if isinstance(inner, Topic):
            yield inner.text
        elif isinstance(inner, Category):
            yield from (inner.column, *inner.values)
        elif isinstance(inner, Text):
            yield from (inner.column, inner.text)
        elif isinstance(inner, Number | Date | Missing):
            yield inner.column
        elif isinstance(inner, HasColumn):
            yield inner.named or inner.about
