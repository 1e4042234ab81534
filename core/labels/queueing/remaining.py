"""How much of a queue is left, for anybody and for one voter."""

from __future__ import annotations

from core.amounts import amount
from core.labels.types import Progress, Queue, Voter
from core.store import Workspace

_LEFT = """
    SELECT count(*) FROM queue_cases WHERE queue_key = :queue AND lacking > 0
    AND NOT EXISTS (
        SELECT 1 FROM votes
        WHERE votes.case_key = queue_cases.case_key AND final = 0 AND voter = :voter)
    AND NOT EXISTS (
        SELECT 1 FROM set_aside WHERE set_aside.queue_key = :queue AND voter = :voter
            AND set_aside.case_key = queue_cases.case_key AND NOT come_back)
"""


def remaining(workspace: Workspace, queue: Queue, voter: Voter) -> int:
    """Count the cases that lack votes and that the voter has neither voted on nor passed for good.

    Those that others hold at the moment are among them.
    """
    values = {"queue": queue.key, "voter": voter.name}
    with workspace.reading() as db:
        return int(db.execute(_LEFT, values).fetchone()[0])


def told_open(queue: Queue, done: Progress, yours: int | None = None) -> str:
    """Say how many cases of a queue are open for voting, as one sentence.

    Parameters
    ----------
    done
        What is done in it (`core.labels.queueing.queued.progress`).
    yours
        How many of those that are open are left for who reads it; not told if not given.
    """
    if done.done < done.cases:
        left = f"{done.cases - done.done:,} of {amount(done.cases, 'case')}"
        of_them = "" if yours is None else f"; {yours:,} of them for you"
        return f"Open for voting in it: {left}{of_them}."
    alike = done.votes_wanted == done.cases * queue.wanted
    votes = f"the {amount(queue.wanted, 'vote')} that" if alike else "as many votes as"
    return f"None of its cases is open for voting: each has {votes} the queue wants, or more."
