"""The profiles of all columns of a data lake, as a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator

from core.lake.column_profiles import column_profile
from core.lake.stored.placing import IN_ORDER
from core.store import Workspace
from core.types import ColumnProfile, DataType

_TABLES_AT_ONCE = 500

_TABLES = f"SELECT key FROM tables WHERE lake_key = ? ORDER BY {IN_ORDER}"  # noqa: S608 - a constant
_COLUMNS = """
    SELECT table_id, position, name, label, data_type, filled, missing, distinct_values, details,
        stand_ins
    FROM json_each(?) AS wanted JOIN tables ON tables.key = wanted.value
    JOIN columns ON table_key = tables.key
    WHERE data_type = ? AND distinct_values > 0
    ORDER BY wanted.key, position
"""


def columns_of_type(
    workspace: Workspace, lake_key: int, data_type: DataType
) -> Iterator[tuple[str, ColumnProfile]]:
    """Give the table and the profile of each column of one type that has values.

    Tables come in the order of `core.lake.table_order`. They are those of the moment of the first;
    of these, what is removed or read again meanwhile is left out. Nothing is held in the catalog
    between one and the next: an encoder takes minutes for some, and as long as anybody reads as of
    an earlier moment, the log of the workspace's file grows with all that is written.
    """
    with workspace.reading() as db:
        keys = [key for (key,) in db.execute(_TABLES, [lake_key])]
    for start in range(0, len(keys), _TABLES_AT_ONCE):
        some = json.dumps(keys[start : start + _TABLES_AT_ONCE])
        with workspace.reading() as db:
            rows = db.execute(_COLUMNS, [some, data_type.value]).fetchall()
        for table_id, *fields in rows:
            yield table_id, column_profile(*fields)
