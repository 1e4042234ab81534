"""Find what says that there is a key: "on a shared key", "on a common key called isbn"."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.tokens import token

UNNAMED_KEY = "on some column"
"""What the token of a key is called that is not named; it stands for no words of a name."""
_SOME = r"(?:an?|any|some|the|one|at least one|one or more|our|their|whatever|whichever)"
_ALIKE = (
    r"(?:shared|common|matching|mutual|joint|corresponding|compatible|suitable|overlapping|same|"
    r"identical|appropriate|available)"
)
_KEY = (
    r"(?:(?:join |joining |linking |merge )?(?:keys?|identifiers?|ids?)(?: (?:columns?|fields?))?)"
)
_SOME_KEY = r"(?:an?|any|some|one) (?:join |joining |linking |merge )?keys?"
_COLUMN = r"(?:(?:join |joining |linking |merge )?(?:columns?|fields?|attributes?|variables?))"
_BOTH = (
    r"(?:(?:they|we|both|both tables|both of them|the two|the two tables|the tables|"
    r"they and mine|it and mine)(?: all| both)? (?:share|have|know|contain|hold|use)"
    r"(?: in common)?)"
)
_HELD = rf"(?: (?:that |which )?{_BOTH}| in common| that (?:match(?:es)?|fits?|overlaps?))"
_ENDS = (
    r"(?=\s*(?:[,.;?!)]|$)|\s+[-–—]\s|\s+(?:and|but|or|so|where|whose|in which|provided|as long as|"
    r"if|please|pls|I|we|(?:with|to|from) (?:mine|ours|my|our|this)"
)
"""What may follow, and no name."""
_ON = (
    r"(?:(?:matched|matching|paired|aligned|lined up|keyed|linked up) )?"
    r"(?:on|by|using|via|through|over|across|along|based on|by means of|by way of)"
)
_UNNAMED = (
    rf"{_ON} (?:"
    rf"(?:(?:{_SOME} )?(?:{_ALIKE} )+{_KEY}{_HELD}?|{_SOME_KEY}{_HELD}?|{_SOME} {_KEY}{_HELD}|"
    rf"what(?:ever)? {_BOTH}){_ENDS}|with|which|that|having|has|have|about|on|from|to)\b)|"
    rf"(?:{_SOME} )?(?:(?:{_ALIKE} )+{_COLUMN}{_HELD}?|{_COLUMN}{_HELD}){_ENDS})\b))"
)
_DESCRIBED = (
    rf"{_ON} (?:{_SOME} )?(?:{_ALIKE} )+(?={_COLUMN} (?:about|on|of|with|holding|having)\b)"
)
"""What stands before a column of which only the subject or the kind is said."""
_NAMED = (
    rf"{_ON} (?:{_SOME} )?(?:{_ALIKE} )+(?:{_KEY}|{_COLUMN})"
    r"(?: ?:| (?:called|named))?(?= [\w\"“'‘`])"
)
_FORMS = re.compile(
    rf"(?P<unnamed>{_UNNAMED}|{_DESCRIBED})|(?P<named>{_NAMED})",
    re.IGNORECASE,
)


def read_unnamed_key(text: str, place: int) -> Token | None:
    """Read words for a key that begin at a place, up to its name if it has one.

    Examples
    --------
    >>> read_unnamed_key("to merge with mine on a shared key.", 19)
    Token('FILL', 'on some column')
    >>> read_unnamed_key("to merge with mine on a shared key called isbn", 19)
    Token('ON_KEY', 'on')
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_"):
        return None
    found = _FORMS.match(text, place)
    if found is None:
        return None
    if found["named"]:
        return token("ON_KEY", "on", place, found.end())
    return token("FILL", UNNAMED_KEY, place, found.end())
