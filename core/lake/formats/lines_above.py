"""Where the header of a table stands: below comments, titles and "key, value" lines, or first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from core.lake.formats.header_row import (
    MOST_LINES_ABOVE,
    ROWS_LOOKED_AT,
    Row,
    filled,
    has_names_above_values,
    has_names_only,
    reach,
)
from core.lake.formats.unnamed_columns import without_stand_ins

_LEAST_WIDTH = 3
"""With two columns, a lone cell may as well be a header whose second name is missing."""
_COMMENT = re.compile(r"\s*[#%][#%\s]*[^#%\s]")
_MANY = 0.6
_NEARLY_ALL = 0.9
_LEAST_ROWS_BELOW = 2


def lines_above_header(rows: Sequence[Row]) -> int:
    """Count the rows above the header: comments, titles, "key, value" lines, blank cells.

    There are some only in three cases, and the header has names only: different texts that are not
    numbers, except for years behind a name. Otherwise the first row is the header.

    - The first rows begin with ``#`` or ``%`` and the next one has as many cells as most below. A
      last comment as wide as these is the header itself, unless the next row has names above
      values.
    - The first row that is not blank has a lone cell where most rows have three or more. The
      header is the first row as full as the commonest.
    - The first rows have cells in at most half of the header's columns, nearly no row below
      reaches beyond it, and it has names above values or every row above begins with "key:".

    Parameters
    ----------
    rows
        The first rows of a table, at most `ROWS_LOOKED_AT` of which are looked at.

    Returns
    -------
    int
        The place of the header, from 0.

    Examples
    --------
    >>> lines_above_header([["Budget 2024", "", ""], ["in EUR", "", ""],
    ...                     ["team", "Q1", "Q2"], ["IT", "1", "2"], ["HR", "3", "4"]])
    2
    >>> lines_above_header([["team", "", ""], ["IT", "1", "2"], ["HR", "3", "4"]])
    0
    """
    some = rows[:ROWS_LOOKED_AT]
    first = next((place for place, row in enumerate(some) if filled(row)), None)
    if first is None:
        return 0
    # A title of one cell that pandas took for the header has such names beside it.
    some = [*some[:first], without_stand_ins(some[first]), *some[first + 1 :]]
    lone = _below_lone_cells(some, first) if filled(some[first]) == 1 else 0
    return _below_comments(some, first) or lone or _below_pairs(some, first)


def _below_comments(rows: Sequence[Row], first: int) -> int:
    if not _is_comment(rows[first]):
        return 0
    full = [place for place, row in enumerate(rows) if filled(row)]
    header = next((place for place in full if not _is_comment(rows[place])), None)
    if header is None or header > MOST_LINES_ABOVE:
        return 0
    below = [rows[place] for place in full if place >= header]
    width = _commonest(map(reach, below))
    if width == 1 or reach(rows[header]) != width:
        return 0
    # The last column may be empty in most rows.
    widths = range(width, max(map(len, below)) + 1)
    *above, last = (place for place in full if place < header)
    is_header = reach(rows[last]) in widths
    named = not is_header or has_names_above_values(rows[header], below[1:])
    if named and has_names_only(rows[header]):
        return header
    lone = all(reach(rows[place]) not in widths for place in above)
    return last if is_header and above and lone and has_names_only(rows[last]) else 0


def _below_lone_cells(rows: Sequence[Row], first: int) -> int:
    widths = [filled(row) for row in rows]
    # Rows of delimiters alone, as spreadsheets leave them below a table, say nothing of its width.
    counted = [width for width in widths[first:] if width]
    width = _commonest(counted)
    full = sum(count >= width for count in counted)
    if width < _LEAST_WIDTH or full < _MANY * len(counted):
        return 0
    header = next(i for i, count in enumerate(widths) if count >= width)
    return header if header <= MOST_LINES_ABOVE and has_names_only(rows[header]) else 0


def _below_pairs(rows: Sequence[Row], first: int) -> int:
    above = reach(rows[first])
    # Most tables end here, and whole lakes are read.
    if filled(rows[first]) == 1 or max(map(len, rows)) < max(_LEAST_WIDTH, 2 * above):
        return 0
    for place, row in enumerate(rows[first : MOST_LINES_ABOVE + 1], first):
        width = reach(row)
        if width < max(_LEAST_WIDTH, 2 * above):
            above = max(above, width)
        elif _is_header_below(rows[first:place], row, rows[place + 1 :], above):
            return place
        else:
            return 0
    return 0


def _is_header_below(lines: Sequence[Row], header: Row, body: Sequence[Row], above: int) -> bool:
    """Whether a row is the header below lines that reach only so far."""
    reaches = [reach(row) for row in body if filled(row)]
    wider = sum(width > above for width in reaches)
    fits = sum(width <= reach(header) for width in reaches)
    if wider < max(_LEAST_ROWS_BELOW, _MANY * len(reaches)) or fits < _NEARLY_ALL * len(reaches):
        return False
    if filled(header) < _NEARLY_ALL * reach(header) or not has_names_only(header):
        return False
    keyed = all((row[0] or "").rstrip().endswith(":") for row in lines if filled(row))
    return keyed or has_names_above_values(header, body)


def _is_comment(row: Row) -> bool:
    """Whether a row begins as a comment; a lone sign is the name of a column of numbers."""
    return bool(_COMMENT.match(row[0] or ""))


def _commonest(widths: Iterable[int]) -> int:
    counts = Counter(widths)
    return max(counts, key=lambda width: (counts[width], width))
