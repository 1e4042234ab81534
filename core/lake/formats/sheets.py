"""Read the sheets of a workbook with calamine: rows above a header left out, cells as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from core.amounts import amount, listed
from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, LONGEST_LINE_SHOWN
from core.lake.formats.columnar import float_texts
from core.lake.formats.header_row import (
    HEADER_OF_VALUES,
    ROWS_LOOKED_AT,
    Row,
    is_of_values,
)
from core.lake.formats.lines_above import lines_above_header
from core.lake.formats.read_as import FileReadAs, ReadAs
from core.lake.formats.sheet_parts import SheetParts, sheet_parts
from core.lake.formats.sheet_times import with_times
from core.lake.formats.stated_rows import (
    first_row,
    left_out,
    refuse_empty,
    refuse_too_few,
    top_line,
)

DAMAGED = (
    "The workbook is damaged or not a workbook.",
    "Open it in its program and save it again.",
)
LOCKED = ("The workbook is encrypted.", "Save it without a password.")

_CALCULATE = "open the workbook in its program and save it."
_BATCH_CELLS = 1_000_000
_FIRST_ROWS = 30
_MOST_NAMED = 5
_NUMBER = r"^-?(0|[1-9]\d{0,14})(\.\d*[1-9])?$"
_HUGE = r"^-?[1-9]\d{16,}$"
"""From 10 to the 16th on Python writes a float with its power of ten."""
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Sheet:
    """A sheet that is being read.

    Parameters
    ----------
    name
        With ``%`` and ``/`` as ``%25`` and ``%2F``.
    header_row
        Row of the header, from 1; 0 if there is none.
    first_rows
        As they stand, with their numbers.
    batches
        Of type `pyarrow.RecordBatch`, all text.
    """

    name: str
    header: list[str]
    header_row: int
    notes: list[str]
    first_rows: list[tuple[int, str]]
    batches: Iterator[Any]


def sheets(path: Path, how: FileReadAs) -> Iterator[Sheet]:
    """Give each sheet with a cell, named only if there are several.

    Parameters
    ----------
    how
        What is said of the sheets. Where what is said of the whole workbook does not fit one of
        several sheets, that one is read as guessed, with a note.

    Raises
    ------
    UnreadableTableError
        If the workbook is damaged, encrypted, or a sheet cannot be read as it was said.
    """
    try:
        held: Sheet | None = None
        several = False
        parts = sheet_parts(path)
        for name, is_alone, cells in _cells(path, parts):
            if held:
                several = True
                yield held
            held = _read_as(name, cells, how, is_alone)
            known = parts.get(name.replace("%2F", "/").replace("%25", "%"), SheetParts())
            held = replace(held, notes=[*held.notes, *_told(known, held.header_row)])
        if held:
            yield held if several else replace(held, name="")
    except BaseException as error:
        # A panic of the Rust reader is not an Exception (pyo3's PanicException).
        if type(error).__name__ == "PanicException":
            raise UnreadableTableError(*DAMAGED) from error
        raise


def _told(known: SheetParts, header_row: int) -> Iterator[str]:
    if known.percent:
        told = "Shown as per cent in the workbook, but stored as shares, 11% as 0.11:"
        yield f"{told} {_named(known.percent)}."
    if known.zeros:
        told = "Shown with zeros in front in the workbook, but stored without, 00042 as 42:"
        yield f"{told} {_named(known.zeros)}."
    merged = [column for column, rows in known.merged.items() if max(rows) > header_row]
    if merged:
        told = "Cells merged over several rows have their value in the first, the others are empty:"
        yield f"{told} {_named(merged)}."
    if known.without_result:
        yield f"{_formulas_in(known.without_result, 'has', 'have')} no stored result: {_CALCULATE}"
    if known.all_zero:
        told = _formulas_in(known.all_zero, "has", "have")
        yield f"{told} the result 0, which was perhaps never calculated: {_CALCULATE}"
    if known.lost_durations:
        told = amount(known.lost_durations, "duration", "was", "were")
        yield f"{told} left empty, being of 24 hours or more: save the workbook as .xlsx."


def _formulas_in(columns: dict[str, int], one: str, several: str) -> str:
    count = sum(columns.values())
    verb = one if count == 1 else several
    return f"{amount(count, 'formula')} in {_named(list(columns))} {verb}"


def _named(letters: list[str]) -> str:
    what = "Column" if len(letters) == 1 else "Columns"
    return f"{what} {listed(letters, _MOST_NAMED)}"


def _cells(path: Path, parts: dict[str, SheetParts]) -> Iterator[tuple[str, bool, Any]]:
    """Give the name of each sheet with a cell, whether it is the only sheet, and its cells."""
    import fastexcel

    try:
        book = fastexcel.read_excel(path)
        empty = path.suffix.lower() == ".ods"  # its times are given as durations alone
        for name in book.sheet_names:
            # Without skip_rows the empty rows at the start are left out, and rows have other
            # numbers than in the sheet.
            load = partial(book.load_sheet, name, header_row=None, skip_rows=0)
            loaded = load(dtypes="string")
            at = [one.absolute_index for one in loaded.selected_columns]
            sheet = loaded.to_arrow()
            if any(column.null_count < len(column) for column in sheet.columns):
                some = partial(_some, load, at)
                exact = _exact(sheet, load(dtypes="float").to_arrow(), partial(some, "boolean"))
                counted = parts.get(name, SheetParts()).durations
                durations = {n: counted[x] for n, x in enumerate(map(_letters, at)) if x in counted}
                timed = with_times(exact, partial(some, "duration"), durations, empty)
                safe = name.replace("%", "%25").replace("/", "%2F")
                yield safe, len(book.sheet_names) == 1, timed
    except fastexcel.FastExcelError as error:
        said = str(error).lower()
        locked = "password" in said or "encrypt" in said
        raise UnreadableTableError(*(LOCKED if locked else DAMAGED)) from error


def _letters(place: int) -> str:
    """Name a column by its place, from 0.

    Examples
    --------
    >>> _letters(0), _letters(25), _letters(26), _letters(16383)
    ('A', 'Z', 'AA', 'XFD')
    """
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _some(load: Callable[..., Any], at: list[int], dtype: str, places: list[int]) -> Any:
    """Load columns by their places; empty columns before the first one count in the sheet."""
    return load(dtypes=dtype, use_columns=[at[place] for place in places]).to_arrow()


def _exact(texts: Any, numbers: Any, load_flags: Callable[[list[int]], Any]) -> Any:
    """Give the numbers the digits that they have: calamine's text has nine decimals at most.

    A number is a text as calamine writes one, with a number of the same value up to rounding. Very
    large ones have digits there by which a number is told from a text only as it gives a flag.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    columns: list[Any] = []
    huge = []
    for text, number in zip(texts.columns, numbers.columns, strict=True):
        canonical = pc.fill_null(pc.match_substring_regex(text, _NUMBER), False)
        if pc.any(pc.match_substring_regex(text, _HUGE)).as_py():
            huge.append(len(columns))
        if number.type == pa.float64() and pc.any(canonical).as_py():
            rounded = pc.cast(pc.if_else(canonical, text, None), pa.float64())
            same = pc.less(pc.abs(pc.subtract(rounded, number)), _ROUNDING)
            whole = pc.replace_substring_regex(float_texts(number), r"\.0$", "")
            exact = pc.if_else(pc.fill_null(same, False), whole, pc.cast(text, pa.string()))
            columns.append(exact)
        else:
            columns.append(text)
    for place, flags in zip(huge, load_flags(huge).columns if huge else (), strict=True):
        text = pc.cast(columns[place], pa.string())
        is_huge = pc.and_(pc.match_substring_regex(text, _HUGE), flags.is_valid())
        written = float_texts(numbers.columns[place])
        columns[place] = pc.if_else(pc.fill_null(is_huge, False), written, text)
    return pa.record_batch(columns, names=texts.schema.names)


