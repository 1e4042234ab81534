"""A share of many cases from the judge's votes on all and people's on a few, with a valid interval.

Prediction-powered inference (Angelopoulos et al. 2023) corrects the judge's share by how far the
judge is off where people voted, so that the estimate holds however bad the judge is; a bad judge
only makes it no narrower than people's votes alone, whose interval it has where the judge deserves
no trust. How it is computed, and why the interval is not by the normal distribution, says
`core.judges.reliability.answer_groups`. Where several cases share a query they count for as many
as they are worth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.intervals import (
    Queries,
    effective_cases,
    share_interval,
    wilson,
)
from core.judges.reliability.answer_groups import AnswerGroups, answer_groups
from core.judges.reliability.reading import Reading, few, unknown

LEAST_PEOPLE = 10
"""Human votes below which people's and the judge's are not put together."""
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
        Weight of the judge's votes, 0 (of no use) to 1 (PPI++, Equation 6).
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
        Shape (N,): the same of the judge, on the others. Of all its numbers there are a few.
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
    ('50.0% (33.2% to 66.8%)', '50.0% (38.3% to 61.7%)')
    """
    count, rest = len(people), len(judge_alone)
    own = queries if queries is not None else [f"own {i}" for i in range(count)]
    further = queries_alone if queries_alone is not None else [f"further {i}" for i in range(rest)]
    if count < LEAST_PEOPLE or not rest:
        why = (
            f"It takes {LEAST_PEOPLE} cases that people settled and the judge voted on. Got "
            f"{count}."
            if rest
            else "People settled every case that the judge voted on; let it judge further cases, "
            "and what people settled speaks for those too."
        )
        return ShareEstimate(
            what,
            _alone(what, people, own)
            if count
            else unknown(f"{what}, people alone", "People have settled none of these cases."),
            unknown(f"{what}, with the judge", why),
            0.0,
            count,
            rest,
            _table([], [], []),
            drawn,
        )
    said, others = judge.astype(float), judge_alone.astype(float)
    trust = _trust(people.astype(float), said, rest)
    groups = answer_groups(people, said, others, own, further) if trust else None
    value = groups.value if groups else float(people.mean())
    low, high = groups.interval() if groups else share_interval(people, own)
    alone = _alone(what, people, own)
    powered = Reading(
        f"{what}, with the judge",
        value,
        low,
        high,
        count + rest,
        _gain(alone, (high - low) / 2),
        note=few(own),
    )
    more = _more(people, own, groups, rest)
    return ShareEstimate(what, alone, powered, trust, count, rest, more, drawn)


def _trust(gold: NDArray[np.float64], said: NDArray[np.float64], rest: int) -> float:
    """Weight of the judge that makes the interval narrowest, 0 to 1."""
    spread = float(np.var(said))
    if not spread:
        return 0.0
    together = float(np.mean((gold - gold.mean()) * (said - said.mean())))
    return float(np.clip(together / ((1 + len(gold) / rest) * spread), 0, 1))


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
    people: NDArray[np.bool_], queries: Queries, groups: AnswerGroups | None, rest: int
) -> pl.DataFrame:
    """Half widths to expect if further votes say what those there are say.

    They begin with those of the estimates themselves. With more votes the judge is left out if it
    would widen what people's votes alone say.
    """
    count, value, worth = len(people), float(people.mean()), effective_cases(people, queries)
    steps = [step for step in _STEPS if step < rest]
    times = [(count + step) / count for step in steps]
    alone = [_half(wilson(value, worth * votes)) for votes in times]
    if groups is None:
        return _table(steps, alone, alone)
    powered = [_half(groups.interval(votes)) for votes in times]
    never_wider = [min(one, other) for one, other in zip(powered, alone, strict=True)]
    return _table(steps, alone, [powered[0], *never_wider[1:]])


def _half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


def _table(steps: list[int], alone: list[float], powered: list[float]) -> pl.DataFrame:
    return pl.DataFrame(
        {"more human votes": steps, "people alone": alone, "with the judge": powered},
        schema={
            "more human votes": pl.Int64,
            "people alone": pl.Float64,
            "with the judge": pl.Float64,
        },
    )
