"""DuckDB as everything here uses it: one thread, a memory limit, and a place to spill to."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import CellsGoneError, EngineMemoryError, WorkspaceError
from core.store import folder_under_way, is_full_disk

if TYPE_CHECKING:
    import duckdb

_GONE = ("No files found", os.strerror(errno.ENOENT))
"""How DuckDB says that a file is not there."""


@contextmanager
def limited_engine(
    memory_limit_mb: int, spill: Path, what: str, lake: str = ""
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an engine as `spilling_engine`, and tell in plain words what keeps it from its work.

    Parameters
    ----------
    what
        What is done with it, as an error names it: ``A join``.
    lake
        Whose tables are looked at; its name is left out of errors if empty.

    Raises
    ------
    EngineMemoryError
        If memory and disk do not suffice.
    CellsGoneError
        If the cells of a table are read again at this moment.
    WorkspaceError
        If a disk cannot be read or written for another reason.
    """
    import duckdb

    with spilling_engine(memory_limit_mb, spill) as connection:
        try:
            yield connection
        except duckdb.OutOfMemoryException as error:
            raise EngineMemoryError(
                f"{what} keeps to {memory_limit_mb:,} MiB of memory and to the disk of {spill}. "
                "This one needs more: raise SOUNDINGS_MEMORY_LIMIT_MB or make room."
            ) from error
        except duckdb.IOException as error:
            if is_full_disk(error):
                raise EngineMemoryError(
                    f"{what} writes what does not fit in memory to {spill}, whose disk is full. "
                    "Make room and try again."
                ) from error
            if any(words in str(error) for words in _GONE):
                raise cells_gone(lake) from error
            raise WorkspaceError(
                f"{what} must be able to read and write {spill.parent}. DuckDB says: "
                f"{str(error).splitlines()[0]}"
            ) from error


def cells_gone(lake: str = "") -> CellsGoneError:
    """Say that cells of a lake, whose name is known or not, are gone for a moment."""
    whose = f"the lake {lake!r}" if lake else "its lake"
    return CellsGoneError(
        f"The cells of a table are gone: {whose} is being read again. Try once more."
    )


@contextmanager
def spilling_engine(memory_limit_mb: int, spill: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a DuckDB engine that keeps to a memory limit and writes what is more to a disk.

    Parameters
    ----------
    memory_limit_mb
        MiB before it spills.
    spill
        An existing folder; what is written there goes when the engine is closed, or, if the
        process is killed, when the next one is opened.
    """
    with (
        # A folder of its own: engines that share one take each other's files for theirs.
        folder_under_way(spill, "engine") as folder,
        closing(engine(memory_limit_mb, folder)) as connection,
    ):
        yield connection


def engine(memory_limit_mb: int, spill_folder: Path | None = None) -> duckdb.DuckDBPyConnection:
    """Open a DuckDB engine of one thread that keeps to a memory limit.

    Parameters
    ----------
    memory_limit_mb
        MiB before it spills to `spill_folder`; without one, what needs more is refused.
    """
    import duckdb

    # One thread: the work is spread over processes, and threads would only multiply the memory.
    config: dict[str, Any] = {"memory_limit": f"{memory_limit_mb}MiB", "threads": 1}
    # Without a word DuckDB spills into the folder that the process was started in.
    config["temp_directory"] = "" if spill_folder is None else str(spill_folder)
    connection = duckdb.connect(config=config)
    connection.execute("SET preserve_insertion_order = false")
    # It would be printed among the output of whoever reads.
    connection.execute("SET enable_progress_bar = false")
    return connection
