"""Queues: made once from pairs, filled further, listed, with their progress."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from core.labels.errors import BadQueueError, QueueExistsError, QueueNotFoundError
from core.labels.queueing.cases import laid_out, put
from core.labels.queueing.queue_terms import ONE_VOTE_BY_RANK, QueueTerms
from core.labels.types import Order, Pair, Queue, Role, Voter
from core.store import Workspace
from core.store.sqlite import WHOLE_NUMBERS, Database

MAX_WANTED = 100
"""Votes that a queue may want of a case, at most."""

FROM_SEARCHES = "from searches"
"""Name of the queue of pairs that somebody came upon."""

SAMPLE = "drawn at random from the cases of"
"""Key under which the queue of a random sample names, in its source, the judge it is of."""

VOTERS_OF = """
    SELECT count(DISTINCT voter) FROM votes JOIN voters ON voters.name = voter
    WHERE case_key = asked.key AND final = 0 AND kind = 'human'
"""
SPREAD_OF = """
    SELECT coalesce(max(label) - min(label), 0)
    FROM current_votes JOIN voters ON voters.name = voter
    WHERE case_key = asked.key AND final = 0 AND kind = 'human'
"""
_SPREADS = f"""
    SELECT key, ({SPREAD_OF}) FROM cases AS asked
    WHERE key IN (SELECT value FROM json_each(?))
    AND EXISTS (SELECT 1 FROM queue_cases WHERE case_key = asked.key)
"""  # noqa: S608 - constants
_ENTER = f"""
    INSERT INTO queue_cases (queue_key, case_key, place, origin, wanted, needed, lacking, spread)
    SELECT :queue, key,
        (SELECT coalesce(max(place), 0) FROM queue_cases WHERE queue_key = :queue)
            + row_number() OVER (ORDER BY turn),
        origin, wanted, iif(key IN (SELECT value FROM json_each(:settled)), 1, :wanted),
        wanted - voted, spread
    FROM (
        SELECT turn, key, origin, voted, spread,
            iif(:further, max(:wanted, min(voted + 1, {MAX_WANTED})), :wanted) AS wanted
        FROM (
            SELECT turn, key, origin, ({VOTERS_OF}) AS voted, ({SPREAD_OF}) AS spread
            FROM asked_cases AS asked
        )
    )
    WHERE key NOT IN (SELECT case_key FROM queue_cases WHERE queue_key = :queue)
