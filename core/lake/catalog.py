"""What the workspace knows of its data lakes: reads and writes of the catalog's rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.errors import InputError, LakeExistsError, LakeNotFoundError, TableNotFoundError
from core.lake.moving import require_same_files
from core.lake.reading.discover import is_folder, is_unicode
from core.lake.written.misreadings import misreading
from core.store import Workspace, is_in_workspace, new_keys
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
_LEAST_LIKENESS = 60
"""Percent of its characters, in order, that an id shares with one that is named instead."""


def add_lake(workspace: Workspace, name: str, root: Path, folders: Sequence[str] = ()) -> LakeInfo:
    """Enter a data lake, or find it if it is there already with the same folder.

    A lake whose folder is gone takes the new one, if that has the files it was read from.

    Parameters
    ----------
    folders
        Folders inside `root` to be read and no others; the whole of it if empty.

    Raises
    ------
    LakeExistsError
        If the name is taken by another folder that is there, or by one that is gone and had other
        files.
    InputError
        If the name is empty or has a slash, or the root is not a folder, or is a workspace or one
        of the folders in it whose files Soundings makes.
    """
    check_name(name)
    root = root.expanduser().resolve()
    if not is_folder(root):
        raise InputError(f"A data lake is a folder. Got {root}, which is not one.")
    if root == workspace.root or is_in_workspace(root):
        raise InputError(
            f"A data lake is a folder of one's own tables. Got {root}, which is, or is in, a "
            "workspace of Soundings; name the folder with the tables, or keep the workspace "
            "elsewhere, by --workspace or SOUNDINGS_WORKSPACE."
        )
    if not is_unicode(str(root)):
        raise InputError(
            f"A data lake's folder has a name that is valid UTF-8. Got {str(root)!r}; rename it."
        )
    _take_moved(workspace, name, root)
    with workspace.writing() as db:
        found = list(db.query("SELECT root FROM lakes WHERE name = ?", [name]))
        if found and found[0]["root"] != str(root):
            raise taken(name, found[0]["root"])
        if not found:
            added_at = datetime.now(UTC).isoformat(timespec="seconds")
            key = new_keys(db, "lakes", 1)
            db.table("lakes").insert(
                {
                    "key": key,
                    "name": name,
                    "root": str(root),
                    "added_at": added_at,
                    "folders": json.dumps(list(folders)),
                }
            )
    return lake(workspace, name)


def _take_moved(workspace: Workspace, name: str, root: Path) -> None:
    """Point a lake whose folder is gone at the one that its files are in now."""
    known = next((one for one in lakes(workspace) if one.name == name), None)
    if known is None or known.root == str(root) or is_folder(Path(known.root)):
        return
    with workspace.reading() as db:
        of_benchmark = db.execute("SELECT 1 FROM benchmarks WHERE lake_key = ?", [known.key])
        if of_benchmark.fetchone():
            raise LakeExistsError(
                f"A benchmark's tables move with it. Got the lake {name!r}, whose benchmark was in "
                f"{known.root}, which is gone; run `bench add {name} FOLDER` with its new folder."
            )
    require_same_files(workspace, known, root)
    with workspace.writing() as db:
        was = [str(root), known.key, known.root]
        db.execute("UPDATE lakes SET root = ? WHERE key = ? AND root = ?", was)


def taken(name: str, root: str) -> LakeExistsError:
    """Return the error that says which folder has a lake's name."""
    return LakeExistsError(
        f"A lake's name belongs to one folder. {name!r} is {root} already; choose another name or "
        "remove that lake."
    )


def check_name(name: str, whose: str = "lake") -> None:
    """Refuse a name that cannot be a data lake's, or a benchmark's, whose tables are one.

    Parameters
    ----------
    whose
        What has the name, for the message.

    Raises
    ------
    InputError
        If it is empty, has a slash or what cannot be printed, or begins with a dot.

    Examples
    --------
    >>> check_name("../prices")
    Traceback (most recent call last):
    core.errors.InputError: A lake's name has no slash and no dot in front. Got '../prices'.
    """
    if not name.strip():
        raise InputError(f"A {whose}'s name has at least one character. Got {name!r}.")
    if not name.isprintable():
        raise InputError(f"A {whose}'s name has one line that can be printed. Got {name!r}.")
    if "/" in name or name.startswith("."):
        raise InputError(f"A {whose}'s name has no slash and no dot in front. Got {name!r}.")


