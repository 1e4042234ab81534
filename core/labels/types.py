"""The frozen values of votes: who votes, on what, how, and from which queue."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.labels.errors import BadVoteError, RoleError, VoterError
from core.labels.judge_names import Provider, provider_in
from core.store.sqlite import WHOLE_NUMBERS

MAX_TEXT = 10_000
"""Characters of a reason, and of an alignment as JSON, at most."""

_MAX_NAME = 200


class Kind(StrEnum):
    """What a voter is."""

    HUMAN = "human"
    LLM = "llm"
    RULE = "rule"


def kind_of_judge(provider: Provider) -> Kind:
    """Return what a judge is as a voter, by where it is asked."""
    return Kind.RULE if provider is Provider.RULE else Kind.LLM


class Role(StrEnum):
    """What a voter may do; each may do what those before it may."""

    VIEWER = "viewer"
    """Reads figures and releases."""
    ANNOTATOR = "annotator"
    """Votes, without seeing labels or the votes of others."""
    CURATOR = "curator"
    """Makes queues, imports and opens votes, adjudicates, releases."""


_RANK = {role: rank for rank, role in enumerate(Role)}


class Task(StrEnum):
    """What a case asks."""

    UNION = "union"
    JOIN = "join"
    NL = "nl"


class Origin(StrEnum):
    """Why a pair was put to the vote; it tells of the ground truth, so no voter is shown it."""

    GTFP = "gtfp"
    GTFN = "gtfn"
    AGREED_POSITIVE = "agreed positive"
    AGREED_NEGATIVE = "agreed negative"
    SEARCH = "search"
    UPLOAD = "upload"


class Order(StrEnum):
    """Which case of a queue comes first."""

    RANK = "rank"
    """As the pairs were given, which for disagreements is by rank."""
    DISAGREEMENT = "disagreement"
    """Those whose votes differ most, then as the pairs were given."""
    EFFECT = "effect"
    """Those on which the order of the runs depends most."""
    RANDOM = "random"
    """Shuffled with the queue's seed."""


@dataclass(frozen=True)
class Voter:
    """Who does something: checked wherever votes are read or written.

    Raises
    ------
    VoterError
        If the name is empty, longer than 200 characters, or not printable, or is a judge's of
        another kind (`core.labels.judge_names`).

    Examples
    --------
    >>> Voter("rule:matcher", Kind.RULE).kind.value
    'rule'
    >>> Voter("ann").require(Role.CURATOR, "make a queue")
    Traceback (most recent call last):
    core.labels.errors.RoleError: Only a curator may make a queue. You are here as ann, an ...
    """

    name: str
    kind: Kind = Kind.HUMAN
    role: Role = Role.ANNOTATOR

    def __post_init__(self) -> None:
        name = self.name
        if not name:
            raise VoterError("A voter's name must not be empty. Write one, such as ann.")
        if not name.strip() or name != name.strip() or not name.isprintable():
            raise VoterError(
                f"A voter's name is a text without outer blanks and line ends. Got {name!r}."
            )
        if len(name) > _MAX_NAME:
            raise VoterError(
                f"A voter's name has at most {_MAX_NAME} characters. Got {len(name):,}."
            )
        provider = provider_in(name)
        if provider is not None and self.kind is not (kind := kind_of_judge(provider)):
            whose = "A person" if self.kind is Kind.HUMAN else f"A voter of kind {self.kind}"
            raise VoterError(
                f"{whose} votes by a name of their own. Got {name!r}, as judges are called; choose "
                f"another name, or say that its kind is {kind}."
            )

    def may(self, role: Role) -> bool:
        """Whether the voter may do what a role may.

        Examples
        --------
        >>> Voter("ann").may(Role.VIEWER), Voter("ann").may(Role.CURATOR)
        (True, False)
        """
        return _RANK[self.role] >= _RANK[role]

    def require(self, role: Role, what: str) -> None:
        """Raise `RoleError` if the voter's role is below `role`; `what` says what for."""
        if not self.may(role):
            who = "a curator" if role is Role.CURATOR else f"an {role} or a curator"
            here = f"{'an' if self.role is Role.ANNOTATOR else 'a'} {self.role}"
            raise RoleError(
                f"Only {who} may {what}. You are here as {self.name}, {here}; ask a curator."
            )


