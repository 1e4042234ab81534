"""Rows that are no records: a second header, units, a total, a source. They are kept, and said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.lake.formats.base import Columns, OpenTable
from core.lake.formats.header_row import (
    ROWS_LOOKED_AT,
    Row,
    filled,
    is_value,
    names_above_values,
)

ALL_PADDED = (
    "Every row has fewer cells than the header. If the header is in another line, say in which."
)

_LAST = 5
"""Rows at the end of a table among which totals and sources stand."""
_LEAST_BELOW = 3
_LEAST_NAMED = 2
"""Columns of values under a name that make it more than a cell that was not measured."""
_LINES_LOOKED_AT = 20
_LONGEST = 80
_TOTAL = re.compile(
    r"(?i)(?:(?:grand|sub|overall)[ -]?)?total(?:s|e|en|es|i|t)?|sum|(?:gesamt|zwischen|end)?summe|"
    r"gesamt|insgesamt|somme|ensemble|totaal|suma|razem|soma|summa|yhteensä|celkem|összesen"
)
_SOURCE = re.compile(
    r"(?i)(?:data )?(?:source|quelle|sourc|fuente|fonte|bron|källa|kilde|źródło|zdroj|note|notiz|"
    r"anmerkung|hinweis|fußnote|nota|remarque|stand)(?:s|n|en|es)?\s*:.+"
)
_SECOND_HEADER = "The first row below the header looks like a second header"
_UNITS = (
    "The first row below the header looks like units or a second header, having names where the "
    "others have values"
)
_TOTAL_ROW = "A row at the end looks like a total"
_SOURCE_ROW = "A row at the end looks like a source or a note"


def watched(opened: OpenTable) -> OpenTable:
    """Note, once the rows of a table have been read, which of them look like no records.

    One rule for all formats: the first rows and the last ones are kept while batches pass.
    """
    opened.batches = _watching(opened, opened.batches)
    return opened


def _watching(opened: OpenTable, batches: Iterator[Columns]) -> Iterator[Columns]:
    first: list[Row] = []
    last: list[Row] = []
    rows = 0
    for batch in batches:
        if opened.header_line and len(first) < ROWS_LOOKED_AT and (rows or _begins_oddly(batch)):
            first += _rows(batch, slice(0, ROWS_LOOKED_AT - len(first)))
        last = [*last, *_rows(batch, slice(-_LAST, None))][-_LAST:]
        rows += len(batch[0])
        yield batch
    notes = opened.reading.notes
    if opened.reading.rows_padded == rows >= _LEAST_BELOW and opened.header[-1].strip():
        notes.append(ALL_PADDED)
    notes += odd_rows(opened.header, first, last, rows, _line_of(first[0], opened) if first else 0)


def _begins_oddly(batch: Columns) -> bool:
    """Whether the first row has no value: most tables end here, and whole lakes are read."""
    return any(not _has_value(row) for row in _rows(batch, slice(0, 1)))


def _has_value(row: Row) -> bool:
    return any(is_value(cell.strip()) for cell in row if cell)


def _line_of(row: Row, opened: OpenTable) -> int:
    """Find the line of the file on which the first row stands; 0 if that is not certain."""
    cells = [cell.strip() for cell in row if cell and not cell.isspace()]
    above = opened.header_line or 0
    lines = opened.first_lines(above + _LINES_LOOKED_AT) if opened.first_lines else []
    found = (number for number, text in lines[above:] if all(cell in text for cell in cells))
    return next(found, 0)


def _rows(batch: Columns, some: slice) -> list[Row]:
    columns = (column[some] for column in batch)
    return list(
        zip(*(c.to_pylist() if hasattr(c, "to_pylist") else c for c in columns), strict=True)
    )


def odd_rows(
    header: Row, first: Sequence[Row], last: Sequence[Row], rows: int, line: int = 0
) -> Iterator[str]:
    """Say which rows look like a second header, units, a total or a source.

    Parameters
    ----------
    header
        As it was taken.
    first, last
        The first rows below, or none if the very first has a value; the last ones.
    rows
        How many there are.
    line
        That of the first row; 0 if it is not known.

    Examples
    --------
    >>> header, body = ["city", "sales"], [["Oslo", "7"], ["Bern", "8"], ["Total", "15"]]
    >>> list(odd_rows(header, [], body, 4))
    ['A row at the end looks like a total: "Total".']
    >>> list(odd_rows(["place", ""], [["city", "sales"], ["Rome", "5"], *body], [], 5))
    ['The first row below the header looks like a second header: "city", "sales".']
    """
    if first and _is_second_header(header, first):
        yield f"{_SECOND_HEADER}: {_named(first[0])}."
    elif first and _is_of_units(first):
        begin = f"that rows begin in line {line + 1:,}" if line else "in which line rows begin"
        yield (
            f"{_UNITS}: {_named(first[0])}. If it is no record, say which line is the header and "
            f"{begin}."
        )
    if rows <= _LEAST_BELOW:
        return
    for place, row in enumerate(last, rows - len(last)):
        if 2 * place + 1 < rows:
            continue
        # Of whole lakes the last rows are looked at: the first cell mostly says that it is none.
        told = next((cell for cell in row if cell and not cell.isspace()), "").strip()
        if _TOTAL.fullmatch(told.rstrip(" :")):
            if filled(row) > 1:
                yield f'{_TOTAL_ROW}: "{told}".'
        elif ":" in told and _SOURCE.fullmatch(told) and len(header) > 1 == filled(row):
            yield f'{_SOURCE_ROW}: "{told[:_LONGEST]}".'


def of_odd_rows(notes: Iterable[str]) -> tuple[str, ...]:
    """Return those notes on a table that `odd_rows` made.

    Examples
    --------
    >>> of_odd_rows(["The quote in row 7 is never closed.", *odd_rows(["a"], [], [], 0)])
    ()
    """
    kinds = tuple(f"{kind}: " for kind in (_SECOND_HEADER, _UNITS, _TOTAL_ROW, _SOURCE_ROW))
    return tuple(note for note in notes if note.startswith(kinds))


def of_totals(notes: Iterable[str]) -> tuple[str, ...]:
    """Return those notes on a table that say that a row looks like a total.

    Examples
    --------
    >>> of_totals(odd_rows(["city", "sales"], [], [["Oslo", "7"], ["Rome", "8"], ["Sum", "15"]], 4))
    ('A row at the end looks like a total: "Sum".',)
    """
    return tuple(note for note in notes if note.startswith(f"{_TOTAL_ROW}: "))


def _filled_forward(header: Row) -> Iterator[str]:
    """Give each gap the name before it, which stands over several columns."""
    name = ""
    for cell in header:
        name = (cell or "").strip() or name
        yield name


def _named(row: Row) -> str:
    cells = [cell.strip() for cell in row if cell and not cell.isspace()]
    return ", ".join(f'"{cell}"' for cell in cells[:_LAST])


def _is_of_units(body: Sequence[Row]) -> bool:
    """Whether the first row has no value and names in several columns of values."""
    if len(body) <= _LEAST_BELOW or _has_value(body[0]):
        return False
    return names_above_values(body[0], body[1:ROWS_LOOKED_AT]) >= _LEAST_NAMED


def _is_second_header(header: Row, body: Sequence[Row]) -> bool:
    """Whether the first row has names above values, where the header has gaps."""
    below = body[1:ROWS_LOOKED_AT]
    # Only a header with gaps has what it lacks in a second one.
    if len(below) < _LEAST_BELOW or all(cell and not cell.isspace() for cell in header):
        return False
    first = [(cell or "").strip() for cell in body[0]]
    # Below merged years the same names are repeated: with those they are different.
    named = set(zip(_filled_forward(header), first, strict=False))
    if not all(first) or len(named) < len(first) or any(map(is_value, first)):
        return False
    return any(
        all(is_value((row[place] or "0").strip() or "0") for row in below)
        for place in range(min(len(first), *(len(row) for row in below)))
    )
