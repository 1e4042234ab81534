"""Answer join queries in a process of its own: ``python -m benchmarks.join_serving WORKSPACE``."""

from __future__ import annotations

import csv
import json
import sys
import time
from pathlib import Path

import numpy as np
import psutil

from benchmarks.measure import shared
from core import lake as lakes
from core.indexes.sets.overlaps import most_overlapping
from core.search import query_table
from core.search.derived.value_sets import set_index
from core.search.join.searching import search_join
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

ROUNDS = 5


def main(folder: Path) -> None:
    """Print times in ms and resident memory in MB of overlap search over all queries."""
    settings = Settings(workspace=folder)
    workspace = Workspace.open(folder)
    lake = SearchedLake(workspace, lakes.lake(workspace, "wide"), settings)
    index = set_index(lake)
    with shared("lakes", "join_queries.csv").open(encoding="utf-8", newline="") as stream:
        asked = [(row["table"], int(row["position"])) for row in csv.DictReader(stream)]
    looked_up, searched = [], []
    for _ in range(ROUNDS):
        for table, place in asked:
            own = index.position(table)
            tokens = index.tokens(index.columns_of(own)[place])
            began = time.thread_time()
            most_overlapping(index, tokens, 10, index.all_but([table]))
            looked_up.append(time.thread_time() - began)
    for table, place in asked:
        query = query_table(lake, table)
        began = time.thread_time()
        search_join(query, [query.columns[place].label])
        searched.append(time.thread_time() - began)
    times = {
        f"{name} {told} ms": float(np.quantile(seconds, at) * 1000)
        for name, seconds in (("look-up", looked_up), ("search", searched))
        for told, at in (("median", 0.5), ("p95", 0.95))
    }
    resident = psutil.Process().memory_info().rss / 2**20
    print(json.dumps({**times, "resident MB": resident}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