LOCAL = Voter("local", Kind.HUMAN, Role.CURATOR)
"""Who acts where nobody has signed in: the one person at this machine."""


@dataclass(frozen=True)
class Pair:
    """A pair to put to the vote.

    Parameters
    ----------
    effect
        Expected effect of its label on the order of the runs; what `Order.EFFECT` sorts by.
    """

    query: str
    table: str
    task: Task = Task.UNION
    origin: Origin = Origin.UPLOAD
    effect: float = 0.0


@dataclass(frozen=True)
class Case:
    """A pair that was put to the vote, with nothing that tells its label."""

    key: int
    query: str
    table: str
    task: Task


@dataclass(frozen=True)
class Ballot:
    """What a voter says of a case.

    Parameters
    ----------
    label
        2 unionable (or joinable, relevant), 1 partly, 0 not; None for "can't tell".
    facets
        Of schema compatibility, semantic types, value distribution, task relevance: 0 to 2 each,
        or None.
    confidence
        0 to 1.
    reason
        Free text of at most 10,000 characters.
    alignment
        Pairs (column of the query, column of the candidate) that the voter takes for matching.
    seconds
        Time spent on the case, less than 2^63.
    shown
        Hash of what the voter was shown.

    Raises
    ------
    BadVoteError
        If one is outside that.
    """

    label: int | None
    facets: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    confidence: float | None = None
    reason: str = ""
    alignment: Sequence[tuple[str, str]] | None = None
    seconds: float | None = None
    shown: str = ""

    def __post_init__(self) -> None:
        grades = (None, 0, 1, 2)
        if self.label not in grades or isinstance(self.label, bool):
            raise BadVoteError(f"A label is 2, 1, 0 or none for can't tell. Got {self.label!r}.")
        if any(facet not in grades or isinstance(facet, bool) for facet in self.facets):
            raise BadVoteError(f"Each facet is 2, 1, 0 or none. Got {self.facets!r}.")
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise BadVoteError(f"A confidence is between 0 and 1. Got {self.confidence!r}.")
        if self.seconds is not None and not 0 <= self.seconds < WHOLE_NUMBERS.stop:
            raise BadVoteError(
                f"Seconds spent are 0 or more, and less than 2^63. Got {self.seconds!r}."
            )
        for what, text in (("reason", self.reason), ("alignment", self.alignment_json or "")):
            if len(text) > MAX_TEXT:
                raise BadVoteError(
                    f"A vote's {what} has at most {MAX_TEXT:,} characters. Got {len(text):,}."
                )

    @property
    def alignment_json(self) -> str | None:
        """The alignment as it is stored."""
        if self.alignment is None:
            return None
        return json.dumps([list(pair) for pair in self.alignment], ensure_ascii=False)


@dataclass(frozen=True)
class Vote:
    """One voter, one case, one moment."""

    key: int
    case: int
    query: str
    table: str
    voter: str
    kind: Kind
    final: bool
    """Whether it is a curator's adjudication."""
    current: bool
    """Whether no later one of the same voter (or, if final, of any curator) supersedes it."""
    ballot: Ballot
    app_version: str
    client_key: str
    voted_at: str
    """UTC, ISO 8601."""
    timed: bool = True
    """Whether that is when it was given, and not only when a file that says no moment came in."""


@dataclass(frozen=True)
class Progress:
    """How far a queue is.

    Parameters
    ----------
    done
        Cases with all votes that are wanted.
    votes, votes_wanted
        People's votes that count, and how many are wanted in all.
    yours
        Cases that the voter who asks has voted on.
    skipped, for_later
        Cases that the voter passed for good, and those to come back to that still lack votes.
    """

    cases: int
    done: int
    votes: int
    votes_wanted: int
    yours: int
    skipped: int
    for_later: int


@dataclass(frozen=True)
class Queue:
    """Cases of one benchmark in an order, each wanting some votes of people."""

    key: int
    benchmark_key: int
    name: str
    wanted: int
    order: Order
    seed: int
    source: Mapping[str, object]
    """How its cases were chosen."""
    created_by: str
    created_at: str
    tells_agreement: bool = False
    """Whether who votes is told now and then how far they agree with the others."""
