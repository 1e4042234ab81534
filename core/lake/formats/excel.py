"""Read workbooks (Excel and OpenDocument) with calamine, most of them in a process of their own.

calamine holds a sheet as a dense rectangle and aborts the process if that does not fit: a file of
5 KB with one cell in A1 and one in XFD1048576 does it. So only a workbook that is known to be small
is read here; any other is read by this module run as a program, with its memory limited.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from core.errors import OverLimitError, UnreadableTableError
from core.lake.formats.base import Limits, OpenTable, Reading
from core.lake.formats.compression import open_bytes
from core.lake.formats.read_as import ALL_GUESSED, FileReadAs
from core.lake.formats.sheets import DAMAGED, LOCKED, Sheet, sheets

_SMALL_BYTES = 4 * 1024 * 1024
_SMALL_CELLS = 2_000_000
_CHILD_BYTES = 3 * 1024**3
"""Address space of the process that reads a workbook not known to be small."""
_REFERENCE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]*)(\d+)["']""")
_ZIP, _OLE = b"PK", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_TOO_LARGE = (
    "The workbook takes more memory than it may; a cell far out makes a sheet very large.",
    "Delete what stands far from the table, or save the sheets as CSV.",
)
_ROOT = Path(__file__).resolve().parents[3]


def read(path: Path, limits: Limits, how: FileReadAs = ALL_GUESSED) -> Iterator[OpenTable]:
    """Open the sheets of an ``.xlsx``, ``.xlsm``, ``.xlsb``, ``.xls`` or ``.ods`` workbook.

    Parameters
    ----------
    path
        A workbook; formulas give their stored results, and a note where they have none.
    limits
        How far a workbook, being a zip archive, may unpack.
    how
        What is said of the workbook and its sheets goes before what would be guessed.

    Yields
    ------
    OpenTable
        One a sheet with a cell, in their order, named by the sheet with ``%`` and ``/`` as ``%25``
        and ``%2F``; with the name ``""`` if it is the only one. The first row with a cell is the
        header, unless titles stand above it (see `lines_above`), which are skipped with a note; a
        header that looks like values is noted too. Empty rows above it and at the end are skipped,
        further ones too with a note. A whole number has no fraction, a date no time unless it has
        one, an error (``#DIV/0!``) is a missing cell, merged cells have their value in the first.

    Raises
    ------
    UnreadableTableError
        If the workbook is empty, damaged, encrypted, a bomb, has no sheet with a cell, or cannot
        be read as it was said.
    """
    with open_bytes(path, Limits()) as file:
        head = file.read(8)
    if not head:
        raise UnreadableTableError("The file is empty.", "Remove it or fill it.")
    small = _check_archive(path, limits) if head.startswith(_ZIP) else _check_compound(path, head)
    found = False
    for sheet in sheets(path, how) if small else _sheets_apart(path, how):
        found = True
        yield OpenTable(
            sheet.name,
            sheet.header,
            (batch.columns for batch in sheet.batches),
            Reading(notes=sheet.notes),
            sheet.header_row,
            partial(_first, sheet.first_rows),
        )
    if not found:
        raise UnreadableTableError("The workbook has no sheet with a cell.", "Fill or remove it.")


def _first(rows: list[tuple[int, str]], most: int) -> list[tuple[int, str]]:
    return rows[:most]


def _check_compound(path: Path, head: bytes) -> bool:
    if head != _OLE:
        raise UnreadableTableError(*DAMAGED)
    with path.open("rb") as file:
        # The names of the streams stand in a directory, mostly near the start or the end.
        start = file.read(_SMALL_BYTES)
        file.seek(-min(_SMALL_BYTES, path.stat().st_size), os.SEEK_END)
        if _ENCRYPTED in start or _ENCRYPTED in file.read():
            raise UnreadableTableError(*LOCKED)
    return False


def _check_archive(path: Path, limits: Limits) -> bool:
    """Refuse a bomb; say whether the workbook is known to be small."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            packed = path.stat().st_size
            unpacked = sum(part.file_size for part in parts)
            if unpacked > max(limits.max_unpacked_bytes, limits.max_unpacked_ratio * packed):
                raise OverLimitError(
                    f"The workbook unpacks to {unpacked // 2**20:,} MB, which is out of proportion "
                    "to its size.",
                    "Save its sheets as CSV.",
                )
            if any(part.flag_bits & 1 for part in parts):
                raise UnreadableTableError(*LOCKED)
            if unpacked > _SMALL_BYTES or path.suffix.lower() not in {".xlsx", ".xlsm"}:
                return False
            # Reading stops at the stated size of a part and checks its checksum.
            return all(_extent(archive.read(part)) <= _SMALL_CELLS for part in parts)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        raise UnreadableTableError(*DAMAGED) from error


def _extent(part: bytes) -> int:
    rows = columns = 1
    for letters, digits in _REFERENCE.findall(part):
        number = 0
        for letter in letters.upper():
            number = number * 26 + letter - ord("A") + 1
        rows, columns = max(rows, int(digits)), max(columns, number)
    return rows * columns


def _sheets_apart(path: Path, how: FileReadAs) -> Iterator[Sheet]:
    """Do the same in a process with limited memory, which sends one Arrow stream a sheet."""
    import pyarrow as pa

    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    child = subprocess.Popen(  # noqa: S603 - this interpreter, this module, and a path as argument
        [sys.executable, "-m", __name__, str(path.absolute()), how.as_text()],
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
            known = json.loads(said["sheet"])
            first_rows = [(number, text) for number, text in known.pop("first_rows")]
            header = stream.schema.names
            yield Sheet(header=header, batches=batches, first_rows=first_rows, **known)
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


def _send(path: Path, how: FileReadAs, out: IO[bytes]) -> None:
    import pyarrow as pa

    def schema(names: list[str], **said: str) -> Any:
        return pa.schema([(name, pa.string()) for name in names], metadata=said)

    try:
        for sheet in sheets(path, how):
            known = {
                "name": sheet.name,
                "header_row": sheet.header_row,
                "notes": sheet.notes,
                "first_rows": sheet.first_rows,
            }
            with pa.ipc.new_stream(out, schema(sheet.header, sheet=json.dumps(known))) as stream:
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
    _send(Path(sys.argv[1]), FileReadAs.from_text(sys.argv[2]), sys.stdout.buffer)
