"""Join search over 18,681 tables, beside Python dicts, DuckDB and datasketch; and fuzzy joins."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from benchmarks.fuzzy_joins import fuzzy_joins
from benchmarks.join_extremes import join_extremes
from benchmarks.join_peers import BruteForce, DuckIndex, PlainIndex, Ranked, SketchIndex
from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.features.folding import Folding
from core.indexes.sets.containment import PERMUTATIONS, WIDEST_BAND
from core.indexes.sets.index import SetIndex
from core.lake.stored.cells import cell_batches
from core.search import query_table
from core.search.derived.sketches import containment_index
from core.search.derived.value_sets import set_index
from core.search.join.containment import ContainmentRanker
from core.search.join.keys import JoinKey
from core.search.join.ranking import OverlapRanker, Ranker
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

K = 10
LEAST_SKETCHED = 10
"""Different values from which on datasketch's index in memory has a column: with all of them it
takes some gigabytes."""

_ALL_ROWS = 2**62
_Query = tuple[str, int]


def run(folder: Path) -> None:
    """Build and ask each index in turn; one thread."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    root = shared("lakes", "wide")
    lakes.refresh(workspace, lakes.add_lake(workspace, "wide", root), settings)
    lake = SearchedLake(workspace, lakes.lake(workspace, "wide"), settings)
    with shared("lakes", "join_queries.csv").open(encoding="utf-8", newline="") as stream:
        queries = [(row["table"], int(row["position"])) for row in csv.DictReader(stream)]
    keep("joins", _exact(lake, root, queries))
    keep("joins-fuzzy", fuzzy_joins(folder / "fuzzy"))
    keep("joins-extremes", join_extremes(folder))


def _exact(lake: SearchedLake, root: Path, queries: list[_Query]) -> list[dict[str, object]]:
    import datasketch  # noqa: F401  # its import is none of anybody's build
    import polars  # noqa: F401
    import pyarrow  # noqa: F401

    with measured() as plain_cost:
        plain = PlainIndex(sorted(root.iterdir()))
    with measured() as ours_cost:
        index = set_index(lake)
    by_case = set_index(lake, Folding.of("case"))
    with measured() as duck_cost:
        duck = DuckIndex(plain)
    with measured() as sketch_cost:
        sketched = SketchIndex(plain, LEAST_SKETCHED, PERMUTATIONS, WIDEST_BAND)
    with measured() as ensemble_cost:
        ensemble = containment_index(lake, index)
    brute = BruteForce(list(cell_batches(lake.workspace, lake.info.key, _ALL_ROWS)), index)

    def plain_query(query: _Query) -> set[str]:
        return plain.sets[plain.first[query[0]] + query[1]]

    truth = {q: brute.best(_column(index, q), K, q[0]) for q in queries}
    truth_by_case = {q: plain.best(plain_query(q), K, q[0]) for q in queries}
    overlap, overlap_by_case = OverlapRanker(index), OverlapRanker(by_case)
    contained = ContainmentRanker(index, ensemble)
    keys = {at: {query: _key(lake, at, query) for query in queries} for at in (index, by_case)}

    def ours(ranker: Ranker, at: SetIndex) -> Callable[[_Query], Ranked]:
        def best(query: _Query) -> Ranked:
            found = ranker.rank(keys[at][query], K, at.all_but([query[0]]))
            return [(at.table_ids[one.position], one.overlap) for one in found.found]

        return best

    size = sum(
        file.stat().st_size
        for at in (lake.workspace.root / "indexes" / str(lake.info.key)).glob("sets.all-*")
        for file in at.iterdir()
    )
    command = [sys.executable, "-m", "benchmarks.join_serving", str(lake.workspace.root)]
    served = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    peers: list[
        tuple[str, float, Callable[[_Query], Ranked], dict[_Query, Ranked], dict[str, object]]
    ] = [
        (
            "overlap",
            ours_cost.cpu,
            ours(overlap, index),
            truth,
            {
                "index, times the dicts'": ours_cost.cpu / plain_cost.cpu,
                "on disk MB": size / 1e6,
                **served,
            },
        ),
        (
            "overlap, case folded only",
            by_case.manifest["cpu_seconds"],
            ours(overlap_by_case, by_case),
            truth_by_case,
            {},
        ),
        ("containment", ensemble_cost.cpu, ours(contained, index), truth, {}),
        (
            "Python dicts",
            plain_cost.cpu,
            lambda q: plain.best(plain_query(q), K, q[0]),
            truth_by_case,
            {},
        ),
        ("DuckDB", duck_cost.cpu, lambda q: duck.best(plain_query(q), K, q[0]), truth_by_case, {}),
        (
            f"datasketch, {sketched.columns:,} columns",
            sketch_cost.cpu,
            lambda q: sketched.best(plain_query(q), K, q[0]),
            truth_by_case,
            {"peak MB": sketch_cost.peak_megabytes},
        ),
    ]
    return [
        {"method": name, "index CPU s": cpu, **_measured_queries(ask, queries, right), **more}
        for name, cpu, ask, right, more in peers
    ]


def _column(index: SetIndex, query: _Query) -> int:
    return index.columns_of(index.position(query[0]))[query[1]]


def _key(lake: SearchedLake, index: SetIndex, query: _Query) -> JoinKey:
    table = query_table(lake, query[0])
    tokens = index.tokens(_column(index, query))
    return JoinKey(table, (table.labels[query[1]],), tokens[:, None], len(tokens))


def _measured_queries(
    ask: Callable[[_Query], Ranked], queries: Iterable[_Query], right: dict[_Query, Ranked]
) -> dict[str, object]:
    seconds: list[float] = []
    equal = 0
    recalls: list[float] = []
    for query in queries:
        began = time.thread_time()
        found = ask(query)
        seconds.append(time.thread_time() - began)
        equal += found == right[query]
        tables = {table for table, _ in found}
        wanted = [table for table, _ in right[query]]
        recalls.append(len(tables.intersection(wanted)) / len(wanted) if wanted else 1.0)
    return {
        "median CPU ms": float(np.median(seconds) * 1000),
        "p95 CPU ms": float(np.quantile(seconds, 0.95) * 1000),
        "queries": len(seconds),
        "top-10 and scores right": equal,
        "recall@10": float(np.mean(recalls)),
    }
