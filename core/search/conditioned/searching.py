"""Search until enough tables satisfy a condition, or every related table has been looked at."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np

from core.conditions import Condition
from core.indexes.ties import best
from core.search.conditioned.judging import Judge, Known
from core.search.conditioned.limits import Limits
from core.search.conditioned.types import (
    ConditionedHit,
    ConditionedSearch,
    Found,
    Satisfaction,
)
from core.search.retrieved import Retrieved

FIRST = 200
"""Candidates that are looked at first; four times as many each further time."""

_GROWTH = 4
"""A list that grows is ranked anew, so it grows in few steps."""

_WEIGHT = 0.7

LEFT = 0.05
"""What a table keeps of its relatedness that does not satisfy the condition at all."""


@dataclass(frozen=True)
class Candidate(Generic[Found]):
    """A table that a search found, with how related it is.

    Parameters
    ----------
    relatedness
        0 to 1.
    """

    known: Known
    relatedness: float
    found: Found


Fetch = Callable[[int], Retrieved[Candidate[Found]]]
"""The best candidates, at most so many; all that there are if the number is large enough."""


def search_until_satisfied(
    lake: str,
    query: str,
    condition: Condition | None,
    fetch: Fetch[Found],
    judge: Judge,
    limits: Limits,
    notes: tuple[str, ...] = (),
) -> ConditionedSearch[Found]:
    """Rank candidates that satisfy a condition before others, each by relatedness times share.

    Conditions are looked at after retrieval, and the list of candidates grows until enough of them
    satisfy the condition or there are no more, so that nothing is lost to a cut before it.
    """
    began = time.perf_counter()
    judged: dict[str, Satisfaction] = {}
    depth = max(FIRST, limits.k)
    while True:
        fetched = fetch(depth)
        candidates = fetched.found
        new = [one.known for one in candidates if one.known.table not in judged]
        judged |= judge.judge(new)
        there = [one for one in candidates if one.known.table in judged]
        satisfied = sum(judged[one.known.table].satisfied for one in there)
        if satisfied >= limits.enough or fetched.exhausted:
            break
        depth *= _GROWTH
    return ConditionedSearch(
        lake=lake,
        query=query,
        condition=condition,
        hits=_ranked(there, judged, limits),
        examined=len(there),
        exhausted=fetched.exhausted,
        satisfied=satisfied,
        seconds=time.perf_counter() - began,
        notes=notes,
    )


def combined(relatedness: float, share: float) -> float:
    """Combine how related a table is with how far it satisfies the condition.

    Relatedness counts for less: of two related tables, the one of which more rows satisfy the
    condition is the better answer.

    Examples
    --------
    >>> combined(0.8, 1.0) > combined(0.8, 0.8) > combined(0.8, 0.2) > combined(0.8, 0.0) > 0
    True
    """
    return math.pow(relatedness, _WEIGHT) * (LEFT + (1 - LEFT) * share)


def _ranked(
    candidates: Sequence[Candidate[Found]], judged: dict[str, Satisfaction], limits: Limits
) -> tuple[ConditionedHit[Found], ...]:
    scores = [
        round(combined(one.relatedness, judged[one.known.table].weighed), 6) for one in candidates
    ]
    order = np.array(scores)
    if limits.satisfying_first:  # no score is above 1, so that these lie above all others
        order += [judged[one.known.table].satisfied for one in candidates]
    ids = sorted(range(len(candidates)), key=lambda i: candidates[i].known.table)
    ranks = np.empty(len(candidates), dtype=np.int64)
    ranks[ids] = np.arange(len(candidates))
    places, _ = best(order, ranks, limits.k)
    return tuple(
        ConditionedHit(
            rank=rank,
            table=candidates[place].known.table,
            score=scores[place],
            relatedness=round(candidates[place].relatedness, 6),
            satisfaction=judged[candidates[place].known.table],
            found=candidates[place].found,
        )
        for rank, place in enumerate(places.tolist(), 1)
    )
