"""The methods of join search by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from core import lake as lakes
from core.indexes.sets import SetIndex
from core.search.join_ranking import OverlapRanker, Ranker
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo

JoinMethod = Literal["overlap", "containment", "semantic"]

JOIN_METHODS: tuple[JoinMethod, ...] = ("overlap",)
"""``overlap``: exact, by values in common."""


def ranker(
    method: JoinMethod,
    workspace: Workspace,
    lake: LakeInfo,
    index: SetIndex,
    settings: Settings,
    progress: lakes.Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Ranker:
    """Give the ranker of a method, building what it needs of the lake.

    Raises
    ------
    CancelledError
        If `should_stop` says so.
    """
    del method, workspace, lake, settings, progress, should_stop
    return OverlapRanker(index)
