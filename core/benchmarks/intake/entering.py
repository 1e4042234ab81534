"""Write a benchmark's rows: what it is, its queries, its labels."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.benchmarks.formats import BenchmarkSource
from core.benchmarks.intake.readable import self_candidate
from core.benchmarks.types import BASE
from core.evaluation import Qrels, SelfCandidate
from core.labels.settling.releases import knows_two_grades, store_truth
from core.store import Workspace
from core.store.sqlite import Database

_POSITIVE_FROM = 1


def enter(
    workspace: Workspace,
    name: str,
    at: Path,
    given: BenchmarkSource,
    truth: Qrels,
    lake_key: int,
    own_tables: SelfCandidate | None = None,
) -> None:
    """Enter a benchmark with the base release of its ground truth, all or nothing.

    Parameters
    ----------
    at
        The folder that it was read from.
    given
        With labels of readable tables only.
    truth
        Its labels.
    lake_key
        The lake of its tables.
    own_tables
        What becomes of queries' own tables; by the labels, as `readable.self_candidate`, if none.
    """
    own = given.own_tables()
    treated = own_tables or self_candidate(truth, own)
    positives = truth.positives(_POSITIVE_FROM).height
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.writing() as db:
        key = (
            db.table("benchmarks")
            .insert(
                {
                    "name": name,
                    "lake_key": lake_key,
                    "root": str(at),
                    "format": given.format,
                    "query_folder": given.query_folder,
                    "self_candidate": treated.value,
                    "spelling": given.spelling.value,
                    "positive_from": _POSITIVE_FROM,
                    "positives": positives,
                    "negatives": len(truth) - positives,
                    "notes": json.dumps(given.notes),
                    "added_at": now,
                }
            )
            .last_pk
        )
        db.table("benchmark_queries").insert_all(
            {
                "benchmark_key": key,
                "query_id": query.query_id,
                "place": place,
                "table_id": query.table,
                "text": query.text,
                "mode": query.mode.value,
                "category": query.category,
                "join_on": json.dumps(query.join_on),
                "own_candidate": own.get(query.query_id),
            }
            for place, query in enumerate(given.queries)
        )
        release = {
            "benchmark_key": key,
            "name": BASE,
            "fingerprint": truth.fingerprint,
            "created_at": now,
            "binary": knows_two_grades(truth),
        }
        release_key = db.table("releases").insert(release).last_pk
        store_truth(db, release_key, truth)
        _enter_beside(db, key, given)


def _enter_beside(db: Database, key: Any, given: BenchmarkSource) -> None:
    many = db.conn.executemany
    many("INSERT INTO ignored_pairs VALUES (?, ?, ?)", ((key, *pair) for pair in given.ignore))
    many(
        "INSERT INTO unasked_queries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (key, q.query_id, place, q.table, q.text, q.mode, q.category, json.dumps(q.join_on))
            for place, q in enumerate(given.unasked)
        ),
    )
    many(
        "INSERT INTO missing_labels VALUES (?, ?, ?, ?, ?)",
        ((key, pair.query, pair.table, pair.relevance, pair.reason) for pair in given.missing),
    )
    many(
        "INSERT INTO captions VALUES (?, ?, ?, ?, ?)",
        ((key, table, c.title, c.section, c.url) for table, c in given.captions.items()),
    )
