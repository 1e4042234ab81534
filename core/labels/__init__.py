"""Cases put to the vote, queues, votes, and the releases that come of them."""

from core.labels.queueing.cases import case, put_pair
from core.labels.queueing.handing import next_case, set_aside
from core.labels.queueing.queue_terms import QueueTerms
from core.labels.queueing.queued import progress
from core.labels.queueing.queues import add_to_queue, create_queue, queue, queues
from core.labels.types import (
    LOCAL,
    Ballot,
    Case,
    Kind,
    Order,
    Origin,
    Pair,
    Progress,
    Queue,
    Role,
    Task,
    Vote,
    Voter,
)
from core.labels.voting.casting import adjudicate, cast_vote
from core.labels.voting.votes import current_votes, history, own_vote

__all__ = [
    "LOCAL",
    "Ballot",
    "Case",
    "Kind",
    "Order",
    "Origin",
    "Pair",
    "Progress",
    "Queue",
    "QueueTerms",
    "Role",
    "Task",
    "Vote",
    "Voter",
    "add_to_queue",
    "adjudicate",
    "case",
    "cast_vote",
    "create_queue",
    "current_votes",
    "history",
    "next_case",
    "own_vote",
    "progress",
    "put_pair",
    "queue",
    "queues",
    "set_aside",
]
