"""Voters whose votes drift: they agree with the others less, or more, than when they began."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.labels.vote_frame import SCALE, VoteGrid, need_column
from core.labels.voters.chance import SIGNIFICANT, adjusted_for_many

_LEAST_THIRD = 5


@dataclass(frozen=True)
class Drift:
    """One voter's agreement with the others, at first and at last."""

    voter: str
    votes: int
    """Votes that could be compared with the others'."""
    third: int
    """Votes in each third; what lies between, and what 3 does not divide, is in neither."""
    first_agreeing: int
    last_agreeing: int
    p_value: float | None
    """None with fewer than 15 votes to compare."""
    adjusted_p: float | None = None

    @property
    def drifts(self) -> bool:
        """Whether the two thirds differ by more than chance, given how many voters were tested."""
        return self.adjusted_p is not None and self.adjusted_p < SIGNIFICANT

    @property
    def sentence(self) -> str:
        """Say it plainly."""
        if self.adjusted_p is None:
            return (
                f"{self.voter} has {amount(self.votes, 'vote')} to compare with the others'; it "
                f"takes {3 * _LEAST_THIRD} to tell whether they drift."
            )
        told = (
            f"{self.voter} agreed with the others on {self.first_agreeing:,} of the first "
            f"{self.third:,} cases and on {self.last_agreeing:,} of the last {self.third:,}"
        )
        if self.drifts:
            return f"{told}: more of a change than chance explains (p = {self.adjusted_p:.2g})."
        return f"{told}: chance explains that (p = {self.adjusted_p:.2g})."


def voter_drifts(votes: pl.DataFrame, *, scale: Sequence[int] = SCALE) -> tuple[Drift, ...]:
    """Compare how each voter agrees with the others in the first and the last third of the votes.

    A voter's votes are ordered by time and set against the commonest label of the other voters on
    each case; cases without one (no other vote, or a tie) are left out. The first and the last
    third are compared by Fisher's exact test (`scipy.stats.fisher_exact`, two-sided), and the
    p-values adjusted for the number of voters tested (Benjamini and Hochberg 1995).

    Parameters
    ----------
    votes
        ``case, voter, label, time``; time in ISO 8601 and one time zone, null where it isn't
        known (such a vote still counts among "the others").
    scale
        Every label there is, ascending.

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
    >>> votes = pl.DataFrame({"case": ["a", "a"], "voter": ["ann", "bob"], "label": [2, 2],
    ...                       "time": ["2024-01-01T10:00:00", "2024-01-01T10:00:09"]})
    >>> voter_drifts(votes)[0].sentence
    "ann has 1 vote to compare with the others'; it takes 15 to tell whether they drift."
    """
    grid = VoteGrid.of(votes, scale)
    need_column(votes, "time")
    known = votes.filter(pl.col("label").is_not_null() & pl.col("time").is_not_null())
    row_of = {case: row for row, case in enumerate(grid.cases)}
    rows: dict[str, list[int]] = defaultdict(list)
    for voter, case in known.sort("time", "case").select("voter", "case").iter_rows():
        rows[str(voter)].append(row_of[str(case)])
    found = [
        _drift(grid, place, np.array(rows[voter], dtype=np.int64))
        for place, voter in enumerate(grid.voters)
    ]
    adjusted = adjusted_for_many([one[-1] for one in found])
    return tuple(
        Drift(voter, *one, adjusted_p=p)
        for voter, one, p in zip(grid.voters, found, adjusted, strict=True)
    )


def _drift(
    grid: VoteGrid, voter: int, ordered: NDArray[np.int64]
) -> tuple[int, int, int, int, float | None]:
    others = _commonest(grid.counts_without(voter))
    cases = ordered[others[ordered] >= 0]
    agrees = grid.places[cases, voter] == others[cases]
    third = len(agrees) // 3
    first, last = int(agrees[:third].sum()), int(agrees[len(agrees) - third :].sum())
    p_value = None
    if third >= _LEAST_THIRD:
        from scipy import stats

        p_value = float(stats.fisher_exact([[first, third - first], [last, third - last]]).pvalue)
    return len(agrees), third, first, last, p_value


def _commonest(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of the commonest label, -1 where there is none or a tie."""
    top = counts.max(axis=1, initial=0)
    single = (counts == top[:, None]).sum(axis=1) == 1
    return np.where((top > 0) & single, counts.argmax(axis=1), -1)
