"""Which cases have fewer votes than are asked for."""

from __future__ import annotations

import numpy as np
import polars as pl

from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind
from core.labels.vote_frame import NO_LABEL, VoteGrid


def people_of(votes: pl.DataFrame) -> frozenset[str]:
    """Return the voters who are people: by ``kind`` where votes have it, else all."""
    if "kind" in votes.columns:
        votes = votes.filter(pl.col("kind") == Kind.HUMAN.value)
    return frozenset(votes["voter"].cast(pl.String))


def lacking(
    grid: VoteGrid, people: frozenset[str], rule: Rule, settling: Settling
) -> tuple[str, ...]:
    """Say of each case how many it has of the votes asked for; empty where it lacks none.

    What queues want only people's votes fill; the least votes of a case those of whoever counts.
    In a weighted majority a vote of no weight fills neither.

    Examples
    --------
    >>> grid = VoteGrid.of(pl.DataFrame({
    ...     "case": ["a", "a", "b"], "voter": ["ann", "m", "m"], "label": [2, 2, 2]}))
    >>> lacking(grid, frozenset({"ann"}), Rule.MAJORITY, Settling(wanted={"a": 2}))
    ("It has 1 of the 2 people's votes asked for.", '')
    """
    weighty = np.ones(len(grid.voters), dtype=bool)
    if rule is Rule.WEIGHTED:
        weighty = np.array([settling.weights.get(one, 1.0) > 0 for one in grid.voters], dtype=bool)
    human = np.array([one in people for one in grid.voters], dtype=bool)
    labelled = grid.places != NO_LABEL
    counted = labelled[:, weighty].sum(axis=1).tolist()
    of_people = labelled[:, weighty & human].sum(axis=1).tolist()
    whose = "votes" if human.all() else "people's votes"
    weightless = labelled[:, ~weighty].any(axis=1).tolist()
    told = []
    for row, case in enumerate(grid.cases):
        wanted, least = settling.wanted.get(case, 0), settling.least_votes
        it = "Without those of no weight it" if weightless[row] else "It"
        if of_people[row] < wanted and (wanted >= least or counted[row] >= least):
            told.append(f"{it} has {of_people[row]} of the {wanted} {whose} asked for.")
        elif counted[row] < least:
            told.append(f"{it} has {counted[row]} of the {least} votes asked for.")
        else:
            told.append("")
    return tuple(told)
