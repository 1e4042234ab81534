"""Find what is noted of conditions, and asks for nothing: "tea (topic)", "date condition: …"."""

from __future__ import annotations

import re

from core.conditions.words.cell_properties import is_kind_of_column

_LEVEL = r"(?:(?:table|column|cell)[- ](?:level )?)?"
_KIND = (
    rf"{_LEVEL}(?:category|categorical|size|string|text|textual|keyword|numerical|numeric|number|"
    r"date|temporal|property)"
)
_TOPIC = rf"{_LEVEL}(?:topic|theme|subject)"
_CALLED = r"(?:condition|constraint|restriction|threshold|criterion|requirement|filter)"
_BEHIND = re.compile(
    rf"(?<=\()(?:{_KIND}|{_TOPIC}|key|result)(?P<called> {_CALLED})?"
    r"(?=\)\s*(?:[,;.!?\n]|$|[-–—]\s|(?:and|but|with|where)\b))",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?:(?:the|a) )?(?:{_KIND}|column) {_CALLED}s?"
    r"(?=\s*(?:\([^()]*\)\s*)?:|\s+for (?:the |a |my )?\w+\s*:)|"
    # "Two conditions hold for the union: …", "three conditions, join: …"
    r"(?:(?:both|all|the following|these|those|two|three|four|five|[2-5]) )+"
    rf"{_LEVEL}(?:{_CALLED}s|criteria|limits|bounds)"
    r"(?: (?:hold|apply|must hold|must be met|are (?:given|set|imposed|required|needed)))?"
    r"(?=\s*[,:]|\s+(?:for|to) (?:the |a |my )?(?:\w+\s*:|tables? to be|union|join|append|merge))",
    re.IGNORECASE,
)
_OF_TOPIC = re.compile(rf"(?<=[a-z] ){_CALLED}s?(?=\s*:)", re.IGNORECASE)
_NAMES_TOPIC = re.compile(rf"(?:^|[.;!?,\n-]\s*)(?:(?:the|a) )?{_TOPIC} $", re.IGNORECASE)
_PARTED = re.compile(r"(?:^|[.:;!?,\n]|\s[-–—])\s*$")
_SAID = re.compile(
    r"[<>=\d\"“]|\b(?:about|is|are|contains?|mentions?|over|under|after|before|on)\b", re.IGNORECASE
)


def read_kind_noted(text: str, place: int) -> int:
    """Return where words end, that begin at a place, for what kind a condition is; 0 if none do.

    In brackets behind a part, or as the heading of one. Of "topic condition:" the topic is left.

    Examples
    --------
    >>> read_kind_noted("bees (topic), over 9 rows (size)", 6)
    11
    >>> read_kind_noted("date condition: opened after 2004", 0)
    14
    >>> read_kind_noted("country (category) is Peru", 9)
    0
    """
    behind = _BEHIND.match(text, place)
    if behind is not None:
        return behind.end() if _is_of_condition(text, behind) else 0
    before = _BEFORE.match(text, place)
    if before is not None:
        return before.end() if _PARTED.search(text[:place]) else 0
    of_topic = _OF_TOPIC.match(text, place)
    named = of_topic is not None and _NAMES_TOPIC.search(text[:place]) is not None
    return of_topic.end() if of_topic is not None and named else 0


def _is_of_condition(text: str, noted: re.Match[str]) -> bool:
    """Whether something is asked for before brackets, and they end no subject: "films (date)"."""
    if noted["called"] is None and is_kind_of_column(text, noted.start() - 1):
        return False
    others = sum(1 for _ in _BEHIND.finditer(text)) > 1
    part = re.split(r"[,;]", text[: noted.start()])[-1]
    return others or noted["called"] is not None or _SAID.search(part) is not None
