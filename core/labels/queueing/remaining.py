"""How much of a queue is left for one voter."""

from __future__ import annotations

from core.labels.types import Queue, Voter
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
