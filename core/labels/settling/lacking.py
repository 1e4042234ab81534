"""Which cases have fewer labels by votes than are asked for."""

from __future__ import annotations

import numpy as np
import polars as pl

from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind
from core.labels.vote_frame import NO_LABEL, VoteGrid

_TAKES = "that it takes"


def people_of(votes: pl.DataFrame) -> frozenset[str]:
    """Return the voters who are people: by ``kind`` where votes have it, else all."""
    if "kind" in votes.columns:
        votes = votes.filter(pl.col("kind") == Kind.HUMAN.value)
    return frozenset(votes["voter"].cast(pl.String))


def lacking(
    grid: VoteGrid, people: frozenset[str], rule: Rule, settling: Settling
) -> tuple[str, ...]:
    """Say of each case how many labels it has of those that it takes; empty where it lacks none.

    What queues want only people's labels fill; the least votes of a case those of whoever counts.
    In a weighted majority a vote of no weight fills neither, and a "can't tell" never does; how
    many said so is told beside.

    Examples
    --------
    >>> grid = VoteGrid.of(pl.DataFrame({
    ...     "case": ["a", "a", "b"], "voter": ["ann", "m", "m"], "label": [2, 2, 2]}))
    >>> lacking(grid, frozenset({"ann"}), Rule.MAJORITY, Settling(wanted={"a": 2}))
    ('It has 1 of the 2 labels of people that it takes.', '')
    """
    weighty = np.ones(len(grid.voters), dtype=bool)
    if rule is Rule.WEIGHTED:
        weighty = np.array([settling.weights.get(one, 1.0) > 0 for one in grid.voters], dtype=bool)
    human = np.array([one in people for one in grid.voters], dtype=bool)
    labelled = grid.places != NO_LABEL
    counted, unsure = (of[:, weighty].sum(axis=1).tolist() for of in (labelled, grid.silent))
    of_people, people_unsure = (
        of[:, weighty & human].sum(axis=1).tolist() for of in (labelled, grid.silent)
    )
    whose = "labels" if human.all() else "labels of people"
    weightless = labelled[:, ~weighty].any(axis=1).tolist()
    told = []
    for row, case in enumerate(grid.cases):
        wanted, least = settling.wanted.get(case, 0), settling.least_votes
        it = "Without those of no weight it" if weightless[row] else "It"
        if of_people[row] < wanted and (wanted >= least or counted[row] >= least):
            has = f"{it} has {of_people[row]} of the {wanted} {whose}"
            told.append(f"{has} {_TAKES}{_unsure(people_unsure[row])}.")
        elif counted[row] < least:
            has = f"{it} has {counted[row]} of the {least} labels"
            told.append(f"{has} {_TAKES}{_unsure(unsure[row])}.")
        else:
            told.append("")
    return tuple(told)


def lacks_labels(why: pl.Expr) -> pl.Expr:
    """Whether a case is open for want of labels, by why it is: what `lacking` says."""
    return why.str.contains(f" {_TAKES}", literal=True)


def _unsure(votes: int) -> str:
    return f"; {votes} can't tell" if votes else ""
