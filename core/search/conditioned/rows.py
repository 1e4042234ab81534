"""Only the rows of a table that satisfy a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.conditions import Condition
from core.conditions.counting.scanning import Scan, row_conditions, satisfying_rows
from core.conditions.counting.tables import table_facts
from core.errors import CellsGoneError, TableNotFoundError
from core.search.conditioned.chosen_rows import chosen_by
from core.search.conditioned.meant_columns import place_of
from core.search.conditioned.naming import column_finder
from core.search.types import SearchedLake

if TYPE_CHECKING:
    import polars as pl


def rows_that_satisfy(
    lake: SearchedLake,
    table: str,
    condition: Condition | None,
    *,
    held: Sequence[bool],
    query_labels: Sequence[str] = (),
    aligned: Mapping[str, tuple[str, float]] | None = None,
) -> pl.DataFrame:
    """Read the rows of a table that satisfy a condition, as trimmed text, missing cells null.

    Parameters
    ----------
    held
        For each part of the condition whether the table satisfies it, as `Satisfaction.held`:
        where "over 9 rows" is an alternative, all rows of a table that has as many satisfy.
    query_labels, aligned
        As for the search that found it, so that the same columns are meant.

    Raises
    ------
    TableNotFoundError
        If the lake has no such table any more.
    ConditionTimeoutError
        If it takes longer than the settings allow.
    EngineMemoryError, CellsGoneError, WorkspaceError
        As `core.lake.engine.limited_engine`.
    """
    workspace, settings = lake.workspace, lake.settings
    finder = column_finder(settings, query_labels)
    chosen = chosen_by(condition, held)

    def read() -> pl.DataFrame:
        facts = table_facts(workspace, lake.info.key, [table]).get(table)
        if facts is None:
            name = lake.info.name
            raise TableNotFoundError(f"The lake {name!r} has no table {table!r} any more.")
        places = tuple(
            place_of(part, facts, finder, aligned or {}).place for part in row_conditions(chosen)
        )
        scan = Scan(table, facts.cells, places)
        found = satisfying_rows(scan, chosen, settings, workspace.folder("spill"))
        return found.rename(dict(zip(found.columns, facts.labels, strict=True)))

    try:
        return read()
    except CellsGoneError:
        # A refresh replaced the cells since they were looked up: now they lie elsewhere.
        return read()
