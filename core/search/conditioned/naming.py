"""Which columns a condition names: what a lake's are called, and what their names mean."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from core.conditions import Request, lost_names, parse, with_cut_names
from core.conditions.columns import ColumnFinder, Meaning
from core.conditions.name_pieces import bare
from core.features.registry import sentence_encoder
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

_SIGN = "%"
"""Of a unit in a name, which `bare` leaves out."""

_STATE = """
    SELECT count(*), max(key), (SELECT fingerprint FROM lakes WHERE key = :lake)
    FROM tables WHERE lake_key = :lake
"""
_LABELS = """
    SELECT c.label, count(*) FROM columns c JOIN tables t ON t.key = c.table_key
    WHERE t.lake_key = ? GROUP BY c.label
"""
_OF_TABLE = """
    SELECT c.label FROM columns c JOIN tables t ON t.key = c.table_key
    WHERE t.lake_key = ? AND t.table_id = ?
"""
_OF_TABLES = """
    SELECT t.table_id, c.label FROM columns c JOIN tables t ON t.key = c.table_key
    WHERE t.lake_key = ? AND t.table_id IN (SELECT value FROM json_each(?))
"""


def column_finder(settings: Settings, query_labels: Sequence[str] = ()) -> ColumnFinder:
    """Make a finder that knows meanings by the settings' model of sentences.

    What labels mean is kept in the workspace: a lake's are encoded once.
    """
    encoder = sentence_encoder(settings)
    meaning = Meaning(
        asked=lambda texts: encoder.encode(texts, query=True),
        labels=encoder.encode,
    )
    return ColumnFinder(meaning, query_labels)


def names_in_lake(lake: SearchedLake, without: str = "", plain: bool = False) -> frozenset[str]:
    """Return the names of all columns of a lake but those of one table, each as `bare` has it.

    Parameters
    ----------
    plain
        Whether a name with a sign for a unit is another one: "tip (%)" is not "tip".
    """
    key = lake.info.key
    with lake.workspace.reading() as db:
        # A table that is read again has another key, greater than all before.
        state = tuple(db.execute(_STATE, {"lake": key}).fetchone())
        own = Counter(_with_sign(label) for (label,) in db.execute(_OF_TABLE, [key, without]))
    columns = _columns_of_names(lake.workspace.root, key, state)
    names = columns.keys() - {name for name, count in own.items() if columns[name] <= count}
    return frozenset(names if plain else (name.rstrip(_SIGN) for name in names))


def _with_sign(label: str) -> str:
    return bare(label) + _SIGN * (_SIGN in label)


def labels_of(lake: SearchedLake, tables: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return the labels of some tables' columns, in no order; none of tables without any."""
    found: dict[str, set[str]] = {}
    with lake.workspace.reading() as db:
        for table, label in db.execute(_OF_TABLES, [lake.info.key, json.dumps(list(tables))]):
            found.setdefault(table, set()).add(label)
    return {table: frozenset(labels) for table, labels in found.items()}


@lru_cache(maxsize=4)
def _columns_of_names(root: Path, lake_key: int, state: tuple[object, ...]) -> Counter[str]:
    """Count the columns of each name: every condition asks for them, and a lake has many."""
    del state  # it tells a lake as it is from one that has changed
    found: Counter[str] = Counter()
    with Workspace(root).reading() as db:
        for label, count in db.execute(_LABELS, [lake_key]):
            found[_with_sign(label)] += count
    return found


def read_for_lake(lake: SearchedLake, text: str, columns: Sequence[str] = ()) -> Request:
    """Read a condition on the tables of a lake, whose columns' names help where words are lost.

    Names that the reading cuts are doubted.

    Parameters
    ----------
    columns
        As for `core.conditions.parsing.parse`.

    Raises
    ------
    ConditionError
        As `core.conditions.parsing.parse` does.
    """
    names = names_in_lake(lake)
    request = parse(text, columns)
    lost = lost_names(request, names)
    if lost:
        again = parse(text, (*columns, *lost))
        request = again if len(again.unknown) < len(request.unknown) else request
    return with_cut_names(request, names)
