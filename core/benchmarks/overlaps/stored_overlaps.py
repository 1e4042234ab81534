"""Overlaps of a benchmark's pairs, measured once for a state of its tables and its labels."""

from __future__ import annotations

import hashlib
from pathlib import Path

import polars as pl

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.overlaps import overlap
from core.benchmarks.overlaps.overlap_summary import of_kind
from core.benchmarks.overlaps.pairs import PairKind, labelled_pairs, random_pairs
from core.benchmarks.overlaps.set_kinds import SetKind
from core.benchmarks.types import BASE, BenchmarkInfo
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace
from core.store.whole import new_file

MOST_RANDOM = 10_000
"""Random pairs that are measured at most; otherwise as many as there are positive pairs."""

_SEED = 0


def measure_overlaps(
    workspace: Workspace,
    info: BenchmarkInfo,
    settings: Settings,
    monitor: Monitor,
    release: str = BASE,
) -> pl.DataFrame:
    """Measure every kind of overlap of the labelled pairs and of random ones, and store it.

    Returns
    -------
    DataFrame
        As `overlaps.overlap.overlaps` gives it; read again if it was measured before.

    Raises
    ------
    CancelledError
        If `monitor` says so; nothing is stored.
    BusyError
        If the lake is refreshed meanwhile, or its last refresh has not ended.
    """
    known = stored_overlaps(workspace, info, release)
    if known is not None:
        return known
    lake = lakes.stamp(workspace, info.name)
    lakes.require_whole(workspace, lake)
    path = _path(workspace, info, release)

    pairs = benchmark_pairs(workspace, info, release)
    found = overlap.overlaps(workspace, info.lake_key, pairs, settings, monitor=monitor)
    lakes.require_whole(workspace, lake)
    path.parent.mkdir(parents=True, exist_ok=True)
    new_file(path.parent, ".parquet", found.write_parquet).replace(path)
    key, _ = path.name.split("-")
    for other in path.parent.glob(f"{key}-*.parquet"):
        if other != path:  # of an earlier state
            other.unlink(missing_ok=True)
    return found


def stored_overlaps(
    workspace: Workspace, info: BenchmarkInfo, release: str = BASE, what: SetKind | None = None
) -> pl.DataFrame | None:
    """Read what was measured of the benchmark as it stands; none if nothing was.

    Parameters
    ----------
    what
        The one kind of overlap to be read, a row a pair; all if none.
    """
    path = _path(workspace, info, release)
    if not path.is_file():
        return None
    every = pl.scan_parquet(path, glob=False)
    return (every if what is None else every.filter(of_kind(what))).collect()


def overlaps_fingerprint(workspace: Workspace, info: BenchmarkInfo) -> str:
    """Return what changes with the overlaps by the published labels; empty if none are stored."""
    path = _path(workspace, info, BASE)
    return path.stem if path.is_file() else ""


def why_no_pairs(workspace: Workspace, info: BenchmarkInfo) -> str:
    """Say why a benchmark has no two tables whose overlap could be measured."""
    if any(query.table is not None for query in registry.queries(workspace, info)):
        return "No pair of this benchmark has a label yet, so there are none to compare."
    return "The queries of this benchmark are words, so there are no tables to compare."


def benchmark_pairs(workspace: Workspace, info: BenchmarkInfo, release: str) -> pl.DataFrame:
    """List a benchmark's labelled pairs and as many random ones as it has positives."""
    queries = registry.queries(workspace, info)
    truth = registry.qrels(workspace, info, release)
    own = registry.own_candidates(workspace, info)
    labelled = labelled_pairs(truth, queries, info.positive_from, own)
    candidates = registry.candidate_tables(workspace, info)
    table_of = {query.query_id: query.table for query in queries if query.table is not None}
    beside = [*registry.ignored_pairs(workspace, info), *own.items()]
    taken = [
        *labelled.select("query_table", "candidate").iter_rows(),
        *((table_of[query], table) for query, table in beside if query in table_of),
    ]
    positives = len(labelled.filter(pl.col("pairs") == PairKind.POSITIVE.value))
    wanted = min(positives, MOST_RANDOM)
    asked = [query for query in queries if query.table is not None]
    return pl.concat([labelled, random_pairs(asked, candidates, taken, wanted, _SEED)])


def _path(workspace: Workspace, info: BenchmarkInfo, release: str) -> Path:
    state = (
        lakes.stamp(workspace, info.name).fingerprint,
        registry.release_fingerprint(workspace, info, release),
        overlap.CODE_VERSION,
        MOST_RANDOM,
        _SEED,
    )
    name = hashlib.sha256(repr(state).encode()).hexdigest()[:32]
    # Beside what else is kept of the benchmark, so that it goes when the benchmark does.
    folder = workspace.root / "benchmarks" / info.name / "overlaps"
    # A release's own name may be any text.
    return folder / f"{registry.release_key(workspace, info, release)}-{name}.parquet"
