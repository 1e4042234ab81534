"""Point out where a reading and the words' likely labels disagree."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.conditions.requests import Span
from core.conditions.tagging.cutting import Word, cut
from core.conditions.tagging.labels import (
    BEYOND,
    NUMBER,
    OUTSIDE,
    REFUSED,
    Labelled,
    labelled,
)
from core.conditions.tagging.lines import COMPARED, OF_COLUMNS, Role
from core.conditions.tagging.mentions import Mention
from core.conditions.tagging.tagger import Likely, Tagger, tagger

# Where most wrong readings are doubted and few right ones: `python -m benchmarks tagging`.
SURE = 0.998
"""How likely it must be that a word is something else than it was taken for, or that another
operation is meant."""
SURE_OF_NUMBERS = 0.999
"""How likely that a number counts or compares something else, or that what is refused is wanted;
wordings tell less of these."""
SURE_OF_BEYOND = 0.6
"""How likely that a word asks for what no condition can say."""


class Doubted(Enum):
    """What of a reading a doubt is of."""

    NAME = auto()
    """A name, a topic or a value that is likely none, or another kind."""
    REFUSAL = auto()
    NUMBER = auto()
    LEFT = auto()
    """Words that were passed over."""
    BEYOND = auto()
    """Words that ask for what no condition can say."""
    OPERATION = auto()


@dataclass(frozen=True)
class Doubt(Span):
    """Words that were likely taken for something else than they are."""

    of: Doubted = Doubted.NAME


_SAID = {
    Role.TOPIC: "what tables are about",
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
_COUNTED = {
    "rows": "a number of rows",
    "columns": "a number of columns",
    "result rows": "a number of rows of the result",
    "result columns": "a number of columns of the result",
    "result new rows": "a number of rows that are added",
    "result new columns": "a number of columns that are added",
    "result matched share": "a share of rows that find a partner",
    "share": "a share of the rows",
    "average": "an average",
    "cells": "a number in cells",
}
_COMPARED = {
    ">": "more than that",
    ">=": "that or more",
    "<": "less than that",
    "<=": "that or less",
    "=": "just that",
    "about": "about that",
    "between": "in a range",
}
_IDENTIFIER = re.compile(r"\w_\w")
_OF_COLUMN = re.compile(r"\w_\w|^[a-z]{2,}[A-Z]")
"""What is written as only names of columns are."""
_HINT = "it was taken for {}, {}; put it in quotation marks if that is right"
_HINT_WORD = "and “{}” may be no part of that"
_HINT_OTHERWISE = "and may be {}"
_HINT_WANTED = "it was taken to be wanted, and may be refused; say “without” or “not” if it is"
_HINT_REFUSED = "it was taken to be refused, and may be wanted; say it by itself if it is"
_HINT_NUMBER = "it was taken for {}, and may be {}; say it in other words if that is what you mean"
_HINT_LEFT = "it was taken to ask for nothing by itself; say it in other words if it does"
_HINT_BEYOND = "no condition can say that; look for it in the tables that are found"
_HINT_MORE = "it may ask for more than a condition can say; look whether its part is what you mean"
_HINT_OPERATION = "it was taken to ask for {}, and may ask for {}; {} if it does"
_OF_CELLS = {"where", "whose"}
"""What says of cells begins with them, and no topic."""
_LISTING = {",", ";", "/", "|", "or", "and", "nor"}
_BETWEEN = " between"
_LINKING = {"of", "in", "the", "a", "an", "to", "at", "for", "on", "with", "and"}
"""Words that ask for nothing alone: to whoever asked, doubting one says nothing."""
_HALF = 0.5
_OF_DATES = {"date", "dates", "day", "month", "year", "time"}
_LIKE = {"similar", "content"}
"""What is said of a topic: "with similar content to glacier surveys"."""
_VERBS = {"than", "is", "are", "be", "has", "have", "that", "which", "where", "they"}
_REFUSING = {"unless", "rather"}
_OBLIGING = {"must", "should", "shall", "needs", "need", "then"}
"""What a clause is bound by: "unless it has dates, it must have 9 rows" can't be said."""
_SAY = {
    "none": "leave out what speaks of a union or a join",
    "union": "say “union”",
    "join": "say “join”",
}
_OPERATIONS = {"none": "tables by themselves", "union": "a union", "join": "a join"}


