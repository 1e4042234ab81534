"""Read the half behind a number, or behind what it is of: "a kilo and a half"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.lexicon import MULTIPLIERS, phrases
from core.conditions.words.tokens import word_at

_HALF = ["and", "a", "half"]
_GREAT = {"dozen", "thousand", "million", "billion", "trillion"}
_COMPARING = {
    *("than", "over", "under", "above", "below", "least", "most", "exceeds", "exceed", "beyond"),
    *("exactly", "is", "are", "of", "about", "around", "between", "and", "to"),
}
"""What stands before half of something that a number is compared with."""
_BEHIND = {
    *("and", "or", "but", "nor", "to", "in", "on", "at", "for", "from", "with", "without", "as"),
    *("where", "whose", "when", "while", "that", "which", "is", "are", "per", "if", "unless", "by"),
    *("long", "old", "wide", "high", "tall", "deep", "heavy", "away", "each", "please", "more"),
    *("less", "total", "now", "then", "about"),
}
"""What goes on behind a half of its own: "and a half price column" begins with another."""


def half_behind(pieces: Sequence[Token], begins: int, ends: int) -> tuple[float, int]:
    """Give what a half behind a number adds, and how many pieces it takes; nothing if none does.

    "Two and a half" and "two hours and a half" add half of one, "a million and a half" adds half
    of what counts.

    Parameters
    ----------
    begins, ends
        Where the number begins, and where what it counts would begin.
    """
    if _is_half(pieces, ends) and not _is_of_others(pieces, ends):
        great = word_at(pieces, ends - 1) if ends > begins else ""
        return 0.5 * (MULTIPLIERS[great] if great in _GREAT else 1), len(_HALF)
    if is_unit(word_at(pieces, ends)) and _is_own_half(pieces, ends + 1):
        return 0.5, 1 + len(_HALF)
    return 0.0, 0


def one_of_halves(pieces: Sequence[Token], place: int) -> tuple[float, int] | None:
    """Read "one and a half", "a kilo and a half" and, compared, "half a kilo"; none if none stands.

    Returns
    -------
    tuple
        The number, and how many pieces it takes, with what it counts where that stands within.
    """
    first, second = word_at(pieces, place), word_at(pieces, place + 1)
    if first == "one" and _is_half(pieces, place + 1):
        return 1.5, 1 + len(_HALF)
    if first in {"a", "an", "one"} and is_unit(second) and _is_own_half(pieces, place + 2):
        return 1.5, 2 + len(_HALF)
    compared = place > 0 and word_at(pieces, place - 1) in _COMPARING
    if compared and first == "half" and second in {"a", "an"}:
        return (0.5, 3) if is_unit(word_at(pieces, place + 2)) else None
    return None


def is_unit(word: str) -> bool:
    """Whether a word is a unit, in the singular as well: "kilo", "hours"."""
    return any(phrases().get((word + ending,)) == "UNIT" for ending in ("", "s", "es"))


def _is_own_half(pieces: Sequence[Token], place: int) -> bool:
    """Whether a half stands at a place that is of nothing else: not "and a half of the rows"."""
    behind = word_at(pieces, place + len(_HALF))
    return _is_half(pieces, place) and (not behind[:1].isalnum() or behind in _BEHIND)


def _is_of_others(pieces: Sequence[Token], place: int) -> bool:
    return word_at(pieces, place + len(_HALF)) in {"of", "the"}


def _is_half(pieces: Sequence[Token], place: int) -> bool:
    """Whether the words stand at a place, and in no title: "One and a Half"."""
    if [word_at(pieces, place + ahead) for ahead in range(len(_HALF))] != _HALF:
        return False
    return not (str(pieces[place]).islower() and str(pieces[place + 2])[:1].isupper())
