"""What an error of SQLite says: of the disk, of others at work, or of the database itself."""

from __future__ import annotations

import shutil
import sqlite3
from enum import StrEnum
from pathlib import Path

_PRIMARY = 0xFF
"""The lower byte is the primary code; errors of the disk have many extended ones."""

_FEW_BYTES = 2**16
"""What SQLite needs at least: 32 KB for the index of its log, and a page or two."""

_UNREACHABLE = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,  # of a file that was moved away; all others are read-only
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class DatabaseFault(StrEnum):
    """What is wrong, as far as it is no fault of ours."""

    FULL = "full"
    """The disk takes no more."""
    BUSY = "busy"
    """Others have held the database for too long."""
    UNREACHABLE = "unreachable"
    """The disk fails, or the file or its folder may not be read."""
    READ_ONLY = "read-only"
    """The file or its folder may not be written; in WAL mode then it may not even be read."""
    DAMAGED = "damaged"
    """The file holds no database, or a broken one."""


def fault_of(error: sqlite3.Error, folder: Path) -> DatabaseFault | None:
    """Tell what an error says of the database in a folder; None if it is about the statement.

    A full disk is not always called so: a database in WAL mode is read by way of a small file
    beside it, and where that cannot be made SQLite tells of a "disk I/O error" alone.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    primary = code & _PRIMARY
    if primary == sqlite3.SQLITE_FULL or code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return DatabaseFault.FULL
    if primary == sqlite3.SQLITE_BUSY:
        return DatabaseFault.BUSY
    if primary in _DAMAGED:
        return DatabaseFault.DAMAGED
    if primary == sqlite3.SQLITE_READONLY and code != sqlite3.SQLITE_READONLY_DBMOVED:
        return DatabaseFault.READ_ONLY
    if primary not in _UNREACHABLE:
        return None
    lacks_room = primary == sqlite3.SQLITE_IOERR and _has_no_room(folder)
    return DatabaseFault.FULL if lacks_room else DatabaseFault.UNREACHABLE


def _has_no_room(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _FEW_BYTES
    except OSError:
        return False
