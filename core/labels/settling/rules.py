"""The rules that conclude a label from votes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from types import MappingProxyType

import polars as pl

from core.errors import InputError


class UnknownRuleError(InputError):
    """No rule of that name."""


class SettlingError(InputError):
    """A threshold, a least number of votes or a voter's weight is out of range."""


class Rule(StrEnum):
    """How votes become a label."""

    MAJORITY = "majority"
    WEIGHTED = "weighted majority"
    DAWID_SKENE = "Dawid-Skene"
    MACE = "MACE"

    @classmethod
    def named(cls, name: str) -> Rule:
        """Return the rule of a name, capitals, hyphens and underscores or not.

        Raises
        ------
        UnknownRuleError
            If there is none.

        Examples
        --------
        >>> Rule.named("dawid_skene")
        <Rule.DAWID_SKENE: 'Dawid-Skene'>
        """
        for rule in cls:
            if _plain(rule.value) == _plain(name):
                return rule
        raise UnknownRuleError(f"A rule must be one of {', '.join(cls)}. Got {name!r}.")


@dataclass(frozen=True)
class Settling:
    """When a label counts as settled, and what the rules need to know.

    Raises
    ------
    SettlingError
        If a number is out of range.
    """

    threshold: float = 0.6
    """A posterior below it is of low confidence: above 0, at most 1."""
    least_votes: int = 1
    """A case with fewer votes that have a label, and a weight, is not settled."""
    wanted: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Votes of people that a case wants, as a queue says, by the case as text."""
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Of voters in the weighted majority, 0 or more; 1 for those who are not named."""
    seed: int = 0
    """Of the start of MACE; the other rules draw nothing."""
    without: tuple[str, ...] = ()
    """Voters who are set aside: no vote of theirs counts. Decisions, which are no votes, stand."""

    def __post_init__(self) -> None:
        if not 0 < self.threshold <= 1:
            raise SettlingError(
                f"A threshold must be above 0 and at most 1, such as 0.6. Got {self.threshold}."
            )
        if self.least_votes < 1:
            raise SettlingError(f"A case needs at least 1 vote. Got {self.least_votes}.")
        for voter, weight in self.weights.items():
            if not (isfinite(weight) and weight >= 0):
                raise SettlingError(f"A weight must be 0 or more. Got {weight} for {voter!r}.")

    def counted(self, votes: pl.DataFrame) -> pl.DataFrame:
        """Return the votes that count."""
        return votes_without(votes, self.without)


def votes_without(votes: pl.DataFrame, voters: Sequence[str]) -> pl.DataFrame:
    """Leave out the votes of voters who are set aside.

    Examples
    --------
    >>> votes_without(pl.DataFrame({"voter": ["ann", "dora"], "label": [2, 0]}), ["dora"]).rows()
    [('ann', 2)]
    """
    return votes.filter(~pl.col("voter").is_in([*voters])) if voters else votes


def told_without(voters: Sequence[str]) -> str:
    """Say whose votes are left out; empty if nobody's.

    Examples
    --------
    >>> told_without(["dora", "Ann"])
    'without the votes of Ann, dora'
    """
    return f"without the votes of {', '.join(sorted(voters))}" if voters else ""


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", " ").replace("_", " ")
