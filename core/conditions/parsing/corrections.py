"""Take a correction for what it corrects: "since 1975 - no, since 1985" asks for 1985 alone."""

from __future__ import annotations

import re

_SIGN = r"(?<!\s)\s*(?:[,;.?–—-]+\s*)?"
"""Begins where blanks do, else each of many would be tried with all behind it."""
_HALT = (
    r"(?:(?:oh )?no(?: wait| sorry)?|wait(?: no)?|sorry|oops|correction|scratch that|hang on|"
    r"hold on)"
)
_MEANING = r"(?:make (?:that|it)|I (?:mean|meant|should say)|or rather)"
_MARK = re.compile(
    rf"{_SIGN}(?:(?<=[,;.?–—\s-]){_HALT}\s*[,–—-]+\s*)+(?:[^,;.:!?()\d\"–—]*,\s*)??(?:{_MEANING}\b\s*)?"
    rf"|{_SIGN}(?:{_HALT}\s*[,–—-]*\s*)*\b{_MEANING}\s+",
    re.IGNORECASE,
)
"""What takes back what was said: "- no,", ", no, make that", " - wait, I mean", ", or rather"."""
_RIGHT = re.compile(r"(?:(?:exactly|actually|definitely|rather) )?(?P<right>[^,;.:!?()–—]+)", re.I)
_COUNT = re.compile(r"(?P<number>\d[\d,.]*[km]?) (?P<unit>rows|columns)\b", re.IGNORECASE)
_AMOUNT = r"(?:\d[\d,.]*\d[km]?|\d[km]?|[a-z]+(?:[ -][a-z]+)?)"
_OF_UNIT = re.compile(
    rf" {_AMOUNT}(?: (?:and|to) {_AMOUNT})? (?P<unit>(?:(?:new|more|extra|additional) )?"
    r"(?:rows|columns|records|entries|lines|fields|attributes))$",
    re.IGNORECASE,
)
_OF_NONE = re.compile(rf" {_AMOUNT}(?: (?:and|to) {_AMOUNT})?\s*$", re.IGNORECASE)
"""How many there are, where what they are was said before: "30 rows, no wait, at least 40"."""
_BOUND = re.compile(r"(?: or (?:more|fewer|less)| at (?:most|least))?\s*", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:or rather|I should say)\s+$", re.IGNORECASE)
"""What may stand before one name in the place of another, without the words in front of both."""
_NAMED = re.compile(
    r"\b(?:about|on|of|is|are|concerning|covering|mentions?|mentioning|contains?|containing|in|=)"
    r"\s+(?!(?:the|an?|my|our|this)\b)"
    r"(?P<name>(?!(?:and|or|with|not|no|at|in|of)\b)[^\W\d][\w'’-]*"
    r"(?: (?!(?:and|or|with|of)\b)[^\W\d][\w'’-]*){0,2})$",
    re.IGNORECASE,
)
_OTHER_NAME = re.compile(
    r"(?!(?:i|we|it|you|they|that|which|this|these|those|not|no|any|an?|the|than|all|some|to|more|"
    r"less|fewer|only|tables?|columns?|rows?|is|are|its?|has|have|must|should|can|please)\b)"
    r"[^\W\d][\w'’-]*(?: [\w'’-]+)?(?=\s*(?:[,;.!?]|$)| (?:and|with|where|whose|that|which)\b)",
    re.IGNORECASE,
)
_ARTICLES = {"a", "an", "the"}
_ANCHORS = {
    *(
        "about",
        "on",
        "concerning",
        "covering",
        "over",
        "above",
        "under",
        "below",
        "since",
        "before",
    ),
    *("after", "until", "between", "from", "with", "without", "whose", "where", "containing"),
    *("a column", "the column", "an id", "a table", "the topic", "more than", "less than"),
    *("fewer than", "at least", "at most", "up to", "in"),
    *("no more than", "no fewer than", "no less than", "not more than", "not fewer than"),
}
"""Words that begin what is said twice."""
_WORDS_BACK = 8


def corrected(text: str) -> str:
    """Blank what somebody takes back, and the words that take it back; all others stay in place.

    Only where what is said instead begins as what it stands for ("about … no, about …"), counts
    the same, or is a name that stands for another ("of Thai, or rather Vietnamese"); any other
    correction is left, and told as far as it is not understood.

    Examples
    --------
    >>> corrected("tables about ferries, no, make that about locks")
    'tables                              about locks'
    >>> corrected("about tea, or rather coffee")
    'about                coffee'
    >>> corrected("at least 9 rows, no, at least 12")
    '           rows      at least 12'
    >>> corrected("no price column, no, not one")
    'no price column, no, not one'
    """
    for mark in reversed(list(_MARK.finditer(text))):
        said = _RIGHT.match(text, mark.end())
        begins = None if said is None else _taken_back(text[: mark.start()], said["right"])
        begins = begins if begins is not None else _name_taken_back(text, mark)
        if begins is not None:
            unit = _unit_kept(text[begins : mark.start()], said["right"]) if said else ""
            keep = begins + text[begins : mark.start()].rindex(unit)
            blanked = " " * (keep - begins) + unit
            text = text[:begins] + blanked.ljust(mark.end() - begins) + text[mark.end() :]
    return text


def _unit_kept(left: str, right: str) -> str:
    """Give what is counted, if only what is taken back says it: "9 rows, no, at least 12"."""
    anchor = _anchor(right.split())
    of_none = _OF_NONE.fullmatch(right[len(anchor) :])
    found = _OF_UNIT.fullmatch(left[len(anchor) :])
    return found["unit"] if of_none is not None and found is not None else ""


def _anchor(words: list[str]) -> str:
    """Give the words that begin what is said instead, the longest that is known."""
    most = 2 if words[0].lower() in _ARTICLES else 1
    known = (n for n in (3, 2) if " ".join(words[:n]).lower() in _ANCHORS)
    return " ".join(words[: next(known, most)])


def _name_taken_back(text: str, mark: re.Match[str]) -> int | None:
    """Find a name in place of which another is said: "a cuisine of Thai, or rather Vietnamese"."""
    if not _INSTEAD.search(mark[0]) or not _OTHER_NAME.match(text, mark.end()):
        return None
    found = _NAMED.search(text[: mark.start()])
    return found.start("name") if found is not None else None


def _taken_back(before: str, right: str) -> int | None:
    """Find where that begins in place of which something is said; None if it is not plain."""
    clause = max(before.rfind(sign) for sign in (".", ";", "!", "?")) + 1
    count = _COUNT.match(right)
    if count is not None:
        alike = [one for one in _COUNT.finditer(before, clause) if one["unit"] == count["unit"]]
        ends = alike and _BOUND.fullmatch(before[alike[-1].end() :])
        return alike[-1].start() if ends else None
    anchor = _anchor(right.lower().split())
    if anchor not in _ANCHORS:
        return None
    found = [*re.finditer(rf"\b{re.escape(anchor)}\b", before[clause:], re.IGNORECASE)]
    if not found or len(before[clause + found[-1].start() :].split()) > _WORDS_BACK:
        return None
    return clause + found[-1].start()
