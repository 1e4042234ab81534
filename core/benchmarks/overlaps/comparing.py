"""Several benchmarks side by side: what they are made of, and how their overlaps are spread."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.profile import BenchmarkProfile, profile_benchmark
from core.benchmarks.types import BenchmarkInfo
from core.store import Workspace


def profile_of(workspace: Workspace, info: BenchmarkInfo) -> BenchmarkProfile:
    """Profile a benchmark's query tables and its candidates (fishy-tus, Table 1)."""
    asked = {q.table for q in registry.queries(workspace, info) if q.table is not None}
    tables = [table.table_id for table in lakes.tables(workspace, info.lake_key)]
    candidates = [table_id for table_id in tables if info.is_candidate(table_id)]
    return profile_benchmark(workspace, info.lake_key, asked, candidates)


def table_one(profiles: Iterable[tuple[str, BenchmarkProfile]]) -> pl.DataFrame:
    """Put profiles below each other, two rows a benchmark, its name in front."""
    frames = [
        profile.to_frame().select(pl.lit(name).alias("benchmark"), pl.all())
        for name, profile in profiles
    ]
    return pl.concat(frames, how="vertical_relaxed") if frames else pl.DataFrame()
