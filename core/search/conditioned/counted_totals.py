"""Rows that look like totals, and whose numbers were counted as those of any row: it is said."""

from __future__ import annotations

from dataclasses import replace

from core import lake as lakes
from core.conditions import Number
from core.search.conditioned.logic import asked
from core.search.conditioned.row_shares import rows_of
from core.search.conditioned.types import ConditionedHit, ConditionedSearch, Found
from core.search.types import SearchedLake


def with_totals(lake: SearchedLake, search: ConditionedSearch[Found]) -> ConditionedSearch[Found]:
    """Add to each hit what was remarked of totals, if the condition compares numbers of rows."""
    if search.condition is None or not any(
        isinstance(rows_of(part), Number) for part, _ in asked(search.condition)
    ):
        return search
    tables = [hit.table for hit in search.hits]
    reports = lakes.files_of(lake.workspace, lake.info.key, tables)

    def told(hit: ConditionedHit[Found]) -> ConditionedHit[Found]:
        report = reports.get(hit.table)
        totals = lakes.of_totals(report.notes_on(hit.table)) if report is not None else ()
        return replace(hit, satisfaction=replace(hit.satisfaction, totals=totals))

    return replace(search, hits=tuple(map(told, search.hits)))
