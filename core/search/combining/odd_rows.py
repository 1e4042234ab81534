"""Rows of the tables put together that look like no records: they are taken along, and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core import lake as lakes
from core.search.query import QueryTable
from core.types import FileReport


@dataclass(frozen=True)
class OddRows:
    """What was remarked of a table's rows when it was read.

    Parameters
    ----------
    table
        The name of the query, or the id of a table of its lake.
    remarks
        A sentence each, on a total, a source or a second header among the rows.
    """

    table: str
    remarks: tuple[str, ...]


def odd_rows(query: QueryTable, tables: Sequence[str]) -> tuple[OddRows, ...]:
    """Say which of a query and tables have rows that look like no records.

    Parameters
    ----------
    tables
        Ids of tables of the query's lake.

    Returns
    -------
    tuple
        Those with such rows alone: the query first, then the tables, each once.
    """
    wanted = dict.fromkeys([*([] if query.loose else [query.name]), *tables])
    reports = lakes.files_of(query.lake.workspace, query.lake.info.key, wanted)
    found = [_of(table, reports[table]) for table in wanted if table in reports]
    if query.loose is not None:
        found.insert(0, _of(query.name, query.loose.report))
    return tuple(one for one in found if one.remarks)


def _of(table: str, report: FileReport) -> OddRows:
    return OddRows(table, lakes.of_odd_rows(dict.fromkeys(report.notes_on(table))))
