"""What one look at a workspace found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
