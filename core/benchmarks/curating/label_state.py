"""Where the labels of a benchmark stand: queues, votes, agreement, the current release."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from core.amounts import amount
from core.benchmarks.curating.settling import PEOPLE, votes_of
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels.agreement.coefficients import pairs_of
from core.labels.agreement.overall import alpha_of
from core.labels.queueing.queues import progress, queues
from core.labels.queueing.remaining import remaining
from core.labels.settling.releases import Release, releases
from core.labels.settling.settled import left_to_curators
from core.labels.types import Kind, Progress, Voter
from core.labels.vote_frame import VoteGrid
from core.labels.voting.votes import last_vote
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
    newer_votes
        Their votes and decisions since that release, or all of them without one.
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
    newer_votes: int
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
) -> LabelState:
    """Tell where the labels of a benchmark stand, from what is stored; nobody's vote is shown.

    Parameters
    ----------
    voter
        Whose own progress is counted.
    kinds
        Whose votes and agreement are counted.
    """
    both = votes_of(workspace, info, tuple({*kinds, Kind.HUMAN}))
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
        newer_votes=_newer(workspace, info, newest.last_vote if newest else 0, kinds),
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


def queues_fingerprint(workspace: Workspace, info: BenchmarkInfo) -> str:
    """Return a text that changes, between two votes, with all that `queue_states` tells.

    That is with every pair put into a queue and every case that somebody sets aside: its turn is
    above those before.
    """
    sql = (
        "SELECT name, (SELECT max(place) FROM queue_cases WHERE queue_key = queues.key), "
        "(SELECT total(turn) FROM set_aside WHERE queue_key = queues.key) "
        "FROM queues WHERE benchmark_key = ? ORDER BY key"
    )
    with workspace.reading() as db:
        return repr([tuple(row) for row in db.execute(sql, [info.key])])


def fingerprint(
    workspace: Workspace, info: BenchmarkInfo, kinds: Sequence[Kind] | None = None
) -> str:
    """Return a text that changes with every vote, decision, queue and release of a benchmark.

    And with every case that has a vote and is put into a further queue, which may want more of it;
    not with what else is put into a queue or set aside of it: see `queues_fingerprint`.

    Parameters
    ----------
    kinds
        Whose votes change it, beside those of people, as `label_state` tells of both; everybody's
        if none are given. A judge that is being asked votes every second.
    """
    counted = tuple(Kind) if kinds is None else (*kinds, Kind.HUMAN)
    sql = (
        "SELECT (SELECT coalesce(max(key), 0) FROM releases WHERE benchmark_key = :key), "
        "(SELECT coalesce(max(key), 0) FROM queues WHERE benchmark_key = :key), "
        # What is in a queue stays in it, so that the number grows with each.
        "(SELECT count(*) FROM queues JOIN queue_cases ON queue_key = queues.key "
        "WHERE benchmark_key = :key "
        "AND EXISTS (SELECT 1 FROM votes WHERE votes.case_key = queue_cases.case_key AND voter IN "
        "(SELECT name FROM voters WHERE kind IN (SELECT value FROM json_each(:kinds)))))"
    )
    with workspace.reading() as db:
        found = db.execute(sql, {"key": info.key, "kinds": json.dumps(counted)}).fetchone()
    return " ".join(map(str, (info.key, last_vote(workspace, info.key, counted), *found)))


def _newer(workspace: Workspace, info: BenchmarkInfo, since: int, kinds: Sequence[Kind]) -> int:
    sql = (
        "SELECT count(*) FROM cases JOIN votes ON case_key = cases.key "
        "JOIN voters ON voters.name = voter "
        "WHERE benchmark_key = ? AND votes.key > ? AND kind IN (SELECT value FROM json_each(?))"
    )
    with workspace.reading() as db:
        return int(
            db.execute(
                sql, [info.key, since, json.dumps([kind.value for kind in kinds])]
            ).fetchone()[0]
        )
