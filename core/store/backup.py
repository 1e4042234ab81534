"""A copy of the workspace's database, made while others write to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from core.errors import ExportError, InputError
from core.store.whole import whole_file
from core.store.workspace import Workspace


@dataclass(frozen=True)
class Backup:
    """A backup that is whole."""

    path: Path
    bytes: int


def back_up(workspace: Workspace, path: Path) -> Backup:
    """Copy the database as it is at one moment, by SQLite's online backup; writers go on.

    The copy is written beside its place, checked, and moved there. It is one file: to restore it,
    stop what runs on the workspace, put it into the folder as ``soundings.db``, and remove
    ``soundings.db-wal`` and ``soundings.db-shm`` beside it, or SQLite plays what an old log holds
    over the copy.

    Raises
    ------
    InputError
        If there is something at `path`.
    ExportError
        If it cannot be written, or the copy is damaged.
    WorkspaceError
        If the database cannot be read.
    """
    if path.exists():
        raise InputError(f"A backup is written to a new file. Got {path}; choose another name.")
    try:
        with whole_file(path) as beside, workspace.reading() as db:
            _copy(db.conn, beside, path)
    except OSError as error:
        raise _unwritten(path, error) from error
    return Backup(path, path.stat().st_size)


def _copy(source: sqlite3.Connection, beside: Path, path: Path) -> None:
    # Caught here, or what is wrong with the copy's disk would be told of the workspace's.
    try:
        with closing(sqlite3.connect(beside)) as copy:
            # All pages in one step are one snapshot; in steps, each write would begin it again.
            source.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode = DELETE")
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise _unwritten(path, error) from error
    if found != "ok":
        raise ExportError(f"A backup must be whole. {path} would be damaged: {found}.")


def _unwritten(path: Path, error: Exception) -> ExportError:
    return ExportError(
        f"A backup must be written to the end. {path} could not be: {error}; choose another place."
    )
