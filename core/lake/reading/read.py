"""Read and profile a group of files: a pure function from files to containers and catalog rows.

It runs in worker processes, touches no database, and never lets one file stop another.
"""

from __future__ import annotations

import hashlib
import stat
import time
from dataclasses import replace
from pathlib import Path

from core.errors import MemoryLimitError, OverLimitError, UnreadableTableError, WorkspaceError
from core.garbage_collection import cycles_uncollected
from core.lake.formats import Reading, is_plain_text, open_tables
from core.lake.formats.base import WHOLE_FILE_BYTES
from core.lake.formats.read_as import ALL_GUESSED, FileReadAs, read_as_text
from core.lake.reading.discover import FoundFile
from core.lake.reading.state import content_hash, size_and_time
from core.lake.reading.storing import Shelf, first_line, memory_errors, too_little_memory
from core.lake.reading.types import Group, ReadFile, ReadTable
from core.types import FileReport

_UNSTAMPED = -1
"""A time of change that no file has: the next refresh reads the file again."""

_CLOCK_TICK_NS = 20_000_000
"""The times of two changes that are closer than this may be the same."""


def read_group(group: Group) -> list[ReadFile]:
    """Read, profile and store a group of files.

    Small tables go into shards, each large one into a container of its own. A file that cannot be
    read is reported with its reason.

    Raises
    ------
    WorkspaceError
        If cells cannot be put on the workspace's disk.
    """
    shelf = Shelf(group)
    with cycles_uncollected():
        done = [_read_steadily(group, found, shelf) for found in group.files]
        shelf.store()
    for file in done:
        why = shelf.refusal(file.tables)
        if why and file.report:
            file.tables = []
            file.report = FileReport(file.path, file.report.bytes, 0, why.reason, why.hint)
            if isinstance(why, MemoryLimitError):
                file.modified_ns = _UNSTAMPED
    for file, found in zip(done, group.files, strict=True):
        if file.report and found.how != ALL_GUESSED:
            file.report = replace(file.report, read_as=found.how.as_text())
    return done


def refused(found: FoundFile, reason: str, hint: str) -> ReadFile:
    """Report a file as one that is not read."""
    said = found.how.as_text()
    report = FileReport(found.path, found.bytes, 0, reason, hint, read_as=said)
    return ReadFile(found.path, found.modified_ns, report=report, out_of_reach=found.out_of_reach)


def _refused_for_now(found: FoundFile, reason: str, hint: str) -> ReadFile:
    """Report a file as one to be tried again by the next refresh, whatever its time says."""
    return refused(replace(found, modified_ns=_UNSTAMPED), reason, hint)


def _read_steadily(group: Group, found: FoundFile, shelf: Shelf) -> ReadFile:
    """Read a file; if it changes meanwhile, once more, then give up on it for now."""
    path = group.root / found.path
    for _ in range(2):
        try:
            before = path.stat()
            if not stat.S_ISREG(before.st_mode):
                reason = "It is not an ordinary file any more."
                return _refused_for_now(found, reason, "Refresh the lake.")
            size, changed = size_and_time(path, before)
            file = _read_file(group, found, path, size, shelf)
            after = path.stat()
        except FileNotFoundError:
            return ReadFile(found.path)
        except OSError as error:
            reason = f"It cannot be opened ({error.strerror or error})."
            away = replace(found, out_of_reach=True)
            return _refused_for_now(away, reason, "Give the app permission to read it.")
        except memory_errors() as error:
            why = too_little_memory(error)
            return _refused_for_now(found, why.reason, why.hint)
        if (size, changed, before.st_ino) == (*size_and_time(path, after), after.st_ino):
            # A file as young as the clock is coarse may change again under the same time.
            young = 0 <= time.time_ns() - changed < _CLOCK_TICK_NS
            file.modified_ns = _UNSTAMPED if young else changed
            return file
        for table in file.tables:
            if table.container and table.first_row is None:
                (group.containers / table.container).unlink(missing_ok=True)
    reason = "It changed while it was being read, twice."
    return _refused_for_now(found, reason, "Refresh the lake once it is written.")


