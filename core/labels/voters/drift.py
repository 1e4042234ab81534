"""Voters whose votes drift: they agree with the others less, or more, than when they began."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.labels.vote_frame import NO_LABEL, VoteGrid, need_column
from core.labels.voters.chance import SIGNIFICANT, adjusted_for_many

_LEAST_THIRD = 5
_LEAST_OTHERS = 2
_MANY = 20
"""From so many queries on both sides Welch's t test does as well as permutations."""
_RESAMPLES = 9_999


@dataclass(frozen=True)
class Drift:
    """One voter's agreement with the others, and theirs with each other, at first and at last."""

    voter: str
    votes: int
    """Votes that could be compared: at least 2 others gave a label on the case."""
    third: int
    """Votes in each third; what lies between, and what 3 does not divide, is in neither."""
    first: float | None
    """Mean share of the others' labels on a case that the voter's is like; None without a third."""
    first_others: float | None
    """Mean share of the pairs of others' labels on these cases that are alike."""
    last: float | None
    last_others: float | None
    p_value: float | None
    """None with fewer than 15 votes to compare."""
    adjusted_p: float | None = None

    @property
    def drifts(self) -> bool:
        """Whether it is more of a change than chance explains, given how many were tested."""
        return self.adjusted_p is not None and self.adjusted_p < SIGNIFICANT

    @property
    def change(self) -> float:
        """By how much the agreement with the others changed more than theirs did; 0 if unknown."""
        ends = (self.first, self.first_others, self.last, self.last_others)
        first, first_others, last, last_others = (0.0 if end is None else end for end in ends)
        return (last - last_others) - (first - first_others)

    @property
    def sentence(self) -> str:
        """Say it plainly."""
        if self.adjusted_p is None:
            return (
                f"{self.voter} has {amount(self.votes, 'vote')} on cases that at least "
                f"{_LEAST_OTHERS} others with a steady hand gave a label; it takes "
                f"{3 * _LEAST_THIRD} to tell whether they drift."
            )
        told = (
            f"{self.voter} agreed with {self.first:.0%} of the others' votes on the first "
            f"{self.third:,} cases and with {self.last:.0%} on the last {self.third:,}; the others "
            f"agreed with each other on {self.first_others:.0%} and {self.last_others:.0%}"
        )
        if self.drifts:
            return f"{told}: more of a change than chance explains (p = {self.adjusted_p:.2g})."
        return f"{told}: chance explains the difference (p = {self.adjusted_p:.2g})."


def voter_drifts(votes: pl.DataFrame) -> tuple[Drift, ...]:
    """Compare how each voter agrees with the others in the first and the last third of the votes.

    A voter's votes are ordered by time. On each case on which at least two others gave a label,
    the share of their labels that the voter's is like is set against the share of the pairs of
    theirs that are alike: cases that are hard for everybody, such as stand last in a queue by rank,
    are no drift. The mean difference of the first third is compared with that of the last, query by
    query, as voters misjudge a query's table together: by permutations
    (`scipy.stats.permutation_test`, two-sided), from 20 queries on both sides by Welch's t test.
    P-values are adjusted for the number of voters tested (Benjamini and Hochberg 1995).

    Beside a voter who drifts the others seem to, the other way; so the one who drifts most is left
    out, and the others are compared again without them, until none drifts.

    Parameters
    ----------
    votes
        ``case, voter, label, time``, and if it is there ``query``; time in ISO 8601 and one time
        zone, null where it isn't known (such a vote still counts among "the others").

    Returns
    -------
    tuple of Drift
        A voter each, by name.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`, and if there is no column ``time``.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a"] * 3, "voter": ["ann", "bob", "cy"], "label": [2, 2, 0],
    ...                       "time": ["2024-01-01T10:00:00", None, "2024-01-01T10:00:09"]})
    >>> [(one.voter, one.votes, one.drifts) for one in voter_drifts(votes)]
    [('ann', 1, False), ('bob', 0, False), ('cy', 1, False)]
    """
    VoteGrid.of(votes)
    need_column(votes, "time")
    left = votes.with_columns(pl.col("case", "voter").cast(pl.String))
    found: dict[str, Drift] = {}
    while True:
        compared = _compared(left)
        drifting = [one for one in compared if one.drifts]
        if not drifting:
            found |= {one.voter: one for one in compared}
            return tuple(found[voter] for voter in sorted(found))
        most = max(drifting, key=lambda one: abs(one.change))
        found[most.voter] = most
        left = left.filter(pl.col("voter") != most.voter)


def _compared(votes: pl.DataFrame) -> list[Drift]:
    grid = VoteGrid.of(votes)
    known = votes.filter(pl.col("label").is_not_null() & pl.col("time").is_not_null())
    row_of = {case: row for row, case in enumerate(grid.cases)}
    rows: dict[str, list[int]] = defaultdict(list)
    for voter, case in known.sort("time", "case").select("voter", "case").iter_rows():
        rows[voter].append(row_of[case])
    found = [
        _drift(grid, place, np.array(rows[voter], dtype=np.int64))
        for place, voter in enumerate(grid.voters)
    ]
    adjusted = adjusted_for_many([one.p_value for one in found])
    return [replace(one, adjusted_p=p) for one, p in zip(found, adjusted, strict=True)]


def _drift(grid: VoteGrid, voter: int, ordered: NDArray[np.int64]) -> Drift:
    name = grid.voters[voter]
    others = grid.counts_without(voter)[ordered]
    mine = grid.places[ordered, voter]
    several = (others.sum(axis=1) >= _LEAST_OTHERS) & (mine != NO_LABEL)
    cases, others, mine = ordered[several], others[several], mine[several]
    third = len(cases) // 3
    if third < _LEAST_THIRD:
        return Drift(name, len(cases), third, None, None, None, None, None)
    given = others.sum(axis=1)
    own = others[np.arange(len(cases)), mine] / given
    theirs = (others * (others - 1)).sum(axis=1) / (given * (given - 1))
    first, last = slice(0, third), slice(len(cases) - third, None)
    sides = [_by_query((own - theirs)[one], grid.queries[cases[one]]) for one in (first, last)]
    return Drift(
        name,
        len(cases),
        third,
        first=float(own[first].mean()),
        first_others=float(theirs[first].mean()),
        last=float(own[last].mean()),
        last_others=float(theirs[last].mean()),
        p_value=_by_chance(*sides),
    )


def _by_query(values: NDArray[np.float64], queries: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean of each query."""
    place = np.unique(queries, return_inverse=True)[1].reshape(-1)
    return np.asarray(np.bincount(place, values) / np.bincount(place))


def _by_chance(first: NDArray[np.float64], last: NDArray[np.float64]) -> float:
    """Return how likely chance makes the means of two sides differ so much; 1 of one query."""
    from scipy import stats

    fewest = min(len(first), len(last))
    if fewest < 2:  # noqa: PLR2004 - one query has no spread
        return 1.0
    if fewest >= _MANY and (np.ptp(first) > 0 or np.ptp(last) > 0):
        return float(stats.ttest_ind(first, last, equal_var=False).pvalue)
    return float(
        stats.permutation_test(
            (first, last),
            lambda one, other, axis: one.mean(axis=axis) - other.mean(axis=axis),
            vectorized=True,
            n_resamples=_RESAMPLES,
            rng=np.random.default_rng(0),
        ).pvalue
    )
