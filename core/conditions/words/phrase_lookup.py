"""Find the longest phrase that stands at a place of a cut text."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.lexicon import REQUIRING, longest_phrase, phrases
from core.conditions.words.numbers import read_number
from core.conditions.words.spelling import respelled
from core.conditions.words.tokens import retyped, token, word_at

_STARTS = ".?!:;"
_ONESELF = re.compile(r"I(?:['’](?:m|ve|d|ll))?")
_BEYOND = {"OR_MORE", "OR_LESS", "ONWARDS", "OR_EARLIER"}
_EXTREMES = {("minimum",), ("maximum",), ("min",), ("max",), ("min.",), ("max.",)}
_ONE_AT_LEAST = [["at", "least", "one"], ["at", "least", "a"], ["one", "or", "more"]]
_KIND_OF_COLUMN = 3
_REQUESTS = {"UNION", "JOIN", "FILL"}


def phrase_at(pieces: list[Token], place: int) -> tuple[Token | None, int]:
    """Find the longest phrase that begins at a place, and how many pieces it takes."""
    first = pieces[place]
    if first.type != "PIECE":
        return None, 0
    if str(first) == "..." or (str(first) in "?!.…" and len(first) == 1):
        after = _text_at(pieces, place + 1)
        begins = bool(after) and (
            after[:1].isupper()
            or str(pieces[place + 1].type) in _REQUESTS
            or (after in REQUIRING and str(first) == ".")
        )
        ends = bool(after) and (str(first) != "." or begins)
        return retyped(first, "STOP" if ends else "PUNCTUATION"), 1
    words: list[str] = []
    best: tuple[Token | None, int] = (None, 0)
    inside_title = (
        str(first)[:1].isupper()
        and place > 0
        and str(pieces[place - 1]) not in _STARTS
        and not (_ONESELF.fullmatch(str(first)) and _text_at(pieces, place + 1).islower())
    )
    for piece in pieces[place : place + longest_phrase()]:
        if piece.type != "PIECE":
            break
        words.append(respelled(str(piece).lower().replace("’", "'")))
        terminal = phrases().get(tuple(words))
        after = word_at(pieces, place + len(words))
        if terminal in _BEYOND and (after == "than" or after[:1].isdigit()):
            continue  # "or fewer than 5" and "or above 5" begin anew
        if tuple(words) in _EXTREMES and after.isalnum() and not _is_counted(pieces, place + 1):
            continue  # "minimum temperature" is a column
        if terminal == "KEYWORD" and words[-1] == "name" and after == "of":
            continue  # "the name of the club" is a column
        if words in _ONE_AT_LEAST and not _of_columns(pieces, place + len(words)):
            continue  # "at least one row" is a size
        if terminal == "UNIT" and len(words) == 1 and after[:1].isdigit():
            inside_title = False  # "KSh 15,000"
        if len(words) == 1 and inside_title and (not str(first).isupper() or len(first) == 1):
            continue  # "Fall 2018" and "Some" are names and values, unlike "AND"
        if terminal is not None:
            start, end = first.start_pos or 0, piece.end_pos or 0
            best = (token(terminal, " ".join(words), start, end), len(words))
    return best


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
