"""What the parts of a workbook tell of its sheets that readers of workbooks leave out.

They give the numbers and not the number formats, by which 0.11 is shown as 11%, 42 as 00042 and
1.25 days as 30:00 hours, and not whether a cell is empty as its formula was never calculated or as
it is merged with the one above. What cannot be found is left out: the cells are read all the same.
"""

from __future__ import annotations

import html
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")
_MOST_BYTES = 64 * 1024 * 1024
"""A larger sheet is not looked through."""
_PER_CENT, _HOURS = frozenset({9, 10}), frozenset({46})
"""Formats that every workbook has."""
_SHOWS_HOURS = re.compile(rb"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_ZEROS = re.compile(rb"(0{2,}(?:[- ]*0+)*)(?:;.*)?")
"""As codes are shown: 00042, and 000-42-0001."""
_FORMAT = re.compile(rb'<numFmt\b[^>]*?\bnumFmtId="(\d+)"[^>]*?\bformatCode="([^"]*)"')
_STYLES = re.compile(rb"<cellXfs\b.*?</cellXfs>", re.DOTALL)
_STYLE = re.compile(rb'<xf\b[^>]*?\bnumFmtId="(\d+)"')
_SHEET = re.compile(rb'<sheet\b[^>]*?\bname="([^"]*)"[^>]*?\br:id="([^"]*)"')
_RELATION = re.compile(rb"<Relationship\b[^>]*>")
_QUOTED = re.compile(rb"&quot;.*?&quot;|\\.")
_FORMULA = re.compile(
    rb'<c r="([A-Z]+)\d+"([^>]*)>\s*<f(?:\s[^>]*)?(?:/>|>[^<]*</f>)\s*(<v\s*/>|<v>([^<]*)</v>)?'
)
_TO_CALCULATE = re.compile(rb'<calcPr\b[^>]*\bfullCalcOnLoad="(?:1|true)"')
"""What programs write that do not calculate."""
_MERGED = re.compile(rb'<mergeCell\b[^>]*?\bref="([A-Z]+)(\d+):[A-Z]+(\d+)"')
_TABLE = re.compile(rb'<table:table\b[^>]*?\btable:name="([^"]*)"')
_LONG_TIME = re.compile(rb'\boffice:time-value="-?P(?:\d*[1-9]\d*D|T(?:2[4-9]|[3-9]\d|\d{3,})H)')
_FEWEST = 2
"""One cell alone may be a note."""
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    KeyError,
    OSError,
    RuntimeError,
    ValueError,
    EOFError,
)


@dataclass(frozen=True)
class SheetParts:
    """What is told of one sheet.

    Parameters
    ----------
    percent
        Letters of the columns that are shown as per cent.
    zeros
        Letters of the columns with numbers that are shown with zeros in front.
    merged
        Letters of columns with the first rows, from 1, of cells that are merged with those below.
    durations
        Letters of columns with the rows, from 1, in which hours, minutes or seconds are counted
        beyond a day.
    without_result
        Letters of columns with the number of formulas that have no stored result.
    all_zero
        The same of those whose formulas all have the result 0, in a workbook that was written to
        be calculated when it is opened.
    lost_durations
        How many durations of a day or more readers of OpenDocument sheets give as empty cells.
    """

    percent: list[str] = field(default_factory=list)
    zeros: list[str] = field(default_factory=list)
    merged: dict[str, list[int]] = field(default_factory=dict)
    durations: dict[str, list[int]] = field(default_factory=dict)
    without_result: dict[str, int] = field(default_factory=dict)
    all_zero: dict[str, int] = field(default_factory=dict)
    lost_durations: int = 0


