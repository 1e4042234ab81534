"""Unions of large tables: time, memory and the same file, for appending all rows and new ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.measure import keep, measured
from core import lake as lakes
from core.search import Part, align_tables, query_table, write_union
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

ROWS = 1_000_000
TABLES = ("sales 2023", "sales 2024", "sales 2025")
ENCODER = "hash"


def run(folder: Path) -> None:
    """Append two tables of a million rows to a third, as CSV and as Parquet."""
    settings = Settings(workspace=folder / "workspace", encoder=ENCODER)
    workspace = Workspace.open(settings.workspace)
    (folder / "lake").mkdir()
    for seed, name in enumerate(TABLES):
        _sales(seed).write_parquet(folder / "lake" / f"{name}.parquet")
    lake = lakes.add_lake(workspace, "sales", folder / "lake")
    lakes.refresh(workspace, lake, settings)
    query_id, *others = (f"{name}.parquet" for name in TABLES)
    rows: list[dict[str, object]] = []
    for suffix in (".csv", ".parquet"):
        for new_only in (False, True):
            searched = SearchedLake(workspace, lakes.lake(workspace, "sales"), settings)
            query = query_table(searched, query_id)
            hits = align_tables(query, others, ENCODER)
            parts = [Part(hit.table, hit.alignment) for hit in hits]
            target = folder / f"union{new_only}{suffix}"
            with measured() as cost:
                made = write_union(query, parts, target, new_only=new_only)
            rows.append(
                {
                    "file": suffix.removeprefix("."),
                    "rows": "new ones" if new_only else "all",
                    "tables of rows": ROWS,
                    "union of rows": made.rows,
                    "seconds": cost.wall,
                    "CPU seconds": cost.cpu,
                    "peak MB": cost.peak_megabytes,
                    "limit MB": settings.memory_limit_mb,
                    "file MB": target.stat().st_size / 2**20,
                }
            )
    keep("unions", rows)


def _sales(seed: int) -> pl.DataFrame:
    dice = np.random.default_rng(seed)
    shops = [f"shop {number:03}" for number in range(400)]
    return pl.DataFrame(
        {
            "day": pl.Series(dice.integers(18_000, 19_000, ROWS)).cast(pl.Date),
            "shop": pl.Series(dice.choice(shops, ROWS)),
            "item": pl.Series(dice.integers(0, 5_000, ROWS)).cast(pl.String),
            "quantity": dice.integers(1, 40, ROWS),
            "price": dice.uniform(0.5, 900, ROWS).round(2),
            "note": pl.Series(dice.choice(["", "returned", "gift card, paid in part"], ROWS)),
        }
    )
