"""Read workbooks (Excel and OpenDocument) with calamine, most of them in a process of their own.

calamine holds a sheet as a dense rectangle and aborts the process if that does not fit: a file of
5 KB with one cell in A1 and one in XFD1048576 does it. So only a workbook that is known to be small
is read here; any other is read by this module run as a program, with its memory limited.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Limits, OpenTable, Reading
from core.lake.formats.columnar import float_texts
from core.lake.formats.compression import open_bytes
from core.lake.formats.header_row import (
    HEADER_OF_VALUES,
    ROWS_LOOKED_AT,
    is_of_values,
    lines_above_header,
)

_SMALL_BYTES = 4 * 1024 * 1024
_SMALL_CELLS = 2_000_000
_CHILD_BYTES = 3 * 1024**3
"""Address space of the process that reads a workbook not known to be small."""
_BATCH_CELLS = 1_000_000
_REFERENCE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]*)(\d+)["']""")
_ZIP, _OLE = b"PK", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_DAMAGED = (
    "The workbook is damaged or not a workbook.",
    "Open it in its program and save it again.",
)
_LOCKED = ("The workbook is encrypted.", "Save it without a password.")
_TOO_LARGE = (
    "The workbook takes more memory than it may; a cell far out makes a sheet very large.",
    "Delete what stands far from the table, or save the sheets as CSV.",
)
_NUMBER = r"^-?(0|[1-9]\d{0,14})(\.\d*[1-9])?$"
_ROUNDING = 1e-9
_TIMES = (
    (r"^1(?:899-12-3[01]|904-01-01) (\d\d:\d\d:\d\d(?:\.\d+)?)$", r"\1"),
    (r"^(\d{4}-\d\d-\d\d) 00:00:00(?:\.0+)?$", r"\1"),
    (r"^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d*?[1-9])?)(?:\.?0*)$", r"\1T\2"),
)
"""calamine writes a time of day with Excel's day 0 and a date with midnight."""
_ROOT = Path(__file__).resolve().parents[3]


def read(path: Path, limits: Limits) -> Iterator[OpenTable]:
    """Open the sheets of an ``.xlsx``, ``.xlsm``, ``.xlsb``, ``.xls`` or ``.ods`` workbook.

    Parameters
    ----------
    path
        A workbook; formulas give their stored results.
    limits
        How far a workbook, being a zip archive, may unpack.

    Yields
    ------
    OpenTable
        One a sheet with a cell, in their order, named by the sheet with ``%`` and ``/`` as ``%25``
        and ``%2F``; with the name ``""`` if it is the only one. The first row with a cell is the
        header, unless titles stand above it (see `header_row`), which are skipped with a note; a
        header that looks like values is noted too. Empty rows above it and at the end are skipped,
        further ones too with a note. A whole number has no fraction, a date no time unless it has
        one, an error (``#DIV/0!``) is a missing cell, merged cells have their value in the first.

    Raises
    ------
    UnreadableTableError
        If the workbook is empty, damaged, encrypted, a bomb, or has no sheet with a cell.
    """
    with open_bytes(path, Limits()) as file:
        head = file.read(8)
    if not head:
        raise UnreadableTableError("The file is empty.", "Remove it or fill it.")
    small = _check_archive(path, limits) if head.startswith(_ZIP) else _check_compound(path, head)
    found = False
    for sheet in _sheets(path) if small else _sheets_apart(path):
        found = True
        reading = Reading()
        if sheet.titles:
            verb = "was" if sheet.titles == 1 else "were"
            rows = amount(sheet.titles, "row")
            reading.notes.append(f"{rows} above the header {verb} left out.")
        if sheet.of_values:
            reading.notes.append(HEADER_OF_VALUES)
        if sheet.gaps:
            verb = "was" if sheet.gaps == 1 else "were"
            rows = amount(sheet.gaps, "empty row")
            reading.notes.append(f"{rows} between others {verb} left out.")
        name = sheet.name.replace("%", "%25").replace("/", "%2F")
        yield OpenTable(name, sheet.header, (batch.columns for batch in sheet.batches), reading)
    if not found:
        raise UnreadableTableError("The workbook has no sheet with a cell.", "Fill or remove it.")


