"""Cases: pairs of a benchmark that were put to the vote."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from core.labels.errors import CaseNotFoundError
from core.labels.types import Case, Pair, Role, Task, Voter
from core.store import Workspace
from core.store.sqlite import WHOLE_NUMBERS, Database


def case(workspace: Workspace, key: int, benchmark_key: int | None = None) -> Case:
    """Find a case by its number.

    Parameters
    ----------
    benchmark_key
        The benchmark that it must be of; any if none.

    Raises
    ------
    CaseNotFoundError
        If there is none.
    """
    with workspace.reading() as db:
        return case_row(db, key, benchmark_key)


def cases(workspace: Workspace, keys: Sequence[int], benchmark_key: int) -> list[Case]:
    """Find many cases of a benchmark by their numbers, in the order given; raises as `case`."""
    sql = (
        "SELECT cases.key, query_id, table_id, task FROM json_each(?) AS asked "
        "JOIN cases ON cases.key = asked.value WHERE benchmark_key = ? ORDER BY asked.key"
    )
    with workspace.reading() as db:
        rows = db.execute(sql, [json.dumps(list(keys)), benchmark_key]).fetchall()
        if len(rows) < len(keys):
            case_row(db, min(set(keys).difference(row[0] for row in rows)), benchmark_key)
    return [Case(row[0], row[1], row[2], Task(row[3])) for row in rows]


def find_case(workspace: Workspace, benchmark_key: int, query: str, table: str) -> Case | None:
    """Find the case of a pair; None if it was never put to the vote."""
    sql = "SELECT key FROM cases WHERE benchmark_key = ? AND query_id = ? AND table_id = ?"
    with workspace.reading() as db:
        row = db.execute(sql, [benchmark_key, query, table]).fetchone()
        return None if row is None else case_row(db, row[0])


def put_pair(workspace: Workspace, voter: Voter, benchmark_key: int, pair: Pair) -> Case:
    """Return the case of a pair, made if it is none yet, as for "label this pair".

    Raises
    ------
    RoleError
        If the voter may not vote.
    """
    voter.require(Role.ANNOTATOR, "put a pair to the vote")
    with workspace.writing() as db:
        return case_row(db, put(db, benchmark_key, [pair])[0])


def put_all(
    workspace: Workspace, voter: Voter, benchmark_key: int, pairs: Iterable[Pair]
) -> list[int]:
    """Return the keys of the cases of pairs, made if they are none yet, in the order given.

    Raises
    ------
    RoleError
        If the voter may not vote.
    """
    voter.require(Role.ANNOTATOR, "put a pair to the vote")
    with workspace.writing() as db:
        return put(db, benchmark_key, pairs)


def case_row(db: Database, key: int, benchmark_key: int | None = None) -> Case:
    """Find a case inside a transaction; raises as `case`."""
    sql = "SELECT key, query_id, table_id, task, benchmark_key FROM cases WHERE key = ?"
    row = db.execute(sql, [key]).fetchone() if key in WHOLE_NUMBERS else None
    if row is None or benchmark_key not in (None, row[4]):
        raise CaseNotFoundError(
            "A case is named by the number that `label next` and the address of a vote give. Got "
            f"{key}, which is none."
        )
    return Case(row[0], row[1], row[2], Task(row[3]))


def put(db: Database, benchmark_key: int, pairs: Iterable[Pair]) -> list[int]:
    """Make cases of the pairs that are none yet, in a write transaction.

    Returns
    -------
    list of int
        The key of each pair's case, in the order given.
    """
    with laid_out(db, benchmark_key, pairs):
        return [int(key) for (key,) in db.execute("SELECT key FROM asked_cases ORDER BY turn")]


@contextmanager
def laid_out(db: Database, benchmark_key: int, pairs: Iterable[Pair]) -> Iterator[None]:
    """Make cases of pairs as `put`, and have them in a table for statements on all at once.

    Everybody's votes wait for a write transaction: a statement a pair holds them up for seconds.
    The table `asked_cases` is there inside alone, with a row per pair: ``turn``, its number in the
    order given, from 1; ``key`` of its case; ``origin`` of the pair, which may have been a case
    from elsewhere before.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    db.execute(
        "CREATE TEMP TABLE asked_pairs (turn INTEGER PRIMARY KEY, query_id TEXT, table_id TEXT, "
        "task TEXT, origin TEXT)"
    )
    db.conn.executemany(
        "INSERT INTO asked_pairs (query_id, table_id, task, origin) VALUES (?, ?, ?, ?)",
        ((pair.query, pair.table, pair.task.value, pair.origin.value) for pair in pairs),
    )
    db.execute(
        "INSERT INTO cases (benchmark_key, query_id, table_id, task, origin, created_at) "
        "SELECT ?, query_id, table_id, task, origin, ? FROM asked_pairs WHERE true ORDER BY turn "
        "ON CONFLICT DO NOTHING",
        [benchmark_key, now],
    )
    db.execute(
        "CREATE TEMP TABLE asked_cases AS SELECT turn, cases.key, asked_pairs.origin "
        "FROM asked_pairs JOIN cases USING (query_id, table_id) WHERE benchmark_key = ?",
        [benchmark_key],
    )
    yield
    db.execute("DROP TABLE asked_cases")
    db.execute("DROP TABLE asked_pairs")
