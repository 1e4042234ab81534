"""The methods of join search by name."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.indexes.sets import SetIndex
from core.search.join_keys import JoinKey
from core.search.join_ranking import RankedTable, rank_by_overlap
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo

JoinMethod = Literal["overlap", "containment", "semantic"]

JOIN_METHODS: tuple[JoinMethod, ...] = ("overlap",)
"""``overlap``: exact, by values in common."""


class Ranker(Protocol):
    """Rank a lake's tables for a key."""

    def __call__(
        self,
        key: JoinKey,
        k: int,
        among: NDArray[np.bool_] | None = None,
        without: int | None = None,
    ) -> list[RankedTable]:
        """Return at most k tables, best first, by the one tie rule."""


def ranker(
    method: JoinMethod,
    workspace: Workspace,
    lake: LakeInfo,
    index: SetIndex,
    settings: Settings,
    progress: lakes.Progress | None = None,
) -> Ranker:
    """Give the ranker of a method, building what it needs of the lake."""
    del method, workspace, lake, settings, progress

    def by_overlap(
        key: JoinKey,
        k: int,
        among: NDArray[np.bool_] | None = None,
        without: int | None = None,
    ) -> list[RankedTable]:
        return rank_by_overlap(index, key, k, among, without)

    return by_overlap
