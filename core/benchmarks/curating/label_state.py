"""Where the labels of a benchmark stand: queues, votes, agreement, the current release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from core.amounts import amount
from core.benchmarks.curating.settling import PEOPLE, votes_of
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels import progress, queues
from core.labels.agreement.coefficients import pairs_of
from core.labels.agreement.overall import alpha_of
from core.labels.queueing.remaining import remaining
from core.labels.settling.releases import Release, releases
from core.labels.settling.rules import votes_without
from core.labels.settling.settled import left_to_curators
from core.labels.types import Kind, Progress, Voter
from core.labels.vote_frame import VoteGrid
from core.labels.voting.vote_counts import VotesSince, votes_after
from core.store import Workspace


@dataclass(frozen=True)
class QueueState:
    """One queue and how far it is, as one voter sees it."""

    name: str
    progress: Progress
    left: int
    """Cases that lack votes and that the voter may still have."""


@dataclass(frozen=True)
class LabelState:
    """Where the labels of a benchmark stand.

    Parameters
    ----------
    votes, voters, cases
        Of the kinds of voters that are counted: votes with a label, how many gave any vote, cases
        with a vote.
    judges
        How many of the voters are no people.
    agreement
        Share of the pairs of their votes on one case that agree; None without such a pair.
    alpha
        Krippendorff's ordinal alpha of them; None where it is not defined.
    release
        The newest release; None while there is only the published ground truth.
    newer
        Their votes and decisions that stand and came after that release, or all of them without
        one.
    abstentions
        Their votes of "can't tell", which are not among the votes with a label.
    waiting
        Cases on which people have voted as often as asked and which only a curator can settle.
    """

    queues: tuple[QueueState, ...]
    votes: int
    voters: int
    cases: int
    agreement: float | None
    alpha: float | None
    release: Release | None
    newer: VotesSince
    judges: int = 0
    abstentions: int = 0
    waiting: int = 0

    @property
    def all_votes(self) -> str:
        """Their votes in words: "5 votes", or "5 votes (1 of them can't tell)"."""
        told = amount(self.votes + self.abstentions, "vote")
        return f"{told} ({self.abstentions:,} can't tell)" if self.abstentions else told

    @property
    def to_do(self) -> QueueState | None:
        """The queue that has most cases left for the voter; None if nothing is left."""
        left = [queue for queue in self.queues if queue.left]
        return max(left, key=lambda queue: queue.left, default=None)


def label_state(
    workspace: Workspace,
    info: BenchmarkInfo,
    voter: Voter,
    kinds: Sequence[Kind] = PEOPLE,
    without: Sequence[str] = (),
) -> LabelState:
    """Tell where the labels of a benchmark stand, from what is stored; nobody's vote is shown.

    Parameters
    ----------
    voter
        Whose own progress is counted.
    kinds
        Whose votes and agreement are counted.
    without
        Voters who are set aside. What was voted since the newest release has their votes, too.
    """
    both = votes_without(votes_of(workspace, info, tuple({*kinds, Kind.HUMAN})), without)
    votes = both.filter(pl.col("kind").is_in([kind.value for kind in kinds]))
    people = both.filter(pl.col("kind") == Kind.HUMAN.value)
    grid = VoteGrid.of(votes)
    # Without intervals, which take a hundred times as long and stand on the screen of agreement.
    agreeing, pairs = (int(numbers.sum()) for numbers in pairs_of(grid.counts))
    made = [one for one in releases(workspace, info.key) if one.name != BASE]
    newest = made[-1] if made else None
    return LabelState(
        queues=queue_states(workspace, info, voter),
        votes=grid.votes,
        voters=len(grid.voters),
        cases=len(grid.cases),
        agreement=agreeing / pairs if pairs else None,
        alpha=alpha_of(grid.counts),
        release=newest,
        newer=votes_after(workspace, info.key, newest.last_vote if newest else 0, kinds),
        judges=votes.filter(pl.col("kind") != Kind.HUMAN.value)["voter"].n_unique(),
        abstentions=len(votes) - grid.votes,
        waiting=len(left_to_curators(workspace, info.key, people)),
    )


def queue_states(workspace: Workspace, info: BenchmarkInfo, voter: Voter) -> tuple[QueueState, ...]:
    """Tell of each queue of a benchmark, by name, how far it is."""
    return tuple(
        QueueState(
            queue.name, progress(workspace, queue, voter), remaining(workspace, queue, voter)
        )
        for queue in queues(workspace, info.key)
    )
