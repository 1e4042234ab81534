"""What a voter had before them, kept once under its hash, which the vote carries."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from core.errors import InputError
from core.store import Workspace


def keep_showing(workspace: Workspace, document: Mapping[str, Any]) -> str:
    """Keep what is about to be shown and return its hash, for `Ballot.shown`.

    Parameters
    ----------
    document
        Of JSON's types. The same document, its keys in any order, has the same hash and is kept
        once.

    Returns
    -------
    str
        SHA-256 in hexadecimal.
    """
    text = json.dumps(dict(document), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    key = hashlib.sha256(text.encode()).hexdigest()
    with workspace.reading() as db:
        if db.execute("SELECT 1 FROM showings WHERE hash = ?", [key]).fetchone():
            return key
    with workspace.writing() as db:
        db.execute("INSERT INTO showings VALUES (?, ?) ON CONFLICT DO NOTHING", [key, text])
    return key


def showing(workspace: Workspace, key: str) -> dict[str, Any]:
    """Return what was shown, by the hash in a vote.

    Raises
    ------
    InputError
        If nothing is kept under it, as for a vote of the terminal or of a file.
    """
    with workspace.reading() as db:
        row = db.execute("SELECT document FROM showings WHERE hash = ?", [key]).fetchone()
    if row is None:
        raise InputError(f"What a voter was shown is kept under its hash. Got {key!r}, not kept.")
    found: dict[str, Any] = json.loads(row[0])
    return found
