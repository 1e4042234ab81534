"""The query that a name means: by its id, its table, or its table and the column to join on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from core.amounts import listed
from core.benchmarks.errors import AmbiguousQueryError
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.source import BenchmarkSource, Query
from core.evaluation.joined_queries import table_and_column
from core.evaluation.text_lines import in_trec

_NAMED = 3


class RunQueries:
    """Finds the query of a benchmark that a run means by a name.

    A query may be named by its id, or by its table if no other query has that. ``TABLE on COLUMN``
    names the one that joins the table on the column, however its id is written; where queries of
    the table have no column, it names the table.
    """

    def __init__(self, source: BenchmarkSource) -> None:
        self._ids = {query.query_id for query in source.queries}
        self._keys = {query.query_id: ", ".join(query.join_on) for query in source.queries}
        self._by_table = ids_by_table(source.queries)
        folder = source.query_folder
        folders = [*source.lake_folders, *([folder] if folder else [])]
        self._tables = TableNames(self._by_table, folders)

    def find(self, name: str) -> str | None:
        """Return the id of the query that a name means; None if there is none, or several."""
        for spelling in (name, in_trec(name)):
            if spelling in self._ids:
                return spelling
        meant = self.of_table(name) or self._joined(name)
        return meant[0] if len(meant) == 1 else None

    def of_table(self, name: str) -> list[str]:
        """Return the ids of the queries whose table has that name."""
        return self._by_table.get(self._tables.find(name) or "", [])

    def _joined(self, name: str) -> list[str]:
        for table, column in table_and_column(name):
            if ids := self.of_table(table):
                joined = any(self._keys[one] for one in ids)
                return [one for one in ids if self._keys[one] == column] if joined else ids
        return []


def ids_by_table(queries: Iterable[Query]) -> dict[str, list[str]]:
    """Map each query table to the ids of the queries that have it."""
    found: dict[str, list[str]] = {}
    for query in queries:
        if query.table:
            found.setdefault(query.table, []).append(query.query_id)
    return found


def several_queries(
    name: str, ids: Sequence[str], path: Path | None = None, line: int | None = None
) -> AmbiguousQueryError:
    """Return the error of a table's name that stands for a query where several have the table."""
    told = listed([*map(repr, ids)], _NAMED)
    return AmbiguousQueryError(
        f"A query must be named by its id where several have its table. Got {name!r}, the table of "
        f"{told}.",
        path,
        line,
    )
