"""The condition that is in use, as the address of the Search page has it."""

from __future__ import annotations

from core.conditions import MOST_CHARACTERS
from pages.shared.address import Address
from pages.shared.fields import Field


def _short_enough(values: list[str]) -> str:
    if len(values[0]) > MOST_CHARACTERS:
        raise ValueError(f"a text of at most {MOST_CHARACTERS:,} characters")
    return values[0]


FIELDS = (Field("where"), Field("that"))
"""The words as they were typed, and the typed expression that they became, perhaps put right."""
SENTENCE = Field("sentence", read=_short_enough)
"""What was typed among the words to look for, if the condition was taken from there and stands as
it was taken: so a link and the browser's history know, too, that it goes with those words."""


def use(address: Address, where: str, that: str, sentence: str = "") -> None:
    """Put a condition in the place of the one in use.

    Parameters
    ----------
    where, that
        Its words and its expression; of the latter none if it is to be read from the words.
    sentence
        What it was taken from, if it was not given by itself.
    """
    address.set("where", where)
    address.set("that", that)
    address.set(SENTENCE.name, sentence)
