"""Find where it is said that tables have been combined by then: "once it's all unioned"."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.tokens import token

_THEY = (
    r"(?:it|they|them|all(?: of (?:it|them))?|everything|both(?: of them)?|"
    r"(?:the |these |those |both )?(?:two )?(?:tables|files|sheets|lists|data ?sets|data|lot)|"
    r"(?:mine|my (?:table|sheet|list|file|data)) and (?:theirs|yours|the other(?: one)?|it))"
)
_BE = r"(?: ?['’](?:s|re)| is| are| has been| have been| ?['’](?:s|ve) been)"
_DONE = (
    r"(?:union(?:ed|ised|ized)|stacked|appended|concatenated|joined|merged|combined)"
    r"(?: (?:together|up))?"
)
_NEW = r"(?:(?:the|these|those|all|new|extra|additional|further|other) ){1,3}"
_OF_THEM = rf"{_NEW}(?:(?P<rows>rows|records|entries|lines)|(?P<columns>columns|fields|attributes))"
"""What of another table is added: "once the new rows have been appended"."""
_ADDED = r"(?:added|put in|attached)(?: (?:to (?:it|mine|ours)|on|below|underneath))?"
_ADDING = {"rows": "appended", "columns": "attached"}
_PERFORMED = r"(?:made|done|performed|carried out|completed?|finished|executed|run)"
_NOUN = (
    r"(?:the |a |this |that )(?:union|append|merge|join|stacking|appending|merging|joining)|"
    r"(?:union|join|merge|stacking|appending|merging|joining|concatenation)"
)
_GOES_ON = r"(?= (?:there|it|i|we|the (?:result|whole|whole thing|lot|table|sheet|file))\b)"
_ONE = (
    r",? (?:it|that|this|there|the (?:[\w-]+ )?"
    r"(?:whole|lot|thing|result|union|join|output|table|sheet|list|file|data ?set)) "
    r"(?:must|should|shall|ought|needs?|has to|is to|can|could|may|will)\b"
)
"""What the tables are together: "together with mine, the appended table should make 900 rows"."""
_COMBINED = re.compile(
    rf"(?:(?:once|after|when|as soon as) (?:{_THEY}{_BE}(?: all| both)? {_DONE}|"
    rf"(?:i|we)(?:['’]ve| have) {_DONE} {_THEY}|"
    rf"{_OF_THEM}{_BE}(?: all)? (?:{_DONE}|{_ADDED})|"
    rf"(?:the|this|that) (?:union|append|merge|join|concatenation){_BE} {_PERFORMED})|"
    rf"(?:once|when)(?: all)? {_DONE}|after (?:{_NOUN})|"
    r"(?P<beside>(?:taken )?together with "
    rf"(?:mine|ours|(?:my|our) (?:own )?(?:rows|records|table|data))(?={_ONE})))"
    rf"(?:(?=\s*(?:[,.;:!?]|$))|{_GOES_ON})",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:^|[,.;:!?])\s*$")


def read_once_combined(text: str, place: int) -> Token | None:
    """Read when something is said of a result, up to the comma or the end behind it.

    Examples
    --------
    >>> read_once_combined("once the tables are joined, over 90 rows", 0)
    Token('RESULT', 'once the tables are joined')
    >>> read_once_combined("after the rows have been added, over 90 rows", 0)
    Token('RESULT', 'after rows appended')
    >>> read_once_combined("once they are joined to mine by isbn", 0) is None
    True
    >>> read_once_combined("together with mine, over 90 rows", 0) is None
    True
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_"):
        return None
    found = _COMBINED.match(text, place)
    if found is None or (found["beside"] and not _BEGINS.search(text, 0, place)):
        return None  # "tables to use together with mine, it must have over 90 rows"
    return token("RESULT", _said(found), place, found.end())


def _said(found: re.Match[str]) -> str:
    """Give the words, with what says whether a union or a join was made where rows are "added"."""
    added = next((part for part in _ADDING if found[part]), "")
    return f"{found[0].split()[0].lower()} {added} {_ADDING[added]}" if added else found[0].lower()
