"""Find what people will not do with tables, and what only sounds so: "I can't find any on tea"."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.tokens import token

_TABLES = (
    r"(?:tables?|data ?sets?|files?|sheets?|spreadsheets?|candidates?|anything|something|those|"
    r"ones?)\b"
)
_WHICH = (
    r"(?:(?:an?|any|the|those|these|such|other|another|more|further|single|one|some|many|enough|"
    r"suitable|good|decent)(?: of)? )*"
)
_OF_TABLES = (
    rf"(?! {_WHICH}{_TABLES}\s*(?:[.,;:!?)]|$))(?: {_WHICH}(?:rows|records|columns|fields|data) "
    r"(?:of|from|in))?(?= (?:(?!(?:and|but|or|if|so|that|to|in|on|about|with|of)\b)[\w'’-]+ )"
    rf"{{0,4}}?{_TABLES}| any (?:that|which|with|without|about|on|whose|where)\b)"
)
"""Behind a verb: tables of which more is said, unlike "I won't join tables, but stack them"."""
_OPERATING = (
    r"(?:join|union|append|stack|concatenate|concat|merge|attach|combine|link|add|put|include|"
    r"joining|unioning|appending|stacking|concatenating|merging|attaching|combining|linking|adding|"
    r"putting|including)(?: (?:together|in|up))?"
)
_TAKING = (
    r"(?:accept|take|use|consider|touch|look at|have|need|want|keep|work with|deal with|"
    r"bother with|accepting|taking|using|considering|touching|looking at|having|keeping|"
    r"working with|dealing with|bothering with)"
)
_EVER = (
    r"(?: (?:ever|even|be|able to|want to|wish to|like to|dare(?: to)?|care to|agree to|"
    r"bother(?: to)?|think of|dream of|willingly|knowingly|normally|usually|really|consider))*"
)
_POINT = r"(?:point|sense|use|good|value|merit|reason|need|wish|desire|intention|interest)"
_SOMEBODY = r"(?:(?:my|our|the) (?:(?!(?:that|which|who)\b)[\w'’-]+ ){1,2}?)?"
_REFUSING = (
    rf"(?:{_SOMEBODY}(?:(?:won|wouldn|shan|couldn)['’]?t{_EVER}|(?:refuses?|declines?|hates?|loath|"
    r"unwilling|reluctant|disinclined) to(?: be)?)|not (?:(?:willing|prepared|ready|happy|able|"
    r"allowed|inclined|about|planning|intending) to|keen (?:to|on)|in favou?r of)(?: be)?|"
    rf"(?:(?:there(?:['’]s| is| would be)|(?:i|we) (?:see|have)|it['’]s|it is) )?"
    rf"(?:no|little|not much) {_POINT}(?: (?:in|of|for|to))?|"
    rf"(?:makes?|made|see(?:s|ing)?) (?:no|little) sense (?:to|in)|"
    rf"(?:can['’]?t|cannot|don['’]?t|do not) see (?:any|the|much|a) (?:point|sense|use) (?:in|of)|"
    rf"(?:it is |it['’]s )?(?:pointless|useless) to)"
)
_UNWILLING = re.compile(
    rf"{_REFUSING}(?:(?= {_OPERATING}{_OF_TABLES})| {_TAKING}{_OF_TABLES})", re.IGNORECASE
)
_OF_OTHERS = re.compile(r"\b(?:that|which|who|whom|why|how|whose|about|on) $", re.IGNORECASE)
"""Behind them nobody refuses a table: "about people who won't join …"."""
_NOT_FOUND = (
    r"(?:i['’]m|i am|we['’]re|we are) not finding|"
    r"(?:(?:why|how come) )?(?:i|we)(?: (?:still|just|really|currently|sadly))* "
    r"(?:(?:can['’]?t|cannot|can not|couldn['’]?t|could not)(?: (?:seem to|yet|even))*"
    r" (?:find|locate|get hold of|come across|think of|spot|see(?= any\b))|"
    r"(?:haven['’]?t|have not|have never)(?: (?:yet|even|ever))*"
    r" (?:found|seen|come across|got|been able to find|managed to find)|"
    r"(?:don['’]?t|do not)(?: (?:yet|currently|even|actually))* (?:know of|see(?= any\b)|"
    r"(?:have|own)(?=[^.;!?\n]*[.!?]?\s*$)))"
)
_WELCOME = (
    r"(?:(?:i|we)(?:['’]d| would)? )?(?:(?:wouldn|won)['’]?t|(?:would|will) not|not) "
    r"(?:say no to|object to|hesitate to|mind(?: having| seeing| getting)?|turn down|"
    r"complain about|be averse to|be opposed to)|"
    r"(?:(?:i|we) )?(?:can['’]?t|cannot) (?:wait (?:to|for)|get enough of|"
    r"go wrong with|help (?:but want|wanting))|"
    r"(?:there(?:['’]s| is| would be) )?no (?:harm|problem|objection)s? (?:in|with|to)|"
    r"(?:(?:i|we) )?(?:don['’]?t|do not)(?: want to| wish to)? "
    r"(?:miss(?: out on)?|forget|overlook|neglect|hold back|hesitate to|fail to)"
)
_SUPPOSED = (
    r"(?:i |we )?(?:don['’]?t|do not) suppose(?: that)?(?= (?:there|you|we|anyone|anybody|someone|"
    r"i could|the lake)\b)|(?:does|has|have)n['’]?t any(?:one|body)(?: got| have)?"
)
_MEANING_YES = re.compile(
    rf"(?:{_NOT_FOUND})(?= {_WHICH}(?!those\b){_TABLES})|(?:{_WELCOME})(?= {_WHICH}{_TABLES}|"
    rf" {_OPERATING} )|(?:{_SUPPOSED})",
    re.IGNORECASE,
)


def read_unwilling(text: str, place: int) -> Token | None:
    """Read a refusal to do something with tables, up to the verb if that says which search.

    Examples
    --------
    >>> read_unwilling("I won't join tables that have a date", 2)
    Token('NOT', "won't")
    >>> read_unwilling("I won't join them", 2) is None
    True
    """
    if _begins_inside(text, place) or _OF_OTHERS.search(text[:place]):
        return None
    found = _UNWILLING.match(text, place)
    return None if found is None else token("NOT", found[0].lower(), place, found.end())


def read_meaning_yes(text: str, place: int) -> int:
    """Return where words end that have a refusal and ask for what follows; 0 if none do.

    Examples
    --------
    >>> read_meaning_yes("I can't find any tables about tea", 0)
    12
    >>> read_meaning_yes("I can't use any tables about tea", 0)
    0
    """
    found = None if _begins_inside(text, place) else _MEANING_YES.match(text, place)
    return found.end() if found is not None else 0


def _begins_inside(text: str, place: int) -> bool:
    return place > 0 and (text[place - 1].isalnum() or text[place - 1] in "-_'’")
