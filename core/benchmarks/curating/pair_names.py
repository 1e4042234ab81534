"""The query and the candidate that names mean, in any spelling that a benchmark publishes."""

from __future__ import annotations

from pathlib import Path

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.formats import TableNames
from core.benchmarks.formats.query_names import ids_by_table, several_queries
from core.benchmarks.types import BenchmarkInfo
from core.evaluation.text_lines import from_trec, in_trec
from core.labels.types import Task
from core.store import Workspace


class PairNames:
    """Finds the pair of query and candidate that published names mean.

    A query may be named by its id, or by its table if no other query has that; a candidate by its
    id, its path inside its folder or its file's name, each with or without the extension. Blanks
    may be written as in addresses, as exported runs and qrels have them.
    """

    def __init__(self, workspace: Workspace, info: BenchmarkInfo) -> None:
        asked = registry.queries(workspace, info)
        self._tasks = {query.query_id: Task(query.mode.value) for query in asked}
        self._keys = {query.query_id: ", ".join(query.join_on) for query in asked}
        self._by_table = ids_by_table(asked)
        folders = [*info.lake_folders, *([info.query_folder] if info.query_folder else [])]
        tables = lakes.table_order(workspace, info.lake_key)
        candidates = [table for table in tables if info.is_candidate(table)]
        departed = registry.departed_tables(workspace, info)
        named = [*candidates, *filter(info.is_candidate, departed)]
        self._own = TableNames(self._by_table, folders)
        self._lake = TableNames(named, info.lake_folders)
        self.candidates = tuple(sorted(candidates))
        """Ids of the candidates that are in the lake, sorted."""

    def query(self, name: str, path: Path | None = None, line: int | None = None) -> str | None:
        """Return the id of the query that a name means, or None.

        Raises
        ------
        AmbiguousQueryError
            If it is the table of several queries; names them, and the file and line.
        """
        for spelling in (name, from_trec(name), in_trec(name)):
            if spelling in self._tasks:
                return spelling
        ids = self._by_table.get(self._own.find(name, path, line) or "", [])
        if len(ids) > 1:
            raise several_queries(name, ids, path, line)
        return ids[0] if ids else None

    def query_on(self, name: str, column: str, path: Path | None, line: int | None) -> str | None:
        """Return the id of the query that joins the table of that name on a column, or None.

        As `query` if no column is named, or no query of the table has one.

        Raises
        ------
        AmbiguousQueryError
            If several queries join the table on the column.
        """
        ids = self._by_table.get(self._own.find(name, path, line) or "", [])
        if not column or not any(self._keys[one] for one in ids):
            return self.query(name, path, line)
        meant = [one for one in ids if self._keys[one] == column]
        if len(meant) > 1:
            raise several_queries(name, meant, path, line)
        return meant[0] if meant else None

    def table(self, name: str, path: Path | None = None, line: int | None = None) -> str | None:
        """Return the id of the candidate that a name means, or None."""
        return self._lake.find(name, path, line)

    def task(self, query: str) -> Task:
        """Return what a query asks for."""
        return self._tasks[query]
