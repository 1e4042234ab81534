"""Votes counted where they are stored: how many there are, on which cases, since when."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.amounts import amount
from core.labels.types import Kind
from core.store import Workspace
from core.store.sqlite import Database

_VOTED = """
    SELECT DISTINCT case_key FROM votes JOIN voters ON voters.name = voter
    JOIN cases ON cases.key = case_key WHERE kind = 'human' AND benchmark_key = ?
"""
_AFTER = """
    SELECT count(*) - total(final), total(final)
    FROM cases JOIN current_votes AS votes ON case_key = cases.key
    JOIN voters ON voters.name = voter
    WHERE benchmark_key = ? AND votes.key > ? AND kind IN (SELECT value FROM json_each(?))
"""
_LOOKED_AT_AGAIN = """
    SELECT count(DISTINCT iif(later.final, NULL, later.case_key)),
        count(DISTINCT iif(later.final, later.case_key, NULL)) FROM queues
    JOIN queue_cases ON queue_cases.queue_key = queues.key
    JOIN votes AS later ON later.case_key = queue_cases.case_key
        AND later.given > julianday(created_at)
    JOIN votes AS earlier ON earlier.case_key = later.case_key
        AND earlier.given <= julianday(created_at) AND NOT earlier.final
    JOIN voters AS one ON one.name = later.voter AND one.kind = 'human'
    JOIN voters AS other ON other.name = earlier.voter AND other.kind = 'human'
    WHERE queues.key IN (SELECT value FROM json_each(?))
"""


@dataclass(frozen=True)
class LookedAtAgain:
    """Cases on which people have said something once more, votes and decisions apart."""

    voted: int
    decided: int

    @property
    def told(self) -> str:
        """What people did, in words; empty if nothing.

        Examples
        --------
        >>> LookedAtAgain(2, 1).told
        'people voted again on 2 cases and curators decided 1 case'
        >>> LookedAtAgain(0, 2).told, LookedAtAgain(0, 0).told
        ('curators decided 2 cases', '')
        """
        voted = [f"people voted again on {amount(self.voted, 'case')}"] if self.voted else []
        decided = [f"curators decided {amount(self.decided, 'case')}"] if self.decided else []
        return " and ".join([*voted, *decided])


@dataclass(frozen=True)
class VotesSince:
    """The votes and decisions since a moment that stand: no later one has taken their place."""

    votes: int = 0
    decisions: int = 0

    @property
    def count(self) -> int:
        """How many there are of both."""
        return self.votes + self.decisions

    @property
    def told(self) -> str:
        """Both in words, decisions if there are any.

        Examples
        --------
        >>> VotesSince(2).told, VotesSince(1, 2).told, VotesSince(0, 1).told, VotesSince().told
        ('2 votes', '1 vote and 2 decisions', '1 decision', '0 votes')
        """
        told = [amount(self.votes, "vote")] if self.votes or not self.decisions else []
        if self.decisions:
            told.append(amount(self.decisions, "decision"))
        return " and ".join(told)


def count_votes(db: Database, benchmark_key: int) -> int:
    """Count the votes and decisions on a benchmark that are stored, in a transaction."""
    sql = "SELECT count(*) FROM cases JOIN votes ON case_key = cases.key WHERE benchmark_key = ?"
    return int(db.execute(sql, [benchmark_key]).fetchone()[0])


def cases_with_votes(workspace: Workspace, benchmark_key: int) -> set[int]:
    """Return the cases of a benchmark that a person has voted on or decided, by number."""
    with workspace.reading() as db:
        return {case for (case,) in db.execute(_VOTED, [benchmark_key])}


def votes_after(
    workspace: Workspace, benchmark_key: int, last_vote: int, kinds: Sequence[Kind]
) -> VotesSince:
    """Count what some kinds of voters have said since a vote was entered, as it stands now."""
    counted = json.dumps([kind.value for kind in kinds])
    with workspace.reading() as db:
        votes, decisions = db.execute(_AFTER, [benchmark_key, last_vote, counted]).fetchone()
    return VotesSince(int(votes), int(decisions))


def looked_at_again(workspace: Workspace, queue_keys: Sequence[int]) -> LookedAtAgain:
    """Count the cases that people had voted on when a queue was made, and have looked at since.

    A case that was voted on and decided counts as each.
    """
    with workspace.reading() as db:
        voted, decided = db.execute(_LOOKED_AT_AGAIN, [json.dumps(list(queue_keys))]).fetchone()
    return LookedAtAgain(int(voted), int(decided))
