"""Searches with conditions on nlctd_dev by category (nlctables, Table 4), and the parser."""

from __future__ import annotations

import csv
import re
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path

import polars as pl

from benchmarks.measure import keep, shared
from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit
from core.benchmarks.formats import Mode
from core.benchmarks.intake.adding import add_benchmark
from core.conditions import Request, parse, with_cut_names, write_request
from core.conditions.name_pieces import bare
from core.conditions.words.lexicon import phrases
from core.evaluation import Metric, score_queries
from core.settings import Settings
from core.store import Workspace

CUT = 10
METRICS = (Metric.NDCG, Metric.P, Metric.R)
METHOD = "conditions"
# NDCG@10 of the best of a query table alone, BM25 of the condition, and both: the README.
REFERENCE = {"union": 0.63, "join": 0.44}
_OUTCOMES = {
    (True, False): "exact",
    (True, True): "right, with words said aside",
    (False, True): "misread, and said",
    (False, False): "misread in silence",
}
"""By whether the expression is the one that is meant, and whether words were not understood."""
_COMPARED = ("joinable tables where the {} is above 5", "tables with {} over 5")
"""How a column is spoken of by its name."""
_NAME = re.compile(r"[a-z]+( [a-z]+){0,4}")
_OF_NAMES = {
    (True, False): "whole",
    (True, True): "whole, with words said aside",
    (False, True): "misread, and said",
    (False, False): "misread in silence",
}
WORDINGS = Path(__file__).parents[1] / "tests" / "core" / "conditions" / "wordings"


def run(folder: Path) -> None:
    """Run the method on the benchmark and score it category by category."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    _parser()
    _names()
    source = shared("benchmarks", "nlctd_dev")
    info = add_benchmark(workspace, "nlctd", source, settings)
    made = runs.run_method(workspace, info, METHOD, settings)
    found = audit.judged(workspace, info, [METHOD])
    scores = score_queries(found.runs[METHOD], found.qrels, CUT, METRICS).to_frame()
    queries = {query.query_id: query for query in registry.queries(workspace, info)}
    groups: dict[str, list[str]] = defaultdict(list)
    for name, query in queries.items():
        groups[query.category or str(query.mode)].append(name)
    for mode in Mode:
        groups[f"all {mode}"] = [name for name, query in queries.items() if query.mode is mode]
    keep(
        METHOD,
        [
            {
                "queries of": group,
                "queries": len(names),
                **{
                    metric.label(CUT): float(
                        scores.filter(pl.col("query").is_in(names))[metric.label(CUT)].mean()  # type: ignore[arg-type]
                    )
                    for metric in METRICS
                },
                "reference": REFERENCE.get(group.removeprefix("all ")),
                "ms a query": 1000 * (made.online_seconds or 0) / len(queries),
            }
            for group, names in sorted(groups.items())
            if names
        ],
    )


def _parser() -> None:
    """How many wordings become what they mean, and how many another thing without a word."""
    rows: list[dict[str, object]] = []
    for name in sorted(path.name for path in WORDINGS.glob("*.tsv")):
        if name.startswith("beyond"):  # what no condition can say: `benchmarks tagging`
            continue
        read: dict[str, list[str]] = defaultdict(list)
        seconds: dict[str, float] = defaultdict(float)
        for line in (WORDINGS / name).read_text(encoding="utf-8").splitlines():
            category, text, expected = line.split("\t")
            began = time.perf_counter()
            found = parse(text)
            taken = time.perf_counter() - began
            outcome = _OUTCOMES[write_request(found) == expected, bool(found.told)]
            for group in (category, "all"):
                read[group].append(outcome)
                seconds[group] += taken
        rows += [
            {
                "file": name,
                "subcategory": category,
                "wordings": len(outcomes),
                **{how: outcomes.count(how) / len(outcomes) for how in _OUTCOMES.values()},
                "ms a wording": 1000 * seconds[category] / len(outcomes),
            }
            for category, outcomes in read.items()
        ]
    keep("conditions-parser", rows)


def _names() -> None:
    """How many headers of tables are read whole where they hold a word with another meaning."""
    known = {word for phrase in phrases() for word in phrase}
    headers = sorted(name for name in _headers() if known & set(name.split()))
    lake = frozenset(map(bare, _headers()))
    rows = []
    for frame in _COMPARED:
        requests = [parse(frame.format(name)) for name in headers]
        told = [with_cut_names(request, lake) for request in requests]
        for where, read in (("of no lake", requests), ("of their lake", told)):
            outcomes = [
                _OF_NAMES[_is_whole(name, found), bool(found.told)]
                for name, found in zip(headers, read, strict=True)
            ]
            shares = {how: outcomes.count(how) / len(outcomes) for how in _OF_NAMES.values()}
            rows.append({"said": frame, "asked": where, "headers": len(headers), **shares})
    keep("conditions-names", rows)


def _is_whole(name: str, found: Request) -> bool:
    return f'"{re.sub("^(the|an?) ", "", name)}"' in write_request(found)


def _headers() -> set[str]:
    """Different headers of a benchmark's tables that are words, in lower case."""
    found: set[str] = set()
    for path in sorted(shared("benchmarks", "tabfact_val", "tables").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in islice(csv.reader(file), 1):
                found |= {cell.strip().lower() for cell in row}
    return {name for name in found if _NAME.fullmatch(name)}
