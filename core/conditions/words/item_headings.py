"""Find what heads a list of conditions and asks for nothing: "Criteria:", "My needs are:"."""

from __future__ import annotations

import re

HEADING = "as follows"
"""What the token of a heading is called."""
_HEADS = (
    r"(?:criteria|criterion|requirements?|constraints?|filters?|specs|specifications?|"
    r"must[- ]haves?|wish ?list|search terms?|checklist|restrictions?|prerequisites?)"
)
_HEADS_OF_LISTS = (
    r"(?:conditions?|needs?|details?|points|parameters?|request|query|search|task|wants?)"
)
"""What may be the name of a column, too: "conditions: rainy or sunny"."""
_BEFORE = (
    r"(?:(?:my|our|the|these|those|here are|here is|search|selection|table|data|dataset|main|key|"
    r"hard|strict|mandatory|basic|minimum|following|further|other|additional|more|list of) )*"
)
_BEHIND = (
    r"(?: (?:are|is|as follows|are as follows|are these|list|to meet|for (?:the|my|our) \w+))*"
)
_HEADING = re.compile(
    rf"{_BEFORE}(?:{_HEADS}|(?P<either>{_HEADS_OF_LISTS})){_BEHIND}"
    r"(?:\s*:\s*|\s*(?=\n)|\s+(?=[•▪●]|[-–—*]\s|\(?[1ai]\)))",
    re.IGNORECASE,
)


def read_heading(text: str, place: int, marks: int) -> int:
    """Return where the heading of a list ends that begins at a place; 0 if none does.

    Parameters
    ----------
    marks
        How many marks of items the text has.

    Examples
    --------
    >>> read_heading("Criteria: about tea, over 5 rows", 0, 0)
    10
    >>> read_heading("conditions: rainy or sunny", 0, 0)
    0
    """
    before = text[:place].rstrip(" \t-–—*•")
    if before and before[-1] not in ".:;!?\n":
        return 0
    found = _HEADING.match(text, place)
    if found is None or (found["either"] and not marks and ";" not in text[found.end() :]):
        return 0
    return found.end()
