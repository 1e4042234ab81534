"""Search until enough tables satisfy a condition, or every related table has been looked at."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np

from core.conditions import ConditionTimeoutError
from core.conditions.counting.time_limits import Deadline
from core.features.registry import sentence_encoder
from core.indexes import best
from core.indexes.ties import id_ranks
from core.search.conditioned.assessing import Assessed, Assessor, Known
from core.search.conditioned.limits import Limits
from core.search.conditioned.types import (
    ConditionedHit,
    ConditionedSearch,
    Found,
    Satisfaction,
)
from core.search.retrieved import Retrieved
from core.settings import Settings

FIRST = 200
"""Candidates that are looked at first."""

AT_ONCE = 2_000
"""Candidates that are looked at together later."""

GROWTH = 4
"""How many times the candidates that are looked at first are looked at next, these included."""

_NEVER = 100 * 365 * 24 * 3_600
"""Seconds, a hundred years: a lock cannot wait for an infinite time."""

_WEIGHT = 0.7

LEFT = 0.05
"""What a table keeps of its relatedness that does not satisfy the condition at all."""


@dataclass(frozen=True)
class Candidate(Generic[Found]):
    """A table that a search found, with how related it is.

    Parameters
    ----------
    relatedness
        From 0 to at most the `Portion.best` of its search.
    """

    known: Known
    relatedness: float
    found: Found


@dataclass(frozen=True)
class Portion(Generic[Found]):
    """Candidates of a search that are looked at together.

    Parameters
    ----------
    last
        Whether the search finds no others.
    ruled_out
        Tables that belong to it and are not among the candidates, as they cannot satisfy the
        condition.
    best
        What the most related of the candidates may have.
    """

    candidates: Sequence[Candidate[Found]]
    last: bool
    ruled_out: int = 0
    best: float = 1.0


Fetch = Callable[[int, Deadline], Retrieved[Candidate[Found]]]
"""The best candidates, at most so many; all that there are if the number is large enough."""

Portions = Callable[[Deadline], Iterable[Portion[Found]]]
"""The candidates of a search, which are to be found by then; the last portion says that it is."""


def growing(
    fetch: Fetch[Found],
    first: int,
    hopeless: Callable[[Sequence[str]], set[str]],
    deadline: Deadline,
) -> Iterator[Portion[Found]]:
    """Give the candidates of a search that is asked for the best of more and more.

    Parameters
    ----------
    first
        Candidates that are given first, at least as many as there are results.
    hopeless
        Says which of some tables satisfy nothing of the condition: they are left out behind the
        first ones, for as these are more related they cannot be among the results.
    """
    given: set[str] = set()
    depth = first
    while True:
        fetched = fetch(depth, deadline)
        new = [one for one in fetched.found if one.known.table not in given]
        enough = len(given) >= first
        given.update(one.known.table for one in new)
        without = hopeless([one.known.table for one in new]) if enough else set()
        left = [one for one in new if one.known.table not in without]
        ruled_out = len(without)
        for begin in range(0, max(1, len(left)), AT_ONCE):
            last = fetched.exhausted and begin + AT_ONCE >= len(left)
            yield Portion(left[begin : begin + AT_ONCE], last, ruled_out)
            ruled_out = 0
        if fetched.exhausted:
            return
        depth *= GROWTH


def search_until_satisfied(
    lake: str,
    query: str,
    portions: Portions[Found],
    assessor: Assessor,
    limits: Limits,
) -> ConditionedSearch[Found]:
    """Rank candidates that satisfy a condition, then those that do in part, then the others.

    Within these, each is ranked by relatedness times share; all are, where satisfying ones are not
    to stand first.

    Conditions are looked at after retrieval, and portions of candidates are taken until enough of
    them satisfy the condition or there are no more, so that nothing is lost to a cut before it;
    once the time for that is over, what was found is ranked. Without a condition there is no such
    time. The model of sentences may be loaded meanwhile, once a process: that does not count.

    Raises
    ------
    ConditionTimeoutError
        If the first portion cannot be found in time, or no table of it looked at; never where time
        does not count.
    """
    began = time.perf_counter()
    seconds = assessor.lake.settings.condition_seconds
    is_timed = limits.in_time and assessor.condition is not None
    deadline = _deadline(assessor.lake.settings) if is_timed else _no_deadline()
    kept: _Kept[Found] = _Kept(limits)
    exhausted = stopped = has_begun = False
    left: tuple[str, ...] = ()
    try:
        for portion, assessed in _assessed(portions(deadline), assessor, deadline):
            has_begun = True
            kept.take(portion, assessed.found)
            if assessed.left:
                stopped, left = True, assessed.left
                break
            if portion.last or kept.satisfied >= limits.enough:
                exhausted = portion.last
                break
    except ConditionTimeoutError:
        if not has_begun:
            raise
        stopped = True
    return ConditionedSearch(
        lake=lake,
        query=query,
        condition=assessor.condition,
        hits=kept.hits(),
        examined=kept.examined,
        exhausted=exhausted,
        satisfied=kept.satisfied,
        seconds=time.perf_counter() - began,
        stopped_after=seconds if stopped else 0,
        left=left,
    )


def _assessed(
    portions: Iterable[Portion[Found]], assessor: Assessor, deadline: Deadline
) -> Iterator[tuple[Portion[Found], Assessed]]:
    """Look at portions one after another, each as soon as it is found."""
    for number, portion in enumerate(portions):
        if number:
            deadline.check(f"{len(portion.candidates):,} tables")
        yield portion, assessor.assess([one.known for one in portion.candidates], deadline)


def _deadline(settings: Settings) -> Deadline:
    encoder = sentence_encoder(settings)
    return Deadline(settings.condition_seconds, lambda: encoder.loading_seconds)


def _no_deadline() -> Deadline:
    return Deadline(_NEVER)


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


class _Kept(Generic[Found]):
    """The best of the candidates that have been looked at; no others are held."""

    def __init__(self, limits: Limits) -> None:
        self.examined = 0
        self.satisfied = 0
        self._limits = limits
        self._best = 0.0
        self._kept: list[tuple[Candidate[Found], Satisfaction, float]] = []

    def take(self, portion: Portion[Found], assessed: Mapping[str, Satisfaction]) -> None:
        """Keep what is among the best of a portion."""
        there = [one for one in portion.candidates if one.known.table in assessed]
        self.examined += len(there) + portion.ruled_out
        self.satisfied += sum(assessed[one.known.table].satisfied for one in there)
        self._best = max(self._best, portion.best)
        every = [(one, satisfaction) for one, satisfaction, _ in self._kept]
        every += [(one, assessed[one.known.table]) for one in there]
        self._kept = self._ranked(every)

    def hits(self) -> tuple[ConditionedHit[Found], ...]:
        """Give them as results."""
        return tuple(
            ConditionedHit(
                rank=rank,
                table=one.known.table,
                score=score,
                relatedness=round(self._related(one), 6),
                satisfaction=satisfaction,
                found=one.found,
            )
            for rank, (one, satisfaction, score) in enumerate(self._kept, 1)
        )

    def _related(self, one: Candidate[Found]) -> float:
        return one.relatedness / self._best if self._best else 0.0

    def _ranked(
        self, every: Sequence[tuple[Candidate[Found], Satisfaction]]
    ) -> list[tuple[Candidate[Found], Satisfaction, float]]:
        scores = [
            round(combined(self._related(one), satisfaction.weighed), 6)
            for one, satisfaction in every
        ]
        order = np.array(scores, dtype=np.float64)
        if self._limits.satisfying_first:  # no score is above 1: a step puts above all below it
            order += [satisfaction.step for _, satisfaction in every]
        places, _ = best(order, id_ranks([one.known.table for one, _ in every]), self._limits.k)
        chosen: list[int] = places.tolist()
        return [(every[place][0], every[place][1], scores[place]) for place in chosen]