def remove_lake(workspace: Workspace, name: str) -> None:
    """Forget a data lake and everything derived from it; its folder is left alone.

    Raises
    ------
    LakeNotFoundError
        If there is none of that name.
    BusyError
        If it is being refreshed.
    InputError
        If it holds the tables of a benchmark.
    """
    import shutil

    found = lake(workspace, name)
    folder = workspace.folder("tables", str(found.key))
    with only_one(folder, f"The lake {name!r}", "refreshed"):
        with workspace.writing() as db:
            if db.execute("SELECT 1 FROM benchmarks WHERE lake_key = ?", [found.key]).fetchone():
                raise InputError(
                    f"A benchmark's tables are removed with it. Got the lake {name!r}, whose "
                    f"benchmark is there; run `bench remove {name}` (Remove on Benchmarks)."
                )
            db.execute("DELETE FROM lakes WHERE key = ?", [found.key])
        for kind in ("tables", "vectors", "indexes", "spill"):
            shutil.rmtree(workspace.root / kind / str(found.key), ignore_errors=True)


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
        return _lake(db, _row(db, name))


def stamp(workspace: Workspace, name: str) -> LakeStamp:
    """Find a data lake without its totals, in the same time however large it is.

    Raises
    ------
    LakeNotFoundError
        As `lake`.
    """
    with workspace.reading() as db:
        row = _row(db, name)
    return LakeStamp(**{name: row[name] for name in LakeStamp.__dataclass_fields__})


def _row(db: Database, name: str) -> dict[str, Any]:
    for row in db.query("SELECT * FROM lakes WHERE name = ?", [name]):
        return row
    known = [row["name"] for row in db.query("SELECT name FROM lakes ORDER BY name")]
    there = f"There are: {', '.join(known)}." if known else "There is none yet; add one first."
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
    named = ", ".join(known for known, *_ in close)
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
        return [_column(row) for row in db.query(sql, [table_key])]


def table_labels(
    workspace: Workspace, lake_key: int, table_ids: Sequence[str]
) -> dict[str, list[str]]:
    """Read the column labels of some tables of a data lake.

    Returns
    -------
    dict
        Table id to its columns' labels, in order; ids that the lake does not have are left out.
    """
    found: dict[str, list[str]] = {}
    with workspace.reading() as db:
        sql = (
            "SELECT table_id, label FROM tables JOIN columns ON table_key = tables.key WHERE "
            "lake_key = ? AND table_id IN (SELECT value FROM json_each(?)) "
            "ORDER BY tables.key, position"
        )
        for row in db.query(sql, [lake_key, json.dumps(list(table_ids))]):
            found.setdefault(row["table_id"], []).append(row["label"])
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


def column_profile(  # noqa: PLR0917  # a row of the catalog
    position: int,
    name: str,
    label: str,
    data_type: str,
    filled: int,
    missing: int,
    distinct: int,
    details: str,
    stand_ins: int,
) -> ColumnProfile:
    """Make a column's profile from the fields of its catalog row."""
    known = json.loads(details)
    shortest, longest = known.get("lengths") or (None, None)
    minimum, maximum, mean, *quartiles = known.get("numbers") or (None,) * 6
    if whole := known.get("whole"):
        minimum, maximum = map(int, whole)
    low, high, is_whole = known.get("nearly") or (None, None, None)
    kind = DataType.INTEGER if is_whole else DataType.FLOAT
    smallest, largest = known.get("amounts") or (None, None)
    earliest, latest = known.get("span") or (None, None)
    return ColumnProfile(
        position=position,
        name=name,
        label=label,
        data_type=DataType(data_type),
        values=filled,
        missing=missing,
        distinct=distinct,
        stand_ins=stand_ins,
        minimum=minimum,
        maximum=maximum,
        mean=mean,
        quartiles=tuple(quartiles) if None not in quartiles else None,
        nearly_numbers=None if low is None or high is None else (kind, low, high),
        smallest_amount=smallest,
        largest_amount=largest,
        misreading=misreading(known.get("doubt"), label),
        earliest=earliest,
        latest=latest,
        shortest=shortest,
        longest=longest,
        top=tuple(zip(known["top"], known["counts"], strict=True)),
        samples=tuple(known["samples"]),
    )


def _column(row: Mapping[str, Any]) -> ColumnProfile:
    return column_profile(
        row["position"],
        row["name"],
        row["label"],
        row["data_type"],
        row["filled"],
        row["missing"],
        row["distinct_values"],
        row["details"],
        row["stand_ins"],
    )
