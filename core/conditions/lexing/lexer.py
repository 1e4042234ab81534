"""Cut the words of a condition into tokens of the grammar."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.magnitudes import counted_in_full
from core.conditions.lexing.passes import rewritten
from core.conditions.lexing.preferences import preferences_turned
from core.conditions.senses.amounts import counts_turned, spans_range
from core.conditions.senses.context import in_context
from core.conditions.senses.here import Here
from core.conditions.senses.inside_names import is_year_of_name
from core.conditions.words.currencies import currency_signed
from core.conditions.words.numbers import read_number, read_range
from core.conditions.words.phrase_lookup import Pieces, phrase_at
from core.conditions.words.pieces import pieces
from core.conditions.words.tokens import retyped

MOST_CHARACTERS = 1_000
"""A longer text is no condition that somebody typed."""
_UNSPOKEN = {"ARTICLE", "PUNCTUATION"}


def tokens(text: str, columns: Sequence[str] = ()) -> list[Token]:
    """Cut a text into tokens; each knows where it stands.

    Parameters
    ----------
    columns
        Names of the query's columns, which are recognised where they stand in the text.

    Examples
    --------
    >>> [(token.type, str(token)) for token in tokens("grade above 1,200")]
    [('WORD', 'grade'), ('GT', 'above'), ('NUMBER', '1200')]
    """
    row = _merged(preferences_turned(counts_turned(pieces(text, columns))))
    return rewritten(row, text)


def _begins_name(row: list[Token], place: int, found: list[Token]) -> bool:
    """Whether a year is a word of a name."""
    return is_year_of_name(Here(row[place], 1, row, place, found))


def _merged(cut: list[Token]) -> list[Token]:
    """Turn runs of pieces into the longest phrases, numbers in words into numbers."""
    row = Pieces(cut)
    found: list[Token] = []
    place = 0
    while place < len(row):
        row.put(place, currency_signed(row[place], found))
        phrase, used = phrase_at(row, place)
        number, words = read_number(row, place, bool(found) and found[-1].type == "BETWEEN")
        if number is None and spans_range(row, place, found):
            number, words = read_range(row, place), 1
        if number is not None and _begins_name(row, place, found):
            number, phrase = None, None
        if number is not None and words >= used:
            found.extend(counted_in_full(number, row, place, found))
            place += words
            continue
        if phrase is None:
            phrase = retyped(row[place], "WORD") if row[place].type == "PIECE" else row[place]
            used = 1
        token, used = in_context(Here(phrase, used, row, place, found))
        if str(token.type) not in _UNSPOKEN:
            found.append(token)
        place += used
    return found
