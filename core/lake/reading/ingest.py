"""Bring a data lake's catalog up to date with its folder: incremental, resumable, in parallel.

Each group of files becomes one container and one transaction, in this order, so that a kill at any
moment loses at most the groups in flight and leaves nothing half done: a container that no row
names is swept away by the next refresh.
"""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.amounts import amount
from core.errors import CancelledError, InputError
from core.garbage_collection import cycles_uncollected
from core.lake import catalog
from core.lake.file_reports import report_row
from core.lake.fingerprint import fingerprint_of
from core.lake.formats import Limits
from core.lake.reader_version import READER_VERSION
from core.lake.reading.changes import changes
from core.lake.reading.discover import IS_FOLDER, FoundFile, discover, is_folder
from core.lake.reading.out_of_reach import (
    keep_tables,
    known_below,
    refused_and_kept,
    tell_in_reach,
)
from core.lake.reading.read import refused
from core.lake.reading.read_rules import read_rules, with_rules
from core.lake.reading.types import Group, ReadFile, ReadTable
from core.lake.reading.workers import read_groups
from core.lake.stored.containers import is_whole
from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import Workspace, new_keys
from core.store.folder_lock import only_one
from core.store.sqlite import Database
from core.types import FileReport, LakeInfo

_GROUP_BYTES = 4 * 1024 * 1024
_GROUP_FILES = 2_000


@dataclass(frozen=True)
class Refresh:
    """What a refresh did, in files."""

    read: int
    """Those that were new or changed, or that nobody could look at, also if they could not be
    read."""
    unchanged: int
    removed: int
    refused: int
    """Of those read now, how many could not be."""
    kept: int
    """Of those refused, how many keep the tables that were read of them before."""
    seconds: float

    @property
    def succeeded(self) -> int:
        """Of those read now, how many could be."""
        return self.read - self.refused


def refresh(
    workspace: Workspace,
    lake: LakeInfo,
    settings: Settings,
    monitor: Monitor = UNMONITORED,
) -> Refresh:
    """Read what is new or changed in a data lake's folder and forget what is gone.

    A file is unchanged if its size, its time of change and what is said of how it is read are those
    it was read with, and the cells of its tables are still in the workspace. If its time alone is
    another, it is looked at, and is unchanged if its content is the same. One that was refused by
    limits is read again under others. One that cannot be opened, or lies below a folder that cannot
    be listed, keeps its tables, says so in its report, and is looked for again by the next refresh.

    Parameters
    ----------
    monitor
        Told before the first group and after every one of files done and files to read. Asked
        whether to stop then and twice a second; what was read until then is kept.

    Raises
    ------
    BusyError
        If another process refreshes the same lake.
    LakeNotFoundError
        If it was removed in the meantime.
    WorkspaceError
        If cells cannot be put on the workspace's disk.
    CancelledError
        If `monitor` says so.
    InputError
        If the folder is not there any more, or has no file where there were some.
    """
    began = time.perf_counter()
    folder = workspace.folder("tables", str(lake.key))
    with only_one(folder, f"The lake {lake.name!r}", "refreshed"), cycles_uncollected():
        catalog.stamp(workspace, lake.name)
        monitor.progress(0, 0, "Listing files")
        _require_folder(lake)
        rules = read_rules(workspace, lake.key)
        found = with_rules(discover(Path(lake.root), lake.folders), rules)
        lost = _without_cells(workspace, lake.key, folder)
        versions = _version(""), _version(Limits.of(settings).as_text())
        now = changes(workspace, lake.key, found, versions, lost)
        if not found:
            _require_no_files(lake, now.missed)
        below = with_rules(known_below(found, now.missed), rules)
        stale = now.stale + below
        to_read = {file.path for file in stale}
        gone = now.missed.keys() - to_read
        _forget(workspace, lake.key, gone)
        tell_in_reach(workspace, lake.key, now.in_reach)
        _sweep(workspace, lake.key, folder)
        group = _grouping(workspace, lake, settings, folder)
        count = 0
        same: set[str] = set()
        try:
            if stale:
                monitor.raise_if_stopped()
                monitor.progress(0, len(stale), "Reading files")
            with closing(_read_all(stale, group, settings.workers, monitor)) as read_files:
                for done in read_files:
                    _commit(workspace, lake.key, done, lost)
                    count += len(done)
                    same.update(file.path for file in done if file.is_known)
                    monitor.progress(count, len(stale), "Reading files")
                    if count < len(stale):
                        monitor.raise_if_stopped()
        except CancelledError as error:
            told = f"Cancelled; {count:,} of {len(stale):,} files were read."
            raise CancelledError(told) from error
        refused_now, kept = _finish(workspace, lake.key, to_read - same)
        _sweep(workspace, lake.key, folder)
    return Refresh(
        read=len(stale) - len(same),
        unchanged=len(found) - len(now.stale) + len(same),
        removed=sum(now.missed[path] != IS_FOLDER for path in gone),
        refused=refused_now,
        kept=kept,
        seconds=time.perf_counter() - began,
    )


