"""Choose the tables of a lake that are worth splitting (nlctables, section 4.2, step 1)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from core import lake as lakes
from core.benchmarks.making.types import Recipe, Source
from core.errors import InputError
from core.lake.cells import BLANKS
from core.lake.stored.titles import captions, name_of
from core.lake.written.missing_values import MISSING
from core.monitor import Monitor
from core.store import Workspace
from core.types import ColumnProfile, DataType, LakeInfo

_MOST_MISSING = 0.3
_MOST_ROWS = 2_000
_LONGEST_VALUE = 60
_NUMBERS = {DataType.INTEGER, DataType.FLOAT}
_LEAST_SPAN = 5
"""More different numbers or days than that can be asked to lie above or below one."""
_NO_VALUE = {"", *MISSING}


def find_sources(
    workspace: Workspace, lake: LakeInfo, recipe: Recipe, monitor: Monitor
) -> list[Source]:
    """Choose sources at random among the tables that are large and full enough.

    Raises
    ------
    InputError
        If the lake has none.
    CancelledError
        If `monitor` says so.
    """
    fitting = [
        info
        for info in lakes.tables(workspace, lake.key)
        if info.rows >= recipe.least_rows
        and info.columns >= recipe.least_columns
        and info.missing_share <= _MOST_MISSING
    ]
    random.Random(recipe.seed).shuffle(fitting)  # noqa: S311 - a choice of tables, no secret
    known = captions(workspace, lake.key, [info.table_id for info in fitting])
    found: list[Source] = []
    seen: set[str] = set()
    for info in fitting:
        if len(found) == recipe.sources:
            break
        monitor.raise_if_stopped(f"Cancelled after {len(found):,} sources; nothing was written.")
        profiles = lakes.columns(workspace, info.key)
        if info.content_hash in seen or len({p.label.casefold() for p in profiles}) < info.columns:
            continue
        seen.add(info.content_hash)
        frame = lakes.table_frame(workspace, lake.name, info.table_id, rows=_MOST_ROWS)
        own_name = name_of(PurePosixPath(info.table_id).name)
        title = " ".join((known.get(info.table_id) or own_name).split())
        found.append(_source(info.table_id, title, profiles, frame.rows()))
        monitor.progress(len(found), min(recipe.sources, len(fitting)), "Reading sources")
    if not found:
        raise InputError(
            f"A benchmark is made from tables of at least {recipe.least_rows} rows and "
            f"{recipe.least_columns} columns. Got the lake {lake.name!r}, which has none; lower "
            "--min-rows or --min-columns."
        )
    return found


def _source(
    table: str, title: str, profiles: list[ColumnProfile], rows: list[tuple[str | None, ...]]
) -> Source:
    cells = tuple(tuple(_value(cell) for cell in row) for row in rows)
    columns = [_as_read(column, [row[n] for row in cells]) for n, column in enumerate(profiles)]
    return Source(
        table,
        title,
        tuple(column.label for column in columns),
        cells,
        numbers=_places(columns, lambda c: c.data_type in _NUMBERS and c.distinct > _LEAST_SPAN),
        dates=tuple(
            place
            for place, column in enumerate(columns)
            if column.distinct > _LEAST_SPAN
            and all(re.match(r"\d{4}-\d{2}-\d{2}", row[place]) for row in cells if row[place])
        ),
        categories=_places(columns, _is_category),
        keys=_places(columns, _is_key),
    )


def _value(cell: str | None) -> str:
    """Return a cell's text, empty if it stands for a missing value, as conditions read it."""
    return "" if cell is None or cell.strip(BLANKS) in _NO_VALUE else cell


def _as_read(column: ColumnProfile, cells: Sequence[str]) -> ColumnProfile:
    """Profile a column by the rows that are read: it may begin below them, or end above."""
    filled = [cell.strip(BLANKS) for cell in cells if cell]
    return replace(
        column,
        values=len(filled),
        missing=len(cells) - len(filled),
        distinct=len(set(filled)),
        longest=max(map(len, filled), default=None),
    )


def _places(
    profiles: list[ColumnProfile], chosen: Callable[[ColumnProfile], bool]
) -> tuple[int, ...]:
    return tuple(place for place, profile in enumerate(profiles) if chosen(profile))


def _is_category(column: ColumnProfile) -> bool:
    return (
        column.data_type is DataType.STRING
        and 2 <= column.distinct <= max(20, column.values // 5)  # noqa: PLR2004
        and (column.longest or 0) <= _LONGEST_VALUE
    )


def _is_key(column: ColumnProfile) -> bool:
    return (
        column.data_type in {DataType.STRING, DataType.INTEGER}
        and column.distinct >= 0.9 * max(column.values, 1)
        and column.missing_share < 0.1  # noqa: PLR2004
        and (column.longest or 0) <= _LONGEST_VALUE
    )
