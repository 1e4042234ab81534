"""Read the tables of a SQLite database without changing a byte in it or beside it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from core.amounts import listed
from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, OpenTable, Reading
from core.lake.formats.compression import open_bytes

_MAGIC = b"SQLite format 3\x00"
_WAL = 2
"""Read version in the header of a database with a write-ahead log (fileformat2, 1.3.3)."""
_BATCH_CELLS = 1_000_000
_BATCH_CHARS = 32 * 1024 * 1024
_MAX_CELL_BYTES = 64 * 1024 * 1024
_BUSY_SECONDS = 5.0
_MAX_NAMED = 10
_SHADOWS = (
    *("content", "segments", "segdir", "docsize", "stat", "data", "idx", "config"),
    *("node", "parent", "rowid"),
)
"""What FTS and R*Tree tables append to their name for the tables they keep their data in."""

_SPELL: dict[type, Callable[[Any], str | None]] = {
    type(None): lambda _: None,
    str: lambda text: text or None,
    int: str,
    float: repr,
    bytes: lambda blob: blob.hex() or None,
}


def read(path: Path, limits: Limits) -> Iterator[OpenTable]:
    """Open the tables of a SQLite database, in the order of their names.

    Parameters
    ----------
    path
        A database file. It is opened read-only. If changes stand in a write-ahead log beside it
        (``-wal``), both are copied to a temporary folder and read there, as SQLite would
        otherwise write beside them.
    limits
        Not used: a database is not compressed.

    Yields
    ------
    OpenTable
        One a table, named by it with ``%`` and ``/`` as ``%25`` and ``%2F``. Tables of SQLite
        itself are skipped silently, views and virtual tables with a note on the file.
        Numbers are written as Python does, blobs as hexadecimal digits with a note; bytes in a
        text that are not UTF-8 are replaced, with a note. An empty text is a missing cell.

    Raises
    ------
    UnreadableTableError
        If the file is empty, not a database, encrypted, damaged, locked for longer than five
        seconds, written to meanwhile, or without a table or with a cell of over 64 MB; for some
        of them only while batches are read.
    """
    del limits
    with open_bytes(path, Limits()) as file:
        head = file.read(100)
    if not head:
        raise UnreadableTableError("The file is empty.", "Remove it or fill it.")
    if not head.startswith(_MAGIC):
        raise UnreadableTableError(
            "The file is not a SQLite database or is encrypted.",
            "Decrypt it, or rename it to what it is.",
        )
    with ExitStack() as stack:
        with _translated():
            connection, source = stack.enter_context(_connected(path, head))
            tables, notes = _names(connection)
        if not tables:
            raise UnreadableTableError(
                "The database has no table.", notes[0] if notes else "Remove it or fill it."
            )
        before = _state(source)
        for name in tables:
            yield _open(connection, name, notes)
            notes = []
            if _state(source) != before:
                raise UnreadableTableError(
                    "The database was written to while it was read.", "Refresh the data lake."
                )


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError, ValueError) as error:
        said = str(error).split("\n")[0].strip(" .")
        if "locked" in said:
            reason, hint = "Another program has locked the database.", "Close it and try again."
        elif "too big" in said:
            reason = f"The database has a cell of over {_MAX_CELL_BYTES // 2**20} MB."
            hint = "Leave that column out in a copy."
        else:
            reason = f"The database is damaged or unfinished: {said[:200]}."
            hint = "Open it with sqlite3 and run PRAGMA integrity_check."
        raise UnreadableTableError(reason, hint) from error


@contextmanager
def _connected(path: Path, head: bytes) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """Give a connection and the file that it reads: the one asked for or its copy."""
    # A reader of a database in WAL mode makes -shm and -wal beside it, even read-only; immutable
    # does not, but neither locks nor sees the log (sqlite.org/wal.html, section 5).
    options = "mode=ro"
    with ExitStack() as stack:
        if _WAL in head[18:20]:
            log = path.with_name(f"{path.name}-wal")
            if log.exists() and log.stat().st_size:
                path = _copied(path, log, Path(stack.enter_context(tempfile.TemporaryDirectory())))
            else:
                options += "&immutable=1"
        uri = f"file:{quote(str(path.absolute()))}?{options}"
        connection = stack.enter_context(
            closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, check_same_thread=False))
        )
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_CELL_BYTES)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        yield connection, path


def _copied(path: Path, log: Path, folder: Path) -> Path:
    before = _state(path), _state(log)
    copy = folder / "copy.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, folder / "copy.db-wal")
    if before != (_state(path), _state(log)):
        raise UnreadableTableError(
            "The database was written to while it was read.", "Refresh the data lake."
        )
    return copy


def _state(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _names(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """The tables to read, and notes on what is not read."""
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    found = connection.execute(
        "SELECT name, type, coalesce(sql, '') FROM sqlite_schema"
        " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    ).fetchall()
    views = [name for name, kind, _ in found if kind == "view"]
    virtual = [name for name, _, sql in found if sql.upper().startswith("CREATE VIRTUAL")]
    shadows = {f"{name}_{end}" for name in virtual for end in _SHADOWS}
    skipped = {*views, *virtual, *shadows}
    notes = []
    for kind, names in (("Views", views), ("Virtual tables", virtual)):
        if names:
            named = listed([f'"{_sound(name)}"' for name in names], _MAX_NAMED)
            notes.append(f"{kind} are not read: {named}.")
    return [name for name, _, _ in found if name not in skipped], notes


def _sound(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _open(connection: sqlite3.Connection, name: str, notes: Sequence[str]) -> OpenTable:
    reading = Reading(notes_on_file=list(notes))

    def decode(raw: bytes) -> str:
        try:
            return raw.decode()
        except UnicodeDecodeError:
            _note(reading, "Text that is not UTF-8 was replaced where it could not be decoded.")
            return raw.decode("utf-8", "replace")

    connection.text_factory = decode
    quoted = name.replace('"', '""')
    with _translated():
        # A name cannot be bound as a parameter; its quotes are doubled.
        cursor = connection.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608 - as said above
    header = [column[0] for column in cursor.description]
    label = _sound(name).replace("%", "%25").replace("/", "%2F")

    def batches() -> Iterator[Columns]:
        with _translated(), closing(cursor):
            for rows in _sized(cursor, len(header)):
                yield [_column(cells, reading) for cells in zip(*rows, strict=True)]

    return OpenTable(label, header, batches(), reading)


def _sized(cursor: sqlite3.Cursor, width: int) -> Iterator[list[tuple[Any, ...]]]:
    most = min(BATCH_ROWS, max(1, _BATCH_CELLS // width))
    held: list[tuple[Any, ...]] = []
    size = 0
    for row in cursor:
        held.append(row)
        for cell in row:
            if isinstance(cell, (str, bytes)):
                size += len(cell)
        if len(held) >= most or size > _BATCH_CHARS:
            yield held
            held, size = [], 0
    if held:
        yield held


def _column(cells: Sequence[Any], reading: Reading) -> Any:
    import pyarrow as pa

    if bytes in set(map(type, cells)):
        _note(reading, "Blobs are written as hexadecimal digits.")
    return pa.array([_SPELL[type(cell)](cell) for cell in cells], pa.string())


def _note(reading: Reading, sentence: str) -> None:
    if sentence not in reading.notes:
        reading.notes.append(sentence)
