"""Small lakes of sets, and what an index of them must answer, found by trying everything."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.features.folding import ALL, Folding, fold
from core.indexes.manifests import LakeTables
from core.indexes.sets.building import build_sets
from core.indexes.sets.index import SetIndex, open_sets
from core.lake.stored.cells import CellBatch
from core.monitor import UNMONITORED

Table = Sequence[Sequence[str | None]]
"""Columns of one length."""


def batch_of(names: Sequence[str], tables: Sequence[Table], first_row: int = 0) -> CellBatch:
    cells = [cell for table in tables for column in table for cell in column]
    return CellBatch(
        list(names),
        [f"c{place}" for table in tables for place in range(len(table))],
        np.array([len(table) for table in tables], dtype=np.int64),
        np.array([len(table[0]) if table else 0 for table in tables], dtype=np.int64),
        first_row,
        pa.array(cells, pa.string()),
    )


def in_parts(name: str, table: Table, rows: int) -> Iterable[CellBatch]:
    for start in range(0, len(table[0]), rows):
        yield batch_of([name], [[column[start : start + rows] for column in table]], start)


def labels_of(name: str, table: Table) -> list[str]:
    return [f"{name} {'é' * place}\ud800" for place in range(len(table))]


def index_of(
    folder: Path, tables: dict[str, Table], rules: Folding = ALL, cells: int = 100
) -> SetIndex:
    names = list(tables)
    some = [
        batch_of(names[i : i + 2], [tables[n] for n in names[i : i + 2]])
        for i in range(0, len(names), 2)
    ]
    labels = [label for name in names for label in labels_of(name, tables[name])]
    build_sets(folder, rules, some, LakeTables(names, "lake"), labels, cells, monitor=UNMONITORED)
    return open_sets(folder, rules)


@lru_cache(maxsize=4096)
def _folded(column: tuple[str | None, ...], rules: Folding) -> list[str | None]:
    return fold(column, rules).to_list()


def values(column: Sequence[str | None], rules: Folding = ALL) -> set[str]:
    return {value for value in _folded(tuple(column), rules) if value is not None}


def rows_of(columns: Table, rules: Folding = ALL) -> set[tuple[str, ...]]:
    folded = [_folded(tuple(column), rules) for column in columns]
    return {row for row in zip(*folded, strict=True) if None not in row}


def best_tables(
    tables: dict[str, Table], query: set[tuple[str, ...]], width: int, k: int, without: str = ""
) -> list[tuple[str, int]]:
    """Table and overlap by the tie rule."""
    found = {}
    for name, table in tables.items():
        every = itertools.permutations(table, width)
        most = max((len(query & rows_of(columns)) for columns in every), default=0)
        if most and name != without:
            found[name] = most
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:k]
