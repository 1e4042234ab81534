"""Small text files that people bring and take away: lines, rows of CSV, written whole."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from core.errors import MalformedFileError
from core.store.named_file import named_file
from core.store.safe_pickle import BEGINNINGS

_LONGEST_CELL = 131_072
_TOO_LONG = f"a cell of more than {_LONGEST_CELL:,} characters"
_PASSED_LIMIT = "field larger than field limit"
"""What csv says where the limit of the process is the lower one, as it is at first."""
_CSV_ENDS = re.compile(r"\r\n|\r|\n")
_SHOWN = 60
_QUOTED = {
    "unexpected end of data": "A quotation mark that opens a cell must be closed. Got one in this "
    "row that is not; close it, or write it twice if it belongs to the cell.",
    "',' expected after '\"'": "A cell in quotation marks must end with them. Got more behind "
    "them; write a quotation mark that belongs to the cell twice.",
}
"""What the reader says of quotation marks, in our words."""
_NO_TEXTS = {
    b"\x1f\x8b": "a file packed by gzip; unpack it",
    b"\x28\xb5\x2f\xfd": "a file packed by zstd; unpack it",
    b"PK\x03\x04": "a zip archive or a workbook; unpack it, or save the sheet as CSV",
    b"PAR1": "a Parquet file; write its rows as CSV",
    **dict.fromkeys(BEGINNINGS, "a pickle; write what it holds as CSV"),
}
"""How files begin that are no texts, what they are, and the way out."""
_LONGEST_MARK = max(map(len, _NO_TEXTS))
_DIVIDERS = {"\t": "tabs", ";": "semicolons", "|": "bars"}


def read_text(path: Path) -> str:
    """Return a file's text as UTF-8, a byte order mark taken off.

    Raises
    ------
    MalformedFileError
        If the file cannot be read or is not UTF-8. One that is packed, or is Parquet or a
        pickle, is called so.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise _unreadable(path, error) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise _no_text(path, error.object, line) from None


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Give the lines of a file as `split_lines` gives those of its text, holding one at a time.

    Raises
    ------
    MalformedFileError
        As `read_text`, but at the line that is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(codecs.BOM_UTF8))
            file.seek(len(start) if start == codecs.BOM_UTF8 else 0)
            for number, line in enumerate(file, start=1):
                try:
                    text = line.decode()
                except UnicodeDecodeError:
                    file.seek(0)
                    raise _no_text(path, file.read(_LONGEST_MARK), number) from None
                if text.strip():
                    yield number, text.removesuffix("\n").removesuffix("\r")
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> MalformedFileError:
    return MalformedFileError(f"The file must be readable. Got: {error.strerror or error}.", path)


def _no_text(path: Path, start: bytes, line: int) -> MalformedFileError:
    """Return the error of a file with a byte at a line that is not UTF-8."""
    if got := next((told for mark, told in _NO_TEXTS.items() if start.startswith(mark)), ""):
        return MalformedFileError(f"The file must be UTF-8 text. Got {got}.", path)
    told = "The file must be UTF-8 text. Got a byte that is not; save it as UTF-8."
    return MalformedFileError(told, path, line)