@dataclass(frozen=True)
class _Sheet:
    name: str
    header: list[str]
    titles: int
    of_values: bool
    gaps: int
    batches: Iterator[Any]
    """Of type `pyarrow.RecordBatch`, all text."""


def _check_compound(path: Path, head: bytes) -> bool:
    if head != _OLE:
        raise UnreadableTableError(*_DAMAGED)
    with path.open("rb") as file:
        # The names of the streams stand in a directory, mostly near the start or the end.
        start = file.read(_SMALL_BYTES)
        file.seek(-min(_SMALL_BYTES, path.stat().st_size), os.SEEK_END)
        if _ENCRYPTED in start or _ENCRYPTED in file.read():
            raise UnreadableTableError(*_LOCKED)
    return False


def _check_archive(path: Path, limits: Limits) -> bool:
    """Refuse a bomb; say whether the workbook is known to be small."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            packed = path.stat().st_size
            unpacked = sum(part.file_size for part in parts)
            if unpacked > max(limits.max_unpacked_bytes, limits.max_unpacked_ratio * packed):
                raise UnreadableTableError(
                    f"The workbook unpacks to {unpacked // 2**20:,} MB, which is out of proportion "
                    "to its size.",
                    "Save its sheets as CSV.",
                )
            if any(part.flag_bits & 1 for part in parts):
                raise UnreadableTableError(*_LOCKED)
            if unpacked > _SMALL_BYTES or path.suffix.lower() not in {".xlsx", ".xlsm"}:
                return False
            # Reading stops at the stated size of a part and checks its checksum.
            return all(_extent(archive.read(part)) <= _SMALL_CELLS for part in parts)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        raise UnreadableTableError(*_DAMAGED) from error


def _extent(part: bytes) -> int:
    rows = columns = 1
    for letters, digits in _REFERENCE.findall(part):
        number = 0
        for letter in letters.upper():
            number = number * 26 + letter - ord("A") + 1
        rows, columns = max(rows, int(digits)), max(columns, number)
    return rows * columns


def _sheets(path: Path) -> Iterator[_Sheet]:
    """Give each sheet with a cell, named only if there are several."""
    try:
        held: _Sheet | None = None
        several = False
        for name, cells in _cells(path):
            if held:
                several = True
                yield held
            held = _sheet(name, cells)
        if held:
            yield held if several else replace(held, name="")
    except BaseException as error:
        # A panic of the Rust reader is not an Exception (pyo3's PanicException).
        if type(error).__name__ == "PanicException":
            raise UnreadableTableError(*_DAMAGED) from error
        raise


def _cells(path: Path) -> Iterator[tuple[str, Any]]:
    import fastexcel

    try:
        book = fastexcel.read_excel(path)
        for name in book.sheet_names:
            sheet = book.load_sheet(name, header_row=None, dtypes="string").to_arrow()
            if any(column.null_count < len(column) for column in sheet.columns):
                numbers = book.load_sheet(name, header_row=None, dtypes="float").to_arrow()
                yield name, _exact(sheet, numbers)
    except fastexcel.FastExcelError as error:
        said = str(error).lower()
        locked = "password" in said or "encrypt" in said
        raise UnreadableTableError(*(_LOCKED if locked else _DAMAGED)) from error


def _exact(texts: Any, numbers: Any) -> Any:
    """Give the numbers all their digits: calamine's text has nine decimals at most.

    A number is a text as calamine writes one, with a number of the same value up to rounding.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = []
    for text, number in zip(texts.columns, numbers.columns, strict=True):
        canonical = pc.fill_null(pc.match_substring_regex(text, _NUMBER), False)
        if number.type == pa.float64() and pc.any(canonical).as_py():
            rounded = pc.cast(pc.if_else(canonical, text, None), pa.float64())
            same = pc.less(pc.abs(pc.subtract(rounded, number)), _ROUNDING)
            whole = pc.replace_substring_regex(float_texts(number), r"\.0$", "")
            exact = pc.if_else(pc.fill_null(same, False), whole, pc.cast(text, pa.string()))
            columns.append(exact)
        else:
            columns.append(text)
    return pa.record_batch(columns, names=texts.schema.names)


