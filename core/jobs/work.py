"""What a job is given to do its work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace


@dataclass(frozen=True)
class Work:
    """One job to be done.

    Parameters
    ----------
    subject
        What it is about: a lake, a benchmark.
    arguments
        As `core.jobs.submit` was given them.
    monitor
        Notes how far it is with the job, and knows whether somebody has cancelled that.
    """

    workspace: Workspace
    subject: str
    arguments: Mapping[str, Any]
    settings: Settings
    monitor: Monitor
