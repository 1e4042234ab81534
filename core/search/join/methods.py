"""The methods of join search by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from core import lake as lakes
from core.errors import InputError
from core.features.registry import sentence_encoder
from core.indexes.sets.index import SetIndex
from core.search.derived.column_vectors import column_vector_index
from core.search.derived.sketches import containment_index
from core.search.join.ranking import OverlapRanker, Ranker
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo

JoinMethod = Literal["overlap", "containment", "semantic"]

JOIN_METHODS: tuple[JoinMethod, ...] = ("overlap", "containment", "semantic")
"""``overlap``: by values in common, exact. ``containment``: by sketches of them, for lakes too
large for that. ``semantic``: by meaning and spelling."""


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
    InputError
        If there is no such method.
    CancelledError
        If `should_stop` says so.
    """
    if method not in JOIN_METHODS:
        raise InputError(f"The method must be one of {', '.join(JOIN_METHODS)}. Got {method!r}.")
    if method == "semantic":
        from core.search.join.semantic import SemanticRanker

        vectors = column_vector_index(workspace, lake, index, settings, progress, should_stop)
        return SemanticRanker(workspace, lake, index, vectors, sentence_encoder(settings))
    if method == "containment":
        from core.search.join.containment import ContainmentRanker

        sketches = containment_index(workspace, lake, index, progress, should_stop)
        return ContainmentRanker(index, sketches)
    return OverlapRanker(index)
