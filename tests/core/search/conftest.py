"""What the tests of search share: tiny lakes, read for real."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from core import lake as lakes
from core.monitor import UNMONITORED, Monitor
from core.search import (
    Integration,
    Part,
    QueryTable,
    query_table,
    query_table_or_file,
    search_union,
)
from core.search.combining.unions.making import RowsOf, union_heads
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo, UnionSearch
from tests.files import write_old


@dataclass(frozen=True)
class Opened:
    """A lake in a workspace of its own."""

    workspace: Workspace
    settings: Settings
    root: Path
    name: str
    monitor: Monitor = UNMONITORED

    @property
    def lake(self) -> LakeInfo:
        return lakes.lake(self.workspace, self.name)

    @property
    def searched(self) -> SearchedLake:
        return SearchedLake(self.workspace, self.lake, self.settings, self.monitor)

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for path, content in files.items():
            write_old(self.root / path, content)

    def refresh(self) -> None:
        lakes.refresh(self.workspace, self.lake, self.settings)

    def query(self, query: str | Path | lakes.LooseTable, *columns: str) -> QueryTable:
        if isinstance(query, lakes.LooseTable):
            return query_table(self.searched, query, columns)
        return query_table_or_file(self.searched, query, columns)

    def search(
        self, query: str | Path | lakes.LooseTable, *columns: str, **options: object
    ) -> UnionSearch:
        given = {"encoder_name": "hash", **options}
        return search_union(self.query(query, *columns), **given)  # type: ignore[arg-type]

    def found(self, query: str | Path | lakes.LooseTable, **options: object) -> list[str]:
        return [hit.table for hit in self.search(query, **options).hits]


def whole_union(
    query: QueryTable, parts: Sequence[Part], rows_of: RowsOf | None = None
) -> Integration:
    """Append tables to a query in memory, as the start of a union that has no more rows."""
    return union_heads(query, parts, 10_000_000, rows_of)[1]


MakeLake = Callable[..., Opened]


@pytest.fixture(scope="session")
def make_lake(tmp_path_factory: pytest.TempPathFactory) -> MakeLake:
    def make(files: Mapping[str, str | bytes], name: str = "lake") -> Opened:
        folder = tmp_path_factory.mktemp("search")
        workspace = Workspace.open(folder / "workspace")
        settings = Settings(workspace=workspace.root, workers=1)
        root = folder / "tables"
        root.mkdir()
        opened = Opened(workspace, settings, root, name)
        opened.write(files)
        lakes.add_lake(workspace, name, root)
        opened.refresh()
        return opened

    return make