def require_unicode(value: Any, path: Path, line: int | None = None) -> None:
    r"""Refuse a value of JSON with half a character in a text or a key, at any depth.

    JSON may write one, as ``"\ud83d"`` without its other half; no file and no database takes it.

    Raises
    ------
    MalformedFileError
        With file and line.

    Examples
    --------
    >>> require_unicode({"a": ["x", 1]}, Path("x.json"))
    >>> require_unicode({"a": ["x\ud83d"]}, Path("x.json"), 2)
    Traceback (most recent call last):
    core.errors.MalformedFileError: x.json, line 2: Texts must be Unicode. Got half a character ...
    """
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list | tuple):
            waiting += part
        elif isinstance(part, str):
            try:
                part.encode()
            except UnicodeEncodeError as error:
                shown = part[max(error.start - _SHOWN // 2, 0) : error.start + _SHOWN // 2]
                raise MalformedFileError(
                    f"Texts must be Unicode. Got half a character in {shown!r}; take it out.",
                    path,
                    line,
                ) from None


def split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines that are not blank with their numbers, from 1.

    Only line feeds end a line: names may hold other characters that Unicode calls line ends.
    """
    start, number = 0, 0
    while start < len(text):
        end = text.find("\n", start)
        line = text[start:] if end < 0 else text[start:end]
        start += len(line) + 1
        number += 1
        if line.strip():
            yield number, line.removesuffix("\r")


def csv_rows(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Give the rows of a CSV with the numbers of the lines that they start on, blank ones left out.

    Raises
    ------
    MalformedFileError
        If a cell is too long to be one, or a quotation mark is not closed or closed too early: the
        rows behind it would be a part of its cell.
    """
    reader = csv.reader(_csv_lines(text), strict=True)
    start = 1
    try:
        for row in reader:
            # csv has a limit of its own, but one for the whole process that others may raise.
            if any(len(cell) > _LONGEST_CELL for cell in row):
                raise csv.Error(_TOO_LONG)
            if any(cell.strip() for cell in row):
                yield start, row
            start = reader.line_num + 1
    except csv.Error as error:
        fault = _TOO_LONG if str(error).startswith(_PASSED_LIMIT) else str(error)
        told = _QUOTED.get(fault, f"The file must be CSV. Got: {fault}.")
        raise MalformedFileError(told, path, start) from None


def _csv_lines(text: str) -> Iterator[str]:
    """Give the lines of a CSV with their ends, without holding them beside the text."""
    start = 0
    for end in _CSV_ENDS.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    if start < len(text):
        yield text[start:]


def full_rows(
    rows: Iterable[tuple[int, list[str]]], columns: int, path: Path
) -> Iterator[tuple[int, list[str]]]:
    r"""Give the rows behind a header, as `csv_rows` numbers them, as long as all are as wide as it.

    Raises
    ------
    MalformedFileError
        At the first that is not: its cells would stand in other columns.

    Examples
    --------
    >>> list(full_rows(csv_rows("a,b\n1,2\n", Path("x.csv")), 2, Path("x.csv")))
    [(1, ['a', 'b']), (2, ['1', '2'])]
    """
    for line, row in rows:
        require_full(row, columns, path, line)
        yield line, row


def require_full(row: Sequence[str], columns: int, path: Path, line: int) -> None:
    """Refuse a row that is not as wide as its header.

    Raises
    ------
    MalformedFileError
        With file and line.
    """
    if len(row) != columns:
        raise MalformedFileError(
            f"Every line must have the {columns} columns of the header. Got {len(row)}.",
            path,
            line,
        )


def require_one_line(names: Sequence[str], path: Path, line: int) -> None:
    """Refuse names with a line end: rows were taken into a cell between two quotation marks.

    Raises
    ------
    MalformedFileError
        With file and line.
    """
    for name in names:
        if "\n" in name or "\r" in name:
            raise MalformedFileError(
                f"A name must stand on one line. Got {name[:_SHOWN]!r}; look for a quotation "
                "mark that is not closed.",
                path,
                line,
            )


def column_of(names: Sequence[str], wanted: Sequence[str], path: Path, line: int) -> int | None:
    """Find the column of a header that has the first of some names; none if there is none.

    Raises
    ------
    MalformedFileError
        If several have that name: nothing would tell which of them is meant.
    """
    found = next((name for name in wanted if name in names), None)
    if found is None:
        return None
    if (times := names.count(found)) > 1:
        raise MalformedFileError(
            f"A header must name each column once. Got {found!r} {times} times; take out all but "
            "one.",
            path,
            line,
        )
    return names.index(found)


def columns_got(header: list[str], otherwise: str = "") -> str:
    r"""Say which columns a CSV has, or that commas do not divide them, which is the fault then.

    Parameters
    ----------
    otherwise
        The way out where commas do.

    Examples
    --------
    >>> columns_got(["a", "b"], "; rename them")
    'Got a, b; rename them.'
    >>> columns_got(["query\ttable"], "; rename them")
    'Got columns divided by tabs (query, table); divide them by commas.'
    """
    divider = next((mark for mark in _DIVIDERS if len(header) == 1 and mark in header[0]), None)
    if divider is None:
        return f"Got {', '.join(header) or 'nothing'}{otherwise}."
    parts = ", ".join(part.strip() for part in header[0].split(divider))
    return f"Got columns divided by {_DIVIDERS[divider]} ({parts}); divide them by commas."


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its place, then move it there, so that it is never half written.

    Raises
    ------
    UnwritableFileError, ExportError, BrokenPipeError
        As `core.store.named_file`.
    """
    write_whole_bytes(path, text.encode())


def write_whole_bytes(path: Path, content: bytes) -> None:
    """Write a file as `write_whole` does, of bytes; raises as it does."""
    with named_file(path) as beside:
        beside.write_bytes(content)
