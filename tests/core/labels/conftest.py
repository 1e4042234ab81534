"""A workspace with one benchmark, without any table: votes know none."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.store import Workspace


def with_benchmark(root: Path, *names: str) -> Workspace:
    """Open a workspace with benchmarks, whose keys are 1, 2 and so on."""
    workspace = Workspace.open(root)
    with workspace.writing() as db:
        for name in names or ("b",):
            lake = db.table("lakes").insert({"name": name, "root": "/x", "added_at": ""}).last_pk
            db.table("benchmarks").insert(
                {
                    "name": name,
                    "lake_key": lake,
                    "root": "/x",
                    "format": "ugen",
                    "query_folder": None,
                    "self_candidate": "included",
                    "spelling": "id",
                    "positive_from": 1,
                    "notes": "[]",
                    "added_at": "",
                }
            )
    return workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return with_benchmark(tmp_path / "workspace")
