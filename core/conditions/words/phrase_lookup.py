"""Find the longest phrase that stands at a place of a cut text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark import Token

from core.conditions.words.kind_sets import COMPARISONS, OPERATIONS, TABLE_PARTS
from core.conditions.words.lexicon import GOING_ON, REQUIRING, TITLES, longest_phrase, phrases
from core.conditions.words.numbers import read_number
from core.conditions.words.spelling import respelled
from core.conditions.words.tokens import retyped, token, word_at

_STARTS = ".?!:;"
_BEHIND_LETTER = {",", ";", "or"}
_ONESELF = re.compile(r"I(?:['’](?:m|ve|d|ll))?")
_BEYOND = {"OR_MORE", "OR_LESS", "ONWARDS", "OR_EARLIER"}
_IN_FRONT = {
    ("at", "the", "least"): "GE",
    ("at", "the", "very", "least"): "GE",
    ("at", "the", "most"): "LE",
    ("at", "the", "very", "most"): "LE",
}
"""What may stand before a number, too, and what it is there."""
_TYPES = {"boolean", "booleans"}
"""What is called after a person, and no part of a name."""
_EXTREMES = {("minimum",), ("maximum",), ("min",), ("max",), ("min.",), ("max.",)}
_ONE_AT_LEAST = [["at", "least", "one"], ["at", "least", "a"], ["one", "or", "more"]]
_THAT_IS_HOW = [["that's", "how"], ["that", "is", "how"]]
_ENDING = {",", ".", ";", ":", "-", "–", "—", "!", "?", "("}
_EXCEEDING = {"exceed", "surpass", "go", "rise"}
_REFUSING = {"neither", "none", "nothing", "never"}
_COUNTING = {("and", "count"), ("and", "number")}
"""What tables do behind "and", and names of columns as well."""
_KIND_OF_COLUMN = 3
_REQUESTS = {"UNION", "JOIN", "FILL"}
_CUT = {"is in": "IS", "are in": "IS", "count of": "COUNT", "amount of": "COUNT"}
"""Phrases of two words of which the second may begin an amount, and what the first is alone."""


class Pieces(list[Token]):
    """Pieces of a text that know the phrases found among them: each is asked for many times."""

    def __init__(self, pieces: Iterable[Token]) -> None:
        super().__init__(pieces)
        self.phrases: dict[int, tuple[Token | None, int]] = {}

    def put(self, place: int, piece: Token) -> None:
        """Replace a piece, and forget the phrases."""
        if piece is not self[place]:
            self[place] = piece
            self.phrases.clear()


def phrase_at(pieces: list[Token], place: int) -> tuple[Token | None, int]:
    """Find the longest phrase that begins at a place, and how many pieces it takes."""
    known = pieces.phrases if isinstance(pieces, Pieces) else {}
    if place not in known:
        known[place] = _longest_at(pieces, place)
    return known[place]


def _longest_at(pieces: list[Token], place: int) -> tuple[Token | None, int]:
    first = pieces[place]
    if first.type != "PIECE":
        return None, 0
    if str(first) == "..." or (str(first) in "?!.…" and len(first) == 1):
        after = _text_at(pieces, place + 1)
        begins = bool(after) and (
            after[:1].isupper()
            or str(pieces[place + 1].type) in _REQUESTS
            or (str(first) == "." and after in REQUIRING)
            or _goes_on_in_small_letters(pieces, place)
        )
        trails_off = str(first) in {"...", "…"} and after == ")"
        ends = bool(after) and not trails_off and (str(first) != "." or begins)
        return retyped(first, "STOP" if ends else "PUNCTUATION"), 1
    words: list[str] = []
    best: tuple[Token | None, int] = (None, 0)
    inside_title = (
        str(first)[:1].isupper()
        and place > 0
        and str(pieces[place - 1]) not in _STARTS
        and str(pieces[place - 1].type) != "STOP"
        and not (_ONESELF.fullmatch(str(first)) and _is_oneself(pieces, place))
    )
    for piece in pieces[place : place + longest_phrase()]:
        if piece.type != "PIECE":
            break
        words.append(respelled(str(piece).replace("’", "'")))
        terminal = _kind_of(words, pieces, place + len(words))
        after = word_at(pieces, place + len(words))
        if tuple(words) in _EXTREMES and after.isalnum() and not _is_counted(pieces, place + 1):
            continue  # "minimum temperature" is a column
        if terminal == "KEYWORD" and words[-1] == "name" and after == "of":
            continue  # "the name of the club" is a column
        if _begins_other(words, pieces, place + len(words)):
            continue
        if terminal == "UNIT" and len(words) == 1 and after[:1].isdigit():
            inside_title = False  # "KSh 15,000"
        if words == ["a"] and str(first) == "A" and after in _BEHIND_LETTER:
            continue  # "grade: A, B or C"
        if words[0] in _TYPES:
            inside_title = False  # "a Boolean column"
        if len(words) == 1 and inside_title and (not str(first).isupper() or len(first) == 1):
            continue  # "Fall 2018" and "Some" are names and values, unlike "AND"
        if terminal is not None:
            start, end = first.start_pos or 0, piece.end_pos or 0
            best = (token(terminal, " ".join(words), start, end), len(words))
    return _cut_before_amount(best, pieces, place)


def _kind_of(words: list[str], pieces: list[Token], behind: int) -> str | None:
    """Return the kind of a phrase, given what follows behind it."""
    said = tuple(words)
    if said in _IN_FRONT and behind < len(pieces) and read_number(pieces, behind)[1]:
        return _IN_FRONT[said]  # "at the very least three columns"
    if phrases().get(said) in _BEYOND and _compares(pieces, behind):
        return None  # "or fewer than 5" and "or above 5" begin anew
    return phrases().get(said)


def _compares(pieces: list[Token], place: int) -> bool:
    """Whether a number or "than" stands at a place."""
    place += 2 * ([word_at(pieces, place + ahead) for ahead in (0, 1)] == ["the", "year"])
    if word_at(pieces, place) == "than" or word_at(pieces, place)[:1].isdigit():
        return True
    return place < len(pieces) and read_number(pieces, place)[0] is not None


def _sizes_next(pieces: list[Token], place: int) -> bool:
    """Whether a number of rows or columns stands at a place: "is failed. 1000+ rows"."""
    words = read_number(pieces, place)[1] if place < len(pieces) else 0
    noun = (word_at(pieces, place + words),)
    return words > 0 and phrases().get(noun) in TABLE_PARTS


def _goes_on_in_small_letters(pieces: list[Token], place: int) -> bool:
    """Whether a sentence ends before one without a capital: "about tea. at least 5 rows"."""
    if str(pieces[place]) == "." and _sizes_next(pieces, place + 1):
        return True
    behind_request = place > 0 and str(pieces[place - 1].type) in OPERATIONS
    going_on = word_at(pieces, place + 1) in GOING_ON or behind_request
    stops = str(pieces[place]) == "." and going_on
    return stops and place > 0 and str(pieces[place - 1]).lower() not in TITLES


def _cut_before_amount(
    best: tuple[Token | None, int], pieces: list[Token], place: int
) -> tuple[Token | None, int]:
    """Leave the second word to what follows: "is | in excess of", "admission count | of at least".

    The longest phrase is no more right where its last word begins another.
    """
    found, used = best
    kind = _CUT.get(str(found)) if found is not None else None
    if kind is None or (kind == "COUNT" and not _ends_word(pieces, place)):
        return best
    behind = place + 1 if kind == "IS" else place + used
    amount = phrase_at(pieces, behind)[0] if behind < len(pieces) else None
    if amount is None or str(amount.type) not in COMPARISONS:
        return best
    first = pieces[place]
    return token(kind, str(first).lower(), first.start_pos or 0, first.end_pos or 0), 1


def _ends_word(pieces: list[Token], place: int) -> bool:
    """Whether a word like others stands before a place."""
    before = word_at(pieces, place - 1) if place else ""
    return before.replace("-", "").isalpha() and (before,) not in phrases()


def _is_oneself(pieces: list[Token], place: int) -> bool:
    """Whether it is who asks, and no numeral: "I have", unlike "a level of I or II"."""
    behind = _text_at(pieces, place + 1)
    return behind.islower() and behind != "or"


def _begins_other(words: list[str], pieces: list[Token], behind: int) -> bool:
    """Whether words are no phrase because of what follows.

    "At least one row" is a size, and "count > 10 and count < 90" has a column "count" twice.
    """
    if words in _ONE_AT_LEAST:
        return not _of_columns(pieces, behind)
    if tuple(words) in _COUNTING:
        named = any(word_at(pieces, place) == words[1] for place in range(behind - len(words)))
        return named and _is_compared(pieces, behind)
    begins = behind - len(words)
    if words[0] == "may" and words[1:2] != [] and words[1] in _EXCEEDING:
        return not _is_refused(pieces, begins)  # "they may exceed 60" allows it
    inside = begins > 0 and str(pieces[begins - 1]) not in _ENDING
    return words in _THAT_IS_HOW and inside  # "the title is That's How"


def _is_refused(pieces: list[Token], place: int) -> bool:
    """Whether a refusal stands before a place: "neither may", unlike "no more than 60 rows"."""
    said = [(word_at(pieces, before), word_at(pieces, before + 1)) for before in range(place)]
    return any(
        word in _REFUSING or (word == "no" and after not in {"more", "less", "fewer"})
        for word, after in said
    )


def _is_compared(pieces: list[Token], place: int) -> bool:
    """Whether something is said of cells at a place: "< 90", "is 5", unlike "over 90 rows"."""
    first, used = phrase_at(pieces, place) if place < len(pieces) else (None, 0)
    if first is None or str(first.type) not in {*COMPARISONS, "IS", "NOT", "ONE_OF"}:
        return False
    number = place + used
    words = read_number(pieces, number)[1] if number < len(pieces) else 0
    return not _sizes_next(pieces, number) and (words > 0 or str(first.type) not in COMPARISONS)


def _of_columns(pieces: list[Token], place: int) -> bool:
    """Whether a column is spoken of within the next three words."""
    return any(
        phrases().get((word_at(pieces, place + ahead),)) == "COLUMN"
        for ahead in range(_KIND_OF_COLUMN)
    )


def _text_at(pieces: list[Token], place: int) -> str:
    return str(pieces[place]) if place < len(pieces) else ""


def _is_counted(pieces: list[Token], place: int) -> bool:
    """Whether a number stands at a place, or a word that has a meaning of its own."""
    return (word_at(pieces, place),) in phrases() or read_number(pieces, place)[0] is not None