def sheet_parts(path: Path) -> dict[str, SheetParts]:
    """Return by their names what is told of the sheets of an ``.xlsx``, ``.xlsm`` or ``.ods`` file.

    Of a file that is no such workbook, or is damaged, there is nothing.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if "content.xml" in archive.namelist():
                return _of_document(archive)
            styles = archive.read("xl/styles.xml")
            percent = _styles(styles, _PER_CENT, lambda code: b"%" in code)
            hours = _styles(styles, _HOURS, lambda code: bool(_SHOWS_HOURS.search(code)))
            digits = _digits(styles)
            opened = not _TO_CALCULATE.search(archive.read("xl/workbook.xml"))
            found = {}
            for name, part in _parts(archive):
                if archive.getinfo(part).file_size <= _MOST_BYTES:
                    sheet = archive.read(part)
                    shown = _often(_cells(sheet, percent)), _often(_with_zeros(sheet, digits))
                    of_rows = _merged(sheet), _rows(sheet, hours)
                    found[name] = SheetParts(*shown, *of_rows, *_formulas(sheet, opened))
            return found
    except _DAMAGED:
        return {}


def _of_document(archive: zipfile.ZipFile) -> dict[str, SheetParts]:
    if archive.getinfo("content.xml").file_size > _MOST_BYTES:
        return {}
    _, *named = _TABLE.split(archive.read("content.xml"))
    return {
        html.unescape(name.decode()): SheetParts(lost_durations=len(_LONG_TIME.findall(table)))
        for name, table in zip(named[::2], named[1::2], strict=True)
    }


def _styles(part: bytes, built_in: frozenset[int], fits: Callable[[bytes], bool]) -> list[bytes]:
    """Give the numbers of the styles of cells whose format fits, apart from texts in it."""
    formats = {key for key, code in _FORMAT.findall(part) if fits(_QUOTED.sub(b"", code))}
    formats |= {b"%d" % key for key in built_in}
    return [b"%d" % n for n, key in enumerate(_keys(part)) if key in formats]


def _digits(part: bytes) -> dict[bytes, int]:
    """Say of the styles of cells that fill numbers up with zeros to how many digits they do."""
    found = ((key, _ZEROS.fullmatch(_QUOTED.sub(b"", code))) for key, code in _FORMAT.findall(part))
    formats = {key: zeros[1].count(b"0") for key, zeros in found if zeros}
    return {b"%d" % n: formats[key] for n, key in enumerate(_keys(part)) if key in formats}


def _keys(part: bytes) -> list[bytes]:
    """Give the formats of the styles of cells, in their order."""
    styles = _STYLES.search(part)
    return _STYLE.findall(styles[0]) if styles else []


def _parts(archive: zipfile.ZipFile) -> list[tuple[str, str]]:
    targets = {}
    for relation in _RELATION.findall(archive.read("xl/_rels/workbook.xml.rels")):
        key, target = (
            re.search(rb'\b%s="([^"]*)"' % one, relation) for one in (rb"Id", rb"Target")
        )
        if key and target:
            inside = target[1].decode().lstrip("/")
            targets[key[1]] = inside if inside.startswith("xl/") else f"xl/{inside}"
    sheets = _SHEET.findall(archive.read("xl/workbook.xml"))
    return [(html.unescape(name.decode()), targets[key]) for name, key in sheets if key in targets]


def _cells(part: bytes, styles: list[bytes]) -> list[tuple[bytes, bytes]]:
    """Give the letters and rows of the cells of such a style with a number."""
    if not styles:
        return []
    one = rb'<c r="([A-Z]+)(\d+)" s="(?:' + b"|".join(styles) + rb')"(?: t="n")?><(?:v|f)'
    return re.findall(one, part)


def _with_zeros(part: bytes, digits: Mapping[bytes, int]) -> list[tuple[bytes, bytes]]:
    """Give the letters and values of the cells with fewer digits than their style shows."""
    if not digits:
        return []
    one = rb'<c r="([A-Z]+)\d+" s="(' + b"|".join(digits) + rb')"(?: t="n")?><v>(\d+)</v>'
    found = re.findall(one, part)
    return [(column, value) for column, style, value in found if len(value) < digits[style]]


def _merged(part: bytes) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for column, first, last in _MERGED.findall(part):
        if int(last) > int(first):
            rows.setdefault(column.decode(), []).append(int(first))
    return _in_order(rows)


def _formulas(part: bytes, opened: bool) -> tuple[dict[str, int], dict[str, int]]:
    """Count by columns the formulas without a result, and those that all have 0.

    Parameters
    ----------
    opened
        Whether a program that calculates wrote the workbook; then 0 is a result.
    """
    lacking, zeros = Counter[str](), Counter[str]()
    others = set()
    for letters, attributes, value, result in _FORMULA.findall(part) if b"<f" in part else ():
        column = letters.decode()
        if not value or not (result.strip() or b't="str"' in attributes):
            lacking[column] += 1
        elif result == b"0":
            zeros[column] += 1
        else:
            others.add(column)
    unsure = {} if opened else {c: n for c, n in zeros.items() if c not in others}
    return _in_order(lacking), _in_order(unsure)


def _in_order(columns: Mapping[str, _T]) -> dict[str, _T]:
    return {one: columns[one] for one in sorted(columns, key=lambda one: (len(one), one))}


def _often(cells: list[tuple[bytes, bytes]]) -> list[str]:
    """Give the columns with at least a few of the cells, in their order."""
    counts = Counter(column for column, _ in cells)
    return list(_in_order({c.decode(): n for c, n in counts.items() if n >= _FEWEST}))


def _rows(part: bytes, styles: list[bytes]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for column, row in _cells(part, styles):
        rows.setdefault(column.decode(), []).append(int(row))
    return rows
