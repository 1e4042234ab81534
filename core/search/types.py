"""Where searches take place."""

from __future__ import annotations

from dataclasses import dataclass

from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo


@dataclass(frozen=True)
class SearchedLake:
    """A data lake that is searched: where, as what, by which settings, and who is told meanwhile.

    Parameters
    ----------
    workspace
        Has its tables, and all that searches derive from them.
    info
        The lake as it was when the search began: what is derived is of these tables.
    settings
        Its models, and the limits of memory, rows and time that searches keep to.
    monitor
        Told how far it is while something is made or counted that takes long, and asked meanwhile
        whether to stop.
    """

    workspace: Workspace
    info: LakeInfo
    settings: Settings
    monitor: Monitor = UNMONITORED
