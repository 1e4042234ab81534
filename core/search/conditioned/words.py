"""The words of a request that text retrieval takes, and the conditions that are left."""

from __future__ import annotations

from collections.abc import Iterator

from core.conditions import (
    Category,
    Condition,
    Date,
    HasColumn,
    Not,
    Number,
    Request,
    Share,
    Text,
    Topic,
    conjunction,
    conjuncts,
    leaves,
    speaks_of_tables,
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
    parts = conjuncts(request.condition)
    topics = [part.text for part in parts if isinstance(part, Topic)]
    rest = tuple(part for part in parts if not isinstance(part, Topic))
    hints = [word for part in rest if not isinstance(part, Not) for word in _hints(part)]
    left = [span for span in request.unknown if not span.kept]
    asked = [*topics, *hints, *(span.text for span in left if not span.is_aside)]
    words = " ".join(filter(None, asked)) or " ".join(span.text for span in left)
    return words or request.text, conjunction(rest)


def _hints(condition: Condition) -> Iterator[str]:
    for part in leaves(condition):
        inner = part.part if isinstance(part, Share) else part
        if isinstance(inner, Topic):
            yield inner.text
        elif isinstance(inner, Category):
            yield from (inner.column, *inner.values)
        elif isinstance(inner, Text):
            yield from (inner.column, inner.text)
        elif isinstance(inner, Number | Date):
            yield inner.column
        elif isinstance(inner, HasColumn):
            yield inner.named or inner.about
