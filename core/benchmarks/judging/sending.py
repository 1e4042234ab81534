"""Cases that a judge disputes, sent to people."""

from __future__ import annotations

from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.judges.reliability import JudgeRecord
from core.labels.queueing.queues import add_to_queue, create_queue, queues
from core.labels.types import Origin, Pair, Task, Voter
from core.store import Workspace

_DISPUTED = "disputed by"
"""Key under which a queue of cases that a judge disputes names, in its source, the judge."""

_VOTED_AGAIN = f"""
    SELECT count(DISTINCT later.case_key) FROM queues
    JOIN queue_cases ON queue_cases.queue_key = queues.key
    JOIN votes AS later ON later.case_key = queue_cases.case_key
        AND later.given > julianday(created_at)
    JOIN votes AS earlier ON earlier.case_key = later.case_key
        AND earlier.given <= julianday(created_at) AND NOT earlier.final
    JOIN voters AS one ON one.name = later.voter AND one.kind = 'human'
    JOIN voters AS other ON other.name = earlier.voter AND other.kind = 'human'
    WHERE benchmark_key = ? AND json_extract(source, '$."{_DISPUTED}"') = ?
"""  # noqa: S608 - a constant


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
    tasks = {query.query_id: Task(query.mode.value) for query in registry.queries(workspace, info)}
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
        1 if wanted is None else wanted,
        source={_DISPUTED: record.voter},
        further=further,
        settled=settled,
    )
    return len(pairs)


def voted_again(workspace: Workspace, benchmark_key: int, voter: str) -> int:
    """Count the cases on which people voted again after a judge's dispute of them was sent."""
    with workspace.reading() as db:
        (again,) = db.execute(_VOTED_AGAIN, [benchmark_key, voter]).fetchone()
    return int(again)


def _origin(truth: int, positive_from: int) -> Origin:
    return Origin.GTFN if truth >= positive_from else Origin.GTFP
