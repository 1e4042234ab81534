"""Tell amounts of money from codes where a currency is written in letters: "R850", "RM 40"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import RANGE_BEGINS
from core.conditions.words.tokens import token

_CURRENCY = r"(?:R|Rs\.?|RM|[Kk]r\.?|[KTU][Ss]h\.?|Rp\.?|S?Fr\.?|[A-Z]{3})"
_LETTERS = re.compile(rf"{_CURRENCY}(?=\d)")
_ALONE = re.compile(_CURRENCY)
_SIGN = "¤"
"""The sign of a currency that is not named, which `numbers` reads as it reads a dollar's."""
_COMPARED = {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "BETWEEN", "FROM"}
_WORDS_OF_RANGE = 3


def currency_signed(piece: Token, found: Sequence[Token]) -> Token:
    """Put a sign for the letters of a currency behind a comparison; elsewhere they begin a code.

    "The premium is over R850" is about money, "the room is R850" is not.

    Parameters
    ----------
    found
        The tokens before the piece.
    """
    letters = _LETTERS.match(str(piece)) if piece.type == "PIECE" else None
    if letters is None or not is_compared(found):
        return piece
    return token("PIECE", _SIGN + str(piece)[letters.end() :], piece.start_pos, piece.end_pos)


def is_currency(word: str) -> bool:
    """Whether a word may be a currency's letters, before a number that is compared: "RM 40"."""
    return _ALONE.fullmatch(word) is not None


def is_compared(found: Sequence[Token]) -> bool:
    """Whether an amount is to follow: "more than …", "between 5 and …"."""
    kinds = [str(one.type) for one in found]
    if not kinds or kinds[-1] in _COMPARED:
        return bool(kinds)
    ranged = bool(RANGE_BEGINS & set(kinds[-_WORDS_OF_RANGE:-2])) and kinds[-2] == "NUMBER"
    return kinds[-1] in {"AND", "TO"} and ranged
