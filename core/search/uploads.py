"""Query files that people bring: kept in the workspace under a hash of their name and content."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import time
from pathlib import Path

from core.errors import InputError
from core.search.kept import uploads_of_searches
from core.store import Workspace, whole_file

UNUSED_DAYS = 30
"""A file that nobody has searched with for so long goes, unless a search that is kept names it."""

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
    folder = workspace.folder("uploads", key)
    if not any(path.stat().st_size == len(content) for path in _kept(folder)):
        with whole_file(folder / kept) as beside:
            beside.write_bytes(content)
    _note_use(folder)
    _remove_unused(workspace)
    return key


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
        for path in _kept(folder) if folder.is_dir() else ():
            _note_use(folder)
            return path
    raise InputError(
        f"An uploaded file is kept in the workspace it was given to. Got {key!r}, which is not in "
        f"this one, or was not used for {UNUSED_DAYS} days; upload the file again."
    )


def _kept(folder: Path) -> list[Path]:
    """List the files of an upload, of which there is one, without those under way."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _note_use(folder: Path) -> None:
    """Let the folder's time say when the file was used last."""
    with contextlib.suppress(OSError):  # in a workspace that may only be read nothing is removed
        os.utime(folder)


def _remove_unused(workspace: Workspace) -> None:
    named = uploads_of_searches(workspace)
    before = time.time() - UNUSED_DAYS * 86_400
    for folder in (workspace.root / "uploads").iterdir():
        if _KEY.fullmatch(folder.name) and folder.name not in named:
            with contextlib.suppress(FileNotFoundError):  # somebody else's upload was first
                if folder.stat().st_mtime < before:
                    shutil.rmtree(folder, ignore_errors=True)
