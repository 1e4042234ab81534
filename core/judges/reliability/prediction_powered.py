"""A share of many cases from the judge's votes on all and people's on a few, with a valid interval.

Prediction-powered inference (Angelopoulos et al. 2023) corrects the judge's share by how far the
judge is off where people voted, so that the interval holds however bad the judge is; a bad judge
only makes it no narrower than people's votes alone. The amount of trust is tuned to the data
(PPI++, Angelopoulos, Duchi and Zrnic 2023), by `ppi-python`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.judges.reliability.reading import CONFIDENCE, Reading, few, unknown, wilson

LEAST_PEOPLE = 10
"""Human votes below which no interval by the normal distribution is given."""
TARGET = 0.05
"""Half a width of an interval that is taken for narrow enough."""

_STEPS = (0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
_Z = 1.959964


@dataclass(frozen=True, eq=False)
class ShareEstimate:
    """One share, estimated twice.

    Parameters
    ----------
    what
        What it is the share of.
    people
        From human votes alone, Wilson's interval.
    powered
        From human votes and the judge's.
    trust
        Weight of the judge's votes, 0 (of no use) to 1.
    agreed, judged
        Cases with votes of both, and with the judge's only.
    more
        ``more human votes, people alone, with the judge``: half the interval's width to expect.
    """

    what: str
    people: Reading
    powered: Reading
    trust: float
    agreed: int
    judged: int
    more: pl.DataFrame

    @property
    def advice(self) -> str:
        """How many more human votes are worth having, in one sentence."""
        if self.powered.value is None:
            return self.powered.advice
        wanted = self.more.filter(pl.col("with the judge") <= TARGET)
        if wanted.is_empty():
            return (
                f"Even votes on all {self.judged:,} remaining cases leave more than "
                f"±{100 * TARGET:.0f} points."
            )
        votes = int(wanted["more human votes"][0])
        if not votes:
            return f"No more human votes are needed for ±{100 * TARGET:.0f} points."
        return (
            f"About {votes:,} more human votes on cases drawn at random bring it to "
            f"±{100 * TARGET:.0f} points."
        )


def estimate_share(
    what: str,
    people: NDArray[np.bool_],
    judge: NDArray[np.bool_],
    judge_alone: NDArray[np.bool_],
) -> ShareEstimate:
    """Estimate a share of all cases, of which people voted on some that stand for the rest.

    Valid if the cases that people voted on were drawn at random from all; votes on disputed cases
    only don't stand for the others.

    Parameters
    ----------
    what
        What it is the share of.
    people, judge
        Shape (n,): whether each says yes, on the cases that both voted on.
    judge_alone
        Shape (N,): whether the judge says yes, on the others.

    Examples
    --------
    >>> votes = np.array([True] * 15 + [False] * 15)
    >>> found = estimate_share("yes", votes, votes, np.tile(votes, 9))
    >>> found.people.told, found.powered.told
    ('50.0% (33.2% to 66.8%)', '50.0% (44.3% to 55.7%)')
    """
    count, rest = len(people), len(judge_alone)
    if count < LEAST_PEOPLE or not rest:
        why = (
            f"It takes {LEAST_PEOPLE} cases that people and judge both voted on. Got {count}."
            if rest
            else "People voted on every case that the judge did; let it judge further cases, and "
            "people's votes speak for those too."
        )
        return ShareEstimate(
            what,
            _alone(what, people) if count else unknown(f"{what}, people alone", "No human vote."),
            unknown(f"{what}, with the judge", why),
            0.0,
            count,
            rest,
            _table([], [], []),
        )
    gold, said, others = (one.astype(float) for one in (people, judge, judge_alone))
    trust = _trust(gold, said, others)
    value, low, high = _powered(gold, said, others, trust)
    note = few(count)
    if np.array_equal(people, judge):
        note = f"They never differed on these {count:,}, so the interval says too little. {note}"
    width = (high - low) / 2
    alone = _alone(what, people)
    advice = _gain(alone, width)
    powered = Reading(
        f"{what}, with the judge",
        min(1.0, max(0.0, value)),
        max(0.0, low),
        min(1.0, high),
        count + rest,
        advice,
        note=note.strip(),
    )
    return ShareEstimate(
        what, alone, powered, trust, count, rest, _more(gold, said, others, trust, count, rest)
    )


def _powered(
    gold: NDArray[np.float64],
    said: NDArray[np.float64],
    others: NDArray[np.float64],
    trust: float,
) -> tuple[float, float, float]:
    from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

    value = ppi_mean_pointestimate(gold, said, others, lam=trust)
    low, high = ppi_mean_ci(gold, said, others, alpha=1 - CONFIDENCE, lam=trust)
    return tuple(float(np.asarray(one).reshape(-1)[0]) for one in (value, low, high))  # type: ignore[return-value]  # three of them


def _trust(
    gold: NDArray[np.float64], said: NDArray[np.float64], others: NDArray[np.float64]
) -> float:
    """Weight that makes the interval narrowest (PPI++, Equation 6), 0 to 1."""
    spread = float(np.var(np.concatenate([said, others]), ddof=1))
    if not spread:
        return 0.0
    together = float(np.mean((gold - gold.mean()) * (said - said.mean())))
    return float(np.clip(together / ((1 + len(gold) / len(others)) * spread), 0, 1))


def _alone(what: str, people: NDArray[np.bool_]) -> Reading:
    count, of = int(people.sum()), len(people)
    return Reading(f"{what}, people alone", count / of, *wilson(count, of), of, "", note=few(of))


def _gain(alone: Reading, width: float) -> str:
    before = ((alone.high or 0) - (alone.low or 0)) / 2
    if width < before:
        return (
            f"The judge narrows the interval from ±{100 * before:.1f} to ±{100 * width:.1f} points."
        )
    return "The judge adds nothing here: people's votes alone say as much."


def _more(
    gold: NDArray[np.float64],
    said: NDArray[np.float64],
    others: NDArray[np.float64],
    trust: float,
    count: int,
    rest: int,
) -> pl.DataFrame:
    """Half widths to expect: the variances stay, the numbers of votes change."""
    left = float(np.var(gold - trust * said))
    judged = trust**2 * float(np.var(np.concatenate([said, others])))
    steps = [step for step in _STEPS if step < rest]
    alone = [_Z * float(np.sqrt(np.var(gold) / (count + step))) for step in steps]
    powered = [
        _Z * float(np.sqrt(left / (count + step) + judged / (rest - step))) for step in steps
    ]
    return _table(steps, alone, powered)


def _table(steps: list[int], alone: list[float], powered: list[float]) -> pl.DataFrame:
    return pl.DataFrame(
        {"more human votes": steps, "people alone": alone, "with the judge": powered},
        schema={
            "more human votes": pl.Int64,
            "people alone": pl.Float64,
            "with the judge": pl.Float64,
        },
    )
