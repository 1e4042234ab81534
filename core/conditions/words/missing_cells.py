"""Find what is said of a column's cells one by one: that they are missing, or that they are not.

What is said of all of them, "with no gaps", is a property of the column: see `cell_properties`.
"""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.tokens import token

_NO_VALUE = r"(?!(?-i:[A-Z][a-z]))"
"""A capital makes a value of a word, or a name: "status is Missing", "tables with Nulls"."""
_NONE = r"(?:missing|empty|blank|null|unfilled)"
_NONES = rf"{_NO_VALUE}(?:either )?{_NONE}(?: ?(?:or|and/or|/) ?{_NONE})*"
_NO_CELLS = rf"{_NONE} (?:values?|cells?|entry|entries)"
_GAPS = rf"{_NO_VALUE}(?:{_NO_CELLS}|gaps|blanks|nulls|nans)"
_FILL = r"(?:filled[- ](?:in|out)|populated)"
_VALUE = r"(?:value|entry|answer)"
_SHALL = r"(?:must|should|has to|have to|needs? to|shall|ought to)"
_LEFT = r"(?:left |still |simply |just )?"
_BEEN = r"(?:has|have|had) been"
_IS = rf"(?:is|are|was|were|being|{_BEEN}|{_SHALL} be)"
_IS_NOT = (
    rf"(?:{_IS} not|(?:is|are|was|were)n['’]?t|(?:{_SHALL}|may|can) not be|cannot be|"
    r"(?:must|should|ca|may)n['’]?t be|not)"
)
_ENDS = (
    r"(?! or [\w'’-]+\s*(?:[,.;:?!)]|$))"
    r"(?=\s*(?:[,.;:?!)\]|&]|$)|\s[-–—]\s|"
    r" (?:and|or|but|yet|then|please|pls|thanks?|so|although|though|because|as|that|which|where|"
    r"(?:in|for) (?:at|over|under|more|less|fewer|most|half|every|each|all|up|\d+)(?!\w))(?!\w))"
)
"""What stands behind: not "missing from mine", "missing a column", "empty houses", "missing in the
north", nor another value, "missing or Paris"."""
_IN_ANY = r"(?= (?:in|under|among)\b)"
_NAME_ENDS = (
    r"(?= (?:(?:the|its|their) )?"
    r"(?!(?:the|any|each|every|all|some|most|an?|at|over|under|more|less|fewer|half)\b|"
    r"(?-i:[A-Z][a-z])|\d)"
    r"[\w-]+(?: (?!(?:in|for|of|above|over|below|under|between|from|to)\b)[\w-]+){0,3}"
    r"\s*(?:[,.;:?!)]|$| (?:and|or|but)\b))"
)
"""A name that ends what is said, and is none of a thing: "a value for depth", not "for Oslo"."""
_KINDS = {
    "EMPTY_IN": (
        r"(?:(?:has|have|having|with) no|(?:does|do)(?:n['’]t| not) have an?y?|without an?y?) "
        rf"(?:{_VALUE}|values|entries|answers) (?:in|for){_NAME_ENDS}",
    ),
    "FILLED_IN": (
        r"(?:(?:do|does|must|should|shall) )?(?:has|have|having|with) an? "
        rf"{_VALUE} (?:in|for){_NAME_ENDS}",
    ),
    "NONE_EMPTY": (rf"(?:{_IS}|(?:{_SHALL}|may|can)) never (?:be )?{_LEFT}{_NONES}{_ENDS}",),
    "FILLED": (
        rf"{_IS_NOT} {_LEFT}{_NONES}{_ENDS}",
        rf"{_IS} {_LEFT}(?:{_FILL}|non[- ]?{_NONE}){_ENDS}",
        rf"(?:{_BEEN}|{_SHALL} be) filled{_ENDS}",
        rf"(?:has|have|{_SHALL} have) an? {_VALUE}{_ENDS}",
        rf"non[- ]?(?:null|empty|blank|missing){_ENDS}",
    ),
    "EMPTY": (
        rf"{_IS} {_LEFT}(?:{_NONES}|(?:not|never) (?:yet )?{_FILL}){_ENDS}",
        rf"(?:is|are|was|were)n['’]?t (?:yet )?{_FILL}{_ENDS}",
        rf"not (?:yet )?{_FILL}{_ENDS}",
        rf"(?:has|have) no {_VALUE}{_ENDS}",
        rf"lacks? an? {_VALUE}{_ENDS}",
    ),
    "HAS_GAPS": (
        rf"(?:has|have|{_SHALL} have)(?: (?:some|any))? {_GAPS}(?:{_ENDS}|{_IN_ANY})",
        rf"(?:contains?|shows?)(?: (?:some|any))? {_NO_VALUE}{_NO_CELLS}(?:{_ENDS}|{_IN_ANY})",
    ),
    "SOME_EMPTY": (
        rf"(?:with|having|there are)(?: (?:some|any))? {_GAPS}{_IN_ANY}",
        rf"(?:containing|showing)(?: (?:some|any))? {_NO_VALUE}{_NO_CELLS}{_IN_ANY}",
    ),
}
_SAID = re.compile(
    "|".join(rf"(?P<{kind}>(?:{'|'.join(forms)}))" for kind, forms in _KINDS.items()),
    re.IGNORECASE,
)
_GAPS_SAID = re.compile(rf"(?:{_GAPS}|{_NONE})(?:{_ENDS}|{_IN_ANY})", re.IGNORECASE)
_SHARE_BEFORE = re.compile(
    r"(?:(?:%|\b(?:per ?cent|pct))(?: of(?: [\w-]+){1,4}?)?|"
    r"\b(?:half|third|quarter|tenth) of(?: [\w-]+){1,4}?) $",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\b(?:none(?: of (?:them|these|which|it))?|nothing|every (?:cell|value|entry)"
    r"(?: of [\w ]+| in it)?) $",
    re.IGNORECASE,
)
"""What stands before what is said of all cells: "none are missing"."""
_OF_SORT = re.compile(
    r"\b(?:if|when(?:ever)?|wherever|unless) "
    r"(?!(?:you|i|we|it|they|there|any|possible|that|not|time|joined|stacked|merged|combined)\b)"
    r"[^.;!?]*$",
    re.IGNORECASE,
)
"""What is asked of rows of one sort only, "if fuel is diesel, the class must be filled in", is no
condition on all of them."""
_ALLOWED = re.compile(r"\b(?:may|can|might|could) $", re.IGNORECASE)
"""What is allowed is not asked for: "the fare may have gaps"."""
_OWN = re.compile(
    r"\b(?:i|we)(?: have|['’]ve)(?: got)? an? (?:table|list|sheet|file)\b[^.;,!?]*$|"
    r"\b(?:my|our) (?:own )?(?:table|list|sheet|file|data)\b[^.;,!?]*\b(?:where|in which) "
    r"[^.;,!?]*$",
    re.IGNORECASE,
)
"""One's own table lacks it: "I have a table where phone is missing"."""
_GUARDS = (_OF_ALL, _OF_SORT, _ALLOWED, _OWN)
_COLUMN_BEFORE = re.compile(
    r"\b(?:columns?|fields?|attributes?) (?:(?:about|on|for|named|called) [^,;.]*)?$",
    re.IGNORECASE,
)
"""A column may be missing itself: "the phone column is missing" is open, "is blank" is not."""


def read_missing_cells(text: str, place: int) -> Token | None:
    """Read that cells of a column are missing, that they are not, or how many are.

    Examples
    --------
    >>> found = read_missing_cells("unionable where email is missing or phone is blank", 22)
    >>> found.type, str(found)
    ('EMPTY', 'is missing')
    >>> read_missing_cells("where email is not empty", 12).type
    'FILLED'
    >>> read_missing_cells("tables with missing values in the fare column", 7).type
    'SOME_EMPTY'
    >>> read_missing_cells("less than 10% missing in the dosage column", 14).type
    'GAPS'
    >>> read_missing_cells("a column about rent is missing", 20) is None
    True
    """
    match = _SAID.match(text, place)
    if match is not None:
        before = text[:place]
        itself = match[0].lower().endswith("missing") and _COLUMN_BEFORE.search(before)
        if itself or any(guard.search(before) for guard in _GUARDS):
            return None
        return token(match.lastgroup or "", match[0].lower(), place, match.end())
    match = _GAPS_SAID.match(text, place)
    if match is not None and _SHARE_BEFORE.search(text[:place]):
        return token("GAPS", match[0].lower(), place, match.end())
    return None
