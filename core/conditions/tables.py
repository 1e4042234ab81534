"""What a condition needs to know of many tables at once: sizes, columns and where the cells are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.conditions.types import Kind
from core.lake.containers import open_shard
from core.lake.relations import StoredCells
from core.store import Workspace
from core.types import DataType

if TYPE_CHECKING:
    import pyarrow as pa

_TABLES = """
    SELECT key, table_id, rows, columns, container, first_row FROM tables
    WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
"""
_COLUMNS = """
    SELECT table_key, label, data_type, filled, missing, distinct_values FROM columns
    WHERE table_key IN (SELECT value FROM json_each(?)) ORDER BY table_key, position
"""
_TYPES = {
    Kind.NUMBERS: {DataType.INTEGER, DataType.FLOAT},
    Kind.DATES: {DataType.DATETIME},
    Kind.TEXT: {DataType.STRING},
    Kind.BOOLEANS: {DataType.BOOLEAN},
}


@dataclass(frozen=True)
class ColumnFacts:
    """What the catalog knows of a column, without its values."""

    label: str
    data_type: DataType
    values: int
    missing: int
    distinct: int

    def has(self, kind: Kind | None) -> bool:
        """Whether the column has a property; any column has none."""
        if kind is None:
            return True
        if kind is Kind.UNIQUE:
            return self.distinct == self.values > 0
        if kind is Kind.COMPLETE:
            return self.missing == 0 < self.values
        return self.data_type in _TYPES[kind]


@dataclass(frozen=True)
class TableFacts:
    """What the catalog knows of a table, and where its cells are."""

    table: str
    rows: int
    columns: tuple[ColumnFacts, ...]
    cells: StoredCells

    @property
    def labels(self) -> list[str]:
        """Labels of the columns, in order."""
        return [column.label for column in self.columns]


def table_facts(
    workspace: Workspace, lake_key: int, table_ids: Sequence[str]
) -> dict[str, TableFacts]:
    """Read what is known of some tables of a data lake; those that have left it are left out."""
    with workspace.reading() as db:
        tables = db.execute(_TABLES, [lake_key, json.dumps(list(table_ids))]).fetchall()
        columns: dict[int, list[ColumnFacts]] = {row[0]: [] for row in tables}
        for key, label, data_type, filled, missing, distinct in db.execute(
            _COLUMNS, [json.dumps(list(columns))]
        ):
            columns[key].append(ColumnFacts(label, DataType(data_type), filled, missing, distinct))
    folder = workspace.root / "tables" / str(lake_key)
    return {
        table_id: TableFacts(
            table_id,
            rows,
            tuple(columns[key]),
            _cells(folder / container, first_row, rows, width, key),
        )
        for key, table_id, rows, width, container, first_row in tables
    }


def _cells(path: Path, first_row: int | None, rows: int, width: int, key: int) -> StoredCells:
    if first_row is None:
        return StoredCells(rows, width, path, table_key=key)
    import pyarrow as pa

    lists = _shard(path).column("values").slice(first_row, width)
    empty = pa.array([], pa.string())
    arrays = tuple(empty if one.values is None else one.values for one in lists)
    return StoredCells(rows, width, None, arrays, key)


@lru_cache(maxsize=64)
def _shard(path: Path) -> pa.RecordBatch:
    return open_shard(path)