def _require_folder(lake: LakeInfo) -> None:
    if not is_folder(Path(lake.root)):
        raise InputError(
            f"A lake is refreshed from its folder. {lake.root}, that of {lake.name!r}, is not "
            f"there: it was moved or removed, or its disk is not mounted. If it was moved, add "
            f"{lake.name!r} again with its new folder (`lake add`; of a benchmark `bench add`)."
        )


def _require_no_files(lake: LakeInfo, missed: Mapping[str, int]) -> None:
    """Refuse to forget all there is: an unmounted disk leaves an empty folder."""
    files = sum(modified_ns != IS_FOLDER for modified_ns in missed.values())
    if files:
        raise InputError(
            f"A lake is refreshed from its files. {lake.root}, the folder of {lake.name!r}, has "
            f"none, where there {'was' if files == 1 else 'were'} {amount(files, 'file')}: its "
            "disk may not be mounted. What was read is kept; if it is to be forgotten, remove the "
            "lake."
        )


def _version(limits: str) -> str:
    return f"{READER_VERSION}, at most {limits}" if limits else READER_VERSION


def _without_cells(workspace: Workspace, lake_key: int, folder: Path) -> set[str]:
    """Files with a table whose container is not there, as after restoring the database alone.

    Nor is one that was cut short, as where it was copied while it was written, or cannot be read.
    """
    sql = "SELECT DISTINCT container FROM tables WHERE lake_key = ?"
    of_missing = """
        SELECT DISTINCT path FROM tables
        WHERE lake_key = ? AND container IN (SELECT value FROM json_each(?))
    """
    with workspace.reading() as db:
        names = [name for (name,) in db.execute(sql, [lake_key])]
        missing = [name for name in names if not _is_readable(folder / name)]
        if not missing:
            return set()
        return {path for (path,) in db.execute(of_missing, [lake_key, json.dumps(missing)])}


def _is_readable(container: Path) -> bool:
    try:
        return is_whole(container)
    except OSError:
        return False


