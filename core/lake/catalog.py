"""What the workspace knows of its data lakes: reads and writes of the catalog's rows."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.errors import FullDiskError, InputError, LakeNotFoundError, TableNotFoundError
from core.lake.column_profiles import profile_of_row
from core.store import Workspace
from core.store.folder_lock import only_one
from core.store.sqlite import Database
from core.types import ColumnProfile, DataType, LakeInfo, LakeStamp, TableInfo

_OF_TABLES = """
    SELECT count(*) AS tables, coalesce(sum(columns), 0) AS columns, coalesce(sum(rows), 0) AS rows
    FROM tables WHERE lake_key = ?
"""
_OF_FILES = """
    SELECT coalesce(sum(bytes), 0) AS bytes, count(*) FILTER (WHERE tables = 0) AS refused
    FROM files WHERE lake_key = ?
"""
_MADE_FROM_IT = ("tables", "vectors", "indexes", "spill")
"""The workspace's folders with a folder for each lake."""
_FORGOTTEN_AT_ONCE = 100
"""Files, where there is little room."""
_LEAST_LIKENESS = 60
"""Percent of its characters, in order, that an id shares with one that is named instead."""


def remove_lake(workspace: Workspace, name: str) -> None:
    """Forget a data lake and everything derived from it; its folder is left alone.

    Where the disk is full what was made from the lake goes first: the catalog takes room even to
    forget it.

    Raises
    ------
    LakeNotFoundError
        If there is none of that name.
    BusyError
        If it is being refreshed.
    InputError
        If it holds the tables of a benchmark.
    FullDiskError
        If the disk has no room to forget it even so.
    """
    found = lake(workspace, name)
    folder = workspace.folder("tables", str(found.key))
    with only_one(folder, f"The lake {name!r}", "refreshed"):
        with workspace.reading() as db:
            _require_no_benchmark(db, found)
        try:
            _forget(workspace, found)
        except FullDiskError:
            _forget_in_its_room(workspace, found)
        for kind in _MADE_FROM_IT:
            shutil.rmtree(workspace.root / kind / str(found.key), ignore_errors=True)


def _require_no_benchmark(db: Database, found: LakeInfo) -> None:
    if db.execute("SELECT 1 FROM benchmarks WHERE lake_key = ?", [found.key]).fetchone():
        raise InputError(
            f"A benchmark's tables are removed with it. Got the lake {found.name!r}, whose "
            f"benchmark is there; run `bench remove {found.name}` (Remove on Benchmarks)."
        )


def _forget(workspace: Workspace, found: LakeInfo) -> None:
    with workspace.writing() as db:
        _require_no_benchmark(db, found)
        db.execute("DELETE FROM lakes WHERE key = ?", [found.key])


def _forget_in_its_room(workspace: Workspace, found: LakeInfo) -> None:
    """Forget a lake in the room that what was made from it takes, and the database's log.

    To forget it at once would take a log about as large as the catalog of it.
    """
    for kind in _MADE_FROM_IT:
        for made in (workspace.root / kind / str(found.key)).glob("*"):  # its lock has a dot
            shutil.rmtree(made) if made.is_dir() else made.unlink(missing_ok=True)
    try:
        workspace.write_back()
        while _forget_some_files(workspace, found.key):
            workspace.write_back()
        _forget(workspace, found)
    except FullDiskError as error:
        raise FullDiskError(
            f"The disk with the workspace {workspace.root} must have room to forget the lake "
            f"{found.name!r}. It is full, though what was made from the lake is deleted by now; "
            "make room and remove the lake again."
        ) from error


def _forget_some_files(workspace: Workspace, lake_key: int) -> int:
    """Forget some files of a lake with their tables, and return how many."""
    sql = """
        DELETE FROM files WHERE lake_key = :lake AND path IN (
            SELECT path FROM files WHERE lake_key = :lake LIMIT :most)
    """
    with workspace.writing() as db:
        return db.execute(sql, {"lake": lake_key, "most": _FORGOTTEN_AT_ONCE}).rowcount


