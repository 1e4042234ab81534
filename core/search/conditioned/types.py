"""What a search with a condition gives: each hit with how far it satisfies each part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from core.amounts import listed
from core.conditions import Condition, Leaf, Not, Topic
from core.types import Hit, JoinHit

SATISFIED_FROM = 0.5
"""Satisfaction from which on a table counts as satisfying the condition."""

_MOST_NAMED = 10
"""Tables that there was no time for, as a sentence names them."""

Found = TypeVar("Found", Hit, JoinHit, float)


@dataclass(frozen=True)
class PartResult:
    """How far a table satisfies one part of a condition.

    Parameters
    ----------
    share
        0 to 1: of the rows, for a condition on rows; of certainty, for a topic or a column about
        something; 0 or 1 for a size. Of what was asked for: of the opposite if that is.
    certainty
        0 to 1: how sure it is that `column` is the one that a condition on rows names, 0 if there
        is none; 1 for other parts.
    column
        The table's column that was looked at; empty if none was, or any.
    value
        What was found, in words: "212 of 250 rows", "530 rows".
    negated
        Whether the opposite of the part was asked for.
    aligned
        Whether `column` surely lines up with the query's column of the name.
    """

    part: Leaf
    share: float
    column: str = ""
    value: str = ""
    negated: bool = False
    certainty: float = 1.0
    aligned: bool = False

    @property
    def asked(self) -> Condition:
        """The part as it was asked for, with its "not"."""
        return Not(self.part) if self.negated else self.part


@dataclass(frozen=True)
class Satisfaction:
    """How far a table satisfies a condition.

    Parameters
    ----------
    share
        0 to 1, of the whole: the product over "and", the best of "or", the rest of "not"
        (`core.search.conditioned.logic.together`), columns taken for the ones that are named.
    weighed
        The same of shares times certainties, which tables are ranked by.
    satisfied
        Whether enough is satisfied (`SATISFIED_FROM`), certainties
        counted but for columns that surely line up with the query's.
    parts
        In the order of the condition.
    totals
        What was remarked of rows whose numbers were counted and that look like totals, a sentence
        each.
    """

    share: float
    weighed: float
    satisfied: bool
    parts: tuple[PartResult, ...]
    totals: tuple[str, ...] = ()

    @property
    def step(self) -> int:
        """2 of a table that satisfies it, 1 of one that does in part, 0 of one that does not.

        Every table is about a topic to some degree, of which 0 is as near to 0.01 as 0.02 is: where
        one is asked for, no table stands before another for that.
        """
        has_topic = any(isinstance(one.part, Topic) for one in self.parts)
        return 2 if self.satisfied else int(self.share > 0 and not has_topic)

    @property
    def told(self) -> str:
        """How much of it is satisfied, and how much with its doubts, in a few words.

        Examples
        --------
        >>> Satisfaction(1.0, 1.0, True, ()).told, Satisfaction(1.0, 0.482, False, ()).told
        ('100%', '100%, 48% with doubts about columns')
        >>> Satisfaction(1.0, 0.49998, False, ()).told  # less than what satisfies
        '100%, 49% with doubts about columns'
        """
        share, weighed = _percent(self.share), _percent(self.weighed)
        return share if weighed == share else f"{share}, {weighed} with doubts about columns"

    @property
    def held(self) -> tuple[bool, ...]:
        """For each part whether enough of it is satisfied."""
        return tuple(part.share >= SATISFIED_FROM for part in self.parts)


@dataclass(frozen=True)
class ConditionedHit(Generic[Found]):
    """One ranked candidate, what found it and how far it satisfies the condition.

    Parameters
    ----------
    rank
        From 1.
    score
        Relatedness, weighed less, times satisfaction, 0 to 1: what it is ranked by among those
        that satisfy the condition, and among the others.
    relatedness
        0 to 1: how well it fits the query, the best candidate having 1.
    found
        The hit without the condition.
    """

    rank: int
    table: str
    score: float
    relatedness: float
    satisfaction: Satisfaction
    found: Found


@dataclass(frozen=True)
class ConditionedSearch(Generic[Found]):
    """The answer to one search with a condition.

    Parameters
    ----------
    hits
        First those that satisfy the condition, then those that do in part, unless by score alone
        was asked for.
    examined
        Candidates whose rows, sizes and columns were looked at.
    exhausted
        Whether these were all that have anything to do with the query.
    satisfied
        How many of them satisfy the condition.
    stopped_after
        Seconds after which the search was stopped before it had found enough; 0 if it was not.
    left
        Candidates whose rows there was no time to count when it was stopped.
    """

    lake: str
    query: str
    condition: Condition | None
    hits: tuple[ConditionedHit[Found], ...]
    examined: int
    exhausted: bool
    satisfied: int
    seconds: float
    stopped_after: int = 0
    left: tuple[str, ...] = ()

    @property
    def looked(self) -> str:
        """Why no more tables were looked at, in words."""
        if self.stopped_after:
            return "the search was stopped"
        if self.exhausted:
            return "every table that has anything to do with the query"
        return "enough were found, so no more were looked at"

    @property
    def in_want_of_time(self) -> str:
        """Say that the search was stopped, in a sentence; empty if it was not."""
        if not self.stopped_after:
            return ""
        return (
            f"The search was stopped after {self.seconds:,.1f} s (SOUNDINGS_CONDITION_SECONDS "
            f"allows {self.stopped_after:,}): tables that it has not looked at may satisfy the "
            f"condition, too{self._left_named}. Allow more time, on the page Settings or by that "
            "variable."
        )

    @property
    def _left_named(self) -> str:
        return f": {listed(self.left, _MOST_NAMED)}" if self.left else ""

    @property
    def doubtful(self) -> int:
        """Hits that do not count as satisfied only because it is doubtful which column is meant."""
        found = [hit.satisfaction for hit in self.hits]
        return sum(not one.satisfied and one.share >= SATISFIED_FROM for one in found)


def _percent(share: float) -> str:
    """Write a share in percent, one below `SATISFIED_FROM` as less than that."""
    shown = min(share, SATISFIED_FROM - 0.01) if share < SATISFIED_FROM else share
    return f"{shown:.0%}"
