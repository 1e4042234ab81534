"""Voters who answer too fast to have looked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from core.amounts import amount
from core.labels.vote_frame import need_column
from core.labels.voters.chance import SIGNIFICANT, adjusted_for_many

_FASTEST = 0.1
"""Quantile of the others' times below which an answer is fast."""
_LEAST_TIMED = 5
_LEAST_OTHERS = 2
_BY_FAR = 0.5
"""Share of both times below which an answer is fast where two others answered.

The first of three is somebody, and often the same one: of honest teams of three in which tempo
differs by a fifth (standard deviation of log seconds 0.2 between people, 0.5 within), one voter
would be warned of in 25% with 20 cases and in 34% with 200; by half of the others' time in 0.1%,
and in 5% where tempo differs by two fifths. Of those who answer in 1.4 s what takes others 8 s it
still finds 72% with 8 cases and all with 20 (99.5%).
"""
_NOTHING = 1e-300


@dataclass(frozen=True)
class Speed:
    """How often one person answers faster than nearly all others."""

    voter: str
    timed: int
    """Answers that could be compared: at least 2 others on the case have a time."""
    fast: int
    expected: float
    """How many would be fast by chance, at most."""
    p_value: float | None
    """None with fewer than 5 timed answers."""
    adjusted_p: float | None = None
    of_three: int = 0
    """Answers among these that two others alone are compared with."""

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
        most = "at most " if self.of_three else ""
        told = (
            f"{self.voter} took less time than {self._limit} on {self.fast:,} of {self.timed:,} "
            f"cases; {most}{self.expected:.1f} would be chance"
        )
        return f"{told}: too fast to rely on." if self.too_fast else f"{told}."

    @property
    def _limit(self) -> str:
        half = "half of either of two others'"
        if self.of_three == self.timed:
            return half
        most = f"the fastest {_FASTEST:.0%} of the others"
        return f"{most}, or {half}," if self.of_three else most


def voter_speeds(votes: pl.DataFrame) -> tuple[Speed, ...]:
    """Tell how often each person is faster than nearly all other people on the same case.

    An answer is fast if it took less time than the fastest tenth (q = 0.1) of the other people's on
    that case (the lower of two neighbouring times). If a voter were like the others, how often that
    happens follows from ranks alone: among m others it has the probability (floor((m - 1) q) + 1) /
    (m + 1), so the number of fast answers is Poisson-binomial. Where there are two others, it is
    fast if it took less than half the time of either: chance makes it that on a third of the cases
    at most. The p-value is one-sided, and adjusted as in `voter_drifts`. LLM and rule voters are
    left out.

    Parameters
    ----------
    votes
        ``case, voter, kind, seconds``; "can't tell" counts as an answer. Seconds are null where
        they are not known.

    Returns
    -------
    tuple of Speed
        A person each, by name.

    Raises
    ------
    VoteFrameError
        If there is no column ``case``, ``voter``, ``kind`` or ``seconds``.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a"], "voter": ["ann"], "kind": ["human"],
    ...                       "seconds": [1.5]})
    >>> voter_speeds(votes)[0].too_fast
    False
    """
    for column in ("case", "voter", "kind", "seconds"):
        need_column(votes, column)
    people = votes.filter(pl.col("kind") == "human")
    found: dict[str, list[tuple[bool, float]]] = {name: [] for name in sorted(set(people["voter"]))}
    of_three: Counter[str] = Counter()
    for voter, fast, chance, others in _compared(people).iter_rows():
        found[voter].append((fast, chance))
        of_three[voter] += others == _LEAST_OTHERS
    p_values = [_p_value(answers) for answers in found.values()]
    return tuple(
        Speed(
            voter=voter,
            timed=len(answers),
            fast=sum(fast for fast, _ in answers),
            expected=sum(chance for _, chance in answers),
            p_value=p,
            adjusted_p=adjusted,
            of_three=of_three[voter],
        )
        for (voter, answers), p, adjusted in zip(
            found.items(), p_values, adjusted_for_many(p_values), strict=True
        )
    )


def _compared(people: pl.DataFrame) -> pl.DataFrame:
    """Return ``voter, fast, chance, others``, a row an answer that enough can be held against."""
    others = pl.len().over("case") - 1
    # The answer itself stands among the first of all if it is fast: the limit is the next then.
    most = ((others.cast(pl.Float64) - 1) * _FASTEST).floor() + 1
    second = pl.col("seconds").sort().slice(1, 1).first().over("case")
    by_far = (others > _LEAST_OTHERS) | (pl.col("seconds") < _BY_FAR * second)
    return (
        people.filter(pl.col("seconds").is_not_null() & pl.col("seconds").is_finite())
        .sort("case", "voter")
        .filter(others >= _LEAST_OTHERS)
        .select(
            "voter",
            ((pl.col("seconds").rank("max").over("case") <= most) & by_far).alias("fast"),
            (most / (others + 1)).alias("chance"),
            others.alias("others"),
        )
    )


def _p_value(answers: list[tuple[bool, float]]) -> float | None:
    if len(answers) < _LEAST_TIMED:
        return None
    fast = sum(one for one, _ in answers)
    return chance_of_at_least(fast, Counter(chance for _, chance in answers))


def chance_of_at_least(fast: int, chances: Mapping[float, int]) -> float:
    """Return the probability of that many, of answers that are fast by so many chances.

    There are as many chances as cases have numbers of answers, which are few: the distribution is
    the convolution of their binomials. `scipy.stats.poisson_binom` takes the answers one by one,
    for which it needs the square of their number (2.3 s for 100,000).
    """
    from scipy import stats

    likely, lowest = np.ones(1), 0
    for chance, times in chances.items():
        of_one = stats.binom.pmf(np.arange(times + 1), times, chance)
        (there,) = np.nonzero(of_one > _NOTHING)
        likely = np.convolve(likely, of_one[there[0] : there[-1] + 1])
        lowest += int(there[0])
    return min(1.0, float(likely[max(0, fast - lowest) :].sum()))
