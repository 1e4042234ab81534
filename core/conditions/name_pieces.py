"""The words that a column's name is made of."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")


@lru_cache(maxsize=65_536)
def pieces(name: str) -> tuple[str, ...]:
    """Cut a name into lower-case words without accents.

    Examples
    --------
    >>> pieces("releaseDate_UTC"), pieces("Breach.Submission.Date")
    (('release', 'date', 'utc'), ('breach', 'submission', 'date'))
    """
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    return tuple(piece.lower() for piece in _PIECES.findall(plain))


def bare(name: str) -> str:
    """Write a name without case, accents, blanks and signs, so that equal names are equal.

    Examples
    --------
    >>> bare("Release_Date") == bare("releaseDate")
    True
    """
    return "".join(pieces(name)) or name.casefold()


def spoken(name: str) -> str:
    """Write a name as words, for an encoder of sentences."""
    return " ".join(pieces(name)) or name