def _grouping(
    workspace: Workspace, lake: LakeInfo, settings: Settings, containers: Path
) -> Callable[[tuple[FoundFile, ...]], Group]:
    limits = Limits.of(settings)
    spill = _empty_folder(workspace.folder("spill", str(lake.key)))

    def group(files: tuple[FoundFile, ...]) -> Group:
        memory = max(settings.memory_limit_mb // settings.workers, 128)
        return Group(Path(lake.root), files, containers, spill, limits, memory)

    return group


def _read_all(
    stale: list[FoundFile],
    group: Callable[[tuple[FoundFile, ...]], Group],
    workers: int,
    monitor: Monitor,
) -> Generator[list[ReadFile], None, None]:
    """Read files, group by group, in whatever order they are done."""
    unread = [file for file in stale if file.reason]
    if unread:
        yield [refused(file, file.reason, file.hint) for file in unread]
    groups = [group(files) for files in _groups([file for file in stale if not file.reason])]
    yield from read_groups(groups, workers, monitor)


def _empty_folder(folder: Path) -> Path:
    """Remove what a killed refresh left there."""
    shutil.rmtree(folder)
    folder.mkdir()
    return folder


def _groups(files: list[FoundFile]) -> Iterator[tuple[FoundFile, ...]]:
    group: list[FoundFile] = []
    size = 0
    for file in files:
        if group and (size + file.bytes > _GROUP_BYTES or len(group) == _GROUP_FILES):
            yield tuple(group)
            group, size = [], 0
        group.append(file)
        size += file.bytes
    if group:
        yield tuple(group)


def _commit(
    workspace: Workspace, lake_key: int, done: list[ReadFile], lost: Collection[str]
) -> None:
    with workspace.writing() as db:
        done = keep_tables(db, lake_key, done, lost)
        db.conn.executemany(
            "UPDATE files SET modified_ns = ?, reason = '', hint = '' "
            "WHERE lake_key = ? AND path = ?",
            ((file.modified_ns, lake_key, file.path) for file in done if file.is_known),
        )
        _delete(db, lake_key, [file.path for file in done if not file.is_known])
        kept = [file for file in done if file.report is not None]
        rows = [_file_row(lake_key, file) for file in kept]
        if rows:
            fields = ", ".join(rows[0])
            places = ", ".join(f":{field}" for field in rows[0])
            db.conn.executemany(f"INSERT INTO files ({fields}) VALUES ({places})", rows)  # noqa: S608 - our own field names
        tables = [(file.path, table) for file in kept for table in file.tables]
        first = new_keys(db, "tables", len(tables))
        db.conn.executemany(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                _table_row(key, lake_key, path, table)
                for key, (path, table) in enumerate(tables, first)
            ),
        )
        db.conn.executemany(
            "INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (key, position, *column)
                for key, (_, table) in enumerate(tables, first)
                for position, column in enumerate(table.columns)
            ),
        )


def _file_row(lake_key: int, file: ReadFile) -> dict[str, object]:
    report: FileReport = file.report  # type: ignore[assignment] # the caller keeps those with one
    return {
        "lake_key": lake_key,
        "modified_ns": file.modified_ns,
        "reader_version": _version(file.limits),
        "content_hash": file.content_hash,
        **report_row(report),
    }


def _table_row(key: int, lake_key: int, path: str, table: ReadTable) -> tuple[object, ...]:
    if not table.container or not table.columns:
        raise ValueError(f"A table that was read has cells and columns. Got {table.table_id!r}.")
    types = Counter(column[2] for column in table.columns)
    cells = table.rows * len(table.columns)
    missing = sum(column[4] for column in table.columns)
    return (
        key,
        lake_key,
        path,
        table.table_id,
        table.rows,
        len(table.columns),
        table.bytes,
        table.content_hash,
        missing / cells if cells else 0.0,
        json.dumps(types),
        table.container,
        table.first_row,
    )


def _forget(workspace: Workspace, lake_key: int, paths: set[str]) -> None:
    if paths:
        with workspace.writing() as db:
            _delete(db, lake_key, list(paths))


def _delete(db: Database, lake_key: int, paths: list[str]) -> None:
    db.execute(
        "DELETE FROM files WHERE lake_key = ? AND path IN (SELECT value FROM json_each(?))",
        [lake_key, json.dumps(paths)],
    )


def _sweep(workspace: Workspace, lake_key: int, folder: Path) -> None:
    """Remove containers that no table is in: of files gone or changed, or of a killed refresh."""
    with workspace.reading() as db:
        sql = "SELECT DISTINCT container FROM tables WHERE lake_key = ?"
        used = {row[0] for row in db.execute(sql, [lake_key])}
    for path in folder.iterdir():
        if path.suffix in (".arrow", ".parquet") and path.name not in used:
            path.unlink(missing_ok=True)


def _finish(workspace: Workspace, lake_key: int, stale: set[str]) -> tuple[int, int]:
    """Stamp the lake as refreshed; how many of the stale files were refused, and keep tables."""
    with workspace.writing() as db:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        sql = "SELECT coalesce(max(key), 0) FROM tables WHERE lake_key = ?"
        (last,) = db.execute(sql, [lake_key]).fetchone()
        fingerprint = fingerprint_of(db, lake_key)
        stamp = {"refreshed_at": now, "fingerprint": fingerprint, "last_table": last}
        db.table("lakes").update(lake_key, stamp)
        return refused_and_kept(db, lake_key, stale)
