"""Queues that travel with votes: what they want of their cases, out of a workspace and into one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.labels.queueing.cases import laid_out
from core.labels.queueing.queues import FROM_SEARCHES, SPREAD_OF, VOTERS_OF
from core.labels.types import Order, Origin, Pair, Role, Task, Voter
from core.store import Workspace
from core.store.sqlite import Database

_QUEUED = """
    SELECT queue_key, query_id, table_id, task, queue_cases.origin, wanted, needed
    FROM queue_cases JOIN cases ON cases.key = case_key
    WHERE benchmark_key = ? ORDER BY queue_key, place
"""
_MAKE = """
    INSERT INTO queues (benchmark_key, name, wanted, ordering, seed, source, created_by, created_at,
        tells_agreement) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
_SAME = """
    SELECT key FROM queues WHERE benchmark_key = ? AND name = ?
        AND (created_by = ? AND created_at = ? OR name = ?)
"""
_ENTER = f"""
    INSERT INTO queue_cases (queue_key, case_key, place, origin, wanted, needed, lacking, spread)
    SELECT :queue, asked.key,
        (SELECT coalesce(max(place), 0) FROM queue_cases WHERE queue_key = :queue)
            + row_number() OVER (ORDER BY turn),
        origin, json_extract(asks.value, '$[0]'), json_extract(asks.value, '$[1]'),
        json_extract(asks.value, '$[0]') - ({VOTERS_OF}), ({SPREAD_OF})
    FROM asked_cases AS asked JOIN json_each(:asks) AS asks ON asks.key = turn - 1
    WHERE asked.key NOT IN (SELECT case_key FROM queue_cases WHERE queue_key = :queue)
"""  # noqa: S608 - constants
_LESS = """
    SELECT count(*) FROM asked_cases AS asked JOIN json_each(:asks) AS asks ON asks.key = turn - 1
    WHERE json_extract(asks.value, '$[1]') >
        coalesce((SELECT max(needed) FROM queue_cases WHERE case_key = asked.key), 1)
"""


@dataclass(frozen=True)
class CarriedCase:
    """A case of a queue, as it stands in a file.

    Parameters
    ----------
    wanted, needed
        Votes of people that the queue wants of it, and those that settle it: 1 or more.
    """

    pair: Pair
    wanted: int
    needed: int


@dataclass(frozen=True)
class CarriedQueue:
    """A queue as it stands in a file; its fields are those of `core.labels.types.Queue`."""

    name: str
    wanted: int
    order: Order
    seed: int
    source: Mapping[str, object]
    created_by: str
    created_at: str
    tells_agreement: bool
    cases: tuple[CarriedCase, ...]


@dataclass(frozen=True)
class BroughtQueues:
    """What became of the queues of a file.

    Parameters
    ----------
    made
        Names of those that were not there.
    less
        Cases that fewer votes settle here than where the file comes from: another queue is there
        by the name of theirs.
    """

    made: tuple[str, ...] = ()
    less: int = 0


def carried_queues(
    workspace: Workspace, reader: Voter, benchmark_key: int
) -> tuple[CarriedQueue, ...]:
    """Return the queues of a benchmark with their cases, by name, to be taken elsewhere.

    Raises
    ------
    RoleError
        If it is not a curator who asks: why a pair was put to the vote tells of its label.
    """
    reader.require(Role.CURATOR, "take queues elsewhere")
    held: dict[int, list[CarriedCase]] = {}
    with workspace.reading() as db:
        for queue, query, table, task, origin, wanted, needed in db.execute(
            _QUEUED, [benchmark_key]
        ):
            pair = Pair(query, table, Task(task), Origin(origin))
            held.setdefault(queue, []).append(CarriedCase(pair, wanted, needed))
        sql = "SELECT * FROM queues WHERE benchmark_key = ? ORDER BY name"
        rows = list(db.query(sql, [benchmark_key]))
    return tuple(
        CarriedQueue(
            name=row["name"],
            wanted=row["wanted"],
            order=Order(row["ordering"]),
            seed=row["seed"],
            source=json.loads(row["source"]),
            created_by=row["created_by"],
            created_at=row["created_at"],
            tells_agreement=bool(row["tells_agreement"]),
            cases=tuple(held.get(row["key"], ())),
        )
        for row in rows
    )


def bring_queues(db: Database, benchmark_key: int, queues: Sequence[CarriedQueue]) -> BroughtQueues:
    """Make the queues of a file that are not there, inside a write transaction.

    The same queue, made by the same curator at the same moment, takes in at its end what it lacks,
    and so does the standing one of searches. Another of the name stays as it is. Votes that are
    there count in what is brought. A pair that a queue lists twice is in it once, with the most
    votes.
    """
    made = []
    for one in queues:
        source = json.dumps(dict(one.source), ensure_ascii=False)
        how = one.name, one.wanted, one.order.value, one.seed, source
        by = one.created_by, one.created_at, one.tells_agreement
        if db.execute(_MAKE, [benchmark_key, *how, *by]).rowcount:
            made.append(one.name)
        same = db.execute(_SAME, [benchmark_key, one.name, *by[:2], FROM_SEARCHES]).fetchone()
        if same and one.cases:
            cases = _each_once(one.cases)
            with laid_out(db, benchmark_key, (case.pair for case in cases)):
                db.execute(_ENTER, {"queue": same[0], "asks": _asks(cases)})
    cases = _each_once(case for one in queues for case in one.cases)
    with laid_out(db, benchmark_key, (case.pair for case in cases)):
        (less,) = db.execute(_LESS, {"asks": _asks(cases)}).fetchone()
    return BroughtQueues(tuple(made), less)


def _each_once(cases: Iterable[CarriedCase]) -> list[CarriedCase]:
    """Keep of each pair its first place, with the most votes that are asked of it."""
    found: dict[tuple[str, str], CarriedCase] = {}
    for case in cases:
        known = found.setdefault((case.pair.query, case.pair.table), case)
        wanted, needed = max(known.wanted, case.wanted), max(known.needed, case.needed)
        found[case.pair.query, case.pair.table] = CarriedCase(known.pair, wanted, needed)
    return list(found.values())


def _asks(cases: Iterable[CarriedCase]) -> str:
    return json.dumps([[case.wanted, case.needed] for case in cases])
