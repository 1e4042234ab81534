"""What a condition needs to know of many tables at once: sizes, columns and where the cells are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.conditions.types import Kind
from core.lake.engine import cells_gone
from core.lake.stored.containers import open_shard
from core.lake.stored.placing import StoredColumn, placed_tables
from core.lake.stored.relations import StoredCells
from core.store import Workspace
from core.types import DataType

if TYPE_CHECKING:
    import pyarrow as pa

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
    """Cells without a value, those with a text that stands for none among numbers included."""
    distinct: int
    amounts: bool = False
    """Whether its text is numbers with a unit, a currency or a comma for the point."""

    @property
    def is_numbers(self) -> bool:
        """Whether its cells can be compared with a number."""
        return self.amounts or self.data_type in _TYPES[Kind.NUMBERS]

    def has(self, kind: Kind) -> bool:
        """Whether the column has a property."""
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
    """Read what is known of some tables of a data lake; those that have left it are left out.

    Raises
    ------
    CellsGoneError
        If the cells of one are read again at this moment.
    """
    try:
        return _facts(workspace, lake_key, table_ids)
    except FileNotFoundError:
        # A refresh replaced a shard between the look-up and the opening: now it lies elsewhere.
        pass
    try:
        return _facts(workspace, lake_key, table_ids)
    except FileNotFoundError as error:
        raise cells_gone() from error


def _facts(workspace: Workspace, lake_key: int, table_ids: Sequence[str]) -> dict[str, TableFacts]:
    found = [
        (place, tuple(map(_known, columns)))
        for place, columns in placed_tables(workspace, lake_key, table_ids)
    ]
    return {
        place.table_id: TableFacts(
            place.table_id, place.rows, columns, StoredCells.at(place, _shard)
        )
        for place, columns in found
    }


def _known(column: StoredColumn) -> ColumnFacts:
    kind, counted = column.data_type, (column.values, column.missing, column.distinct)
    return ColumnFacts(column.label, kind, *counted, amounts=bool(column.amounts))


@lru_cache(maxsize=64)
def _shard(path: Path) -> pa.RecordBatch:
    return open_shard(path)
