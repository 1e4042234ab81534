"""Find what says that a table is taken, and asks for nothing: "a candidate is accepted if"."""

from __future__ import annotations

import re

_TABLE = (
    r"(?:(?:tables?|data ?sets?|files?|sheets?|spreadsheets?|candidates?|ones?|"
    r"cand(?:idate)? tables?)"
    r"(?: (?:in|from|of) (?:the|this|my|our) (?:lake|collection|corpus|repository|pool|archive))?)"
)
_NOUN = rf"(?:(?:an?|any|each|every|all|the|those|these|such|only|retrieved|further) )+{_TABLE}"
_WHAT_FOR = (
    r"(?: (?:for|to|in|into|as|towards?) (?:(?:the|this|my|our|an?|such an?|be) )*"
    r"(?!if\b|only\b|which\b|whose\b|where\b|that\b)[\w-]+(?: (?:search|query|candidates?|table|"
    r"result|results|results? list|purposes?|task|operation))?)?"
)
_GOOD = (
    r"(?:relevant|suitable|eligible|acceptable|admissible|valid|usable|useful|qualified|fit|good|"
    r"appropriate|adequate|of interest)"
)
_HELD = (
    r"(?:considered|deemed|regarded as|judged|held to be|thought|taken to be|seen as|counted as)"
)
_TAKEN = (
    r"(?:accepted|retained|returned|retrieved|kept|selected|chosen|admitted|included|considered|"
    r"taken|unioned|appended|joined)"
)
_VERB = (
    rf"(?:(?:is|are|will be|shall be|should be|must be|may be|can be|is to be|are to be|"
    rf"would be) (?:only )?(?:(?:to be )?{_HELD} (?:to be )?{_GOOD}|{_GOOD}|{_TAKEN})|"
    r"(?:counts?|qualif(?:y|ies)|passes|pass|will do))"
)
_IF = (
    r"(?:if and only if|only if|if|iff|provided(?: that)?|on (?:the )?condition that|as long as|"
    r"so long as|only when|when|only where|in which|in whose|for which)"
)
_ACCEPTED = re.compile(
    rf"(?P<verb>(?P<found>(?:results?|hits?) )?{_VERB}){_WHAT_FOR},? "
    rf"(?:(?:just|exactly|precisely) )?(?={_IF}\b)",
    re.IGNORECASE,
)
_OPERATION = re.compile(r"\b(?:union|append|stack|concat|join|merg|attach|enrich)", re.IGNORECASE)
_OF_TABLE = re.compile(
    rf"(?:^|[.;:!?,]|\b(?:that|then))\s*(?:{_NOUN}|tables|candidates) $", re.IGNORECASE
)
_FIRST = re.compile(r"(?:^|[.;:!?])\s*(?:(?:an?|any|each|every|all|the|those) )?$", re.IGNORECASE)


def read_acceptance(text: str, place: int) -> int:
    """Return where words end that say of tables that they are taken, before "if"; else 0.

    What they are taken for is left where it says which search is meant.

    Examples
    --------
    >>> read_acceptance("a candidate is accepted if it has 9 rows", 12)
    23
    >>> read_acceptance("tables whose status is accepted if it has 9 rows", 20)
    0
    """
    found = _ACCEPTED.match(text, place)
    if found is None or not (_FIRST if found["found"] else _OF_TABLE).search(text[:place]):
        return 0
    verb = found["verb"]
    if _OPERATION.search(verb):
        return 0
    ends = found.end("verb") if _OPERATION.search(found[0]) else found.end()
    return len(text[:ends].rstrip())
