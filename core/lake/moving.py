"""Whether a data lake's folder is gone, or has only moved: its files are in another one."""

from __future__ import annotations

import os
from pathlib import Path

from core.amounts import amount
from core.errors import LakeExistsError
from core.lake.reading.discover import FoundFile, discover
from core.lake.reading.state import content_hash
from core.store import Workspace
from core.types import LakeInfo


def why_closed(root: str) -> str:
    """Say why a lake's folder cannot be listed, in the words of the system; nothing if it can."""
    try:
        os.scandir(root).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def require_same_files(workspace: Workspace, lake: LakeInfo, root: Path) -> None:
    """Refuse a folder that has not every file that a lake was read from, as it was read.

    A file of the same size and time of change is the same one, as it is to a refresh; of another
    time its content is looked at. There may be more files: the next refresh reads them.

    Raises
    ------
    LakeExistsError
        If a file is not there, or is another; says how many and which is the first.
    InputError
        If the folder cannot be listed, or has not the folders inside it that the lake is read from.
    """
    sql = "SELECT path, bytes, modified_ns, content_hash FROM files WHERE lake_key = ? ORDER BY 1"
    with workspace.reading() as db:
        known = db.execute(sql, [lake.key]).fetchall()
    there = {file.path: file for file in discover(root, lake.folders)}
    other = [
        (path, "has another content" if path in there else "is not there")
        for path, size, changed, content in known
        if not _is_same(root, there.get(path), size, changed, content)
    ]
    if other:
        (first, why), count = other[0], amount(len(known), "file")
        raise LakeExistsError(
            f"A lake whose folder is gone takes a new one that has the same files. Of {count} of "
            f"{lake.name!r}, read from {lake.root}, {len(other):,} "
            f"{'is' if len(other) == 1 else 'are'} not in {root} as read: {first} {why}. Bring "
            "back what is missing, or choose another name."
        )


def _is_same(root: Path, found: FoundFile | None, size: int, changed: int, content: str) -> bool:
    if found is None or found.bytes != size:
        return False
    if found.modified_ns == changed or not content or found.reason:
        return True  # of what could not be read there is nothing to compare
    return content_hash(root / found.path) == content