def _sheet(name: str, cells: Any) -> _Sheet:
    import pyarrow as pa
    import pyarrow.compute as pc

    filled = pa.array([False] * len(cells))
    for column in cells.columns:
        filled = pc.or_(filled, column.is_valid())
    rows = pc.indices_nonzero(filled)
    looked_at = cells.take(rows.slice(0, ROWS_LOOKED_AT))
    start = list(zip(*(_text(column).to_pylist() for column in looked_at.columns), strict=True))
    titles = lines_above_header(start)
    first, last = rows[titles].as_py(), rows[-1].as_py()
    header = [cell or "" for cell in start[titles]]
    gaps = last - first + 1 - (len(rows) - titles)
    step = min(BATCH_ROWS, max(1, _BATCH_CELLS // len(header)))

    def batches() -> Iterator[Any]:
        for start in range(first + 1, last + 1, step):
            size = min(step, last + 1 - start)
            kept = cells.slice(start, size).filter(filled.slice(start, size))
            yield pa.record_batch([_text(column) for column in kept.columns], names=header)

    of_values = is_of_values(header, start[titles + 1 :])
    return _Sheet(name, header, titles, of_values, gaps, batches())


def _text(column: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    text = pc.cast(column, pa.string())
    if pc.any(pc.match_like(text, "____-__-__ __:__:__%")).as_py():
        for pattern, form in _TIMES:
            text = pc.replace_substring_regex(text, pattern, form)
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)


def _sheets_apart(path: Path) -> Iterator[_Sheet]:
    """Do the same in a process with limited memory, which sends one Arrow stream a sheet."""
    import pyarrow as pa

    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    child = subprocess.Popen(  # noqa: S603 - this interpreter, this module, and a path as argument
        [sys.executable, "-m", __name__, str(path.absolute())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    try:
        while True:
            stream = pa.ipc.open_stream(child.stdout)
            said = {k.decode(): v.decode() for k, v in stream.schema.metadata.items()}
            if "end" in said:
                return
            if "reason" in said:
                raise UnreadableTableError(said["reason"], said["hint"])
            batches = _received(stream)
            yield _Sheet(
                said["name"],
                stream.schema.names,
                int(said["titles"]),
                bool(said["of_values"]),
                int(said["gaps"]),
                batches,
            )
            for _ in batches:  # what the caller did not take stands before the next sheet
                pass
    except (pa.ArrowException, OSError) as error:
        raise UnreadableTableError(*_TOO_LARGE) from error
    finally:
        child.kill()
        child.communicate()


def _received(stream: Any) -> Iterator[Any]:
    import pyarrow as pa

    try:
        yield from stream
    except (pa.ArrowException, OSError) as error:
        raise UnreadableTableError(*_TOO_LARGE) from error


def _send(path: Path, out: IO[bytes]) -> None:
    import pyarrow as pa

    def schema(names: list[str], **said: str) -> Any:
        return pa.schema([(name, pa.string()) for name in names], metadata=said)

    try:
        for sheet in _sheets(path):
            form = schema(
                sheet.header,
                name=sheet.name,
                titles=str(sheet.titles),
                of_values="yes" * sheet.of_values,
                gaps=str(sheet.gaps),
            )
            with pa.ipc.new_stream(out, form) as stream:
                for batch in sheet.batches:
                    stream.write_batch(batch)
        last = schema([], end="")
    except UnreadableTableError as error:
        last = schema([], reason=error.reason, hint=error.hint)
    except MemoryError:
        last = schema([], reason=_TOO_LARGE[0], hint=_TOO_LARGE[1])
    pa.ipc.new_stream(out, last).close()


if __name__ == "__main__":
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (_CHILD_BYTES, _CHILD_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _send(Path(sys.argv[1]), sys.stdout.buffer)
