"""What join search is measured beside: Python dicts, DuckDB, and datasketch's LSH Ensemble."""

from __future__ import annotations

import csv
import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from core.features.folding import fold_cells
from core.indexes.sets.index import SetIndex
from core.lake.stored.cells import CellBatch
from core.lake.written.missing_values import MISSING

Ranked = list[tuple[str, int]]
"""Tables with their overlaps, by overlap descending, then id."""

_MISSING = {"", *MISSING}


def ranked(overlaps: Mapping[str, int], k: int, without: str) -> Ranked:
    """Apply the tie rule to each table's best overlap."""
    told = ((table, n) for table, n in overlaps.items() if n and table != without)
    return heapq.nsmallest(k, told, key=lambda one: (-one[1], one[0]))


class PlainIndex:
    """A Python dict from each trimmed, case-folded cell to the columns that have it."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.lists: dict[str, list[int]] = defaultdict(list)
        self.sets: list[set[str]] = []
        self.tables: list[str] = []
        self.first: dict[str, int] = {}
        for file in files:
            with file.open(encoding="utf-8", newline="") as stream:
                rows = list(csv.reader(stream))
            width = len(rows[0]) if rows else 0
            self.first[file.name] = len(self.sets)
            for place in range(width):
                cells = (row[place].strip() for row in rows[1:] if place < len(row))
                values = {cell.casefold() for cell in cells if cell not in _MISSING}
                for value in values:
                    self.lists[value].append(len(self.sets))
                self.sets.append(values)
                self.tables.append(file.name)

    def best(self, values: set[str], k: int, without: str) -> Ranked:
        """Count the columns of each value's list."""
        counts: Counter[int] = Counter()
        for value in values:
            counts.update(self.lists.get(value, ()))
        most: dict[str, int] = {}
        for column, n in counts.items():
            table = self.tables[column]
            most[table] = max(n, most.get(table, 0))
        return ranked(most, k, without)


class BruteForce:
    """A Python set a column, intersected with the query's one after another."""

    def __init__(self, batches: Sequence[CellBatch], index: SetIndex) -> None:
        self.sets: list[set[str]] = []
        self.tables = [index.table_ids[table] for table in index.column_tables.tolist()]
        for batch in batches:
            columns = np.repeat(np.arange(len(batch.names)), np.repeat(batch.rows, batch.widths))
            folded = fold_cells(pl.Series(batch.cells, dtype=pl.String), columns, index.rules)
            texts = folded.texts.to_list()
            sets: list[set[str]] = [set() for _ in batch.names]
            for column, code in zip(columns.tolist(), folded.codes.tolist(), strict=True):
                if code >= 0:
                    sets[column].add(texts[code])
            self.sets += sets

    def best(self, column: int, k: int, without: str) -> Ranked:
        """Intersect with every column."""
        values = self.sets[column]
        most: dict[str, int] = {}
        for table, other in zip(self.tables, self.sets, strict=True):
            n = len(values & other)
            if n > most.get(table, 0):
                most[table] = n
        return ranked(most, k, without)


class DuckIndex:
    """A DuckDB table of value, column and table, asked in SQL."""

    _BEST = """
        SELECT table_id, max(n) AS n FROM (
            SELECT col, table_id, count(*) AS n FROM postings
            WHERE value IN (SELECT unnest($values)) AND table_id <> $own GROUP BY col, table_id
        ) GROUP BY table_id ORDER BY n DESC, table_id LIMIT $k
    """

    def __init__(self, plain: PlainIndex) -> None:
        import duckdb

        frame = pl.DataFrame(
            {
                "value": [value for one in plain.sets for value in one],
                "col": np.repeat(np.arange(len(plain.sets)), [len(one) for one in plain.sets]),
                "table_id": [
                    table for table, one in zip(plain.tables, plain.sets, strict=True) for _ in one
                ],
            }
        ).to_arrow()
        self._engine = duckdb.connect(config={"threads": 1})
        self._engine.register("given", frame)
        self._engine.execute("CREATE TABLE postings AS SELECT * FROM given ORDER BY value")

    def best(self, values: set[str], k: int, without: str) -> Ranked:
        """Ask for the tables with the largest count."""
        given = {"values": list(values), "own": without, "k": k}
        return [(table, int(n)) for table, n in self._engine.execute(self._BEST, given).fetchall()]


class SketchIndex:
    """datasketch's own LSH Ensemble in memory, of columns of so many values, exactly re-checked."""

    def __init__(self, plain: PlainIndex, least: int, permutations: int, widest: int) -> None:
        from datasketch import MinHash, MinHashLSHEnsemble

        self._plain = plain
        self._permutations = permutations
        chosen = [column for column, values in enumerate(plain.sets) if len(values) >= least]
        self.columns = len(chosen)
        self._ensemble: Any = MinHashLSHEnsemble(0.5, permutations, num_part=16, m=widest)
        self._minhash = MinHash
        self._ensemble.index(
            [
                (column, self._sketch(plain.sets[column]), len(plain.sets[column]))
                for column in chosen
            ]
        )

    def _sketch(self, values: set[str]) -> Any:
        made = self._minhash(self._permutations)
        made.update_batch([value.encode() for value in values])
        return made

    def best(self, values: set[str], k: int, without: str) -> Ranked:
        """Count what the ensemble returns."""
        most: dict[str, int] = {}
        for column in self._ensemble.query(self._sketch(values), len(values)):
            n = len(values & self._plain.sets[column])
            table = self._plain.tables[column]
            most[table] = max(n, most.get(table, 0))
        return ranked(most, k, without)