def lakes(workspace: Workspace) -> list[LakeInfo]:
    """List the data lakes by name."""
    with workspace.reading() as db:
        return [_lake(db, row) for row in list(db.query("SELECT * FROM lakes ORDER BY name"))]


def lake(workspace: Workspace, name: str) -> LakeInfo:
    """Find a data lake with its totals, for which all of its tables and files are looked at.

    Raises
    ------
    LakeNotFoundError
        If there is none of that name; the message lists those there are.
    """
    with workspace.reading() as db:
        return _lake(db, _row(db, name, workspace.root))


def stamp(workspace: Workspace, name: str) -> LakeStamp:
    """Find a data lake without its totals, in the same time however large it is.

    Raises
    ------
    LakeNotFoundError
        As `lake`.
    """
    with workspace.reading() as db:
        row = _row(db, name, workspace.root)
    return LakeStamp(**{name: row[name] for name in LakeStamp.__dataclass_fields__})


def _row(db: Database, name: str, root: Path) -> dict[str, Any]:
    for row in db.query("SELECT * FROM lakes WHERE name = ?", [name]):
        return row
    known = [row["name"] for row in db.query("SELECT name FROM lakes ORDER BY name")]
    none = f"There is none yet in the workspace {root}; add one first."
    there = f"There are: {', '.join(known)}." if known else none
    raise LakeNotFoundError(f"No lake is named {name!r}. {there}")


def tables(workspace: Workspace, lake_key: int, most: int | None = None) -> list[TableInfo]:
    """List the tables of a data lake by id: all, or the first so many."""
    with workspace.reading() as db:
        sql = "SELECT * FROM tables WHERE lake_key = ? ORDER BY table_id LIMIT ?"
        limit = -1 if most is None else most  # SQLite's word for none
        return [_table(row) for row in db.query(sql, [lake_key, limit])]


def count_cells(workspace: Workspace, lake_key: int) -> int:
    """Count the cells of a data lake's tables, headers apart; 0 if it has no tables."""
    with workspace.reading() as db:
        sql = "SELECT coalesce(sum(rows * columns), 0) FROM tables WHERE lake_key = ?"
        (cells,) = db.execute(sql, [lake_key]).fetchone()
    return int(cells)


def find_table(workspace: Workspace, lake_key: int, table_id: str) -> TableInfo | None:
    """Look a table up by its id; none if the data lake has none of that id."""
    with workspace.reading() as db:
        sql = "SELECT * FROM tables WHERE lake_key = ? AND table_id = ?"
        return next((_table(row) for row in db.query(sql, [lake_key, table_id])), None)


def table(workspace: Workspace, lake_name: str, table_id: str) -> TableInfo:
    """Find a table of a data lake by its id.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there; the message says what is close.
    """
    with workspace.reading() as db:
        sql = """
            SELECT tables.* FROM tables JOIN lakes ON lakes.key = lake_key
            WHERE name = ? AND table_id = ?
        """
        for row in db.query(sql, [lake_name, table_id]):
            return _table(row)
    raise _not_there(workspace, lake(workspace, lake_name), table_id)


def copies_of(workspace: Workspace, lake_key: int, found: TableInfo) -> list[str]:
    """Return the ids of a data lake's other tables with the same content, byte for byte.

    Sheets of equal workbooks are copies of each other. A table with the same cells written in
    another way is none.
    """
    sql = (
        "SELECT table_id FROM tables WHERE lake_key = ? AND content_hash = ? AND table_id <> ? "
        "ORDER BY table_id"
    )
    with workspace.reading() as db:
        place = [lake_key, found.content_hash, found.table_id]
        return [table_id for (table_id,) in db.execute(sql, place)]


def unknown_tables(
    workspace: Workspace, lake_key: int, table_ids: Collection[str]
) -> frozenset[str]:
    """Return those of some ids that are no table of a data lake."""
    sql = """
        SELECT value FROM json_each(?) WHERE value NOT IN (
            SELECT table_id FROM tables WHERE lake_key = ?
        )
    """
    with workspace.reading() as db:
        return frozenset(
            table_id for (table_id,) in db.execute(sql, [json.dumps([*table_ids]), lake_key])
        )


