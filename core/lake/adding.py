"""Enter a data lake in the catalog."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from core.errors import InputError, LakeExistsError
from core.lake.catalog import lake, lakes
from core.lake.moving import require_same_files
from core.lake.reading.discover import is_folder, is_unicode
from core.store import Workspace, is_in_workspace, new_keys
from core.types import LakeInfo

_MOST_BYTES = 200
"""Of a name: file systems take 255, and files of results have more behind it."""


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
        If no lake has the name and it is one that `check_name` refuses, or the root is not a
        folder, or is a workspace or one of the folders in it whose files Soundings makes.
    """
    if not _is_known(workspace, name):  # one that was added before a rule for names stays one
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


def _is_known(workspace: Workspace, name: str) -> bool:
    if not is_unicode(name):  # which no database takes
        return False
    with workspace.reading() as db:
        return db.execute("SELECT 1 FROM lakes WHERE name = ?", [name]).fetchone() is not None


def check_name(name: str, whose: str = "lake") -> None:
    """Refuse a name that cannot be a data lake's, or a benchmark's, whose tables are one.

    Parameters
    ----------
    whose
        What has the name, for the message.

    Raises
    ------
    InputError
        If it is empty, has a slash or what cannot be printed, begins with a dot, or is too long
        for a folder's name.

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
    size = len(name.encode())
    if size > _MOST_BYTES:
        raise InputError(
            f"A {whose}'s name has at most {_MOST_BYTES} bytes, as folders and files are named "
            f"after it; letters that are not Latin have two to four. Got {size:,}; shorten it."
        )
