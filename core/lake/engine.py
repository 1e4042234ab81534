"""DuckDB as everything here uses it: one thread, a memory limit, and a place to spill to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.store import folder_under_way

if TYPE_CHECKING:
    import duckdb


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