def _read_file(group: Group, found: FoundFile, path: Path, size: int, shelf: Shelf) -> ReadFile:
    relative, how = found.path, found.how
    file = ReadFile(relative)
    readings: list[Reading] = []
    names: list[str] = []
    taken: set[str] = set()
    stopped = ""
    try:
        content = _hashed(path, size, file)
        if found.known and file.content_hash == found.known:
            file.is_known = True
            return file
        for opened in open_tables(path, group.limits, how, content):
            table = _named(file, opened.name, size, taken, how)
            shelf.take(opened, table)
            file.tables.append(table)
            readings.append(opened.reading)
            names.append(opened.name)
        if not file.tables:
            raise UnreadableTableError("It holds no table.", "Remove it or fill it.")
    except UnreadableTableError as error:
        if not file.tables:
            file.report = FileReport(relative, size, 0, error.reason, error.hint)
            file.limits = group.limits.as_text() if isinstance(error, OverLimitError) else ""
            return file
        stopped = f"Reading stopped after {len(file.tables)} tables: {error.reason}"
        file.content_hash = ""
    except (OSError, WorkspaceError):
        raise
    except memory_errors():
        raise
    except Exception as error:  # noqa: BLE001 - no reader's bug may stop the other files
        reason = f"Its reader failed ({type(error).__name__}: {first_line(error)})."
        file.report = FileReport(relative, size, 0, reason, "Please report this file as a bug.")
        file.tables = []
        return file
    file.report = _report(file, relative, size, readings, names, stopped)
    return file


def _named(file: ReadFile, name: str, size: int, taken: set[str], how: FileReadAs) -> ReadTable:
    """Begin a table under its id; two tables of one name in a file are told apart by a number.

    The hash of its content tells what is said of how it is read, too: all that is derived from its
    cells is kept by that hash.
    """
    table_id = f"{file.path}/{name}" if name else file.path
    unique, number = table_id, 2
    while unique in taken:
        unique, number = f"{table_id} ({number})", number + 1
    taken.add(unique)
    content = f"{file.content_hash}{unique.removeprefix(file.path)}"
    if said := read_as_text(how.of(name)):
        content = f"{content}\0{said}"
    table_hash = hashlib.blake2b(content.encode(), digest_size=16).hexdigest()
    return ReadTable(unique, 0, 0 if name else size, table_hash)


def _hashed(path: Path, size: int, file: ReadFile) -> bytes | None:
    """Set the hash of a file's content; give the content if it had to be read for that whole."""
    if size <= WHOLE_FILE_BYTES and is_plain_text(path):
        # Most files of most lakes: one read serves the hash and the cells.
        content = path.read_bytes()
        file.content_hash = hashlib.blake2b(content, digest_size=16).hexdigest()
        return content
    file.content_hash = content_hash(path)
    return None


def _report(
    file: ReadFile,
    path: str,
    size: int,
    readings: list[Reading],
    names: list[str],
    stopped: str,
) -> FileReport:
    on_file = [note for reading in readings for note in reading.notes_on_file]
    notes = [
        f"{name}: {note}" if name else note
        for name, reading in zip(names, readings, strict=True)
        for note in reading.notes
    ]
    return FileReport(
        path=path,
        bytes=size,
        tables=len(file.tables),
        encoding=readings[0].encoding,
        delimiter=readings[0].delimiter,
        rows_read=sum(table.rows for table in file.tables),
        rows_padded=sum(reading.rows_padded for reading in readings),
        rows_cut=sum(reading.rows_cut for reading in readings),
        rows_refused=sum(reading.rows_refused for reading in readings),
        notes=(*on_file, *notes, *[stopped] * bool(stopped)),
    )
