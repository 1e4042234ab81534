"""Tiny benchmarks in every form, made of texts."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path

from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.types import BenchmarkInfo
from core.settings import Settings
from core.store import Workspace

SETTINGS = Settings(workers=1, encoder="hash")

FISH = "fish,weight\ncod,3\nhake,2\nling,5\n"
BIRDS = "bird,weight\nowl,1\nrook,2\n"
MORE_FISH = "fish,weight\ncod,4\nbream,2\n"
TOWNS = "town,mayor\nOban,Ann\nWick,Bob\n"
TABLES = {
    "query/fish.csv": FISH,
    "query/birds.csv": BIRDS,
    "datalake/sea fish.csv": MORE_FISH,
    "datalake/river.csv": "fish,weight\ntrout,1\ncod,2\n",
    "datalake/owls.csv": "bird,weight\nowl,2\nsnowy owl,3\n",
    "datalake/towns.csv": TOWNS,
}
"""Two query tables and four candidates."""

UGEN = """query_table,data_lake_table,unionable
fish.csv,sea fish.csv,1
fish.csv,river.csv,1
fish.csv,towns.csv,0
birds.csv,owls.csv,1
birds.csv,river.csv,0
"""


def lay(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files of {path: text or bytes}."""
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def ugen(root: Path) -> Path:
    """Lay out a benchmark with labelled negatives."""
    return lay(root, {**TABLES, "groundtruth.csv": UGEN})


def add(workspace: Workspace, name: str, folder: Path, **further: object) -> BenchmarkInfo:
    """Add a benchmark in one process."""
    return add_benchmark(workspace, name, folder, SETTINGS, **further)  # type: ignore[arg-type]


def forms() -> dict[str, dict[str, str | bytes]]:
    """Give one benchmark of two queries and three positives in each form with files of tables."""
    positives = [
        ("fish.csv", "sea fish.csv"),
        ("fish.csv", "river.csv"),
        ("birds.csv", "owls.csv"),
    ]
    queries = [{"query_id": q, "query_table": q} for q in ("fish.csv", "birds.csv")]
    pairs = "query_table,candidate_table\n" + "".join(f"{q},{t}\n" for q, t in positives)
    grades = "".join(f"{q}\t{t}\t1\n" for q, t in positives)
    return {
        "soundings": {
            "queries.jsonl": "".join(json.dumps(q) + "\n" for q in queries),
            "qrels.tsv": grades,
        },
        "ugen": {
            "groundtruth.csv": pairs.replace("table\n", "table,unionable\n", 1).replace(
                ".csv\n", ".csv,1\n"
            )
        },
        "lakebench": {"groundtruth.csv": pairs},
        "pickle": {
            "benchmark.pkl": pickle.dumps(
                {"fish.csv": ["sea fish.csv", "river.csv"], "birds.csv": {"owls.csv"}}
            )
        },
        "trec": {"qrels.txt": "".join(f"{q}\t0\t{t}\t1\n" for q, t in positives)},
        "nlctables": {
            "queries-test.txt": "1\tmore fish\tfish.csv\n2\tmore birds\tbirds.csv\n",
            "qtrel-test.txt": "1\t0\tsea fish.csv\t1\n1\t0\triver.csv\t1\n2\t0\towls.csv\t1\n",
        },
    }


def target() -> dict[str, str]:
    """Give a text benchmark whose tables stand inside its corpus."""
    rows = {
        "fish": [["fish", "weight"], ["cod", "3"]],
        "towns": [["town", "mayor"], ["Oban", "Ann"]],
    }
    corpus = [
        {"database_id": "db", "table_id": name, "table": table, "context": {}}
        for name, table in rows.items()
    ]
    queries = [
        {"query_id": "q1", "query": "How heavy is a cod?", "database_id": "db", "table_id": "fish"},
        {"query_id": "q2", "query": "Who leads Oban?", "database_id": "db", "table_id": "towns"},
    ]
    return {
        "corpus.jsonl": "".join(json.dumps(row) + "\n" for row in corpus),
        "queries.jsonl": "".join(json.dumps(row) + "\n" for row in queries),
    }
