"""How much the tables of a lake are about the topics of a condition."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.conditions import Condition, Topic, leaves
from core.errors import InputError
from core.search.text_query import text_query
from core.search.text_ranking import open_ranker, stretched
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo

WORDS, MEANING = "bm25", "dense-metadata"
"""A topic is looked for in all words of a table, and in the meaning of its title and headers."""

_FULLY = 0.7
"""Of the best table's score, stretched over the lake, from which on a table is about the topic."""


def topic_shares(
    workspace: Workspace,
    lake: LakeInfo,
    condition: Condition | None,
    settings: Settings,
    progress: lakes.Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> dict[str, dict[str, float]]:
    """Say of each topic of a condition how much each table of the lake is about it, 0 to 1.

    Raises
    ------
    EncoderUnavailableError
        If the model that meaning takes cannot be loaded.
    CancelledError
        If `should_stop` says so.
    """
    texts = {part.text for part in leaves(condition) if isinstance(part, Topic)}
    if not texts:
        return {}
    rankers = [
        open_ranker(workspace, lake, method, settings, True, progress, should_stop, load=False)
        for method in (WORDS, MEANING)
    ]
    ids = rankers[0].table_ids
    found = {}
    for text in sorted(texts):
        try:
            query = text_query(text)
        except InputError:  # nothing but signs: no table is about that
            found[text] = dict.fromkeys(ids, 0.0)
            continue
        scores = [stretched(one.scores(query, one.vector(query)).total) for one in rankers]
        shares: NDArray[np.float64] = np.minimum(1.0, np.mean(scores, axis=0) / _FULLY)
        found[text] = dict(zip(ids, shares.tolist(), strict=True))
    return found