def require_tables(workspace: Workspace, lake_name: str, table_ids: Iterable[str]) -> None:
    """Refuse ids of which one is no table of a data lake.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If the lake or a table is not there; as `table`, of the first that is missing.
    """
    sql = """
        SELECT value FROM json_each(?) WHERE NOT EXISTS (
            SELECT 1 FROM tables JOIN lakes ON lakes.key = lake_key
            WHERE name = ? AND table_id = value
        ) ORDER BY id LIMIT 1
    """
    with workspace.reading() as db:
        missing = db.execute(sql, [json.dumps(list(table_ids)), lake_name]).fetchone()
    if missing is not None:
        raise _not_there(workspace, lake(workspace, lake_name), missing[0])


def _not_there(workspace: Workspace, found: LakeInfo, table_id: str) -> TableNotFoundError:
    from rapidfuzz import fuzz, process

    with workspace.reading() as db:
        sql = "SELECT table_id FROM tables WHERE lake_key = ? ORDER BY table_id"
        ids = [known for (known,) in db.execute(sql, [found.key])]
    close = process.extract(table_id, ids, scorer=fuzz.ratio, limit=3, score_cutoff=_LEAST_LIKENESS)
    # A line end in a name would be read as the blank that it is not.
    named = ", ".join(repr(one) if one.splitlines() != [one] else one for one, *_ in close)
    hint = (
        f"Close to it: {named}."
        if named
        else f"`lake show {found.name}` and the page Lake list its tables."
    )
    return TableNotFoundError(f"The lake {found.name!r} has no table {table_id!r}. {hint}")


def columns(workspace: Workspace, table_key: int) -> list[ColumnProfile]:
    """Read the profiles of a table's columns, in order."""
    with workspace.reading() as db:
        sql = "SELECT * FROM columns WHERE table_key = ? ORDER BY position"
        return [profile_of_row(row) for row in db.query(sql, [table_key])]


def table_labels(
    workspace: Workspace, lake_key: int, table_ids: Sequence[str]
) -> dict[str, list[str]]:
    """Read the column labels of some tables of a data lake.

    Returns
    -------
    dict
        Table id to its columns' labels, in order; ids that the lake does not have are left out.
    """
    headers = table_headers(workspace, lake_key, table_ids)
    return {table_id: [label for _, label in of_table] for table_id, of_table in headers.items()}


def table_headers(
    workspace: Workspace, lake_key: int, table_ids: Sequence[str]
) -> dict[str, list[tuple[str, str]]]:
    """Read the columns of some tables of a data lake, by their names in the file and their labels.

    Returns
    -------
    dict
        Table id to a pair for each column, in order; ids that the lake does not have are left out.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    sql = (
        "SELECT table_id, name, label FROM tables JOIN columns ON table_key = tables.key WHERE "
        "lake_key = ? AND table_id IN (SELECT value FROM json_each(?)) "
        "ORDER BY tables.key, position"
    )
    with workspace.reading() as db:
        for table_id, name, label in db.execute(sql, [lake_key, json.dumps(list(table_ids))]):
            found.setdefault(table_id, []).append((name, label))
    return found


def _lake(db: Database, row: Mapping[str, Any]) -> LakeInfo:
    totals = [next(iter(db.query(sql, [row["key"]]))) for sql in (_OF_TABLES, _OF_FILES)]
    row = {**row, **totals[0], **totals[1]}
    given = {name: row[name] for name in LakeInfo.__dataclass_fields__}
    return LakeInfo(**{**given, "folders": tuple(json.loads(given["folders"]))})


def _table(row: Mapping[str, Any]) -> TableInfo:
    given = {name: row[name] for name in TableInfo.__dataclass_fields__}
    types = json.loads(given.pop("types"))
    return TableInfo(**given, types={DataType(name): count for name, count in types.items()})
