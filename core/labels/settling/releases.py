"""Releases: named, immutable versions of a ground truth, each with what settled its labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import polars as pl

from core.evaluation import Qrels
from core.labels.errors import (
    BadReleaseError,
    NoReleaseError,
    ReleaseExistsError,
    SameReleaseError,
)
from core.labels.types import Role, Voter
from core.store import Workspace
from core.store.sqlite import Database

CONSENSUS = "consensus"
ADJUDICATION = "adjudication"

_RELEASES = """
    SELECT releases.*,
        (SELECT count(*) FROM labels WHERE release_key = releases.key) AS labels,
        (SELECT count(*) FROM settled_labels WHERE release_key = releases.key) AS settled,
        (SELECT count(*) FROM settled_labels WHERE release_key = releases.key
            AND settled_by = 'adjudication') AS adjudicated,
        (SELECT count(*) FROM settled_labels WHERE release_key = releases.key
            AND after IS NOT before) AS changed
    FROM releases WHERE benchmark_key = ?
"""


@dataclass(frozen=True)
class Settled:
    """What was concluded of one case."""

    case: int
    query: str
    table: str
    label: int
    by: str
    """`CONSENSUS` or `ADJUDICATION`."""
    confidence: float | None = None


@dataclass(frozen=True)
class Release:
    """One version of a benchmark's ground truth.

    Parameters
    ----------
    rule
        How votes became labels; empty for the ground truth as it was published.
    fingerprint
        Hash of its labels, as `Qrels.fingerprint`.
    last_vote
        Key of the last vote that it knows of; of a release from a file the last that was there when
        it was taken in.
    binary
        Whether it was published with 0 and 1 alone, so that its 1 means unionable, not partly.
    labels, settled, adjudicated, changed
        Labelled pairs; those settled by votes, those of them that a curator decided, and those
        whose label is another than in the release it is based on.
    """

    name: str
    base: str
    rule: str
    note: str
    created_by: str
    created_at: str
    fingerprint: str
    last_vote: int
    binary: bool
    labels: int
    settled: int
    adjudicated: int
    changed: int


def knows_two_grades(truth: Qrels) -> bool:
    """Whether a published ground truth knows only 0 and 1, and so means "unionable" by its 1.

    Of a release made of votes this says nothing: it may lack a 2 because all its 1 mean "partly".
    """
    return bool(truth.frame["relevance"].max() == 1)


def graded(truth: Qrels) -> Qrels:
    """Bring a ground truth that knows only 0 and 1 to the scale of votes: 2 is unionable, 0 not.

    Examples
    --------
    >>> graded(Qrels.of({"q": {"a": 1, "b": 0}})).to_dict()
    {'q': {'a': 2, 'b': 0}}
    """
    lifted = pl.when(pl.col("relevance") == 1).then(2).otherwise(pl.col("relevance"))
    frame = truth.frame.with_columns(lifted.alias("relevance"))
    return Qrels(frame, truth.queries, truth.source)


def settled_truth(base: Qrels, settled: Sequence[Settled]) -> Qrels:
    """Put settled labels over a ground truth on the scale of votes, which is not changed.

    Examples
    --------
    >>> base = Qrels.of({"q": {"a": 2, "b": 2}})
    >>> settled_truth(base, [Settled(1, "q", "b", 0, CONSENSUS)]).to_dict()
    {'q': {'a': 2, 'b': 0}}
    """
    labels = {(q, t): grade for q, t, grade in base.frame.iter_rows()}
    labels.update({(one.query, one.table): one.label for one in settled})
    return Qrels.from_rows([(q, t, grade) for (q, t), grade in labels.items()], base.queries)


@dataclass(frozen=True)
class ReleaseDraft:
    """A release before it is stored.

    Parameters
    ----------
    base
        Name of the release that it is based on.
    truth
        The labels of that, on the scale of votes.
    settled
        What was settled since, at most one label a pair.
    rule
        How votes became labels, in words.
    last_vote
        Key of the last vote that it knows of.
    note
        What to tell of it besides.
    """

    name: str
    base: str
    truth: Qrels
    settled: Sequence[Settled]
    rule: str
    last_vote: int
    note: str


def store_release(
    workspace: Workspace, curator: Voter, benchmark_key: int, draft: ReleaseDraft, *, again: bool
) -> Release:
    """Store a release: a ground truth with settled labels over it, all or nothing.

    Parameters
    ----------
    again
        Whether it may have the labels, rule and last vote of a release that there is.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BadReleaseError
        If the name is no text, or nothing is settled.
    ReleaseExistsError
        If the benchmark has a release of that name: one is never changed.
    SameReleaseError
        If there is a release like it and `again` is not set.
    """
    curator.require(Role.CURATOR, "make a release")
    _require_text(draft.name)
    if not draft.settled:
        raise BadReleaseError(
            "A release has at least one settled label. Got none; gather votes or adjudicate first."
        )
    truth = settled_truth(draft.truth, draft.settled)
    before = {(q, t): grade for q, t, grade in draft.truth.frame.iter_rows()}
    row = {
        "benchmark_key": benchmark_key,
        "name": draft.name,
        "fingerprint": truth.fingerprint,
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "base_release": draft.base,
        "rule": draft.rule,
        "note": draft.note,
        "created_by": curator.name,
        "last_vote": draft.last_vote,
    }
    with workspace.writing() as db:
        _require_free(db, benchmark_key, draft.name)
        if not again:
            _require_another(db, row)
        key = db.table("releases").insert(row).last_pk
        store_truth(db, key, truth)
        db.conn.executemany(
            "INSERT INTO settled_labels (release_key, query_id, table_id, case_key, before, "
            "after, settled_by, confidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    *(key, s.query, s.table, s.case),
                    *(before.get((s.query, s.table)), s.label, s.by, s.confidence),
                )
                for s in draft.settled
            ),
        )
    return release(workspace, benchmark_key, draft.name)


def check_name(workspace: Workspace, benchmark_key: int, name: str) -> None:
    """Refuse a name that a release cannot have, before anything is done for it.

    Raises
    ------
    BadReleaseError, ReleaseExistsError
        As `store_release`.
    """
    _require_text(name)
    with workspace.reading() as db:
        _require_free(db, benchmark_key, name)


def _require_text(name: str) -> None:
    if not name:
        raise BadReleaseError("A release's name must not be empty. Write one, such as people-1.")
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise BadReleaseError(
            f"A release's name is a text without outer blanks and line ends. Got {name!r}."
        )
    if "/" in name:  # its files are named after it
        raise BadReleaseError(f"A release's name has no slash. Got {name!r}; write another.")


def _require_free(db: Database, benchmark_key: int, name: str) -> None:
    taken = "SELECT 1 FROM releases WHERE benchmark_key = ? AND name = ?"
    if db.execute(taken, [benchmark_key, name]).fetchone():
        raise ReleaseExistsError(
            f"A release is never changed. Got {name!r}, which is one already; choose another name."
        )


def _require_another(db: Database, row: Mapping[str, Any]) -> None:
    same = db.execute(
        "SELECT name FROM releases WHERE benchmark_key = ? AND fingerprint = ? AND rule = ? "
        "AND last_vote = ? ORDER BY key DESC LIMIT 1",
        [row[name] for name in ("benchmark_key", "fingerprint", "rule", "last_vote")],
    ).fetchone()
    if same:
        raise SameReleaseError(
            "A release differs from all others in its labels, its votes or its rule. Release "
            f"{same[0]!r} has the same; use that, or have a second one made all the same (--again "
            "in the terminal, the box above Publish on the page)."
        )


def store_truth(db: Database, release_key: Any, truth: Qrels) -> None:
    """Store the queries and labels of a new release, inside its transaction."""
    db.conn.executemany(
        "INSERT INTO release_queries VALUES (?, ?)", ((release_key, q) for q in truth.queries)
    )
    db.conn.executemany(
        "INSERT INTO labels VALUES (?, ?, ?, ?)",
        ((release_key, *row) for row in truth.frame.iter_rows()),
    )


def releases(workspace: Workspace, benchmark_key: int) -> list[Release]:
    """List the releases of a benchmark, oldest first."""
    with workspace.reading() as db:
        return [_of(row) for row in db.query(f"{_RELEASES} ORDER BY key", [benchmark_key])]


def release(workspace: Workspace, benchmark_key: int, name: str) -> Release:
    """Find a release.

    Raises
    ------
    NoReleaseError
        If the benchmark has none of that name; the message lists those there are.
    """
    with workspace.reading() as db:
        for row in db.query(f"{_RELEASES} AND name = ?", [benchmark_key, name]):
            return _of(row)
        sql = "SELECT name FROM releases WHERE benchmark_key = ? ORDER BY key"
        there = ", ".join(one for (one,) in db.execute(sql, [benchmark_key]))
    raise NoReleaseError(f"No release is named {name!r}. There are: {there}.")


def settled_labels(workspace: Workspace, benchmark_key: int, name: str) -> pl.DataFrame:
    """Return what votes settled in a release, by query, then table.

    Returns
    -------
    DataFrame
        ``query, table, case, before, after, settled_by, confidence``; ``before`` is the label of
        the release it is based on, null if there was none.
    """
    sql = (
        "SELECT query_id, table_id, case_key, before, after, settled_by, confidence "
        "FROM settled_labels JOIN releases ON releases.key = release_key "
        "WHERE benchmark_key = ? AND name = ? ORDER BY query_id, table_id"
    )
    with workspace.reading() as db:
        rows = db.execute(sql, [benchmark_key, name]).fetchall()
    schema = {
        "query": pl.String,
        "table": pl.String,
        "case": pl.Int64,
        "before": pl.Int64,
        "after": pl.Int64,
        "settled_by": pl.String,
        "confidence": pl.Float64,
    }
    return pl.DataFrame([tuple(row) for row in rows], schema=schema, orient="row")


def settled_tables(db: Database, benchmark_key: int) -> list[str]:
    """List the tables of the labels that any release of a benchmark settled, in a transaction.

    A release has the labels of another one and, over them, those that it settled, so that these
    and the first release name the tables of all.
    """
    sql = (
        "SELECT DISTINCT table_id FROM settled_labels WHERE release_key IN "
        "(SELECT key FROM releases WHERE benchmark_key = ?)"
    )
    return [table for (table,) in db.execute(sql, [benchmark_key])]


def labels_of_cases(db: Database, benchmark_key: int, release_key: int) -> dict[int, int]:
    """Map the cases of a benchmark that a release labels to their labels, in a transaction."""
    sql = """
        SELECT cases.key, relevance FROM cases CROSS JOIN labels USING (query_id, table_id)
        WHERE benchmark_key = ? AND release_key = ?
    """
    return dict(db.execute(sql, [benchmark_key, release_key]).fetchall())


def differences(first: Qrels, second: Qrels) -> pl.DataFrame:
    """Return the pairs that two ground truths on one scale label differently.

    Returns
    -------
    DataFrame
        ``query, table, before, after``, by query and table; null where a pair has no label.

    Examples
    --------
    >>> first = Qrels.of({"q": {"a": 2, "b": 2}})
    >>> differences(first, Qrels.of({"q": {"a": 2, "b": 0}})).rows()
    [('q', 'b', 2, 0)]
    """
    before = first.frame.rename({"relevance": "before"})
    after = second.frame.rename({"relevance": "after"})
    both = before.join(after, on=["query", "table"], how="full", coalesce=True)
    return both.filter(pl.col("before").ne_missing(pl.col("after"))).sort("query", "table")


def _of(row: Mapping[str, Any]) -> Release:
    return Release(
        name=row["name"],
        base=row["base_release"],
        rule=row["rule"],
        note=row["note"],
        created_by=row["created_by"],
        created_at=row["created_at"],
        fingerprint=row["fingerprint"],
        last_vote=row["last_vote"],
        binary=bool(row["binary"]),
        labels=row["labels"],
        settled=row["settled"],
        adjudicated=row["adjudicated"],
        changed=row["changed"],
    )
