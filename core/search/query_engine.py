"""A DuckDB engine for a query and tables of its lake, within the memory limit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import CellsGoneError
from core.lake import engine
from core.search.query import QueryTable

if TYPE_CHECKING:
    import duckdb


@contextmanager
def query_engine(query: QueryTable, what: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an engine that keeps to the memory limit and spills into the query's workspace.

    Parameters
    ----------
    what
        What is done with it, as an error names it: ``A join``.

    Raises
    ------
    EngineMemoryError, CellsGoneError, WorkspaceError
        As `core.lake.engine.limited_engine`.
    """
    lake = query.lake
    most, spill = lake.settings.memory_limit_mb, lake.workspace.folder("spill")
    with engine.limited_engine(most, spill, what, lake.info.name) as connection:
        yield connection


def read_again(query: QueryTable) -> CellsGoneError:
    """Say that cells of the query's lake are gone for a moment."""
    return engine.cells_gone(query.lake.info.name)