"""  # noqa: S608 - constants


def check_queue(name: str, seed: int) -> None:
    """Raise unless a queue may have that name and that seed.

    Raises
    ------
    BadQueueError
        If the name is no text, has outer blanks or line ends, or the seed cannot be stored.
    """
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise BadQueueError(
            f"A queue's name is a text without outer blanks and line ends. Got {name!r}."
        )
    if seed not in WHOLE_NUMBERS:
        raise BadQueueError(
            f"A seed is from {WHOLE_NUMBERS[0]:,} to {WHOLE_NUMBERS[-1]:,}. Got {seed}."
        )


def create_queue(
    workspace: Workspace,
    curator: Voter,
    benchmark_key: int,
    name: str,
    pairs: Sequence[Pair],
    terms: QueueTerms = ONE_VOTE_BY_RANK,
) -> Queue:
    """Make a queue of pairs; a pair given twice is in it once.

    Parameters
    ----------
    pairs
        In the order of their rank, the first being the first to be asked under `Order.RANK`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BadQueueError
        If there is no pair, `check_queue` refuses name or seed, or more or fewer votes are wanted
        than may be.
    QueueExistsError
        If the benchmark has a queue of that name.
    """
    curator.require(Role.CURATOR, "make a queue")
    check_queue(name, terms.seed)
    if not 1 <= terms.wanted <= MAX_WANTED:
        raise BadQueueError(f"A case may want 1 to {MAX_WANTED} votes. Got {terms.wanted}.")
    if not pairs:
        raise BadQueueError("A queue has at least one pair. Got none; choose others.")
    row = {
        "benchmark_key": benchmark_key,
        "name": name,
        "wanted": terms.wanted,
        "ordering": terms.order.value,
        "seed": terms.seed,
        "source": json.dumps(dict(terms.source), ensure_ascii=False),
        "created_by": curator.name,
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "tells_agreement": terms.tells_agreement,
    }
    lined_up = _lined_up(
        pairs, terms.order, terms.seed
    )  # before the transaction, for which others wait
    with workspace.writing() as db:
        taken = "SELECT 1 FROM queues WHERE benchmark_key = ? AND name = ?"
        if db.execute(taken, [benchmark_key, name]).fetchone():
            raise QueueExistsError(
                f"A queue's name is its own. Got {name!r}, which is one already; choose another."
            )
        db.table("queues").insert(row)
        made = next(db.query("SELECT * FROM queues WHERE key = last_insert_rowid()"))
        _fill(db, _of(made), lined_up, terms.further, terms.settled)
    return _of(made)


def add_to_queue(
    workspace: Workspace,
    curator: Voter,
    queue: Queue,
    pairs: Sequence[Pair],
    further: bool = False,
    settled: Collection[int] = (),
) -> int:
    """Put further pairs at the end of a queue, and tell how many were not in it before.

    Parameters
    ----------
    further, settled
        As `QueueTerms`, of the cases that are new in it.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BadQueueError
        If the queue holds a random sample: with pairs chosen otherwise it would be none.
    """
    if SAMPLE in queue.source:
        raise BadQueueError(
            f"A random sample holds what was drawn, and nothing else. Got {queue.name!r}, which is "
            f"one of the cases of {queue.source[SAMPLE]}; choose another queue."
        )
    return _add(workspace, curator, queue, pairs, further, settled)


def extend_sample(workspace: Workspace, curator: Voter, queue: Queue, pairs: Sequence[Pair]) -> int:
    """Put pairs at the end of a queue as `add_to_queue`, also where it holds a random sample.

    They are the next of the same drawing then.
    """
    return _add(workspace, curator, queue, pairs)


def put_in_standing_queue(
    workspace: Workspace, voter: Voter, benchmark_key: int, pairs: Sequence[Pair]
) -> tuple[Queue, list[int]]:
    """Put pairs that somebody came upon, as in a search, into a queue that is always there.

    The queue `FROM_SEARCHES` is made with the first pair; each of its cases wants one vote.

    Returns
    -------
    tuple
        The queue, and the key of each pair's case in the order given.

    Raises
    ------
    RoleError
        If the voter may not vote.
    BadQueueError
        If there is no pair.
    """
    voter.require(Role.ANNOTATOR, "put a pair to the vote")
    if not pairs:
        raise BadQueueError("A queue has at least one pair. Got none; choose others.")
    row = {
        "benchmark_key": benchmark_key,
        "name": FROM_SEARCHES,
        "wanted": 1,
        "ordering": Order.RANK.value,
        "seed": 0,
        "source": json.dumps({"from": "searches"}),
        "created_by": voter.name,
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    with workspace.writing() as db:
        db.table("queues").insert(row, ignore=True)
        sql = "SELECT * FROM queues WHERE benchmark_key = ? AND name = ?"
        found = _of(next(db.query(sql, [benchmark_key, FROM_SEARCHES])))
        _fill(db, found, _lined_up(pairs, found.order, found.seed))
        return found, put(db, benchmark_key, pairs)


def first_pairs(pairs: Iterable[Pair], order: Order, seed: int, most: int) -> list[Pair]:
    """Return the first pairs that a queue in some order would ask for, each once.

    By `Order.DISAGREEMENT`, of which nothing is known before there are votes, as they were given.

    Examples
    --------
    >>> pairs = [Pair("q", "a", effect=0.1), Pair("q", "a"), Pair("q", "b", effect=0.5)]
    >>> [one.table for one in first_pairs(pairs, Order.RANK, 0, 5)]
    ['a', 'b']
    >>> [one.table for one in first_pairs(pairs, Order.EFFECT, 0, 1)]
    ['b']
    """
    return _lined_up(pairs, order, seed)[:most]


def random_order(pairs: Iterable[tuple[str, str]], seed: int) -> list[tuple[str, str]]:
    """Return pairs of query and table as a queue in random order has them that begins with them.

    The seed alone decides, whatever order they are given in.
    """
    ordered = sorted(pairs)
    random.Random(seed).shuffle(ordered)  # noqa: S311  # an order, not a secret
    return ordered


def queues(workspace: Workspace, benchmark_key: int) -> list[Queue]:
    """List the queues of a benchmark by name."""
    sql = "SELECT * FROM queues WHERE benchmark_key = ? ORDER BY name"
    with workspace.reading() as db:
        return [_of(row) for row in db.query(sql, [benchmark_key])]


def queue(workspace: Workspace, benchmark_key: int, name: str) -> Queue:
    """Find a queue.

    Raises
    ------
    QueueNotFoundError
        If the benchmark has none of that name; the message lists those there are.
    """
    with workspace.reading() as db:
        sql = "SELECT * FROM queues WHERE benchmark_key = ? AND name = ?"
        found = next(db.query(sql, [benchmark_key, name]), None)
    if found is None:
        known = [one.name for one in queues(workspace, benchmark_key)]
        there = f"There are: {', '.join(known)}." if known else "There is none yet; make one."
        raise QueueNotFoundError(f"No queue is named {name!r}. {there}")
    return _of(found)


def count_votes(db: Database, first: Mapping[int, int]) -> None:
    """Bring every queue of some cases up to date after people's votes, in their transaction.

    Parameters
    ----------
    first
        Of each of the cases, how many voted on it who had not before.
    """
    spreads = db.execute(_SPREADS, [json.dumps([*first])]).fetchall()
    db.conn.executemany(
        "UPDATE queue_cases SET lacking = lacking - :first, spread = :spread "
        "WHERE case_key = :case AND (:first > 0 OR spread != :spread)",
        [{"case": case, "first": first[case], "spread": spread} for case, spread in spreads],
    )


def _lined_up(pairs: Iterable[Pair], order: Order, seed: int) -> list[Pair]:
    """Return each pair once, in the order in which a queue takes them in."""
    first: dict[tuple[str, str], Pair] = {}
    for pair in pairs:
        first.setdefault((pair.query, pair.table), pair)
    if order is Order.RANDOM:
        return [first[pair] for pair in random_order(first, seed)]
    unique = list(first.values())
    if order is Order.EFFECT:
        unique.sort(key=lambda pair: -pair.effect)
    return unique


def _add(
    workspace: Workspace,
    curator: Voter,
    queue: Queue,
    pairs: Sequence[Pair],
    further: bool = False,
    settled: Collection[int] = (),
) -> int:
    curator.require(Role.CURATOR, "add to a queue")
    lined_up = _lined_up(pairs, queue.order, queue.seed)
    with workspace.writing() as db:
        return _fill(db, queue, lined_up, further, settled)


def _fill(
    db: Database,
    queue: Queue,
    pairs: Sequence[Pair],
    further: bool = False,
    settled: Collection[int] = (),
) -> int:
    """Put pairs that are lined up at the end of a queue, and tell how many are new in it."""
    asked = {
        "queue": queue.key,
        "wanted": queue.wanted,
        "further": further,
        "settled": json.dumps(list(settled)),
    }
    with laid_out(db, queue.benchmark_key, pairs):
        return db.execute(_ENTER, asked).rowcount


def _of(row: Mapping[str, Any]) -> Queue:
    return Queue(
        key=row["key"],
        benchmark_key=row["benchmark_key"],
        name=row["name"],
        wanted=row["wanted"],
        order=Order(row["ordering"]),
        seed=row["seed"],
        source=json.loads(row["source"]),
        created_by=row["created_by"],
        created_at=row["created_at"],
        tells_agreement=bool(row["tells_agreement"]),
    )
