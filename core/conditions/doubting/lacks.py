"""Point out a refusal that may be what somebody lacks: "I have no table about tea. Find one"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.leaf_words import spelled
from core.conditions.requests import Span
from core.conditions.types import Category, Condition, HasColumn, Not, Topic, conjuncts

_HINT = "it is refused; leave out what you lack and name what is to be found"
_LACKING = re.compile(
    r"(?:^|[.;!?\n])[^.;!?\n]*?\b(?P<lack>(?:I|we)(?:['’]ve (?:not got|(?:got )?no)|"
    r" (?:(?:still|just|currently|really|also) )?"
    r"(?:(?:do not|don['’]t|have not|haven['’]t|never)(?: yet| currently)? (?:have|own|got|had)|"
    r"have (?:got )?no|own no))\b[^.;!?\n]*)[.;!?\n]\s*\w",
    re.IGNORECASE,
)

_WISHED = {"wanted", "needed", "required", "welcome", "necessary", "desired", "of interest"}
_HINT_WISHED = "it was taken for a column and its value; say “no” before what must not be there"


def doubtful_lacks(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a sentence that says what one has not, if a topic or a column of it is refused.

    Examples
    --------
    >>> text, refused = "I don't have a table about tea. Find one to join", Not(Topic("tea"))
    >>> [span.text for span in doubtful_lacks(text, refused)]
    ["I don't have a table about tea"]
    >>> list(doubtful_lacks("I don't want tables about tea. Find others", refused))
    []
    """
    refused = [
        part.part.text if isinstance(part.part, Topic) else part.part.named or part.part.about
        for part in conjuncts(condition)
        if isinstance(part, Not) and isinstance(part.part, Topic | HasColumn)
    ]
    for found in _LACKING.finditer(text) if refused else ():
        said = found["lack"].casefold()
        if any(name and name.casefold() in said for name in refused):
            yield Span(*found.span("lack"), found["lack"], _HINT, kept=True)


def doubtful_wishes(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what is said to be unwanted, if that was taken for the value of a column.

    Examples
    --------
    >>> found = Not(Category("coffee", ("wanted",)))
    >>> [span.text for span in doubtful_wishes("coffee is not wanted", found)]
    ['coffee is not wanted']
    >>> list(doubtful_wishes('coffee is not "wanted"', found))
    []
    """
    for part in conjuncts(condition):
        refused = part.part if isinstance(part, Not) else None
        if not isinstance(refused, Category) or refused.values[0].lower() not in _WISHED:
            continue
        words = rf"{spelled(refused.column)} \S+(?: not)? {spelled(refused.values[0])}(?!\w)"
        found = re.search(words, text)
        if found is not None:
            yield Span(*found.span(), found[0], _HINT_WISHED, kept=True)
