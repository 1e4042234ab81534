"""The profiles of all columns of a data lake, as a stream."""

from __future__ import annotations

from collections.abc import Iterator

from core.lake.catalog import column_profile
from core.lake.placing import AS_THEY_LIE
from core.store import Workspace
from core.types import ColumnProfile, DataType

_SQL = f"""
    SELECT table_id, position, name, label, data_type, filled, missing, distinct_values, details
    FROM tables JOIN columns ON table_key = tables.key
    WHERE lake_key = ? AND data_type = ? AND distinct_values > 0
    ORDER BY {AS_THEY_LIE}, position
"""  # noqa: S608 - a constant


def columns_of_type(
    workspace: Workspace, lake_key: int, data_type: DataType
) -> Iterator[tuple[str, ColumnProfile]]:
    """Give the table and the profile of each column of one type that has values.

    Tables come in the order of `core.lake.table_order`.
    """
    with workspace.reading() as db:
        for table_id, *fields in db.execute(_SQL, [lake_key, data_type.value]):
            yield table_id, column_profile(*fields)
