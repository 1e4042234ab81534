"""Benchmarks of earlier versions are listed as they were."""

from __future__ import annotations

from pathlib import Path

from core.benchmarks import registry
from core.benchmarks.formats import Mode, Query
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database

LABELS = [("q1", "a", 1), ("q1", "b", 2), ("q1", "c", 0), ("q2", "a", -1), ("q2", "b", 1)]


def enter(earlier: Database) -> int:
    """Enter a benchmark without queries and labels, and return its key."""
    lake = {"name": "old", "root": "/x", "added_at": ""}
    lake_key = earlier.table("lakes").insert(lake).last_pk
    row = {
        "name": "old",
        "lake_key": lake_key,
        "root": "/x",
        "format": "ugen",
        "self_candidate": "excluded",
        "spelling": "id",
        "positive_from": 1,
        "notes": "[]",
        "added_at": "",
    }
    return int(earlier.table("benchmarks").insert(row).last_pk)


def test_labels_of_the_published_truth_alone_are_counted(tmp_path: Path) -> None:
    """3 of its 5 labels are positive; a later release has another one."""
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m028_counts_of_labels")
    key = enter(earlier)
    for name, labels in {"base": LABELS, "r1": [*LABELS, ("q2", "c", 1)]}.items():
        release = {"benchmark_key": key, "name": name, "fingerprint": "", "created_at": ""}
        release_key = earlier.table("releases").insert(release).last_pk
        earlier.conn.executemany(
            "INSERT INTO labels VALUES (?, ?, ?, ?)", ((release_key, *one) for one in labels)
        )
    earlier.conn.commit()
    earlier.close()
    (info,) = registry.benchmarks(Workspace.open(tmp_path))
    assert (info.positives, info.negatives) == (3, 2)


def test_queries_that_are_not_asked_have_the_table_that_their_missing_labels_name(
    tmp_path: Path,
) -> None:
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m037_queries_that_are_not_asked")
    key = enter(earlier)
    asked = {"benchmark_key": key, "place": 0, "join_on": "[]"}
    for query, table, mode in (("1", "query/a.csv", "join"), ("2", None, "nl"), ("3", None, "nl")):
        row = {**asked, "query_id": query, "table_id": table, "mode": mode}
        earlier.table("benchmark_queries").insert(row)
    absent = "the query table {} is not there, but 'query/Towns.csv' is and the candidate 'x.csv' "
    reasons = [
        ("1", "the candidate 'x.csv' is not there"),
        ("4", absent.format(repr("to'wn.csv")) + "is not there"),
        ("5", "the candidate 'x.csv' is not there"),
        ("5", "query/dull.csv cannot be read: It is empty."),
        ("6.csv", "the candidate 'x.csv' is not there"),
    ]
    earlier.conn.executemany(
        "INSERT INTO missing_labels VALUES (?, ?, 'x.csv', 1, ?)",
        ((key, query, reason) for query, reason in reasons),
    )
    earlier.conn.commit()
    earlier.close()
    workspace = Workspace.open(tmp_path)
    (info,) = registry.benchmarks(workspace)
    assert registry.unasked_queries(workspace, info) == [
        Query("4", "to'wn.csv", mode=Mode.JOIN),
        Query("5", "query/dull.csv", mode=Mode.JOIN),
        Query("6.csv", "6.csv", mode=Mode.JOIN),
    ]