def _read_as(name: str, cells: Any, how: FileReadAs, is_alone: bool) -> Sheet:
    said = how.of(name)
    if not said:
        return _sheet(name, cells, _guessed)
    try:
        return _sheet(name, cells, partial(_as_said, said))
    except UnreadableTableError as error:
        if is_alone or any(inner == name for inner, _ in how.inner):
            raise
        guessed = _sheet(name, cells, _guessed)
        note = f"{error.reason} This sheet was read as guessed."
        return replace(guessed, notes=[note, *guessed.notes])


@dataclass(frozen=True)
class _Layout:
    """Where header and rows are: the header's row from 1, or 0; the first row's place from 0."""

    header: list[str]
    header_row: int
    first: int
    notes: list[str]


def _sheet(name: str, cells: Any, lay_out: Callable[[Any, Any], _Layout]) -> Sheet:
    import pyarrow as pa
    import pyarrow.compute as pc

    filled = pa.array([False] * len(cells))
    for column in cells.columns:
        filled = pc.or_(filled, column.is_valid())
    rows = pc.indices_nonzero(filled)
    layout = lay_out(cells, rows)
    first, last = layout.first, rows[-1].as_py()
    gaps = last - first + 1 - pc.sum(filled.slice(first), min_count=0).as_py()
    verb = "was" if gaps == 1 else "were"
    between = f"{amount(gaps, 'empty row')} between others {verb} left out."
    step = min(BATCH_ROWS, max(1, _BATCH_CELLS // len(layout.header)))

    def batches() -> Iterator[Any]:
        for start in range(first, last + 1, step):
            size = min(step, last + 1 - start)
            kept = cells.slice(start, size).filter(filled.slice(start, size))
            yield pa.record_batch([_text(column) for column in kept.columns], names=layout.header)

    start = enumerate(_rows(cells.slice(0, _FIRST_ROWS)), 1)
    return Sheet(
        name,
        layout.header,
        layout.header_row,
        [*layout.notes, *[between] * bool(gaps)],
        [(number, _shown(row)) for number, row in start],
        batches(),
    )


def _guessed(cells: Any, rows: Any) -> _Layout:
    start = _rows(cells.take(rows.slice(0, ROWS_LOOKED_AT)))
    titles = lines_above_header(start)
    header = [cell or "" for cell in start[titles]]
    place = rows[titles].as_py()
    notes = []
    if titles:
        verb = "was" if titles == 1 else "were"
        notes.append(f"{amount(titles, 'row')} above the header {verb} left out.")
    if is_of_values(header, start[titles + 1 :]):
        notes.append(HEADER_OF_VALUES)
    return _Layout(header, place + 1, place + 1, notes)


def _as_said(said: ReadAs, cells: Any, rows: Any) -> _Layout:
    if said.header is None:
        return _guessed(cells, rows)
    refuse_too_few(said, rows[-1].as_py() + 1, "the sheet")
    header = [""] * cells.num_columns
    begins = top = top_line(said)
    if said.header:
        header = [cell or "" for cell in _rows(cells.slice(top - 1, 1))[0]]
        refuse_empty(said, header)
        begins += 1
    first = first_row(said, begins)
    places = rows.to_pylist()
    above = sum(place < top - 1 for place in places)
    between = sum(begins - 1 <= place < first - 1 for place in places)
    return _Layout(header, said.header, first - 1, [*left_out(said, above, between)])


def _shown(row: Row) -> str:
    return " | ".join(cell or "" for cell in row).rstrip(" |")[:LONGEST_LINE_SHOWN]


def _rows(cells: Any) -> list[Row]:
    return list(zip(*(_text(column).to_pylist() for column in cells.columns), strict=True))


def _text(column: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    text = pc.cast(column, pa.string())
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)
