"""How much the tables of a lake are about the topics of a condition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.conditions import Condition, Topic, leaves
from core.errors import InputError
from core.indexes.texts.index import TextIndex
from core.search.text.query import TextQuery, text_query
from core.search.text.ranking import open_ranker
from core.search.types import SearchedLake

WORDS, MEANING = "bm25", "dense-metadata"
"""A topic is looked for in all words of a table, and in the meaning of its title and headers."""

_FULLY = 0.7
"""Of the best table's score, from which on a table is about the topic."""

_NEAR, _NEARER = 0.3, 0.45
"""Cosines of title and headers: up to the first they say nothing (that of a made-up word with its
nearest table of 3,000), from the second on they mean the topic."""


_UNHEARD = 0.25
"""What counts of a topic that no table is about: tables are ranked by what else is asked for."""


@dataclass(frozen=True)
class TopicFound:
    """How much tables are about a topic.

    Parameters
    ----------
    shares
        Of each table of the lake, 0 to 1.
    has_words
        Whether any table has any of its words.
    """

    shares: Mapping[str, float]
    has_words: bool


def topic_shares(lake: SearchedLake, condition: Condition | None) -> dict[str, TopicFound]:
    """Say of each topic of a condition how much each table of the lake is about it.

    A table's score by words and by meaning, as a share of the best table's, tells which tables are
    about the topic if any are; what it has of the words, and how near it is in meaning, whether it
    is at all. The two are multiplied: of a topic that no table is about, none has much.

    Raises
    ------
    EncoderUnavailableError
        If the model that meaning takes cannot be loaded.
    CancelledError
        If the monitor says so.
    """
    texts = {part.text for part in leaves(condition) if isinstance(part, Topic)}
    if not texts:
        return {}
    rankers = [open_ranker(lake, method, titles=True, load=False) for method in (WORDS, MEANING)]
    ids = rankers[0].table_ids
    found = {}
    for text in sorted(texts):
        try:
            query = text_query(text)
        except InputError:  # nothing but signs: no table is about that
            found[text] = TopicFound({}, has_words=False)
            continue
        scores = [one.scores(query, one.vector(query)).total for one in rankers]
        fitting = np.minimum(1.0, np.mean([_of_best(one) for one in scores], axis=0) / _FULLY)
        words = _words_held(rankers[0].index, query)
        meaning = np.clip((scores[1] - _NEAR) / (_NEARER - _NEAR), 0.0, 1.0)
        at_all = _UNHEARD + (1 - _UNHEARD) * np.maximum(words**2, meaning)
        shares: NDArray[np.float64] = fitting * at_all
        found[text] = TopicFound(dict(zip(ids, shares.tolist(), strict=True)), bool(words.any()))
    return found


def _of_best(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores as shares of the best one, none below 0: of tables all alike each has 1."""
    above: NDArray[np.float64] = np.maximum(scores, 0.0)
    best = float(above.max(initial=0.0))
    return above / best if best > 0 else above


def _words_held(index: TextIndex, query: TextQuery) -> NDArray[np.float64]:
    """Which part of the words of a topic each table has, by how telling they are, 0 to 1."""
    terms = query.terms if len(query.terms) else query.every
    telling = index.informative(terms)
    held = index.holds(terms, range(len(index.table_ids)), titles=True)
    parts: NDArray[np.float64] = held @ telling / telling.sum()
    return parts
