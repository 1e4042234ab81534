"""Several benchmarks side by side: what they are made of, and how their overlaps are spread."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from core.benchmarks import registry
from core.benchmarks.profile import BenchmarkProfile, profile_benchmark
from core.benchmarks.types import BenchmarkInfo
from core.store import Workspace


def profile_of(workspace: Workspace, info: BenchmarkInfo) -> BenchmarkProfile:
    """Profile a benchmark's query tables and its other tables (fishy-tus, Table 1).

    A query's own table among the candidates, or the copy of it there, is none of the others.
    """
    asked = {q.table for q in registry.queries(workspace, info) if q.table is not None}
    own = set(registry.own_candidates(workspace, info).values())
    departed = filter(info.is_candidate, registry.departed_tables(workspace, info))
    others = {*registry.candidate_tables(workspace, info), *departed} - own
    return profile_benchmark(workspace, info.lake_key, asked, others)


def table_one(profiles: Iterable[tuple[str, BenchmarkProfile]]) -> pl.DataFrame:
    """Put profiles below each other, two rows a benchmark, its name in front."""
    frames = [
        profile.to_frame().select(pl.lit(name).alias("benchmark"), pl.all())
        for name, profile in profiles
    ]
    return pl.concat(frames, how="vertical_relaxed") if frames else pl.DataFrame()
