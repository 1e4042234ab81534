"""Turn what is preferred to something else to what is refused: "A rather than B"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.tokens import token, word_at

_PREFERRING = (("rather", "than"), ("as", "opposed", "to"), ("in", "preference", "to"))
_ADDED = {"rows", "records", "columns", "fields"}
"""What is added rather than the other says union or join, and refuses nothing."""


def preferences_turned(pieces: Sequence[Token]) -> list[Token]:
    """Turn "rather than" and the like to ", not"; at the beginning to "not"."""
    found: list[Token] = []
    place = 0
    while place < len(pieces):
        words = _words_at(pieces, place)
        if not words or word_at(pieces, place + words) in _ADDED:
            found.append(pieces[place])
            place += 1
            continue
        start, end = pieces[place].start_pos or 0, pieces[place + words - 1].end_pos or 0
        if found and str(found[-1]) not in {",", ".", ";", ":"}:
            found.append(token("PIECE", ",", start, start))
        found.append(token("PIECE", "not", start, end))
        place += words
    return found


def _words_at(pieces: Sequence[Token], place: int) -> int:
    """How many words of preference stand at a place."""
    said = [word_at(pieces, place + ahead) for ahead in range(3)]
    return next((len(one) for one in _PREFERRING if tuple(said[: len(one)]) == one), 0)
