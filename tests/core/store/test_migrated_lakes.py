"""Data lakes that an earlier version read are told of as this one does."""

from __future__ import annotations

from pathlib import Path

from core import lake as lakes
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database

_FILE_TEXTS = ("reader_version", "content_hash", "reason", "hint", "encoding", "delimiter", "notes")
_FILE_NUMBERS = (
    *("bytes", "modified_ns", "tables"),
    *("rows_read", "rows_padded", "rows_cut", "rows_refused"),
)


def test_cells_that_stand_for_a_missing_one_are_missing(tmp_path: Path) -> None:
    """Of 8, 5, 6, - and - and of three names and two empty cells: 4 of 10 cells are missing."""
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m033_stand_ins_are_missing")
    earlier.table("lakes").insert({"name": "old", "root": "/x", "added_at": ""})
    file = dict.fromkeys(_FILE_TEXTS, "") | dict.fromkeys(_FILE_NUMBERS, 0)
    earlier.table("files").insert({**file, "lake_key": 1, "path": "a.csv"})
    table = {
        **dict.fromkeys(("content_hash", "container"), ""),
        **{"lake_key": 1, "path": "a.csv", "table_id": "a.csv", "types": "{}"},
        **{"rows": 5, "columns": 2, "bytes": 1, "missing_share": 2 / 10},
    }
    key = earlier.table("tables").insert(table).last_pk
    details = '{"top": [], "counts": [], "samples": []}'
    for position, counts in enumerate([(5, 0, 4, 2), (3, 2, 3, 0)]):
        names = ("filled", "missing", "distinct_values", "stand_ins")
        column = {"table_key": key, "position": position, "name": "n", "label": "n"}
        kind = {"data_type": "string", "details": details}
        earlier.table("columns").insert({**column, **kind, **dict(zip(names, counts, strict=True))})
    earlier.conn.commit()
    earlier.close()
    workspace = Workspace.open(tmp_path)
    numbers, names_ = lakes.columns(workspace, key)
    assert (numbers.values, numbers.missing, numbers.distinct) == (3, 2, 3)
    assert (names_.values, names_.missing, names_.distinct) == (3, 2, 3)
    assert lakes.table(workspace, "old", "a.csv").missing_share == 4 / 10
