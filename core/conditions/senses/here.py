"""A phrase of a text among its neighbours."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from core.conditions.words.kind_sets import SURE_TIMES
from core.conditions.words.numbers import read_number
from core.conditions.words.phrase_lookup import phrase_at
from core.conditions.words.tokens import word_at

_COMPARED_ALONE = {"GT", "GE", "LT", "LE", "NEAR"}
_AFTER_NAMES = {"WITH", "AND", "UNION", "JOIN", "IS", "IN", "FOR", "OR", "AT"}


@dataclass(frozen=True)
class Here:
    """A phrase, what was found before it, and the pieces of the text behind it.

    Parameters
    ----------
    one, used
        The phrase or the piece by itself, and how many pieces it takes.
    pieces, place
        The pieces of the text, and where it begins.
    found
        The tokens before it.
    """

    one: Token
    used: int
    pieces: list[Token]
    place: int
    found: list[Token]

    @property
    def kind(self) -> str:
        """What the phrase is by itself."""
        return str(self.one.type)

    @property
    def text(self) -> str:
        """The phrase."""
        return str(self.one)

    @property
    def before(self) -> str:
        """Kind of the token before it; nothing at the beginning."""
        return str(self.found[-1].type) if self.found else ""

    @property
    def kinds(self) -> list[str]:
        """Kinds of all tokens before it."""
        return [str(token.type) for token in self.found]

    @property
    def behind(self) -> int:
        """Place behind the phrase."""
        return self.place + self.used

    @property
    def is_listed(self) -> bool:
        """Whether it stands in brackets: "status in (open, merged)"."""
        return self.kinds.count("LPAR") > self.kinds.count("RPAR")

    def word(self, place: int) -> str:
        """The word at a place in lower case; nothing where none stands."""
        return word_at(self.pieces, place) if place >= 0 else ""

    def piece(self, place: int) -> str:
        """The piece at a place as it is written; nothing where none stands."""
        return str(self.pieces[place]) if 0 <= place < len(self.pieces) else ""

    def kind_at(self, place: int) -> str:
        """Kind of the phrase or the piece at a place: "PIECE" for a word like others."""
        if place >= len(self.pieces):
            return ""
        phrase, _ = phrase_at(self.pieces, place)
        return str(self.pieces[place].type if phrase is None else phrase.type)

    def phrase_from(self, place: int) -> str:
        """The phrase or the piece at a place; nothing where none stands."""
        if place >= len(self.pieces):
            return ""
        phrase, _ = phrase_at(self.pieces, place)
        return str(self.pieces[place] if phrase is None else phrase)

    def is_number_at(self, place: int) -> bool:
        """Whether a number stands at a place."""
        return place < len(self.pieces) and read_number(self.pieces, place)[0] is not None

    def is_time_at(self, place: int) -> bool:
        """Whether a number, a date or a period stands at a place."""
        return self.is_number_at(place) or self.kind_at(place) in SURE_TIMES

    def names_at(self, place: int) -> bool:
        """Whether a name may go on at a place: a word like others, or "date", "text" and such."""
        kind = self.kind_at(place)
        return kind.startswith("K_") or (kind == "PIECE" and str(self.pieces[place]).isalnum())

    def names_or_unit(self, place: int) -> bool:
        """Whether a word like others or a unit stands at a place."""
        return self.names_at(place) or self.kind_at(place) == "UNIT"

    def ends_part(self, place: int) -> bool:
        """Whether a part of the text ends before a place."""
        if place >= len(self.pieces) or self.pieces[place].type != "PIECE":
            return True
        return str(self.pieces[place]) in ",;.?!:)" or self.kind_at(place) in _AFTER_NAMES


def compares_again(here: Here) -> bool:
    """Whether the same comparison follows twice: "above 5 and over 20 rows".

    The first is of something else then, unlike "over 5 and under 20 rows".
    """
    compared = here.kind_at(here.behind)
    if compared not in _COMPARED_ALONE or not here.is_number_at(here.behind + 1):
        return False
    linked = here.kind_at(here.behind + 2) == "AND"
    return linked and here.kind_at(here.behind + 3) == compared
