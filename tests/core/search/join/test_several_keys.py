"""Rankings by several keys, merged into one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.indexes.sets.index import SetIndex
from core.search.join.keys import JoinKey
from core.search.join.ranking import RankedTable, Ranker
from core.search.join.searching import rank_for_keys
from core.search.retrieved import Retrieved

TABLES = 6
INDEX = cast(SetIndex, SimpleNamespace(ranks=np.array([3, 0, 5, 1, 4, 2])))

rankings = st.lists(
    st.tuples(st.booleans(), st.dictionaries(st.integers(0, TABLES - 1), st.integers(1, 5))),
    min_size=1,
    max_size=3,
)
"""For each key whether it is a counter, and its tables with their relatedness in fifths."""


class Given(Ranker):
    """Ranks as it is told to, for each key."""

    def __init__(self, fifths: Sequence[Mapping[int, int]]) -> None:
        self._fifths = fifths

    def rank(self, key: JoinKey, k: int, *_: Any) -> Retrieved[RankedTable]:
        fifths = self._fifths[int(key.labels[0])]
        ordered = sorted(fifths, key=lambda table: (-fifths[table], INDEX.ranks[table]))
        # The overlap says nothing of what the method ranks by.
        tables = [RankedTable(one, (0,), one, fifths[one] / 5, fifths[one] / 5) for one in ordered]
        return Retrieved(tables[:k], len(tables) < k)


def first(given_: Sequence[tuple[bool, Mapping[int, int]]], k: int) -> list[tuple[str, int, float]]:
    keys = [
        cast(JoinKey, SimpleNamespace(labels=(str(at),), is_counter=counter))
        for at, (counter, _) in enumerate(given_)
    ]
    found = rank_for_keys(INDEX, Given([one for _, one in given_]), keys, k).found
    return [(key.labels[0], one.position, one.score) for key, one in found]


@given(rankings, st.integers(1, TABLES))
def test_the_first_k_begin_the_first_k_and_one(keys, k):
    assert first(keys, k + 1)[:k] == first(keys, k)


@given(rankings)
def test_tables_stand_once_by_what_they_are_most_related_by(keys):
    best: dict[int, float] = {}
    for counter, fifths in keys:
        for table, fifth in fifths.items():
            weight = 0.5 if counter and len(keys) > 1 else 1.0
            best[table] = max(best.get(table, 0.0), weight * fifth / 5)
    ordered = sorted(best, key=lambda table: (-best[table], INDEX.ranks[table]))
    assert [(table, score) for _, table, score in first(keys, TABLES)] == [
        (table, best[table]) for table in ordered
    ]