def disagreements(
    text: str,
    line: str,
    columns: Collection[str] = (),
    by: Tagger | None = None,
) -> list[Doubt]:
    """Give what a reading takes for something else than it likely is.

    Names, topics and values that are likely none, or another kind, or refused where they were taken
    to be wanted; numbers that likely count or compare something else; words that were passed over,
    or likely ask for what no condition can say; the whole text if it likely asks for another
    operation.

    Parameters
    ----------
    text
        What a condition was read from. Names and values in quotation marks there are not doubted.
    line
        The request, as `write_request` writes it.
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
    taken = labelled(text, words, line)
    likely = (by or tagger()).likely(words)
    doubts = _Doubts(text, words, taken, likely)
    known = {name.casefold() for name in columns}
    spans = [
        span
        for mention in taken.mentions
        for span in doubts.of_mention(mention)
        if span.text.casefold() not in known
    ]
    spans += doubts.of_numbers()
    spans += doubts.of_words_left()
    beyond = list(doubts.of_beyond())
    spans = [span for span in spans if not any(_overlap(span, one) for one in beyond)]
    spans += beyond
    spans.sort(key=lambda span: span.start)
    return spans or doubts.of_operation()


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


@lru_cache(maxsize=8)
def _kinds(labels: tuple[str, ...]) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """Give what is told apart of labels, and a matrix, labels x kinds, that adds them up."""
    of_labels = [_kind(label) for label in labels]
    kinds = tuple(dict.fromkeys(of_labels))
    adding = np.zeros((len(labels), len(kinds)), dtype=np.float32)
    for i, kind in enumerate(of_labels):
        adding[i, kinds.index(kind)] = 1
    return kinds, adding


def _kind(label: str) -> str:
    if label in {OUTSIDE, BEYOND} or label.startswith(NUMBER):
        return label
    role = Role(label[2:].removesuffix(REFUSED))
    said = "column" if role in OF_COLUMNS else _SAID[role]
    return said + label[len(label.removesuffix(REFUSED)) :]


class _Doubts:
    """What of one reading is doubted."""

    def __init__(self, text: str, words: Sequence[Word], taken: Labelled, likely: Likely) -> None:
        self.text, self.words, self.taken, self.likely = text, words, taken, likely
        self.kinds, adding = _kinds(likely.labels)
        self.shares = likely.shares @ adding

    def of_mention(self, mention: Mention) -> Iterator[Doubt]:
        """Doubt a name, a topic or a value once, by its first doubtful word."""
        places = range(mention.first, mention.last)
        if any(self.words[i].quoted for i in places) or self._is_written_as_name(mention):
            return
        if self._is_inside_list(mention):
            return
        of_cells = mention.first > 0 and self.words[mention.first - 1].text.lower() in _OF_CELLS
        for i in places:
            other = self._other(i) if self._is_said(i) else None
            if of_cells and other == _SAID[Role.TOPIC]:
                continue
            compared = other == f"column{REFUSED}" and mention.role in COMPARED
            if other not in {None, BEYOND} and not compared:
                of, hint = self._why(mention, i, other)
                yield self._span(mention.first, mention.last, of, hint)
                return

    def of_numbers(self) -> Iterator[Doubt]:
        """Doubt numbers that count or compare something else.

        The two ends of a range count one thing: both are doubted, or none.
        """
        found: list[tuple[str, int, int]] = []
        last = 0
        for label, run in itertools.groupby(self.taken.labels):
            first, last = last, last + len(list(run))
            if label.startswith(NUMBER):
                found.append((label, first, last))
        meant = [self._other_number(first) for _, first, _ in found]
        ends = [i for i, (label, _, _) in enumerate(found) if label.endswith(_BETWEEN)]
        for low, high in zip(ends[::2], ends[1::2], strict=False):
            meant[low] = meant[low] or meant[high]
            meant[high] = meant[high] or meant[low]
        for (label, first, last), other in zip(found, meant, strict=True):
            if other:
                hint = _HINT_NUMBER.format(_number(label), _number(other))
                yield self._span(first, last, Doubted.NUMBER, hint)

    def _other_number(self, place: int) -> str:
        """Give what a number likely counts if it is surely not what it was taken for."""
        other = self._other(place) or ""
        return other if other.startswith(NUMBER) else ""

    def of_words_left(self) -> Iterator[Doubt]:
        """Doubt that words and numbers which were passed over ask for nothing."""
        places = range(len(self.words))
        for left, run in itertools.groupby(places, self._is_left):
            if left:
                row = list(run)
                if not all(map(self._is_linking, row)):
                    yield self._span(row[0], row[-1] + 1, Doubted.LEFT, _HINT_LEFT)

    def _is_left(self, place: int) -> bool:
        if self.taken.labels[place] != OUTSIDE or self.words[place].quoted:
            return False
        said = self._is_said(place) and self.taken.tells(place) and not self._says_dates(place)
        return said and self._other(place) not in {None, BEYOND}

    def _says_dates(self, place: int) -> bool:
        """Whether a word says of a column's own name before it what it holds: "hire_date date"."""
        dated = self.words[place].text.lower() in _OF_DATES and place > 0
        return dated and _OF_COLUMN.search(self.words[place - 1].text) is not None

    def of_beyond(self) -> Iterator[Doubt]:
        """Tell words that likely ask for what no condition can say."""
        if BEYOND not in self.kinds:
            return
        shares = self.shares[:, self.kinds.index(BEYOND)]
        places = range(len(self.words))
        for likely, run in itertools.groupby(places, lambda i: shares[i] >= _HALF):
            row = list(run)
            if likely and shares[row].max() >= SURE_OF_BEYOND and self._asks(row):
                used = any(self.taken.labels[i] != OUTSIDE for i in row)
                hint = _HINT_MORE if used else _HINT_BEYOND
                span = self._span(row[0], row[-1] + 1, Doubted.BEYOND, hint)
                yield replace(span, kept=used)

    def of_operation(self) -> list[Doubt]:
        """Doubt what the text asks for as a whole."""
        asked = self.likely.operations
        other = max(asked, key=lambda one: asked[one])
        if self.taken.operation is None or other == self.taken.operation or asked[other] < SURE:
            return []
        taken = _OPERATIONS[self.taken.operation]
        hint = _HINT_OPERATION.format(taken, _OPERATIONS[other], _SAY[other])
        return [Doubt(0, len(self.text), self.text, hint, kept=True, of=Doubted.OPERATION)]

    def _asks(self, row: Sequence[int]) -> bool:
        """Whether words are more than links, and more than a refusal that conditions can say."""
        said = {self.words[i].text.lower() for i in row if self._is_said(i)}
        refuses = said & _REFUSING and not said & _OBLIGING
        return bool(said - _LINKING - _VERBS) and not refuses and not said >= _LIKE

    def _is_linking(self, place: int) -> bool:
        return self.words[place].text.lower() in _LINKING

    def _is_said(self, place: int) -> bool:
        """Whether a word is one that tells, and no sign: signs stand in names and around them."""
        return self.words[place].text[0].isalnum() or self.words[place].is_name

    def _other(self, place: int) -> str | None:
        """Give what a word likely is if it is surely not what it was taken for.

        Of what no wording was about nothing is known.
        """
        kind = _kind(self.taken.labels[place])
        shares = self.shares[place]
        if kind not in self.kinds:
            return None
        own = shares[self.kinds.index(kind)]
        other = self.kinds[int(shares.argmax())]
        alike = kind.removesuffix(REFUSED) == other.removesuffix(REFUSED)
        numbers = kind.startswith(NUMBER) and other.startswith(NUMBER)
        sure = SURE_OF_NUMBERS if alike or numbers else SURE
        return other if shares.any() and own <= 1 - sure else None

    def _why(self, mention: Mention, place: int, other: str) -> tuple[Doubted, str]:
        said = _SAID[mention.role]
        if other in {OUTSIDE, BEYOND} or other.startswith(NUMBER):
            return Doubted.NAME, _HINT.format(said, _HINT_WORD.format(self.words[place].text))
        if other.removesuffix(REFUSED) == _kind(f"B-{mention.role}"):
            return Doubted.REFUSAL, _HINT_REFUSED if mention.refused else _HINT_WANTED
        kind = other.removesuffix(REFUSED)
        other_said = "the name of a column" if kind == "column" else kind
        return Doubted.NAME, _HINT.format(said, _HINT_OTHERWISE.format(other_said))

    def _span(self, first: int, last: int, of: Doubted, hint: str) -> Doubt:
        start, end = self.words[first].start, self.words[last - 1].end
        return Doubt(start, end, self.text[start:end], hint, kept=True, of=of)

    def _is_inside_list(self, mention: Mention) -> bool:
        """Whether values of one list stand on both sides, so that this is no word beside them."""
        every = [one for one in self.taken.mentions if one.role is Role.VALUE]
        if mention not in every[1:-1]:
            return False
        place = every.index(mention)
        around = (every[place - 1], mention, every[place + 1])
        between = (self.words[one.last : two.first] for one, two in itertools.pairwise(around))
        return all(word.text.lower() in _LISTING for row in between for word in row)

    def _is_written_as_name(self, mention: Mention) -> bool:
        """Whether a name is one word as only columns have it: "stop_code"."""
        if mention.last - mention.first > 1 or mention.role not in {*OF_COLUMNS, Role.KEY}:
            return False
        return _IDENTIFIER.search(self.words[mention.first].text) is not None


def _number(label: str) -> str:
    """Say what a number's label means."""
    of, _, comparison = label.removeprefix(NUMBER).rpartition(" ")
    turned = of.endswith(" not")
    said = _COMPARED[comparison]
    return f"{_COUNTED[of.removesuffix(' not')]} ({'not ' * turned}{said})"
