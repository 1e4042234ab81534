"""The workspace folder and safe access to its SQLite file.

A connection for each operation under way, WAL, foreign keys, a timeout, and every write in
``BEGIN IMMEDIATE``: one connection shared by threads loses writes, and a deferred transaction that
reads before it writes fails with "database is locked" however long the timeout is.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.errors import BusyError, FullDiskError, WorkspaceError
from core.store import idle_connections
from core.store.database_faults import DatabaseFault, fault_of
from core.store.migrations import migrations
from core.store.own_folders import DATABASE, holds_work
from core.store.sqlite import Database

_SECONDS_TO_WAIT = 60.0
_SECONDS_BETWEEN = 0.01


@dataclass(frozen=True)
class Workspace:
    """A folder that holds everything made at run time; open it with `Workspace.open`."""

    root: Path

    @classmethod
    def open(cls, root: Path) -> Workspace:
        """Make the folder and its database if they are not there, and migrate older ones.

        Raises
        ------
        WorkspaceError
            If the folder cannot be written, its database cannot be read, or is empty or gone from
            beside what was made with it, or a newer version of Soundings made it.

        Examples
        --------
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Workspace.open(Path(folder)).reading() as db:
        ...         db["lakes"].count
        0
        """
        workspace = cls(root.resolve())
        try:
            workspace.root.mkdir(parents=True, exist_ok=True)
            workspace._refuse_to_begin_anew()
            workspace._migrate()
        except OSError as error:
            raise WorkspaceError(
                f"A workspace is a folder that can be written. Got {root} ({error.strerror}); "
                "choose another with --workspace or SOUNDINGS_WORKSPACE."
            ) from error
        except sqlite3.DatabaseError as error:
            raise WorkspaceError(
                f"The workspace's database {workspace.database} cannot be opened ({error}); "
                "restore it from a backup or choose another workspace."
            ) from error
        return workspace

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.root / DATABASE

    def folder(self, *names: str) -> Path:
        """A folder of the workspace, made if it is not there."""
        path = self.root.joinpath(*names)
        path.mkdir(parents=True, exist_ok=True)
        return path

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A connection for reads, in one consistent snapshot."""
        with self._connection() as connection:
            connection.execute("BEGIN")
            yield Database(connection, execute_plugins=False)
            connection.rollback()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A connection in a write transaction: committed at the end, rolled back on any error."""
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield Database(connection, execute_plugins=False)
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    @contextmanager
    def held_open(self) -> Iterator[None]:
        """Keep connections open while many small operations come and go.

        To open one takes longer than most of what is read by it, and SQLite writes its log back
        into the file whenever the last one closes. Each still serves one operation at a time.
        """
        with self._connection() as connection, idle_connections.kept(self.database):
            connection.execute("PRAGMA schema_version").fetchone()
            yield

    def write_back(self) -> None:
        """Write SQLite's log back into the database, and give back the room that it has taken.

        What others are reading of it stays for another time.

        Raises
        ------
        FullDiskError
            If the database cannot grow by what is in its log.
        """
        with self._connection() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with self._told_plainly():
            connection = idle_connections.take(self.database) or self._connected()
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            idle_connections.give(self.database, connection)

    def _connected(self) -> sqlite3.Connection:
        # Threads may pass a connection on, and never use it at the same time.
        connection = sqlite3.connect(
            self.database, timeout=_SECONDS_TO_WAIT, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA foreign_keys = ON")
        # NORMAL would let a power failure take back what was said to be stored.
        connection.execute("PRAGMA synchronous = FULL")
        connection.row_factory = sqlite3.Row
        return connection

    @contextmanager
    def _told_plainly(self) -> Iterator[None]:
        """Turn what is wrong with the disk, the file, or waiting for others into a sentence."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            fault = fault_of(error, self.root)
            if fault is DatabaseFault.FULL:
                raise FullDiskError(
                    f"The disk with the workspace {self.root} must have room to write. It is full; "
                    "nothing of this change was stored. Make room and try again: `lake remove` "
                    "gives back what a lake takes, and what the workspace's folders `vectors` and "
                    "`indexes` hold may be deleted, as it is made again."
                ) from error
            if fault is DatabaseFault.BUSY:
                raise BusyError(
                    f"Others have been writing to the workspace {self.root} for more than "
                    f"{_SECONDS_TO_WAIT:.0f} seconds; nothing of this change was stored. Try again."
                ) from error
            if fault is DatabaseFault.READ_ONLY:
                place = self.database if os.access(self.root, os.W_OK) else self.root
                raise WorkspaceError(
                    "A workspace must be writable, also to be read: its database keeps a log "
                    f"beside it. {place} may not be written; nothing was changed. Make it "
                    "writable, or copy the workspace and name the copy with --workspace."
                ) from error
            if fault is DatabaseFault.UNREACHABLE:
                raise WorkspaceError(
                    f"The workspace {self.root} must be on a disk that can be read and written. "
                    f"Got: {error}; nothing of this change was stored. Look at the disk, its quota "
                    "and the folder's permissions."
                ) from error
            if fault is DatabaseFault.DAMAGED:
                raise WorkspaceError(
                    f"The workspace's database {self.database} must be whole. It is damaged "
                    f"({error}); nothing of this change was stored. Restore it from a backup, or "
                    "choose another workspace; `doctor` tells more."
                ) from error
            raise

    def _refuse_to_begin_anew(self) -> None:
        """Make no new database where one was lost: it would give out the numbers of what is there.

        To SQLite an empty file is a whole database; and one that begins at 1 again writes its first
        lake over the cells of the one that was.
        """
        # Looked at again: another process may have begun this workspace and read a lake just now.
        if self._has_database() or not holds_work(self.root) or self._has_database():
            return
        what = "empty (0 bytes)" if self.database.exists() else "not there"
        raise WorkspaceError(
            f"The workspace's database {self.database} must be that of the files beside it. It is "
            f"{what}, and they are numbered by it; nothing was changed. Restore it from a backup, "
            "or choose another workspace; `doctor` tells more."
        )

    def _has_database(self) -> bool:
        return self.database.exists() and self.database.stat().st_size > 0

    def _migrate(self) -> None:
        with self._connection() as connection:
            _write_ahead(connection)
        with self.reading() as db:
            applied = {migration.name for migration in migrations.applied(db)}
        with closing(Database(memory=True, execute_plugins=False)) as empty:
            known = {migration.name for migration in migrations.pending(empty)}
        if applied - known:
            raise WorkspaceError(
                f"The workspace {self.root} was made by a newer version of Soundings "
                f"(it has {', '.join(sorted(applied - known))}); update this one."
            )
        if known - applied:
            with self.writing() as db:
                migrations.apply(db)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Change a new database to WAL, which only one connection can do at a time."""
    until = time.monotonic() + _SECONDS_TO_WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # It changes a lock that it holds, where SQLite waits for nobody: two would for ever.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_SECONDS_BETWEEN)
