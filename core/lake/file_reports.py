"""What reading the files of a data lake came to: the catalog's reading reports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from core.store import Workspace
from core.types import FileReport


def files(workspace: Workspace, lake_key: int, refused_only: bool = False) -> list[FileReport]:
    """List the reading reports of a data lake's files by path."""
    where = "lake_key = ? AND tables = 0" if refused_only else "lake_key = ?"
    with workspace.reading() as db:
        rows = db.query(f"SELECT * FROM files WHERE {where} ORDER BY path", [lake_key])  # noqa: S608 - two constants
        return [_file(row) for row in rows]


def files_to_tell(workspace: Workspace, lake_key: int) -> list[FileReport]:
    """List the reports of files that were refused, or that have remarks, by path."""
    sql = """
        SELECT * FROM files WHERE lake_key = ? AND (
            tables = 0 OR reason != '' OR rows_padded OR rows_cut OR rows_refused OR notes != '[]'
        ) ORDER BY path
    """
    with workspace.reading() as db:
        return [_file(row) for row in db.query(sql, [lake_key])]


def count_files(workspace: Workspace, lake_key: int) -> int:
    """Count the files of a data lake, refused ones included."""
    with workspace.reading() as db:
        sql = "SELECT count(*) FROM files WHERE lake_key = ?"
        (count,) = db.execute(sql, [lake_key]).fetchone()
    return int(count)


def file_of(workspace: Workspace, table_key: int) -> FileReport | None:
    """Read the report of the file that a table is in; none if the table was read again or removed.

    Parameters
    ----------
    table_key
        Of a `TableInfo`.
    """
    with workspace.reading() as db:
        sql = """
            SELECT files.* FROM tables JOIN files USING (lake_key, path) WHERE tables.key = ?
        """
        return next((_file(row) for row in db.query(sql, [table_key])), None)


def files_of(
    workspace: Workspace, lake_key: int, table_ids: Iterable[str]
) -> dict[str, FileReport]:
    """Read the reports of the files that some tables of a data lake are in, by the tables' ids.

    Ids that the lake does not have are left out.
    """
    with workspace.reading() as db:
        sql = """
            SELECT table_id, files.* FROM tables JOIN files USING (lake_key, path)
            WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
        """
        rows = db.query(sql, [lake_key, json.dumps(list(table_ids))])
        return {row.pop("table_id"): _file(row) for row in rows}


def report_row(report: FileReport) -> dict[str, Any]:
    """Turn a reading report into the fields of its catalog row."""
    # Not asdict: it copies every value of tens of thousands of reports deeply.
    row = {name: getattr(report, name) for name in FileReport.__dataclass_fields__}
    return {**row, "notes": json.dumps(report.notes)}


def _file(row: Mapping[str, Any]) -> FileReport:
    given = {name: row[name] for name in FileReport.__dataclass_fields__}
    return FileReport(**{**given, "notes": tuple(json.loads(given["notes"]))})
