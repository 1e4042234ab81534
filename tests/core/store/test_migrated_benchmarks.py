"""Benchmarks of earlier versions are listed as they were."""

from __future__ import annotations

from pathlib import Path

from core.benchmarks import registry
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database

LABELS = [("q1", "a", 1), ("q1", "b", 2), ("q1", "c", 0), ("q2", "a", -1), ("q2", "b", 1)]


def test_labels_of_the_published_truth_alone_are_counted(tmp_path: Path) -> None:
    """3 of its 5 labels are positive; a later release has another one."""
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m028_counts_of_labels")
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
    key = earlier.table("benchmarks").insert(row).last_pk
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
