"""Find where the name of a column is said once more: "… over 5 beds, the column being beds"."""

from __future__ import annotations

import re

_COLUMN = r"(?:column|col|field|attribute|variable)"
_AGAIN = re.compile(
    rf"(?:the|that|this|its) {_COLUMN}(?:['’]s name)?(?:['’]s| is| being| was)?"
    r" (?:called |named |titled |just |simply )*"
    r"(?P<quote>[\"'“‘]?)(?P<name>[\w-]+(?: [\w-]+){0,4})[\"'”’]?(?=\s*(?:[.,;!?)]|$))",
    re.IGNORECASE,
)
_PARTED = re.compile(r"(?:^|[.,;:!?(–—-])\s*(?:and )?$", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:about|regarding|concerning|covering|topics?:?) (?:the )?[\w-]+", re.IGNORECASE
)
"""What tables are about, which says nothing of a column: "about beds, the column called beds"."""
_OF_CELLS = re.compile(
    r"\b(?:where|whose|with|having|carry|show|is|are|join\w*)\b|[\d\"“<>=]", re.IGNORECASE
)
"""Words of which some are before a name whose cells something is asked of."""
_OF_COLUMNS = re.compile(rf"\b{_COLUMN}s?\b", re.IGNORECASE)


def read_column_said_again(text: str, place: int) -> int:
    """Return where it ends that a column has the name by which it was spoken of; 0 if nowhere.

    Behind what is asked of a column ("a column about rent; the column is called rent_eur") a name
    is one more thing that is asked for.

    Examples
    --------
    >>> read_column_said_again("over 5 beds, the column being beds", 13)
    34
    >>> read_column_said_again("over 5 beds, the column being rooms", 13)
    0
    """
    found = _AGAIN.match(text, place)
    before = text[:place]
    if found is None or not _PARTED.search(before) or not _OF_CELLS.search(before):
        return 0
    if _OF_COLUMNS.search(before):
        return 0
    name = rf"(?<![\w-]){re.escape(found['name'])}(?![\w-])"
    told = re.search(name, _ABOUT.sub("", before), re.IGNORECASE)
    return found.end() if told is not None else 0
