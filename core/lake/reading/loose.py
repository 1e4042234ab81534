"""Read one table that is in no data lake, such as an uploaded query."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import InputError, UnreadableTableError
from core.lake.column_profiles import column_profile
from core.lake.formats import Limits, open_tables
from core.lake.reading.discover import FoundFile
from core.lake.reading.read import read_group
from core.lake.reading.state import size_and_time
from core.lake.reading.types import Group, ReadTable
from core.lake.stored.containers import scan_parquet, shard_frame
from core.settings import Settings
from core.types import ColumnProfile, FileReport

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class LooseTable:
    """A table read from a file outside any data lake.

    Parameters
    ----------
    name
        The file's name, with the inner table's name if it holds several.
    frame
        Its cells as trimmed text, missing cells null, columns named by their labels.
    columns
        The columns' profiles, in order.
    """

    name: str
    content_hash: str
    frame: pl.DataFrame
    columns: tuple[ColumnProfile, ...]
    report: FileReport


def read_loose(path: Path, settings: Settings) -> LooseTable:
    """Read and profile one table from a file of any format that a data lake may hold.

    Parameters
    ----------
    path
        The file; of one that holds several tables, the file's path, a slash and the table's name.

    Raises
    ------
    InputError
        If there is no such file, or it holds several tables and none was named.
    UnreadableTableError
        If it cannot be read.
    """
    file, wanted = (path, "") if path.is_file() else (path.parent, path.name)
    if not file.is_file():
        raise InputError(f"A query is a file or a table of the lake. Got {path}, which is neither.")
    with tempfile.TemporaryDirectory(prefix="soundings-") as folder:
        status = file.stat()
        found = FoundFile(file.name, *size_and_time(file, status))
        limits = Limits.of(settings)
        containers = Path(folder)
        group = Group(
            file.parent, (found,), containers, containers, limits, settings.memory_limit_mb
        )
        (read,) = read_group(group)
        report = read.report
        if report is None or not read.tables:
            reason, hint = (report.reason, report.hint) if report else ("It is gone.", "")
            raise UnreadableTableError(f"{file.name}: {reason}", hint)
        table = _chosen(read.tables, file, wanted)
        labels = [column[1] for column in table.columns]
        source = containers / table.container
        frame = (
            scan_parquet(source, labels).collect()
            if table.first_row is None
            else shard_frame(source, table.first_row, labels, table.rows)
        )
    columns = tuple(column_profile(i, *row) for i, row in enumerate(table.columns))
    return LooseTable(table.table_id, table.content_hash, frame, columns, report)


def tables_inside(path: Path, settings: Settings) -> tuple[str, ...]:
    """List the tables of a file that may hold several, without reading their rows.

    Parameters
    ----------
    path
        A file of any format that a data lake may hold.

    Returns
    -------
    tuple
        Their names, in the file's order, as `read_loose` takes them behind the path; ``("",)`` if
        the file is one table.

    Raises
    ------
    UnreadableTableError
        If it cannot be read.
    """
    limits = Limits.of(settings)
    try:
        return tuple(opened.name for opened in open_tables(path, limits))
    except UnreadableTableError as error:
        raise UnreadableTableError(f"{path.name}: {error.reason}", error.hint) from error


def _chosen(tables: list[ReadTable], file: Path, wanted: str) -> ReadTable:
    if not wanted and len(tables) == 1:
        return tables[0]
    names = {table.table_id.removeprefix(f"{file.name}/"): table for table in tables}
    if wanted in names:
        return names[wanted]
    given = f"{wanted!r}" if wanted else "the file alone"
    raise InputError(
        f"{file.name} holds {len(tables)} tables, so one must be named. Got {given}; write one "
        f"of {', '.join(f'{file.name}/{name}' for name in list(names)[:10])}."
    )
