"""Keep what is known of files that cannot be looked at: a share that fails, a right that lacks.

Only what was looked for and not found is gone. A file that cannot be opened, or lies below a folder
that cannot be listed, keeps its tables, with the state in which they were read; its report says so
until it can be looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from core.lake.reading.discover import IS_FOLDER, FoundFile
from core.lake.reading.types import ReadFile
from core.store import Workspace
from core.store.sqlite import Database


def known_below(found: Iterable[FoundFile], missed: Mapping[str, int]) -> list[FoundFile]:
    """List files known of before that lie where nobody could look, for the same reason.

    Parameters
    ----------
    found
        What a listing gives.
    missed
        Paths that the catalog has and the listing does not, with their times of change; those of
        folders are left out.
    """
    closed = {file.path: file for file in found if file.out_of_reach}
    if not closed:
        return []
    files = (path for path, modified_ns in missed.items() if modified_ns != IS_FOLDER)
    above = ((path, next(filter(None, map(closed.get, _folders(path))), None)) for path in files)
    return [replace(file, path=path, modified_ns=0) for path, file in above if file]


def _folders(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
    yield "."


def keep_tables(
    db: Database, lake_key: int, done: list[ReadFile], lost: Collection[str]
) -> list[ReadFile]:
    """Let files out of reach keep the tables that the catalog has of them, and say why.

    Parameters
    ----------
    lost
        Files whose cells are not there any more.

    Returns
    -------
    list
        The files that keep nothing.
    """
    away = {
        file.path: file.report
        for file in done
        if file.out_of_reach and file.modified_ns != IS_FOLDER and file.path not in lost
    }
    if not away:
        return done
    sql = (
        "SELECT path FROM files WHERE lake_key = ? AND tables > 0 "
        "AND path IN (SELECT value FROM json_each(?))"
    )
    kept = {path for (path,) in db.execute(sql, [lake_key, json.dumps(list(away))])}
    db.conn.executemany(
        "UPDATE files SET reason = ?, hint = ? WHERE lake_key = ? AND path = ?",
        (
            (f"{why.reason} Its tables are as they were read before.", why.hint, lake_key, path)
            for path, why in away.items()
            if why and path in kept
        ),
    )
    return [file for file in done if file.path not in kept]


def tell_in_reach(workspace: Workspace, lake_key: int, paths: list[str]) -> None:
    """Let files that can be looked at again, and are unchanged, say no more that they could not."""
    if paths:
        sql = (
            "UPDATE files SET reason = '', hint = '' "
            "WHERE lake_key = ? AND path IN (SELECT value FROM json_each(?))"
        )
        with workspace.writing() as db:
            db.execute(sql, [lake_key, json.dumps(paths)])


def refused_and_kept(db: Database, lake_key: int, stale: Collection[str]) -> tuple[int, int]:
    """Count the files of some that could not be read, and those of them that keep their tables."""
    sql = "SELECT path, tables > 0 FROM files WHERE lake_key = ? AND (tables = 0 OR reason != '')"
    rows = [(path, kept) for path, kept in db.execute(sql, [lake_key]) if path in stale]
    return len(rows), sum(kept for _, kept in rows)
