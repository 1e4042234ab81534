"""The methods of join search by name."""

from __future__ import annotations

from typing import Literal, assert_never

from core.errors import InputError
from core.features.registry import sentence_encoder
from core.indexes.sets.index import SetIndex
from core.search.derived.column_vectors import column_vector_index
from core.search.derived.sketches import containment_index
from core.search.join.ranking import OverlapRanker, Ranker
from core.search.types import SearchedLake

JoinMethod = Literal["overlap", "containment", "semantic"]

JOIN_METHOD_WORDS: dict[JoinMethod, str] = {
    "overlap": "Values in common, exactly",
    "containment": "Values in common, sketched",
    "semantic": "Meaning of the column",
}
"""What each method compares with the key, in a few words. Sketches are for lakes too large to count
all values; meaning is that of values, and their spelling."""

JOIN_METHODS: tuple[JoinMethod, ...] = tuple(JOIN_METHOD_WORDS)
"""The methods; the first is the default."""


def ranker(method: JoinMethod, lake: SearchedLake, index: SetIndex) -> Ranker:
    """Give the ranker of a method, building what it needs of the lake.

    Raises
    ------
    InputError
        If there is no such method.
    CancelledError
        If the monitor says so.
    """
    if method not in JOIN_METHODS:
        raise InputError(f"The method must be one of {', '.join(JOIN_METHODS)}. Got {method!r}.")
    match method:
        case "overlap":
            return OverlapRanker(index)
        case "containment":
            from core.search.join.containment import ContainmentRanker

            return ContainmentRanker(index, containment_index(lake, index))
        case "semantic":
            from core.search.join.semantic import SemanticRanker

            vectors = column_vector_index(lake, index)
            return SemanticRanker(lake, index, vectors, sentence_encoder(lake.settings))
        case _:
            assert_never(method)
