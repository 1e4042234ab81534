"""What each word of a text is to its condition, and what the text asks for as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.conditions.tagging.cutting import Word, cut
from core.conditions.tagging.lines import Counted, Role, counted, operation, parted
from core.conditions.tagging.mentions import Mention, mentions
from core.conditions.tagging.numerals import Numeral, numerals

OUTSIDE = "O"
"""The label of words that are no part of a name, a topic or a value, and no number asked for."""
NUMBER = "#"
"""Labels of numbers begin with it."""
REFUSED = "!"
"""Labels of what is refused end with it."""
BEYOND = "?"
"""The label of words that ask for what no condition can say."""
OPERATIONS = ("none", "union", "join")


@dataclass(frozen=True)
class Labelled:
    """The words of a text beside what its condition makes of them."""

    labels: tuple[str, ...]
    """Of each word."""
    mentions: tuple[Mention, ...]
    has_names: bool
    """Whether all names, topics and values were found in the text."""
    has_numbers: bool
    """Whether all numbers were."""
    operation: str | None
    """One of `OPERATIONS`, or None if the line leaves it open."""
    numerals: frozenset[int]
    """The places of words that say numbers, asked for or not."""

    @property
    def is_whole(self) -> bool:
        """Whether each label tells."""
        return self.has_names and self.has_numbers

    def tells(self, place: int) -> bool:
        """Whether a word that is labelled `OUTSIDE` is known to be; others are known."""
        if self.labels[place] != OUTSIDE:
            return True
        return self.has_numbers if place in self.numerals else self.has_names


def labelled(text: str, words: Sequence[Word], line: str) -> Labelled:
    """Label each word of a text.

    B- or I- and a role (the BIO scheme of sequence labelling), with a "!" if it is refused; "#",
    what a number counts and how it is compared; "?" of what no condition can say; or O.

    Parameters
    ----------
    text, words
        A text, and what `cut` makes of it.
    line
        What it means, as `write_request` writes it; behind " ?? " the words, parted by " ;; ", that
        ask for what it can't say.

    Examples
    --------
    >>> from core.conditions.tagging.cutting import cut
    >>> text = "tables on raw milk over 5 rows, none about tea"
    >>> line = 'topic "raw milk" and rows > 5 and not (topic "tea")'
    >>> " ".join(labelled(text, cut(text), line).labels)
    'O O B-topic I-topic O #rows > O O O O B-topic!'
    >>> text = "tables on cinemas, newest first"
    >>> " ".join(labelled(text, cut(text), 'topic "cinemas" ?? newest first').labels)
    'O O B-topic O ? ?'
    """
    line, unsayable = parted(line)
    row = [OUTSIDE] * len(words)
    marked = [_mark(row, words, cut(one)) for one in unsayable]
    free = [
        word if label == OUTSIDE else replace(word, text="")
        for word, label in zip(words, row, strict=True)
    ]
    found, has_names = mentions(free, line)
    has_names &= all(marked)
    for mention in found:
        for place in range(mention.first, mention.last):
            row[place] = label_of(mention.role, mention.refused, begins=place == mention.first)
    left = counted(line)
    of_numerals: set[int] = set()
    for numeral in numerals(text):
        places = _places(words, numeral)
        of_numerals.update(places)
        said = _said(numeral, left)
        if said is not None and places and all(row[place] == OUTSIDE for place in places):
            left.remove(said)
            for place in places:
                row[place] = f"{NUMBER}{said.of} {said.comparison}"
    return Labelled(
        tuple(row), tuple(found), has_names, not left, operation(line), frozenset(of_numerals)
    )


def _mark(row: list[str], words: Sequence[Word], said: Sequence[Word]) -> bool:
    """Label the words of a stretch that no condition can say; False if they are not there."""
    texts, sought = [word.text for word in words], [word.text for word in said]
    for place in range(len(texts) - len(sought) + 1):
        if texts[place : place + len(sought)] == sought:
            row[place : place + len(sought)] = [BEYOND] * len(sought)
            return True
    return False


def label_of(role: Role, refused: bool, begins: bool) -> str:
    """Give the label of a word of a name, a topic or a value."""
    return f"{'B' if begins else 'I'}-{role}{REFUSED if refused else ''}"


def _places(words: Sequence[Word], numeral: Numeral) -> list[int]:
    return [i for i, w in enumerate(words) if w.start < numeral.end and w.end > numeral.start]


def _said(numeral: Numeral, left: Sequence[Counted]) -> Counted | None:
    return next((one for one in left if numeral.says(one.number)), None)
