"""Find what is said of a column's cells one by one: that they are missing, or that they are not.

What is said of all of them, "with no gaps", is a property of the column: see `cell_properties`.
"""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.tokens import token

_CELLS = r"(?:values?|cells?|entries|entry|data|fields?|records?|answers?|readings?)"
_NONE = r"(?!(?-i:[A-Z][a-z]))(?:missing|empty|blank|null|unfilled)"
"""A capital makes a value of it: "status is Missing"."""
_GAPS = rf"(?:{_NONE} {_CELLS}|missings?|gaps|blanks|nulls|nans|na['’]?s)"
_FILL = r"(?:filled(?:[- ](?:in|out))?|populated)"
_SHALL = r"(?:must|should|has to|have to|needs? to|shall|ought to)"
"""What is allowed is not asked for: "the fax number may be empty"."""
_LEFT = r"(?:left |still |simply |just |either )?"
_IS = rf"(?:is|are|was|were|being|(?:has|have|had) been|{_SHALL} be)"
_IS_NOT = (
    rf"(?:{_IS} not|(?:is|are|was|were)n['’]?t|(?:{_SHALL}|may|can) not be|cannot be|"
    r"(?:must|should|ca|may)n['’]?t be|not)"
)
_ENDS = (
    r"(?=\s*(?:[,.;:?!)\]|&/]|$)|\s[-–—]\s|"
    r" (?:and|or|but|yet|while|whereas|then|please|pls|thanks|so|although|though|if|because|as|"
    r"that|which|where|with|having|"
    r"(?:in|for) (?:the|any|each|some|a|at|over|under|more|less|fewer|most|half))\b)"
)
"""What stands behind: not "missing from mine", "missing a column", "empty houses"."""
_IN_ONE = r"(?:in|for|under)(?=(?: [\w-]+){1,4}\s*(?:[,.;:?!)]|$| (?:and|or|but)\b))"
"""In front of a column that ends what is said."""
_IN_ANY = r"(?= (?:in|under|among|for)\b)"
_KINDS = {
    "FILLED": (
        rf"{_IS_NOT} {_LEFT}{_NONE}{_ENDS}",
        rf"{_IS} {_LEFT}(?:{_FILL}|non[- ]?(?:empty|null|blank|missing)){_ENDS}",
        rf"(?:has|have|with|having|{_SHALL} have) an? (?:value|entry){_ENDS}",
        rf"non[- ]null{_ENDS}",
    ),
    "EMPTY": (
        rf"{_IS} {_LEFT}(?:{_NONE}|(?:not|never) {_FILL}){_ENDS}",
        rf"(?:is|are|was|were)n['’]?t {_FILL}{_ENDS}",
        rf"(?:has|have|with|having) no (?:value|entry){_ENDS}",
        rf"lacks? an? (?:value|entry){_ENDS}",
    ),
    "EMPTY_IN": (
        r"(?:(?:has|have|having|with) no|(?:does|do)(?:n['’]t| not) have an?y?|without an?y?) "
        rf"(?:values?|entry|entries|answers?) {_IN_ONE}",
    ),
    "FILLED_IN": (
        r"(?:(?:do|does|must|should|shall) )?(?:has|have|having|with) an? "
        rf"(?:value|entry) {_IN_ONE}",
    ),
    "SOME_EMPTY": (
        rf"(?:has|have|having|with|contains?|containing|shows?|showing|there are|{_SHALL} have)"
        rf"(?: (?:some|any|also))? {_GAPS}(?:{_ENDS}|{_IN_ANY})",
    ),
}
_SAID = re.compile(
    "|".join(rf"(?P<{kind}>(?:{'|'.join(forms)}))" for kind, forms in _KINDS.items()),
    re.IGNORECASE,
)
_GAPS_SAID = re.compile(rf"(?:{_GAPS}|{_NONE})(?:{_ENDS}|{_IN_ANY})", re.IGNORECASE)
_SHARE_BEFORE = re.compile(
    r"(?:%|\b(?:per ?cent|pct|half|third|quarter|tenth))(?: of(?: [\w-]+){1,4}?)?"
    r"(?: (?:the|its|all|all the))? $",
    re.IGNORECASE,
)
_SHARE_BEHIND = re.compile(
    r" in (?:[\w-]+ ){1,8}?(?:[<>≤≥]=? ?)?\d+(?:\.\d+)? ?(?:%|per ?cent)",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?:[,;]|\b(?:where|whose|with|has|having|both)) (?:the |its )?"
    r"(?!(?:tables?|about|on|from|every|each|all|no|none|not)\b)"
    r"[\w-]+(?: [\w-]+){0,3} (?<! be )(?<! not )$",
    re.IGNORECASE,
)
"""What stands before a lone adjective: "tables about orchestras, conductor blank"."""
_ALONE = re.compile(
    rf"(?:(?P<FILLED>{_FILL}|non[- ]?(?:empty|null|blank))|(?P<EMPTY>{_NONE})){_ENDS}",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\b(?:none|nothing|every (?:cell|value|entry))(?: of [\w ]+| in it)? $", re.IGNORECASE
)
"""What stands before what is said of all cells: "none are missing"."""
_OF_SORT = re.compile(
    r"\b(?:if|when|whenever|wherever|in case|unless)\b[^.;!?]*$",
    re.IGNORECASE,
)
"""What is asked of rows of one sort only, "if fuel is diesel, the class must be filled in", is no
condition on all of them."""
_ALLOWED = re.compile(r"\b(?:may|can|might|could) $", re.IGNORECASE)
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
    >>> read_missing_cells("a column about rent is missing from my table", 20) is None
    True
    """
    match = _SAID.match(text, place)
    if match is not None:
        before = text[:place]
        itself = match[0].lower().endswith("missing") and _COLUMN_BEFORE.search(before)
        if itself or any(one.search(before) for one in (_ALLOWED, _OF_ALL, _OF_SORT)):
            return None
        return token(match.lastgroup or "", match[0].lower(), place, match.end())
    match = _GAPS_SAID.match(text, place)
    if match is not None and (
        _SHARE_BEFORE.search(text[:place]) or _SHARE_BEHIND.match(text, match.end())
    ):
        return token("GAPS", match[0].lower(), place, match.end())
    match = _ALONE.match(text, place)
    if match is not None and _BESIDE.search(text[:place]):
        return token(match.lastgroup or "", match[0].lower(), place, match.end())
    return None
