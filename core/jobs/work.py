"""What a job is given to do its work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from core.settings import Settings
from core.store import Workspace


class Notebook(Protocol):
    """Where a job notes its progress and learns that it should stop."""

    def progress(self, done: int, total: int, message: str) -> None:
        """Note how far the work is."""

    def should_stop(self) -> bool:
        """Whether somebody has asked for it."""


@dataclass(frozen=True)
class Work:
    """One job to be done.

    Parameters
    ----------
    subject
        What it is about: a lake, a benchmark.
    arguments
        As `core.jobs.submit` was given them.
    """

    workspace: Workspace
    subject: str
    arguments: Mapping[str, Any]
    settings: Settings
    notes: Notebook
