"""Find what tells of one's own table, or that there is none: "We have a table of 80 rooms."."""

from __future__ import annotations

import re

from core.conditions.words.asks_nothing import Asking, asking
from core.conditions.words.operations import read_operation
from core.conditions.words.own_table import SHEETS

_BODY = r"(?:[^.!?;:\n\"“”„«»`]|\.(?=\w))"
_ONE_SHEET = (
    r"(?:table|data ?set|file|sheet|spreadsheet|list|register|registry|roster|ledger|inventory|"
    r"log|database|workbook|export|extract|catalog(?:ue)?|records|results|data|collection|"
    r"directory|diary|archive)"
)
_A = r"(?:an?|the|my|our|this|one|some|all(?: the)?|his|her|their)"
_HAVE = (
    r"(?:have(?: got)?|got|own|keep|kept|hold|maintain|manage|run|made|built|compiled|inherited|"
    r"collected|collect|downloaded|scraped|started|typed up|put together|was given|were given|"
    r"was sent|were sent|was handed|were handed)"
)
_ADVERB = r"(?:(?:only|just|currently|already|now|also|recently|here|still) )*"
_SHEET = rf"{_A} (?:(?!(?:of|with|about|on)\b)[\w'’-]+ ){{0,3}}?{_ONE_SHEET}\b(?!['’-])"
_TELLS = (
    rf"(?:(?:I|we)(?:['’]ve(?: got)?| {_ADVERB}(?:have )?{_HAVE})|(?(before){_ADVERB}{_HAVE}|(?!)))"
    rf" {_ADVERB}"
    rf"(?:{_SHEET}|{_A} {_BODY}+? here(?=,| and\b|[.!;]\s))|"
    rf"(?:this|that|here|attached)(?: is| are|['’]s) {_ADVERB}{_SHEET}|"
    rf"(?:my|our|this)(?: own)? (?:[\w'’-]+ ){{0,2}}?(?:{SHEETS}) {_ADVERB}"
    r"(?:has|holds|contains|covers|is|lists|shows|records)(?:n['’]t)? (?!to\b)|"
    r"(?:my|our|a|the) (?!table)[\w'’-]+(?: [\w'’-]+){0,2}? "
    r"(?:(?:has|have) (?:just )?)?(?:gave|given|sent|handed|passed|lent|emailed|left|shared|showed)"
    rf" (?:(?:me|us|over|on) )?{_SHEET}"
)
_ONESELF = r"(?:(?:I|we)(?:['’]m|['’]re)?|my [\w'’-]+(?: [\w'’-]+)?) "
_STATEMENT = re.compile(
    rf"(?P<before>{_ONESELF}(?:(?!,? and\b|,? so\b){_BODY})+,? (?:and|so) )?"
    rf"(?P<told>{_TELLS})(?P<detail>(?:(?!,? (?:and|but|so) (?:I|we|my|our|want|need|would|like|am|"
    rf"are|plan|hope|wish|try|look)\b){_BODY})*)(?P<behind>{_BODY}*)(?=[.!;]\s|\n)",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:^|[.;!?\n])\s*(?:(?:hi|hello|hey|so|ok|okay|well|look|right|basically|now)\b"
    r"(?: (?:there|all|everyone|everybody|folks|team))?\s*[,!.]?\s*)*$",
    re.IGNORECASE,
)
_PLAINLY = re.compile(
    rf"(?:this|here)(?: is|['’]s) (?:my|our) (?:[\w-]+ ){{0,2}}?{_ONE_SHEET} of {_BODY}+|"
    rf"(?:my|our|this) (?:[\w-]+ )?(?:{SHEETS}) (?:has|holds|lists|shows|records) "
    rf"(?:all|every|the|our|my|what)\b{_BODY}+",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\d|(?<=[\w,] )(?!I\b)[A-Z]|,|\b(?:no|not|never|nothing|only|just|few|little|too|lacks?|"
    r"missing|empty|until|since|up to|before|after|from|in|with|without|where|which|about|on|"
    r"over|under|above|below|than|least|most|columns?|rows?|words?|values?|names?|to be|mention\w*|"
    r"but|and|or|so|yet|still|\w+n['’]t)\b"
)
_HAVING_NONE = (
    r"(?:I|we)(?:['’]ve(?: got)?| (?:(?:still|just|currently) )?have(?: got)?)|there['’]s|"
    r"there is"
)
_OWN_SHEET = (
    r"(?:own )?(?:table|data ?set|data|sheet|file|list|spreadsheet)(?: (?:at all|of (?:my|our) own|"
    r"of (?:mine|ours)|myself|ourselves|here|yet|so far|at hand))*"
)
_NO_USE = (
    r"(?: (?:that |which )?to (?:join|append|union|merge|stack|attach|combine|extend|enrich|match)"
    r"(?: (?:it|this|that|them|anything|something))?(?: (?:to|with|onto|on|under))?)?"
    r"(?: (?:here|yet|myself|at all|at the moment|right now))*"
)
_NONE = re.compile(
    rf"(?:(?:{_HAVING_NONE}) no {_OWN_SHEET}{_NO_USE}|"
    r"no (?=own |[\w ]+? (?:own|yet|mine|ours|here)\b)"
    rf"{_OWN_SHEET}{_NO_USE}|(?:(?:{_HAVING_NONE}) )?nothing(?: here| yet)?(?= to ){_NO_USE}|"
    rf"(?:I|we) (?:do not|don['’]t)(?: yet)? (?:have|own) (?:an?|any|my|our) {_OWN_SHEET}{_NO_USE})"
    r"(?=\s*[,.;!]|\s[-–—]\s|\n)",
    re.IGNORECASE,
)
"""What says that there is no table to join or to append to."""
_REST = re.compile(rf"(?:,|\s[-–—])\s*{_BODY}+(?=[.!;]\s|\n)")
_NO_DETAILS = {"", "here", "open", "already", "open here", "at hand"}
_INTENDING = re.compile(
    r"\b(?:(?:(?:want|need|plan|hope|wish|intend|aim|mean|trying|try|going|have|like)"
    r" to (?!find (?!out\b)|(?:see|get|have|add|append|put|look|search|show|fill|include|combine|"
    r"only|be|know|widen|extend|enrich|grow|enlarge|lengthen|expand|complete|complement|"
    r"supplement|limit|restrict|exclude|filter|keep|read)\b)(?:find out\b)?)|"
    r"need (?:an?|the) (?:[\w-]+ )?(?:version|picture|overview|view|total|totals|answer)\b)",
    re.IGNORECASE,
)
"""What somebody wants that is no table: "and want to go nationwide"."""
_WISH = re.compile(
    r"\b(?:wants?|needs?|should|shall|must|ought|requires?|find|show|give|get|look|looking|search|"
    r"searching|seek\w*|hunting for|please|prefer\w*|interested|only|unless|if|whose|"
    r"i['’]d like|would (?:like|be)|love|after|welcome|miss|could use|lack\w*)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"[<>=]|\b(?:tables|data ?sets|sheets|spreadsheets|topics?|subject|theme|at (?:least|most)|"
    r"(?:more|fewer|less|greater|larger|bigger) than|over \d|above|below|exceeds?|in mind|"
    r"(?:column|field|attribute)s? (?:named|called|about|on)|please|should|must|find|show me|"
    r"give me|looking for|(?:want|need|needs|wants)\b(?! (?:no|every|of)\b)|i['’]d like|"
    r"something|anything|whose|where|in which|"
    r"of (?:requirements|conditions|criteria|wishes|demands|needs))\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:tables?|data ?sets?|something|anything|whatever|candidates?|union\w*|join\w*|"
    r"(?:more|new|further|extra|additional|other) (?:rows|columns|data|records|ones))\b",
    re.IGNORECASE,
)
_OF_ITS_OWN = re.compile(
    r"\d|\b(?:about|on|concerning|regarding|with|without|where|whose|which|that|over|under|"
    r"more than|least|most|mention\w*|contain\w*|cover\w*|topics?|subject|theme|rows|columns?|"
    r"union\w*|join\w*|having|in|from|of|no|not)\b",
    re.IGNORECASE,
)
"""What a request has that asks for more than "are there any tables?"."""
_REFERRING = re.compile(
    r"^\W*(?:it|its|they|their|that|those|these|there (?:is|are)|the (?:table|sheet|list|data))\b|"
    r"\b(?:about|of|concerning|regarding|covering|mention\w*|also|like) "
    r"(?:them|those|these|it|that|this|such|likewise)\b(?! \w)|"
    r"\b(?:the same|same|similar|alike|such|likewise|like (?:it|this|that|mine))\b|"
    r"\b(?:that|this|the) (?:topic|subject|theme|matter)\b",
    re.IGNORECASE,
)
"""What goes on about the table, or asks for what it is about."""


def read_own_table_told(text: str, place: int) -> int:
    """Return where a sentence about one's own table ends, before a request; 0 if there is none.

    Examples
    --------
    >>> read_own_table_told("I've a table of glaciers and I'm on leave. Tables on snow", 0)
    41
    >>> read_own_table_told("I have a table of glaciers and want tables on snow. Over 9 rows", 0)
    0
    """
    found = _STATEMENT.match(text, place) if _BEGINS.search(text[:place]) else None
    if found is None or not _is_followed(text[found.end() + 1 :]):
        return 0
    told = f"{found['told']}{found['detail']}"
    if found["detail"].strip() in _NO_DETAILS and not found["before"] and not found["behind"]:
        return 0  # known without being told
    if _CONDITION.search(told) or _speaks_of_operation(found[0]):
        return 0
    around = (found["before"] or "", found["behind"])
    return 0 if any(map(_asks, around)) else found.end()


def is_plainly_own_table(said: str) -> bool:
    """Whether it is only told what a table is, with no name and nothing that it lacks or has most.

    Examples
    --------
    >>> is_plainly_own_table("Here's my table of surgeons")
    True
    >>> is_plainly_own_table("My table has no dates"), is_plainly_own_table("I have a table of tea")
    (False, False)
    """
    return _PLAINLY.fullmatch(said) is not None and not _LIMITED.search(said)


def read_no_table_told(text: str, place: int) -> int:
    """Return where words end that say that one has no table, in front of a request; else 0.

    Examples
    --------
    >>> read_no_table_told("No table of my own yet, I'm just curious. Tables about tea", 0)
    40
    >>> read_no_table_told("I have nothing to join, so find tables about tea", 0)
    22
    >>> read_no_table_told("No tables about tea. Over 9 rows", 0)
    0
    """
    found = _NONE.match(text, place) if _BEGINS.search(text[:place]) else None
    if found is None or not re.search(r"\w", text[found.end() :]):
        return 0
    behind = _REST.match(text, found.end())
    said = behind[0] if behind is not None else ""
    if re.match(r"\W*(?:but|except|besides|only)\b", said):
        return 0
    if behind is None or _asks(said) or _speaks_of_operation(said):
        return found.end()
    return behind.end() if re.search(r"\w", text[behind.end() :]) else found.end()


def _is_followed(behind: str) -> bool:
    """Whether a request follows that says by itself what it asks for."""
    if _REFERRING.search(behind):
        return False
    if _speaks_of_operation(behind):
        return True
    return _REQUEST.search(behind) is not None and _OF_ITS_OWN.search(behind) is not None


def _speaks_of_operation(said: str) -> bool:
    return any(read_operation(said, word.start()) for word in re.finditer(r"[\w'’-]+", said))


def _asks(said: str) -> bool:
    """Whether something is asked for before or behind what tells of the table."""
    plain = _INTENDING.sub("", said)
    return _WISH.search(plain) is not None or asking(plain) is Asking.SOMETHING
