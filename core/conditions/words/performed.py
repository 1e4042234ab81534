"""Find where it is said on what an operation is to be done: "the join is to be performed on"."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.tokens import token

_OPERATIONS = {"join": "JOIN", "merge": "JOIN", "union": "UNION"}
_BE = (
    r"(?:(?:(?:is|are|has|have|needs|ought) to|must|should|shall|will|can|may|has got to) be|"
    r"is|being|to be)"
)
_DONE = (
    r"(?:performed|carried out|done|made|executed|effected|conducted|computed|run|based|"
    r"established|undertaken)"
)
_PERFORMED = re.compile(
    rf"(?:(?:the|a|an|this|my|our) )?(?P<operation>{'|'.join(_OPERATIONS)})"
    rf"(?:,? (?:which|that))?,?(?: {_BE})? {_DONE}(?= (?:on|over|by|via|using|along) [^\d\s])"
    r"(?! [^.;,]*? and (?:must|should|shall|ought|has|have|is|are|it)\b)",
    re.IGNORECASE,
)


def read_performed(text: str, place: int) -> Token | None:
    """Read that an operation is done on what follows, up to "on".

    Examples
    --------
    >>> read_performed("the join, which is to be performed on isbn", 0)
    Token('JOIN', 'join')
    >>> read_performed("a join made of 90 rows", 0) is None
    True
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_"):
        return None
    found = _PERFORMED.match(text, place)
    if found is None:
        return None
    operation = found["operation"].lower()
    return token(_OPERATIONS[operation], operation, place, found.end())
