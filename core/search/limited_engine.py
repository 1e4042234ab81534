"""A DuckDB engine for a query and tables of its lake, within the settings' memory limit."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import BusyError, SoundingsError, WorkspaceError
from core.lake.engine import spilling_engine
from core.search.query import QueryTable
from core.settings import Settings
from core.store import is_full_disk

if TYPE_CHECKING:
    import duckdb


_GONE = ("No files found", os.strerror(errno.ENOENT))
"""How DuckDB says that a file is not there."""


class EngineMemoryError(SoundingsError):
    """The engine that joins and unions had too little memory or disk."""


@contextmanager
def limited_engine(
    query: QueryTable, settings: Settings, what: str
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an engine that keeps to the memory limit and spills into the query's workspace.

    Parameters
    ----------
    what
        What is done with it, as an error names it: ``A join``.

    Raises
    ------
    EngineMemoryError
        If memory and disk do not suffice.
    BusyError
        If the cells of a table are read again at this moment.
    WorkspaceError
        If a disk cannot be read or written for another reason.
    """
    import duckdb

    spill = query.workspace.folder("spill")
    with spilling_engine(settings.memory_limit_mb, spill) as connection:
        try:
            yield connection
        except duckdb.OutOfMemoryException as error:
            raise EngineMemoryError(
                f"{what} keeps to {settings.memory_limit_mb:,} MiB of memory and to the disk of "
                f"{query.workspace.root}. This one needs more: raise SOUNDINGS_MEMORY_LIMIT_MB or "
                "make room."
            ) from error
        except duckdb.IOException as error:
            if is_full_disk(error):
                raise EngineMemoryError(
                    f"{what} writes what does not fit in memory to {query.workspace.root}, which "
                    "is full. Make room and try again."
                ) from error
            if any(words in str(error) for words in _GONE):
                raise read_again(query) from error
            raise WorkspaceError(
                f"{what} must be able to read and write {query.workspace.root}. DuckDB says: "
                f"{str(error).splitlines()[0]}"
            ) from error


def read_again(query: QueryTable) -> BusyError:
    """Say that cells of the query's lake are gone for a moment."""
    return BusyError(
        f"The cells of a table are gone: the lake {query.lake.name!r} is being read again. "
        "Try once more."
    )
