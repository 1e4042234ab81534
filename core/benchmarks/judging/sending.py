"""Cases that a judge disputes, sent to people."""

from __future__ import annotations

from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.judges.reliability import JudgeRecord
from core.labels import QueueTerms, add_to_queue, create_queue, queues
from core.labels.types import Origin, Pair, Task, Voter
from core.store import Workspace

_DISPUTED = "disputed by"
"""Key under which a queue of cases that a judge disputes names, in its source, the judge."""


def send_disputed(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    record: JudgeRecord,
    name: str,
    wanted: int | None = None,
) -> int:
    """Put the cases that a judge disputes into a queue for people, made if there is none.

    Those are the cases on which it contradicts what people settled, or the ground truth where
    people have settled nothing; the surest come first. What people have settled stays settled as
    long as their votes agree: that more votes are asked for on the very cases on which a judge is
    wrong is no reason to leave these out of its report.

    Parameters
    ----------
    wanted
        Votes that a queue made for them wants of each, 1 to 100; those already given count. If not
        given one more than the case has, so that all are handed out.

    Returns
    -------
    int
        How many cases are new in the queue.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BadQueueError
        If nothing is disputed, or the queue cannot be called that.
    """
    tasks = registry.tasks(workspace, info)
    pairs = [
        Pair(query, table, tasks.get(query, Task.UNION), _origin(truth, record.positive_from))
        for query, table, truth in record.disputed.select("query", "table", "truth").iter_rows()
    ]
    found = {queue.name: queue for queue in queues(workspace, info.key)}
    settled = record.settled["case"].to_list()
    further = wanted is None
    if name in found:
        return add_to_queue(workspace, curator, found[name], pairs, further, settled)
    create_queue(
        workspace,
        curator,
        info.key,
        name,
        pairs,
        QueueTerms(
            wanted=1 if wanted is None else wanted,
            source={_DISPUTED: record.voter},
            further=further,
            settled=settled,
        ),
    )
    return len(pairs)


def disputed_queues(workspace: Workspace, benchmark_key: int, voter: str) -> list[int]:
    """List the queues that were made of what a judge disputes, by their keys."""
    found = queues(workspace, benchmark_key)
    return [queue.key for queue in found if queue.source.get(_DISPUTED) == voter]


def _origin(truth: int, positive_from: int) -> Origin:
    return Origin.GTFN if truth >= positive_from else Origin.GTFP
