"""Voters who answer too fast to have looked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.errors import InputError
from core.labels.chance import SIGNIFICANT, adjusted_for_many
from core.labels.vote_frame import need_column

_LEAST_TIMED = 5
_LEAST_OTHERS = 3


class QuantileError(InputError):
    """The quantile below which an answer counts as fast is out of range."""


@dataclass(frozen=True)
class Speed:
    """How often one person answers faster than nearly all others."""

    voter: str
    quantile: float
    timed: int
    """Answers that could be compared: at least 3 others on the case have a time."""
    fast: int
    expected: float
    """How many would be fast by chance."""
    p_value: float | None
    """None with fewer than 5 timed answers."""
    adjusted_p: float | None = None

    @property
    def too_fast(self) -> bool:
        """Whether more than half of the answers are fast, and more than chance explains."""
        significant = self.adjusted_p is not None and self.adjusted_p < SIGNIFICANT
        return significant and self.fast > self.timed / 2

    @property
    def sentence(self) -> str:
        """Say it plainly."""
        if self.adjusted_p is None:
            return (
                f"{self.voter} has {amount(self.timed, 'timed answer')} to compare with at least "
                f"{_LEAST_OTHERS} others'; it takes {_LEAST_TIMED} to judge the speed."
            )
        told = (
            f"{self.voter} took less time than the fastest {self.quantile:.0%} of the others on "
            f"{self.fast:,} of {self.timed:,} cases; {self.expected:.1f} would be chance"
        )
        return f"{told}: too fast to rely on." if self.too_fast else f"{told}."


def voter_speeds(votes: pl.DataFrame, *, quantile: float = 0.1) -> tuple[Speed, ...]:
    """Tell how often each person is faster than nearly all other people on the same case.

    An answer is fast if it took less time than the `quantile` of the other people's on that case
    (the lower of two neighbouring times). If a voter were like the others, how often that happens
    follows from ranks alone: among m others it has the probability (floor((m - 1) q) + 1) /
    (m + 1), so the number of fast answers is Poisson-binomial (`scipy.stats.poisson_binom`). The
    p-value is one-sided, and adjusted as in `voter_drifts`. LLM and rule voters are left out.

    Parameters
    ----------
    votes
        ``case, voter, kind, seconds``; "can't tell" counts as an answer. Seconds are null where
        they are not known.
    quantile
        Above 0, at most 0.5.

    Returns
    -------
    tuple of Speed
        A person each, by name.

    Raises
    ------
    QuantileError
        If the quantile is out of range.
    VoteFrameError
        If there is no column ``case``, ``voter``, ``kind`` or ``seconds``.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a"], "voter": ["ann"], "kind": ["human"],
    ...                       "seconds": [1.5]})
    >>> voter_speeds(votes)[0].too_fast
    False
    """
    if not 0 < quantile <= 0.5:  # noqa: PLR2004 - the fast half at most
        raise QuantileError(
            f"The quantile of fast answers must be above 0 and at most 0.5. Got {quantile}."
        )
    for column in ("case", "voter", "kind", "seconds"):
        need_column(votes, column)
    people = votes.filter(pl.col("kind") == "human")
    found: dict[str, list[tuple[bool, float]]] = {name: [] for name in sorted(set(people["voter"]))}
    timed = people.filter(pl.col("seconds").is_not_null() & pl.col("seconds").is_finite())
    for _, answers in timed.sort("case", "voter").group_by("case", maintain_order=True):
        seconds = answers["seconds"].to_numpy()
        if len(seconds) > _LEAST_OTHERS:
            for voter, answer in zip(answers["voter"], _fast(seconds, quantile), strict=True):
                found[voter].append(answer)
    p_values = [_p_value(answers) for answers in found.values()]
    return tuple(
        Speed(
            voter=voter,
            quantile=quantile,
            timed=len(answers),
            fast=sum(fast for fast, _ in answers),
            expected=sum(chance for _, chance in answers),
            p_value=p,
            adjusted_p=adjusted,
        )
        for (voter, answers), p, adjusted in zip(
            found.items(), p_values, adjusted_for_many(p_values), strict=True
        )
    )


def _fast(seconds: NDArray[np.float64], quantile: float) -> list[tuple[bool, float]]:
    """Return for each answer whether it is fast, and how likely that is by chance."""
    others = len(seconds) - 1
    rank = int((others - 1) * quantile)
    ordered = np.sort(seconds)
    # Without an answer among the first of all, the one at `rank` is the next in the order.
    limits = np.where(seconds <= ordered[rank], ordered[rank + 1], ordered[rank])
    chance = (rank + 1) / (others + 1)
    return [(bool(fast), chance) for fast in seconds < limits]


def _p_value(answers: list[tuple[bool, float]]) -> float | None:
    if len(answers) < _LEAST_TIMED:
        return None
    from scipy import stats

    fast = sum(one for one, _ in answers)
    p_value = float(stats.poisson_binom.sf(fast - 1, [chance for _, chance in answers]))
    return min(1.0, max(0.0, p_value))
