"""Voters without whom the others agree much better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from core.amounts import amount
from core.intervals import percentile_interval, resampled_sums
from core.labels.agreement.coefficients import coincidences_of, ordinal_alpha
from core.labels.agreement.estimates import FEW_QUERIES, Resampling
from core.labels.agreement.overall import alpha_of
from core.labels.vote_frame import VoteGrid
from core.labels.voters.chance import SIGNIFICANT

MUCH = 0.1
"""A rise of alpha up to which nothing is said: of many cases a small one is beyond chance, too."""
_LEAST_OTHERS = 2
_HOW = Resampling()


@dataclass(frozen=True)
class Lowering:
    """Krippendorff's alpha with a voter and without, of the cases that have both."""

    voter: str
    cases: int
    """Cases that at least 2 others gave a label."""
    alpha: float | None
    """Of all votes on them; None where it is not defined."""
    without: float | None
    beyond_chance: bool
    """Whether the interval of the rise, adjusted for the number of voters, is above 0."""

    @property
    def lowers(self) -> bool:
        """Whether alpha is much higher without the voter, and by more than chance explains."""
        if self.alpha is None or self.without is None:
            return False
        return self.beyond_chance and self.without - self.alpha > MUCH

    @property
    def sentence(self) -> str:
        """Say it plainly; empty where they do not lower it."""
        if not self.lowers:
            return ""
        return (
            f"Without the votes of {self.voter} Krippendorff's alpha would be {self.without:.2f} "
            f"instead of {self.alpha:.2f}, of {amount(self.cases, 'case')} that at least "
            f"{_LEAST_OTHERS} others gave a label: more than chance explains. Look at those on "
            f"which {self.voter} and the others differ before setting votes aside."
        )


def voter_lowerings(votes: pl.DataFrame) -> tuple[Lowering, ...]:
    """Compare Krippendorff's alpha of all votes with that of the votes of all but one voter.

    Both are of the cases that at least two others gave a label, so that a voter of hard cases, who
    shares them with one other, does not seem to lower it. The interval of the difference resamples
    queries, with all their cases; it is at a confidence that holds for all voters at once
    (Bonferroni), and of fewer than ten queries, of which it is rough, nothing is told.

    Parameters
    ----------
    votes
        ``case, voter, label``, and if it is there ``query``.

    Returns
    -------
    tuple of Lowering
        A voter each, by name.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> rows = [(case, voter, 2 * ((case // 2 if voter == "cy" else case) % 2))
    ...         for case in range(40) for voter in ("ann", "bob", "cy")]
    >>> votes = pl.DataFrame(rows, schema=["case", "voter", "label"], orient="row")
    >>> [(one.voter, round(one.without, 2), one.lowers) for one in voter_lowerings(votes)][1:]
    [('bob', 0.01, False), ('cy', 1.0, True)]
    """
    grid = VoteGrid.of(votes)
    return tuple(_lowering(grid, place) for place in range(len(grid.voters)))


def _lowering(grid: VoteGrid, voter: int) -> Lowering:
    others = grid.counts_without(voter)
    several = others.sum(axis=1) >= _LEAST_OTHERS
    counts, queries = (grid.counts[several], others[several]), grid.queries[several]
    alpha, without = (alpha_of(one) for one in counts)
    name, cases = grid.voters[voter], len(queries)
    if alpha is None or without is None or len(np.unique(queries)) < FEW_QUERIES:
        return Lowering(name, cases, alpha, without, beyond_chance=False)
    steps = others.shape[1]
    each = np.stack([coincidences_of(one) for one in counts], axis=1).reshape(cases, -1)
    sums = resampled_sums(each, queries, _HOW.resamples, _HOW.seed)
    drawn = ordinal_alpha(sums.reshape(-1, 2, steps, steps))
    at_once = 1 - SIGNIFICANT / len(grid.voters)
    low, _ = percentile_interval(drawn[:, 1] - drawn[:, 0], at_once)
    return Lowering(name, cases, alpha, without, beyond_chance=low is not None and low > 0)
