"""Searches in words on TabFact, FeTaQA and nlctd: what they find, what they cost."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit
from core.benchmarks.formats import Mode
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric, Qrels, score_queries
from core.search.text.ranking import LEXICAL, TEXT_METHODS, open_ranker
from core.search.text.searching import search_text
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

SETS = ("fetaqa_val", "tabfact_val", "nlctd_dev")
TITLES = ("hybrid", "bm25", "tfidf", "dense-metadata")
"""Methods that titles matter to; each is measured with and without."""
BY_ROWS = ("dense-window", "dense-row")
MOST_ROWS = 50_000
TIMED = 50

# R@10 on these validation sets, titles left out and counted: the README beside the data.
REFERENCE = {
    ("tabfact_val", "hybrid:no-titles"): 0.864,
    ("fetaqa_val", "hybrid:no-titles"): 0.742,
    ("tabfact_val", "hybrid"): 0.924,
    ("fetaqa_val", "hybrid"): 0.973,
}


def run(folder: Path) -> None:
    """Measure each set that is there."""
    for name in SETS:
        try:
            shared("benchmarks", name)
        except FileNotFoundError as error:
            print(error)
            continue
        measure(name, folder / name)


def measure(name: str, folder: Path) -> None:
    """Add one set, run every retriever from nothing, score it; kept method by method."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, name, shared("benchmarks", name), settings)
    rows: list[dict[str, object]] = []
    for method in _methods(lakes.lake(workspace, name).rows, info.query_folder is not None):
        rows.append(_measure(workspace, info, method, settings))
        keep(f"text_{name}", rows)


def _methods(rows: int, query_tables: bool) -> list[str]:
    """Lexical ones first, so that the text index is paid for by them, then the fusion.

    Where some queries are tables, "tfidf" alone ranks by those and is left out.
    """
    names = [*LEXICAL, *(name for name in TEXT_METHODS if name not in LEXICAL)]
    if rows > MOST_ROWS:
        print(f"{rows:,} rows: none of the methods that encode each row or window is run.")
        names = [name for name in names if name not in BY_ROWS]
    spelled = [
        how for name in names for how in ([f"{name}:no-titles", name] if name in TITLES else [name])
    ]
    return [how for how in spelled if not (query_tables and how == "tfidf")]


def _measure(
    workspace: Workspace, info: BenchmarkInfo, method: str, settings: Settings
) -> dict[str, object]:
    ranking, _, left_out = method.partition(":")
    titles = not left_out
    lake = SearchedLake(workspace, lakes.lake(workspace, info.name), settings)
    with measured() as building:
        open_ranker(lake, ranking, titles)
    stored = runs.run_method(workspace, info, method, settings)
    found = audit.judged(workspace, info, [method])
    asked = [query for query in registry.queries(workspace, info) if query.mode is Mode.NL]
    truth = _of(found.qrels, {query.query_id for query in asked})
    scores = {
        k: score_queries(found.runs[method], truth, k, positive_from=info.positive_from)
        for k in (1, 10)
    }
    texts = [query.text for query in asked if query.text][:TIMED]
    wall, cpu = _timed(lake, texts, ranking, titles)
    return {
        "set": info.name,
        "method": method,
        "tables": lake.info.tables,
        "queries": len(asked),
        "R@1": scores[1].mean(Metric.R).value,
        "R@10": scores[10].mean(Metric.R).value,
        "capped recall@10": scores[10].mean(Metric.CAPPED_RECALL).value,
        "reference R@10": REFERENCE.get((info.name, method)),
        "build CPU s": building.cpu,
        "offline s": stored.offline_seconds,
        "search with evidence, median ms": wall,
        "search with evidence, CPU ms": cpu,
        "index MB": _megabytes(workspace, lake.info.key),
    }


def _of(qrels: Qrels, queries: set[str]) -> Qrels:
    frame = qrels.frame.filter(pl.col("query").is_in(list(queries)))
    return replace(
        qrels, frame=frame, queries=tuple(query for query in qrels.queries if query in queries)
    )


def _timed(lake: SearchedLake, texts: list[str], ranking: str, titles: bool) -> tuple[float, float]:
    """Median wall and mean CPU milliseconds of whole searches, opening included."""
    search_text(lake, texts[0], method=ranking, titles=titles)
    walls = []
    cpu = time.process_time()
    for text in texts:
        began = time.perf_counter()
        search_text(lake, text, method=ranking, titles=titles)
        walls.append(time.perf_counter() - began)
    mean = (time.process_time() - cpu) / len(texts)
    return float(np.median(walls)) * 1000, mean * 1000


def _megabytes(workspace: Workspace, lake_key: int) -> float:
    """Size of everything built for searches in words so far."""
    folders = [
        workspace.root / "indexes" / str(lake_key),
        workspace.root / "vectors" / str(lake_key),
    ]
    files = [file for folder in folders if folder.is_dir() for file in folder.rglob("*.npy")]
    return sum(file.stat().st_size for file in files) / 2**20
