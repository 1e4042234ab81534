"""A request in words once one of its parts has changed: words that say what is meant now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.conditions.lexing.lexer import MOST_CHARACTERS
from core.conditions.notation import write_condition
from core.conditions.requests import Request, Span
from core.conditions.types import Condition, conjunction, conjuncts

Read = Callable[[str], Request]
"""Reads words as the box does."""

_JOINED_BEFORE = re.compile(r"(?:[\s,;]|\b(?:and|but|with|where)\b)+$", re.IGNORECASE)
_JOINED_BEHIND = re.compile(r"^(?:[\s,;]|\b(?:and|but)\b)+", re.IGNORECASE)


@dataclass(frozen=True)
class Change:
    """One part of a condition that a person changes.

    Parameters
    ----------
    parts
        All parts as they were.
    place
        Which of them changes, from 0.
    new
        What takes its place: nothing if it is taken away.
    words
        How a person wrote the new part; empty if it was put right in a form.
    """

    parts: tuple[Condition, ...]
    place: int
    new: tuple[Condition, ...] = ()
    words: str = ""

    @property
    def old(self) -> Condition:
        """The part as it was."""
        return self.parts[self.place]

    @property
    def changed(self) -> tuple[Condition, ...]:
        """All parts as they are now."""
        return (*self.parts[: self.place], *self.new, *self.parts[self.place + 1 :])


def words_of(request: Request) -> dict[Condition, str]:
    """Give the words that each part of a request was made of; none of what a model has read."""
    parts = zip(conjuncts(request.condition), request.of_parts, strict=False)
    return {part: " … ".join(span.text for span in words) for part, words in parts}


def reworded(request: Request, change: Change, read: Read) -> str:
    """Write a request with one part changed, so that it is read as what is meant now.

    The person's own words stay as far as they can: the changed part takes the place of the words
    that it was made of, else all parts are said one after the other.
    """
    said = words_of(request)
    spans = dict(zip(conjuncts(request.condition), request.of_parts, strict=False))
    told = [change.words] if change.words else []
    told += [" and ".join(way(part) for part in change.new) for way in (_bare, _exact)]
    candidates = []
    if change.old in spans:
        candidates = [_in_place(request.text, spans[change.old], text) for text in told]
    mine = dict.fromkeys(change.new, change.words) if len(change.new) == 1 else {}
    candidates += _said(change.changed, {**said, **mine})
    known = {span.text for span in (*request.unknown, *read(change.words).unknown)}
    return _first_that_says(candidates, conjunction(change.changed), known, read)


def said_again(request: Request, condition: Condition, read: Read) -> str:
    """Write a condition of a sentence by itself, in the sentence's words where that will do."""
    known = {span.text for span in request.unknown}
    candidates = _said(conjuncts(condition), words_of(request))
    return _first_that_says(candidates, condition, known, read)


def _said(parts: Sequence[Condition], said: dict[Condition, str]) -> Iterator[str]:
    """Give ways to say parts one after the other, the person's words first."""
    for way in (_bare, _exact):
        told = [said.get(part) or way(part) for part in parts]
        yield ", ".join(told)
        yield " and ".join(told)


def _first_that_says(
    candidates: Iterable[str],
    wanted: Condition | None,
    known: set[str],
    read: Read,
) -> str:
    """Choose what is read as wanted, with no doubts but known ones; nothing if none is."""
    if wanted is None:
        return ""
    for text in (*candidates, write_condition(wanted)):
        if len(text) > MOST_CHARACTERS:
            continue
        found = read(text)
        if found.condition == wanted and {span.text for span in found.unknown} <= known:
            return text
    return ""


def _bare(condition: Condition) -> str:
    return write_condition(condition).replace('"', "")


def _exact(condition: Condition) -> str:
    return write_condition(condition)


def _in_place(text: str, spans: Sequence[Span], instead: str) -> str:
    """Put words in the place of a part's; without any, what joined them to the others goes too."""
    if not spans:
        return text
    ordered = sorted(spans, key=lambda span: span.start)
    between = "".join(text[one.end : other.start] for one, other in pairwise(ordered))
    before, behind = text[: ordered[0].start], between + text[ordered[-1].end :]
    if instead:
        return _JOINED_BEFORE.sub("", f"{before}{instead}{behind}")
    before = _JOINED_BEFORE.sub("", before)
    return _JOINED_BEFORE.sub("", f"{before}{behind}" if before else _JOINED_BEHIND.sub("", behind))
