"""A rule for tests: yes if both tables have equally many rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core import lake as lakes
from core.judges.types import Subject, Verdict
from core.labels.types import Task
from core.settings import Settings
from core.store import Workspace


class ByRows:
    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def version(self, task: Task) -> str:
        return "rows-1"

    def parameters(self, task: Task) -> Mapping[str, Any]:
        return {"by": "rows"}

    def verdicts(self, subjects: Iterable[Subject]) -> Iterator[Verdict | str]:
        for one in subjects:
            if one.query_table is None:
                yield "It needs two tables."
                continue
            left, right = (
                lakes.table(self._workspace, one.lake, table).rows
                for table in (one.query_table, one.table)
            )
            yield Verdict(2 if left == right else 0, f"{left} and {right} rows")


def open_rule(workspace: Workspace, settings: Settings) -> ByRows:
    return ByRows(workspace)
