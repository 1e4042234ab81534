"""A share of many cases from the judge's votes on all and people's on a few, with a valid interval.

Prediction-powered inference (Angelopoulos et al. 2023) corrects the judge's share by how far the
judge is off where people voted, so that the interval holds however bad the judge is; a bad judge
only makes it no narrower than people's votes alone, whose interval it has where the judge deserves
no trust. The amount of trust is tuned to the data
(PPI++, Angelopoulos, Duchi and Zrnic 2023), by `ppi-python`. Its intervals are of independent
cases; where several share a query they are widened by how much more queries differ than cases do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.judges.reliability.reading import Reading, few, unknown
from core.labels.agreement.case_intervals import (
    CONFIDENCE,
    Queries,
    places,
    share_interval,
    standard_error,
    widening,
)

LEAST_PEOPLE = 10
"""Human votes below which no interval by the normal distribution is given."""
TARGET = 0.05
"""Half a width of an interval that is taken for narrow enough."""

_STEPS = (0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)


@dataclass(frozen=True, eq=False)
class ShareEstimate:
    """One share, estimated twice.

    Parameters
    ----------
    what
        What it is the share of.
    people
        From human votes alone.
    powered
        From human votes and the judge's.
    trust
        Weight of the judge's votes, 0 (of no use) to 1.
    agreed, judged
        Cases with votes of both, and with the judge's only.
    more
        ``more human votes, people alone, with the judge``: half the interval's width to expect.
    drawn
        How the cases that people voted on were drawn, in a sentence, and whether the estimates
        hold for all of the judge's; empty if that is not known.
    """

    what: str
    people: Reading
    powered: Reading
    trust: float
    agreed: int
    judged: int
    more: pl.DataFrame
    drawn: str = ""

    @property
    def advice(self) -> str:
        """How many more human votes are worth having, in one sentence."""
        if self.powered.value is None:
            return self.powered.advice
        wanted = self.more.filter(pl.col("with the judge") <= TARGET)
        if wanted.is_empty():
            whole = self.agreed + self.judged
            return (
                f"Once people have settled the {amount(self.judged, 'remaining case')} too, the "
                f"share of these {whole:,} is known exactly; of further cases like them it is "
                f"still not known to ±{100 * TARGET:.0f} points, which takes more cases."
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
    judge: NDArray[np.bool_] | NDArray[np.float64],
    judge_alone: NDArray[np.bool_] | NDArray[np.float64],
    queries: Queries | None = None,
    queries_alone: Queries | None = None,
    drawn: str = "",
) -> ShareEstimate:
    """Estimate a share of all cases, of which people voted on some that stand for the rest.

    Valid if the cases that people voted on were drawn at random from all; votes on disputed cases
    only don't stand for the others.

    Parameters
    ----------
    what
        What it is the share of.
    people, judge
        Shape (n,): whether each says yes, on the cases that both voted on; of the judge also a
        number between 0 and 1, such as 0.5 where it can't tell.
    judge_alone
        Shape (N,): the same of the judge, on the others.
    queries, queries_alone
        The query of each case of both voted on, and of the others; each case has one of its own if
        not given.
    drawn
        As in `ShareEstimate`.

    Examples
    --------
    >>> votes = np.array([True] * 15 + [False] * 15)
    >>> found = estimate_share("yes", votes, votes, np.tile(votes, 9))
    >>> found.people.told, found.powered.told
    ('50.0% (33.2% to 66.8%)', '50.0% (44.3% to 55.7%)')
    """
    count, rest = len(people), len(judge_alone)
    own = queries if queries is not None else [f"own {i}" for i in range(count)]
    further = queries_alone if queries_alone is not None else [f"further {i}" for i in range(rest)]
    if count < LEAST_PEOPLE or not rest:
        why = (
            f"It takes {LEAST_PEOPLE} cases that people and judge both voted on. Got {count}."
            if rest
            else "People voted on every case that the judge did; let it judge further cases, and "
            "people's votes speak for those too."
        )
        return ShareEstimate(
            what,
            _alone(what, people, own)
            if count
            else unknown(f"{what}, people alone", "No human vote."),
            unknown(f"{what}, with the judge", why),
            0.0,
            count,
            rest,
            _table([], [], []),
            drawn,
        )
    gold, said, others = (one.astype(float) for one in (people, judge, judge_alone))
    trust = _trust(gold, said, others, count, rest)
    value, low, high = _powered(gold, said, others, trust)
    if trust:
        wider = _wider(gold, said, others, trust, own, further)
        low, high = value - wider * (value - low), value + wider * (high - value)
    else:
        low, high = share_interval(people, own)
    note = few(own)
    if np.array_equal(people, judge):
        note = f"They never differed on these {count:,}, so the interval says too little. {note}"
    width = (high - low) / 2
    alone = _alone(what, people, own)
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
    more = _more(gold, said, others, ((alone.high or 0) - (alone.low or 0)) / 2, width)
    return ShareEstimate(what, alone, powered, trust, count, rest, more, drawn)


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
    gold: NDArray[np.float64],
    said: NDArray[np.float64],
    others: NDArray[np.float64],
    count: int,
    rest: int,
) -> float:
    """Weight that makes the interval of so many cases narrowest (PPI++, Equation 6), 0 to 1."""
    spread = float(np.var(np.concatenate([said, others]), ddof=1))
    if not spread:
        return 0.0
    together = float(np.mean((gold - gold.mean()) * (said - said.mean())))
    return float(np.clip(together / ((1 + count / rest) * spread), 0, 1))


def _wider(
    gold: NDArray[np.float64],
    said: NDArray[np.float64],
    others: NDArray[np.float64],
    trust: float,
    queries: Queries,
    further: Queries,
) -> float:
    """Times by which the interval of independent cases is too narrow for these queries, from 1."""
    left = gold - trust * said
    parts = [(left - left.mean()) / len(left), trust * (others - others.mean()) / len(others)]
    place = places(queries, further)
    excess, several = np.concatenate(parts), int(place.max()) + 1
    if several == len(excess):
        return 1.0
    independent = standard_error(excess, np.arange(len(excess)))
    if several == 1:
        return float(np.sqrt(len(excess)))  # worth one case
    if not independent:
        return 1.0
    ratio = max(1.0, standard_error(excess, place) / independent)
    return ratio * widening(len(excess), several)


def _alone(what: str, people: NDArray[np.bool_], queries: Queries) -> Reading:
    low, high = share_interval(people, queries)
    value, of = float(people.mean()), len(people)
    return Reading(f"{what}, people alone", value, low, high, of, "", note=few(queries))


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
    alone: float,
    powered: float,
) -> pl.DataFrame:
    """Half widths to expect: the variances stay, the numbers of votes and the trust change.

    They begin with those of the estimates themselves, `alone` and `powered`. With more votes the
    judge is trusted as much as then is best, which may be not at all, so that it never widens what
    people's votes alone say.
    """
    count, rest = len(gold), len(others)
    steps = [step for step in _STEPS if step < rest]
    by_people = [_error(gold, said, others, step, 0.0) for step in steps]
    by_both = [
        _error(gold, said, others, step, _trust(gold, said, others, count + step, rest - step))
        for step in steps
    ]
    halves = [_scaled(one, by_people[0], alone) for one in by_people]
    with_judge = [_scaled(one, by_both[0], powered) for one in by_both]
    never_wider = [min(one, other) for one, other in zip(with_judge, halves, strict=True)]
    return _table(steps, halves, [powered, *never_wider[1:]])


def _error(
    gold: NDArray[np.float64],
    said: NDArray[np.float64],
    others: NDArray[np.float64],
    step: int,
    trust: float,
) -> float:
    """Return the standard error with so many more human votes, of independent cases."""
    left = float(np.var(gold - trust * said)) / (len(gold) + step)
    judged = trust**2 * float(np.var(np.concatenate([said, others]))) / (len(others) - step)
    return float(np.sqrt(left + judged))


def _scaled(error: float, first: float, half: float) -> float:
    return half * error / first if first else half


def _table(steps: list[int], alone: list[float], powered: list[float]) -> pl.DataFrame:
    return pl.DataFrame(
        {"more human votes": steps, "people alone": alone, "with the judge": powered},
        schema={
            "more human votes": pl.Int64,
            "people alone": pl.Float64,
            "with the judge": pl.Float64,
        },
    )
