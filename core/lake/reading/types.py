"""What reading works on and gives: groups of files in, read files with their tables out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from core.lake.formats import Limits
from core.lake.reading.discover import FoundFile
from core.types import FileReport


@dataclass(frozen=True)
class Group:
    """Files to be read by one call.

    Parameters
    ----------
    root
        The data lake's folder.
    files
        Paths relative to it.
    containers
        Folder for the containers made.
    spill
        Folder for what does not fit in memory.
    """

    root: Path
    files: tuple[FoundFile, ...]
    containers: Path
    spill: Path
    limits: Limits
    memory_limit_mb: int


ColumnRow = tuple[str, str, str, int, int, int, str, int]
"""Name, label, data type, cells with a value, missing cells, different values, details (JSON), and
cells that stand for missing ones among numbers."""


@dataclass
class ReadTable:
    """One table that was read; `first_row` is none for a container of its own."""

    table_id: str
    rows: int
    bytes: int
    content_hash: str
    container: str = ""
    first_row: int | None = None
    columns: list[ColumnRow] = field(default_factory=list)


@dataclass
class ReadFile:
    """What came of one file; `modified_ns` and the report's bytes are of the state that was read.

    A file that vanished before it could be read has no report, and neither has one that `is_known`:
    its content is that of which the workspace has the tables. `limits` is the text of those that
    refused it, if they did. One that was not read to its end has no `content_hash`, so that it is
    never known. One that is `out_of_reach` could not be looked at: what was read of it before is
    kept.
    """

    path: str
    modified_ns: int = 0
    content_hash: str = ""
    report: FileReport | None = None
    limits: str = ""
    is_known: bool = False
    out_of_reach: bool = False
    tables: list[ReadTable] = field(default_factory=list)
