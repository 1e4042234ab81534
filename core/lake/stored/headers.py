"""The column names of many tables at once."""

from __future__ import annotations

import json
from collections.abc import Collection

from core.store import Workspace

_SQL = """
    SELECT table_id, json_group_array(name) FROM (
        SELECT table_id, columns.name FROM tables JOIN columns ON table_key = key
        WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
        ORDER BY table_key, position
    ) GROUP BY table_id
"""


def headers(
    workspace: Workspace, lake_key: int, table_ids: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the header of each table, column by column, as it stands in the file.

    Ids that the data lake does not have are left out.
    """
    with workspace.reading() as db:
        rows = db.execute(_SQL, [lake_key, json.dumps(sorted(set(table_ids)))]).fetchall()
    return {table_id: tuple(json.loads(names)) for table_id, names in rows}
