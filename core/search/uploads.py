"""Query files that people bring: kept in the workspace under their content's hash."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from core.errors import InputError
from core.store import Workspace

_KEY = re.compile(r"[0-9a-f]{32}")
_LONGEST_NAME = 100


def keep_upload(workspace: Workspace, name: str, content: bytes) -> str:
    """Keep a file and return its key; the same content is kept once, under its first name.

    Parameters
    ----------
    name
        The file's name as it was given; only its last part is used, and that is made harmless.
    """
    key = hashlib.sha256(content).hexdigest()[:32]
    folder = workspace.folder("uploads", key)
    if not any(path.suffix != ".part" for path in folder.iterdir()):
        last = re.split(r"[/\\]", name)[-1]
        harmless = re.sub(r"[^\w .()+-]", "_", last).strip(" .")[-_LONGEST_NAME:] or "table.csv"
        partial = folder / f"{harmless}.part"
        partial.write_bytes(content)
        partial.replace(folder / harmless)
    return key


def uploaded(workspace: Workspace, key: str) -> Path:
    """Find an uploaded file.

    Raises
    ------
    InputError
        If there is none of that key, for instance as the address comes from another workspace.
    """
    if _KEY.fullmatch(key):
        folder = workspace.root / "uploads" / key
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.suffix != ".part":
                return path
    raise InputError(
        f"An uploaded file is kept in the workspace it was given to. Got {key!r}, which is not in "
        "this one; upload the file again."
    )
