"""Union queries over 18,681 tables with a warm index."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.search import build_vectors, query_table, search_union
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

QUERIES = 100


def run(folder: Path) -> None:
    """Encode the lake with each encoder, then ask for the neighbours of 100 of its tables."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, "wide", shared("lakes", "wide")), settings)
    lake = SearchedLake(workspace, lakes.lake(workspace, "wide"), settings)
    tables = [info.table_id for info in lakes.tables(workspace, lake.info.key)]
    asked = np.random.default_rng(0).choice(tables, QUERIES + 1, replace=False)
    rows: list[dict[str, object]] = []
    for encoder in ("hash", "tfidf", "sbert-vc"):
        with measured() as building:
            build_vectors(lake, encoder)
        for rank_by in ("table", "columns"):
            seconds = []
            for table_id in asked:
                began = time.perf_counter()
                search_union(query_table(lake, str(table_id)), 10, encoder, rank_by)
                seconds.append(time.perf_counter() - began)
            warm = np.array(seconds[1:]) * 1000
            rows.append(
                {
                    "encoder": encoder,
                    "rank by": rank_by,
                    "encoding, wall s": building.wall,
                    "encoding, CPU s": building.cpu,
                    "peak MB": building.peak_megabytes,
                    "median ms": float(np.median(warm)),
                    "p95 ms": float(np.quantile(warm, 0.95)),
                }
            )
    keep("queries", rows)
