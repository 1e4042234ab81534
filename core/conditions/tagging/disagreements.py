"""Point out where a reading and the words' likely labels disagree."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from core.conditions.tagging.mentions import OUTSIDE, Mention, Role, mentions
from core.conditions.tagging.tagger import Tagger, tagger
from core.conditions.tagging.words import Word, cut
from core.conditions.types import Span

# Where most wrong readings are doubted and few right ones: `python -m benchmarks tagging`.
NO_PART = 0.95
"""How likely it must be that a word of a name, a topic or a value is none."""
OTHERWISE = 0.95
"""How likely that it is one of another kind."""
PARTED = 0.9
"""How likely that a name begins with a later word, or ends before it."""
A_PART = 0.99
"""How likely that a word which was taken for none is a part of one."""
LIKELY = 0.5
"""How likely that the word beside is none, either."""
_SAID = {
    Role.TOPIC: "what it is about",
    Role.ABOUT: "what a column is about",
    Role.NAMED: "the name of a column",
    Role.KEY: "the name of a key",
    Role.NUMBERS: "the name of a column",
    Role.DATES: "the name of a column",
    Role.CATEGORY: "the name of a column",
    Role.TEXTS: "the name of a column",
    Role.PHRASE: "what cells contain",
    Role.VALUE: "what cells contain",
}
"""What a role is to a reader."""
_OF_COLUMNS = frozenset(Role) - {Role.TOPIC, Role.KEY, Role.PHRASE, Role.VALUE}
"""What is said of a column: "a column about price", "where price is"; these are not told apart."""
_IDENTIFIER = re.compile(r"\w_\w")
_HINT = "it was taken for {}, {}; put it in quotation marks if it is"
_HINT_WORD = "“{}” may be no part of that"
_HINT_OTHERWISE = "and may be {}"
_HINT_PARTED = "and may be more or less than one"
_HINT_LEFT = "it was taken to ask for nothing by itself; say it in other words if it does"


def disagreements(
    text: str,
    line: str,
    columns: Collection[str] = (),
    by: Tagger | None = None,
) -> list[Span]:
    """Give names, topics and values that are likely none, and words that are likely some.

    Parameters
    ----------
    text
        What a condition was read from. Words in quotation marks there are not doubted.
    line
        The condition, as `write_condition` writes it.
    columns
        Names that are known; these are not doubted.
    by
        What was learned; from the project's wordings if left out.

    Examples
    --------
    >>> text = "tables that boast a lap length of at least 250"
    >>> [span.text for span in disagreements(text, '"boast a lap length" >= 250')]
    ['boast a lap length']
    >>> disagreements(text, '"lap length" >= 250')
    []
    """
    words = cut(text)
    found, whole = mentions(words, line)
    likely = (by or tagger()).likely(words)
    known = {name.casefold() for name in columns}
    spans: list[Span] = []
    for mention in found:
        start, end = words[mention.first].start, words[mention.last - 1].end
        why = _why(words, mention, likely)
        if why and text[start:end].casefold() not in known:
            hint = _HINT.format(_SAID[mention.role], why)
            spans.append(Span(start, end, text[start:end], hint, kept=True))
    if whole:
        inside = {i for mention in found for i in range(mention.first, mention.last)}
        spans += (
            Span(word.start, word.end, word.text, _HINT_LEFT, kept=True)
            for word in _left(words, inside, likely)
        )
    return sorted(spans, key=lambda span: span.start)


def _why(words: Sequence[Word], mention: Mention, likely: Sequence[Mapping[str, float]]) -> str:
    """Say why what was taken for a mention may be none; empty if it is likely one."""
    places = range(mention.first, mention.last)
    if any(words[i].quoted for i in places) or _is_written_as_name(words, mention):
        return ""
    for i in places:
        if words[i].is_name and likely[i][OUTSIDE] >= NO_PART and _leads_out(i, mention, likely):
            return _HINT_WORD.format(words[i].text)
    for i in places:
        others = _others(likely[i], mention.role)
        if sum(others.values()) >= OTHERWISE:
            return _HINT_OTHERWISE.format(_SAID[max(others, key=lambda role: others[role])])
        if likely[i].get(_turned(i, mention), 0.0) >= PARTED and (i == 0 or words[i - 1].is_name):
            return _HINT_PARTED
    return ""


def _is_written_as_name(words: Sequence[Word], mention: Mention) -> bool:
    """Whether a name is one word as only columns have: "stop_code"."""
    if mention.last - mention.first > 1 or mention.role not in {*_OF_COLUMNS, Role.KEY}:
        return False
    return _IDENTIFIER.search(words[mention.first].text) is not None


def _leads_out(place: int, mention: Mention, likely: Sequence[Mapping[str, float]]) -> bool:
    """Whether a word stands at an end of its mention, or beside one that is no part of it either.

    Names have small words inside: "goals per game".
    """
    if place in (mention.first, mention.last - 1):
        return True
    return any(likely[i][OUTSIDE] >= LIKELY for i in (place - 1, place + 1))


def _turned(place: int, mention: Mention) -> str:
    """Give the label by which a mention would begin later, or another one with this word."""
    return f"{'I' if place == mention.first else 'B'}-{mention.role}"


def _others(likely: Mapping[str, float], role: Role) -> dict[Role, float]:
    """Give how likely the roles of other kinds are."""
    found: dict[Role, float] = {}
    for label, chance in likely.items():
        other = None if label == OUTSIDE else Role(label.partition("-")[2])
        if other is not None and _kind(other) != _kind(role):
            found[other] = found.get(other, 0.0) + chance
    return found


def _kind(role: Role) -> str:
    return "column" if role in _OF_COLUMNS else _SAID[role]


def _left(
    words: Sequence[Word], inside: Collection[int], likely: Sequence[Mapping[str, float]]
) -> Iterator[Word]:
    for i, word in enumerate(words):
        if i in inside or word.quoted or not word.is_name:
            continue
        if 1 - likely[i][OUTSIDE] >= A_PART:
            yield word
