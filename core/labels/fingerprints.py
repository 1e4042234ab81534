"""Texts that change whenever what is told of a benchmark's labels may change."""

from __future__ import annotations

import json
from collections.abc import Sequence

from core.labels.types import Kind
from core.labels.voting.votes import last_vote
from core.store import Workspace

_QUEUES = """
    SELECT name, (SELECT max(place) FROM queue_cases WHERE queue_key = queues.key),
        (SELECT total(turn) FROM set_aside WHERE queue_key = queues.key)
    FROM queues WHERE benchmark_key = ? ORDER BY key
"""
_LABELS = """
    SELECT (SELECT coalesce(max(key), 0) FROM releases WHERE benchmark_key = :key),
        (SELECT coalesce(max(key), 0) FROM queues WHERE benchmark_key = :key),
        -- What is in a queue stays in it, so that the number grows with each.
        (SELECT count(*) FROM queues JOIN queue_cases ON queue_key = queues.key
         WHERE benchmark_key = :key AND EXISTS (
            SELECT 1 FROM votes WHERE votes.case_key = queue_cases.case_key AND voter IN
            (SELECT name FROM voters WHERE kind IN (SELECT value FROM json_each(:kinds)))))
"""


def queues_fingerprint(workspace: Workspace, benchmark_key: int) -> str:
    """Return a text that changes, between two votes, with all that is told of queues.

    That is with every pair put into a queue and every case that somebody sets aside: its turn is
    above those before.
    """
    with workspace.reading() as db:
        return repr([tuple(row) for row in db.execute(_QUEUES, [benchmark_key])])


def labels_fingerprint(
    workspace: Workspace, benchmark_key: int, kinds: Sequence[Kind] | None = None
) -> str:
    """Return a text that changes with every vote, decision, queue and release of a benchmark.

    And with every case that has a vote and is put into a further queue, which may want more of it;
    not with what else is put into a queue or set aside of it: see `queues_fingerprint`.

    Parameters
    ----------
    kinds
        Whose votes change it, beside those of people; everybody's if none are given. A judge that
        is being asked votes every second.
    """
    counted = tuple(Kind) if kinds is None else (*kinds, Kind.HUMAN)
    with workspace.reading() as db:
        found = db.execute(_LABELS, {"key": benchmark_key, "kinds": json.dumps(counted)}).fetchone()
    return " ".join(map(str, (benchmark_key, last_vote(workspace, benchmark_key, counted), *found)))
