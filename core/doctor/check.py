"""What one look at a workspace found."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class State(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """Works, and somebody should look at it."""
    PROBLEM = "problem"
    """Something is damaged or missing."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: a line for a person."""

    name: str
    state: State
    said: str
    """One sentence; with the way out if it is not well."""


def unreadable(path: Path | str, error: OSError | sqlite3.Error) -> str:
    """Say that a file or folder cannot be read; which need not mean that it is damaged."""
    why = error.strerror if isinstance(error, OSError) else error
    return (
        f"{path} cannot be read ({why}), and may well be whole; look at the disk, and at the "
        "permissions of the file and its folder."
    )
