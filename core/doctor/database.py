"""The workspace's SQLite file: is it there, is it whole, does it hold together."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from core.amounts import size
from core.doctor.check import Check, State, unreadable
from core.store import DatabaseFault, Workspace, fault_of

_MOST_TOLD = 3


def check_file(root: Path) -> Check:
    """Open the database for reading alone and let SQLite look at every page.

    It neither makes nor migrates anything, so that a damaged file stays as it is.
    """
    path = root / "soundings.db"
    try:
        if not path.is_file():
            return _problem(
                f"There is no workspace in {root}: no soundings.db; name one with --workspace."
            )
        if path.stat().st_size == 0:  # to SQLite a whole database, without a table
            return _problem(_damaged(path, ["it is empty: 0 bytes"]))
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            found = [row[0] for row in db.execute("PRAGMA integrity_check(10)")]
    except sqlite3.Error as error:
        return _problem(_not_looked_at(path, error))
    except OSError as error:
        return _problem(unreadable(path, error))
    if found == ["ok"]:
        return Check("database", State.OK, f"{path} is whole ({size(path.stat().st_size)}).")
    return _problem(_damaged(path, found))


def _not_looked_at(path: Path, error: sqlite3.Error) -> str:
    """Call nothing damaged that may be whole: a backup put in its place would lose votes."""
    fault = fault_of(error, path.parent)
    if fault is DatabaseFault.DAMAGED:
        return _damaged(path, [str(error)])
    if fault is DatabaseFault.FULL:
        return f"The disk with {path} is full, so that it cannot be read; make room on it."
    if fault is DatabaseFault.BUSY:
        return f"{path} is held by others, so that it cannot be read; try again."
    if fault is DatabaseFault.READ_ONLY:
        return (
            f"{path} cannot be read, as its folder may not be written, where SQLite keeps a log "
            "beside it; the file may well be whole. Make it and its folder writable, or copy the "
            "workspace and name the copy with --workspace."
        )
    return unreadable(path, error)


def _damaged(path: Path, found: list[str]) -> str:
    told = "; ".join(" ".join(line.split()) for line in found[:_MOST_TOLD])
    return f"{path} is damaged ({told}); restore a backup."


def _problem(said: str) -> Check:
    return Check("database", State.PROBLEM, said)


def check_references(workspace: Workspace) -> Check:
    """Look for rows that name a row which is not there."""
    with workspace.reading() as db:
        rows = db.execute("PRAGMA foreign_key_check").fetchall()
    if not rows:
        return Check("references", State.OK, "Every row that is named is there.")
    tables = ", ".join(sorted({row[0] for row in rows}))
    return Check(
        "references",
        State.PROBLEM,
        f"{len(rows):,} rows name a row that is not there (in {tables}); restore a backup.",
    )
