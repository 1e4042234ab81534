"""Words in front of a column's name that are no part of it: "the column price", "field crop"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.reading.nodes import Node, every_token, extent_of
from core.conditions.words.kind_sets import SURE_NAMES

_ALWAYS = {"column", "attribute"}
_AFTER_ARTICLE = {"field", "heading", "variable"}
"""What names begin with as well: "field goals", "variable costs"."""
_ARTICLE = re.compile(r"\b(?:the|a|an|its|their|whose|either|both|and|or)\W*$", re.IGNORECASE)
_OF_ONE = re.compile(
    r"\W*(?:is|was|has|equals|contains|includes|holds|shows|reads|mentions|takes|lies|exceeds|"
    r"isn['’]t|doesn['’]t|does|begins|starts|ends|averages|falls)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r".*[^s]s", re.IGNORECASE)


def says_column(name: Sequence[Token], text: str) -> bool:
    """Whether the first word of a name only says that a column follows.

    "Column" and "attribute" do. "The field sector" and "the variable rooms is" do, too; "field
    goals above 5" and "the variable costs are" are names of two words.

    Parameters
    ----------
    name
        At least two tokens.
    text
        What they were cut from.
    """
    first, second = name[0], name[1]
    said = str(first).lower()
    if str(first.type) == "NAMED" or said in _ALWAYS or said.startswith(("text ", "content")):
        return True
    if str(first.type) == "COLUMN" and str(second.type) == "QUOTED":
        return True
    if said not in _AFTER_ARTICLE:
        return False
    start, end = extent_of(first)[0], extent_of(name[-1])[1]
    if _ARTICLE.search(text[:start]) is None:
        return False
    of_one = _OF_ONE.match(text, end) is not None
    return of_one or _PLURAL.fullmatch(text[extent_of(name[-1])[0] : end]) is None


def begins_key(noun: Token, name: Node, text: str) -> bool:
    """Whether a noun in front of a key is a part of it: "on field id", unlike "on the field id".

    Parameters
    ----------
    noun
        The word for a column that stands somewhere before the name or behind it.
    name
        The first key that is named.
    """
    if str(noun).lower() not in _AFTER_ARTICLE or _ARTICLE.search(text[: extent_of(noun)[0]]):
        return False
    first = min(every_token(name), key=extent_of)
    directly = text[extent_of(noun)[1] : extent_of(first)[0]].isspace()
    return directly and str(first.type) not in SURE_NAMES
