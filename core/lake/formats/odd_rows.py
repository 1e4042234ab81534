"""Rows that are no records: a second header, a total, a source. They are kept, and said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.lake.formats.header_row import ROWS_LOOKED_AT, Row

_LAST = 5
"""Rows at the end of a table among which totals and sources stand."""
_LEAST_BELOW = 3
_LONGEST = 80
_TOTAL = re.compile(
    r"(?i)(?:(?:grand|sub|overall)[ -]?)?total(?:s|e|en|es|i|t)?|sum|(?:gesamt|zwischen|end)?summe|"
    r"gesamt|insgesamt|somme|ensemble|totaal|suma|razem|soma|summa|yhteensä|celkem|összesen"
)
_SOURCE = re.compile(
    r"(?i)(?:data )?(?:source|quelle|sourc|fuente|fonte|bron|källa|kilde|źródło|zdroj|note|notiz|"
    r"anmerkung|hinweis|fußnote|nota|remarque|stand)(?:s|n|en|es)?\s*:.+"
)
_VALUE = re.compile(r"[^\w]*\d[\d\s.,:/'’%−+-]*\D{0,6}")


def odd_rows(header: Row, body: Sequence[Row]) -> Iterator[str]:
    """Say which rows look like a second header, a total or a source.

    Parameters
    ----------
    header
        As it was taken.
    body
        The rows below, all or the first of them.

    Examples
    --------
    >>> header, body = ["city", "sales"], [["Rome", "5"], ["Oslo", "7"], ["Bern", "8"]]
    >>> list(odd_rows(header, [*body, ["Total", "20"]]))
    ['A row at the end looks like a total: "Total".']
    >>> list(odd_rows(["place", ""], [["city", "sales"], *body]))
    ['The first row below the header looks like a second header: "city", "sales".']
    """
    if _is_second_header(header, body):
        named = ", ".join(f'"{cell}"' for cell in body[0][:_LAST] if cell)
        yield f"The first row below the header looks like a second header: {named}."
    if len(body) <= _LEAST_BELOW:
        return
    for row in body[-_LAST:]:
        filled = [cell.strip() for cell in row if cell and not cell.isspace()]
        first = filled[0] if filled else ""
        if len(filled) > 1 and _TOTAL.fullmatch(first.rstrip(" :")):
            yield f'A row at the end looks like a total: "{first}".'
        elif len(filled) == 1 and len(header) > 1 and _SOURCE.fullmatch(first):
            yield f'A row at the end looks like a source or a note: "{first[:_LONGEST]}".'


def _is_second_header(header: Row, body: Sequence[Row]) -> bool:
    """Whether the first row has names above values, where the header has gaps."""
    below = body[1:ROWS_LOOKED_AT]
    if len(below) < _LEAST_BELOW or all(cell and not cell.isspace() for cell in header):
        return False
    first = [(cell or "").strip() for cell in body[0]]
    if not all(first) or len(set(first)) < len(first) or any(map(_VALUE.fullmatch, first)):
        return False
    return any(
        all(_VALUE.fullmatch((row[place] or "0").strip() or "0") for row in below)
        for place in range(min(len(first), *(len(row) for row in below)))
    )
