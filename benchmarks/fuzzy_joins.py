"""Joins whose values differ in form: which methods find what the true values join with."""

from __future__ import annotations

import random
import shutil
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.fuzzy_columns import FUZZ, country_codes, fuzzed, is_name
from benchmarks.measure import shared
from core import lake as lakes
from core.features.folding import fold
from core.indexes.sets.index import SetIndex
from core.indexes.sets.overlaps import most_overlapping
from core.search import query_table
from core.search.derived.value_sets import set_index
from core.search.join.methods import JOIN_METHODS
from core.search.join.searching import search_join
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from core.types import DataType, LakeInfo

TABLES = 600
QUERIES = 10
"""Of each kind."""
LEAST_VALUES = 8
MOST_RELEVANT = 10
SHARE = 0.5
"""A table is relevant if one of its columns has half of the true values."""


@dataclass(frozen=True)
class FuzzyQuery:
    """A column with changed values, and the tables that its true values join with."""

    kind: str
    file: Path
    column: str
    relevant: frozenset[str]


def fuzzy_joins(folder: Path, seed: int = 0) -> list[dict[str, object]]:
    """Report recall@10 by kind of change for each method, on tables of the wide lake.

    The true column's own table is a candidate; the changed column stands alone in a file called
    "query", so that nothing but its header and values leads back to it.
    """
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    lake, index = _lake(folder / "some", workspace, settings, seed)
    queries = list(_queries(workspace, lake.info, index, folder / "queries", seed))
    rows: list[dict[str, object]] = []
    found: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in JOIN_METHODS}
    seconds: dict[str, list[float]] = defaultdict(list)
    for query in queries:
        table = query_table(lake, lakes.read_loose(query.file, settings))
        for name in JOIN_METHODS:
            began = time.perf_counter()
            answer = search_join(table, [query.column], 10, method=name)
            seconds[name].append(time.perf_counter() - began)
            hits = {hit.table for hit in answer.hits} & query.relevant
            found[name][query.kind].append(len(hits) / len(query.relevant))
    for name in JOIN_METHODS:
        every = [one for some in found[name].values() for one in some]
        rows.append(
            {
                "method": name,
                "tables": lake.info.tables,
                "queries": len(queries),
                "recall@10": float(np.mean(every)),
                **{kind: float(np.mean(some)) for kind, some in found[name].items()},
                "median ms": float(np.median(seconds[name][1:]) * 1000),
            }
        )
    return rows


def _lake(
    folder: Path, workspace: Workspace, settings: Settings, seed: int
) -> tuple[SearchedLake, SetIndex]:
    source = sorted(shared("lakes", "wide").iterdir())
    folder.mkdir(parents=True)
    for file in random.Random(seed).sample(source, TABLES):  # noqa: S311
        shutil.copy(file, folder)
    lakes.refresh(workspace, lakes.add_lake(workspace, "some", folder), settings)
    lake = SearchedLake(workspace, lakes.lake(workspace, "some"), settings)
    return lake, set_index(lake)


def _queries(
    workspace: Workspace, lake: LakeInfo, index: SetIndex, folder: Path, seed: int
) -> Iterator[FuzzyQuery]:
    folder.mkdir(parents=True)
    codes = country_codes()
    wanted = dict.fromkeys([*FUZZ, "codes"], QUERIES)
    kinds = list(FUZZ)
    tables = lakes.tables(workspace, lake.key)
    random.Random(seed + 1).shuffle(tables)  # noqa: S311
    for info in tables:
        frame = lakes.table_frame(workspace, lake.name, info.table_id)
        for column in lakes.columns(workspace, info.key):
            values = frame.to_series(column.position).drop_nulls().to_list()
            if column.data_type is not DataType.STRING or column.distinct < LEAST_VALUES:
                continue
            position = index.position(info.table_id)
            tokens = index.tokens(index.columns_of(position)[column.position])
            best = most_overlapping(index, tokens, MOST_RELEVANT + 1)
            enough = best.overlaps >= SHARE * len(tokens)
            if not 2 <= enough.sum() <= MOST_RELEVANT:  # noqa: PLR2004
                continue
            folded = fold(values).to_list()
            if sum(value in codes for value in folded) > 0.8 * len(folded):
                kind = "codes"
                changed = [codes.get(value, value) for value in folded]
            else:
                if not kinds or sum(map(is_name, values)) < 0.8 * len(values):
                    continue
                kind = kinds[0]
                kinds = [*kinds[1:], kind]
                changed = fuzzed(values, FUZZ[kind], seed + len(values))
            if not wanted[kind]:
                continue
            wanted[kind] -= 1
            if not wanted[kind] and kind in kinds:
                kinds.remove(kind)
            place = folder / str(sum(QUERIES - left for left in wanted.values()))
            place.mkdir()
            pl.DataFrame({column.label: changed}).write_csv(place / "query.csv")
            relevant = {index.table_ids[one] for one in best.positions[enough].tolist()}
            yield FuzzyQuery(kind, place / "query.csv", column.label, frozenset(relevant))
