"""Query files that people bring: kept in the workspace under a hash of their name and content."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
from pathlib import Path

from core.errors import InputError
from core.search.kept import uploads_of_searches
from core.store import Workspace, folder_under_way, put_folder, whole_file

UNUSED_DAYS = 30
"""A file that nobody has searched with for so long goes, unless a search that is kept names it."""

_ATTEMPTS = 3
_PUT_BACK_SECONDS = 0.05
_KEY = re.compile(r"[0-9a-f]{32}")
# Browsers escape these three, and nothing else, not even %, in the name of a file that they send
# (WHATWG HTML, multipart/form-data encoding algorithm): a name that really has %22 looks the same.
_ESCAPED = re.compile("%(22|0A|0D)")
_LONGEST_NAME_BYTES = 200
"""Of 255 that most file systems take."""


def keep_upload(workspace: Workspace, name: str, content: bytes) -> str:
    """Keep a file and return its key; the same content under the same name is kept once.

    Its name says how it is read, and it is shown and exported under it. Files that were unused for
    `UNUSED_DAYS` are removed.

    Parameters
    ----------
    name
        The file's name as it was given; only its last part is used, and that is made harmless.
    """
    kept = harmless_name(name)
    key = hashlib.sha256(kept.encode() + b"\0" + content).hexdigest()[:32]
    for left in reversed(range(_ATTEMPTS)):
        try:
            _keep(workspace.folder("uploads", key), kept, content)
            break
        except FileNotFoundError:  # somebody else's upload has just removed it
            if not left:
                raise
    _remove_unused(workspace)
    return key


def _keep(folder: Path, name: str, content: bytes) -> None:
    _note_use(folder)  # first: from here on nobody removes what is there
    if not any(path.stat().st_size == len(content) for path in _kept(folder)):
        with whole_file(folder / name) as beside:
            beside.write_bytes(content)


def harmless_name(name: str) -> str:
    """Make a file's name one that any folder takes and that leads out of none.

    Parameters
    ----------
    name
        As it was given, with or without a path; of a long one the end is kept, with its extension.

    Examples
    --------
    >>> harmless_name("../My *data*.csv"), harmless_name("..")
    ('My *data*.csv', 'table.csv')
    """
    last = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), re.split(r"[/\\]", name)[-1])
    plain = "".join(one if one.isprintable() else "_" for one in last).strip(" .")
    end = plain.encode()[-_LONGEST_NAME_BYTES:].decode(errors="ignore").strip(" .")
    return end or "table.csv"


def uploaded(workspace: Workspace, key: str) -> Path:
    """Find an uploaded file.

    Raises
    ------
    InputError
        If there is none of that key, for instance as the address comes from another workspace.
    """
    if _KEY.fullmatch(key):
        folder = workspace.root / "uploads" / key
        for left in reversed(range(_ATTEMPTS)):
            _note_use(folder)  # first: who has put it aside to remove it puts it back
            for path in _kept(folder):
                return path
            time.sleep(_PUT_BACK_SECONDS if left else 0)
    raise InputError(
        f"An uploaded file is kept in the workspace it was given to. Got {key!r}, which is not in "
        f"this one, or was not used for {UNUSED_DAYS} days; upload the file again."
    )


def _kept(folder: Path) -> list[Path]:
    """List the files of an upload, of which there is one if it is kept, without those under way."""
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except FileNotFoundError:
        return []


def _note_use(folder: Path) -> None:
    """Let the folder's time say when the file was used last."""
    with contextlib.suppress(OSError):  # in a workspace that may only be read nothing is removed
        os.utime(folder)


def _remove_unused(workspace: Workspace) -> None:
    named = uploads_of_searches(workspace)
    before = time.time() - UNUSED_DAYS * 86_400
    for folder in (workspace.root / "uploads").iterdir():
        if _KEY.fullmatch(folder.name) and folder.name not in named:
            # Somebody else's upload was first, or it is somebody else's to remove.
            with contextlib.suppress(FileNotFoundError, PermissionError):
                if _is_unused(folder, before):
                    _remove(folder, before)


def _remove(folder: Path, before: float) -> None:
    """Remove an upload, unless it is used in this moment."""
    with folder_under_way(folder.parent, folder.name) as aside:
        taken = aside / folder.name
        folder.rename(taken)
        if not _is_unused(taken, before):
            try:
                put_folder(taken, folder)
            except OSError:
                if not folder.is_dir():  # else it has been brought anew
                    raise


def _is_unused(folder: Path, before: float) -> bool:
    return folder.stat().st_mtime < before
