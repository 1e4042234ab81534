"""Why the fusion of search in words is as it is: its parts, other weights, and a learned one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.measure import keep, shared
from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.types import BenchmarkInfo
from core.features.terms import Terms, pairs, runs, runs_of_one
from core.indexes.texts.index import PAIRS, ROWS, WHOLES, TextIndex
from core.search.text.query import TextQuery, text_query
from core.search.text.ranking import MEANING, open_ranker, stretched
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

SETS = ("fetaqa_val", "tabfact_val")
PARTS = ("words", "pairs", "wholes", "rows", "meaning")
OURS = {"words": 1.0, "pairs": PAIRS, "wholes": WHOLES, "rows": ROWS, "meaning": MEANING}
_CANDIDATES = 100

Parts = dict[str, NDArray[np.float64]]


@dataclass(frozen=True)
class Asked:
    """One query: its parts' scores of every table, and which tables answer it."""

    parts: Parts
    answers: NDArray[np.bool_]
    ranks: NDArray[np.int64]


def run(folder: Path) -> None:
    """Score both sets, titles left out, by the parts of the fusion and other weights of them."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    asked = {name: _asked(workspace, name, settings) for name in SETS}
    rows: list[dict[str, object]] = []
    for label, weights in _variants():
        row: dict[str, object] = {"fusion": label}
        for name in SETS:
            totals = [_fused(one.parts, weights) for one in asked[name]]
            row |= _recalls(name, asked[name], totals)
        rows.append(row)
    row = {"fusion": "logistic regression, learned on the other set"}
    for name, other in (SETS, SETS[::-1]):
        row |= _recalls(name, asked[name], _learned(asked[other], asked[name]))
    keep("fusion", [*rows, row])


def _variants() -> Iterator[tuple[str, dict[str, float]]]:
    yield "words alone", {**dict.fromkeys(PARTS, 0.0), "words": 1.0}
    yield "words and meaning", {**dict.fromkeys(PARTS, 0.0), "words": 1.0, "meaning": MEANING}
    yield "all without meaning", {**OURS, "meaning": 0.0}
    yield "meaning alone", {**OURS, "meaning": 1.0}
    yield "ours", OURS
    for part in ("pairs", "wholes", "rows"):
        for times in (0.0, 0.5, 2.0):
            yield f"{part} x {times:g}", {**OURS, part: OURS[part] * times}
    for share in (0.3, 0.4, 0.6):
        yield f"meaning {share:g}", {**OURS, "meaning": share}


def _asked(workspace: Workspace, name: str, settings: Settings) -> list[Asked]:
    info = add_benchmark(workspace, name, shared("benchmarks", name), settings)
    lake = SearchedLake(workspace, lakes.lake(workspace, name), settings)
    ranker = open_ranker(lake, "hybrid", titles=False)
    ids = np.array(ranker.index.table_ids)
    answers = _answers(workspace, info)
    queries = [query for query in registry.queries(workspace, info) if query.text]
    vectors = ranker.encoder.encode([query.text or "" for query in queries])
    found = []
    for query, vector in zip(queries, vectors, strict=True):
        parts = _parts(ranker.index, text_query(query.text or ""))
        parts["meaning"] = ranker.vectors[0].scores(vector)
        right = np.isin(ids, answers.get(query.query_id, []))
        found.append(Asked(parts, right, ranker.index.ranks))
    return found


def _answers(workspace: Workspace, info: BenchmarkInfo) -> dict[str, list[str]]:
    frame = registry.qrels(workspace, info).frame
    positive = frame.filter(pl.col("relevance") >= info.positive_from)
    return dict(positive.group_by("query").agg("table").iter_rows())


def _parts(index: TextIndex, query: TextQuery) -> Parts:
    together = pairs(Terms(np.zeros(len(query.terms), dtype=np.int64), query.terms)).terms
    silent = runs_of_one(np.setdiff1d(query.every, query.terms))
    return {
        "words": index.field_scores("words", query.terms),
        "pairs": index.field_scores("pairs", together),
        "wholes": index.field_scores("wholes", np.setdiff1d(runs(query.every), silent)),
        "rows": index.best_row_scores(query.terms),
    }


def _fused(parts: Parts, weights: dict[str, float]) -> NDArray[np.float64]:
    words = sum((weights[part] * parts[part] for part in PARTS[:-1]), np.zeros(()))
    share = weights["meaning"]
    return (1 - share) * stretched(np.asarray(words)) + share * stretched(parts["meaning"])


def _learned(known: list[Asked], asked: list[Asked]) -> list[NDArray[np.float64]]:
    """Weigh the parts by logistic regression over the 100 best of ours of the other set."""
    from sklearn.linear_model import LogisticRegression

    features, right = [], []
    for one in known:
        best = np.argsort(-_fused(one.parts, OURS))[:_CANDIDATES]
        if one.answers[best].any():
            features.append(_features(one.parts)[best])
            right.append(one.answers[best])
    model = LogisticRegression(C=10, class_weight="balanced", max_iter=1000)
    model.fit(np.concatenate(features), np.concatenate(right))
    totals = []
    for one in asked:
        ours = _fused(one.parts, OURS)
        best = np.argsort(-ours)[:_CANDIDATES]
        total = ours - 1e6
        total[best] = _features(one.parts)[best] @ model.coef_[0]
        totals.append(total)
    return totals


def _features(parts: Parts) -> NDArray[np.float64]:
    """Each part over the largest sum of words' scores; the cosine stretched."""
    top = max(1e-9, float(sum(OURS[part] * parts[part] for part in PARTS[:-1]).max()))  # type: ignore[union-attr]
    return np.stack([*(parts[p] / top for p in PARTS[:-1]), stretched(parts["meaning"])], axis=1)


def _recalls(name: str, asked: list[Asked], totals: list[NDArray[np.float64]]) -> dict[str, object]:
    found = {1: 0.0, 10: 0.0}
    for one, total in zip(asked, totals, strict=True):
        order = np.lexsort((one.ranks, -np.round(total, 6)))
        for k in found:
            found[k] += one.answers[order[:k]].sum() / max(1, one.answers.sum())
    return {f"{name} R@{k}": value / len(asked) for k, value in found.items()}
