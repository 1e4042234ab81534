"""A share of many cases from people's share among those that a judge answers alike.

Each group of cases with one answer of the judge counts as much as it holds of all cases, and in it
people's votes tell the share. For a judge of two answers that is prediction-powered inference with
the best weight (PPI++, Angelopoulos, Duchi and Zrnic 2023). The interval is not that by the normal
distribution: where people and judge differ on a few cases or none, that has hardly a width, and
holds for far fewer than 95% of samples. Each group has Wilson's interval, as a share among
people's votes alone has, and their ends are put together as those of independent figures are
(Zou and Donner 2008, "Construction of confidence limits about effect measures").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.intervals import (
    Queries,
    effective_cases,
    places,
    standard_error,
    student_t,
    together,
    wilson,
)


@dataclass(frozen=True)
class Group:
    """The cases to which a judge gives one answer.

    Parameters
    ----------
    weight
        Share of all cases that are in it.
    share
        Of those of them that people voted on, how many they say yes of; where they voted on none,
        what the judge says.
    cases
        How many independent cases their votes are worth; 0 if there are none.
    """

    weight: float
    share: float
    cases: float


@dataclass(frozen=True)
class AnswerGroups:
    """A share of all cases, by groups of a judge's answers.

    Parameters
    ----------
    judged
        Half of the width that comes of there being no more cases than the judge voted on.
    together
        Times by which the interval is wider since groups share queries, from 1.
    """

    groups: tuple[Group, ...]
    judged: float
    together: float

    @property
    def value(self) -> float:
        """The share."""
        return sum(group.weight * group.share for group in self.groups)

    def interval(self, votes: float = 1.0) -> tuple[float, float]:
        """Return the 95% interval, within 0 and 1.

        Parameters
        ----------
        votes
            Times as many votes of people that say the same, for what more of them would bring.
        """
        below = above = self.judged**2
        for group in self.groups:
            low, high = wilson(group.share, group.cases * votes) if group.cases else (0.0, 1.0)
            below += (group.weight * (group.share - low)) ** 2
            above += (group.weight * (high - group.share)) ** 2
        low = self.value - self.together * float(np.sqrt(below))
        high = self.value + self.together * float(np.sqrt(above))
        return max(0.0, low), min(1.0, high)


def answer_groups(
    people: NDArray[np.bool_],
    judge: NDArray[np.float64],
    judge_alone: NDArray[np.float64],
    queries: Queries,
    queries_alone: Queries,
) -> AnswerGroups:
    """Group cases by what a judge answers.

    Parameters
    ----------
    people, judge, judge_alone, queries, queries_alone
        As `core.judges.reliability.prediction_powered.estimate_share`.

    Examples
    --------
    >>> people, judge = np.array([True] * 9 + [False] * 11), np.array([1.0] * 10 + [0.0] * 10)
    >>> found = answer_groups(people, judge, np.tile(judge, 9), range(20), range(20, 200))
    >>> round(found.value, 3), [round(end, 3) for end in found.interval()]
    (0.45, [0.285, 0.608])
    """
    count = len(people)
    answers, place = np.concatenate([judge, judge_alone]), places(queries, queries_alone)
    own = np.asarray(list(queries), object)
    groups, shares, parts = [], np.zeros(len(answers)), []
    for answer in np.unique(answers):
        here, voted = answers == answer, judge == answer
        weight, yes = float(here.mean()), people[voted]
        share = float(yes.mean()) if len(yes) else float(answer)
        cases = effective_cases(yes, list(own[voted])) if len(yes) else 0.0
        groups.append(Group(weight, share, cases))
        shares[here] = share
        part = np.zeros(len(answers))
        part[:count][voted] = weight * (yes - share) / max(1, len(yes))
        parts.append(part)
    judged = (shares - shares.mean()) / len(answers)
    several = int(place.max()) + 1
    error = standard_error(judged, place)
    return AnswerGroups(
        tuple(groups), student_t(several) * error, together([*parts, judged], place)
    )
