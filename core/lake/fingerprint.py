"""What a data lake's tables hold, as one short text, and whether they still are what it is of."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.amounts import listed
from core.errors import BusyError, ReadAnewError
from core.lake.reader_version import READER_VERSION
from core.lake.stored.placing import IN_ORDER
from core.store import Workspace
from core.store.sqlite import Database
from core.types import LakeStamp

_MOST_NAMED = 3


def fingerprint_of(db: Database, lake_key: int) -> str:
    """Return a hash of the ids and contents of the tables that a catalog has, and of their reader.

    It follows from the files alone: two lakes with the same files have one fingerprint. What a
    refresh has left half done, with tables of two versions of the reader, has one of its own.
    """
    # Of files that have tables: what refused the others makes no difference to any cell.
    sql = (
        "SELECT DISTINCT reader_version FROM files WHERE lake_key = ? AND tables > 0 "
        "ORDER BY reader_version"
    )
    versions = [version for (version,) in db.execute(sql, [lake_key])] or [READER_VERSION]
    digest = hashlib.blake2b("\0".join(versions).encode(), digest_size=16)
    sql = "SELECT table_id, content_hash FROM tables WHERE lake_key = ? ORDER BY table_id"
    for table_id, content_hash in db.execute(sql, [lake_key]):
        digest.update(f"{table_id}\0{content_hash}\0".encode())
    return digest.hexdigest()


def content_digests(workspace: Workspace, lake_key: int) -> tuple[list[str], NDArray[np.uint64]]:
    """Give the ids of a data lake's tables and a hash of what each holds and of its reader.

    Two tables of one id and hash have the same cells, whichever states of the lake they are of.

    Returns
    -------
    ids, digests
        In the order of `core.lake.table_order`; uint64, shape (tables, 2).
    """
    sql = f"""
        SELECT table_id, tables.content_hash, reader_version
        FROM tables JOIN files USING (lake_key, path)
        WHERE lake_key = ? ORDER BY {IN_ORDER}
    """  # noqa: S608 - a constant
    ids, digests = [], []
    with workspace.reading() as db:
        for table_id, *held in db.execute(sql, [lake_key]):
            ids.append(table_id)
            digests.append(hashlib.blake2b("\0".join(held).encode(), digest_size=16).digest())
    return ids, np.frombuffer(b"".join(digests), dtype=np.uint64).reshape(-1, 2)


def require_whole(workspace: Workspace, lake: LakeStamp) -> None:
    """Refuse a data lake whose tables are not those that its fingerprint is of.

    A refresh commits group by group and stamps the lake at its end. Until then, and for good if
    it was cancelled, what is there can be searched, but nothing may be kept under the fingerprint.

    Raises
    ------
    BusyError
        If tables were read, added or removed since the last refresh that ended.
    """
    with workspace.reading() as db:
        now = fingerprint_of(db, lake.key)
    if now != lake.fingerprint:
        raise BusyError(
            f"Nothing is derived from a lake between two states. Got {lake.name!r}, whose last "
            f"refresh has not ended; wait for it, or run `lake refresh {lake.name}` (Refresh on "
            "Home)."
        )


def contents_of(
    workspace: Workspace, lake_name: str, table_ids: Sequence[str]
) -> dict[str, str | None]:
    """Give the content hash of each table as it is now; none of one that is not there."""
    sql = """
        SELECT content_hash FROM tables JOIN lakes ON lakes.key = lake_key
        WHERE name = ? AND table_id = ?
    """
    with workspace.reading() as db:
        found = {one: list(db.execute(sql, [lake_name, one])) for one in table_ids}
    return {one: rows[0][0] if rows else None for one, rows in found.items()}


def require_unchanged(
    workspace: Workspace, lake_name: str, contents: Mapping[str, str | None]
) -> None:
    """Refuse tables that are not what `contents_of` gave.

    Raises
    ------
    ReadAnewError
        If one was read anew, added or removed since; a table read again with the same content is
        the same.
    """
    now = contents_of(workspace, lake_name, list(contents))
    changed = [one for one, content in contents.items() if now[one] != content]
    if changed:
        what = "gone" if all(now[one] is None for one in changed) else "read anew"
        raise ReadAnewError(
            "A file is made of the tables that were shown. "
            f"Got {listed(changed, _MOST_NAMED)}, {what} since; look at them again first."
        )
