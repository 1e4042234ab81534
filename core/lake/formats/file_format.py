"""The formats of files that hold tables, one entry a format: all that is told apart by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from core.lake.formats.base import Limits, OpenTable
from core.lake.formats.read_as import FileReadAs

Reader: TypeAlias = Callable[[Path, Limits, FileReadAs, bytes | None], Iterator[OpenTable]]
"""As `core.lake.formats.open_tables`, for files of one format."""


@dataclass(frozen=True)
class FileFormat:
    """A format and what is known of its files.

    Parameters
    ----------
    name
        As users are told of it.
    suffixes
        In lower case, with the dot.
    read
        Imports what it needs when it is called, as importing all readers takes a second.
    sayable
        Fields of `ReadAs` that make a difference to its files: those that `read` heeds, and the
        decimal mark, which is heeded for all.
    streamed
        Whether files are read from front to back, so that they may be compressed.
    holds_several
        Whether a file may hold several tables.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Reader
    sayable: frozenset[str] = frozenset({"decimal"})
    streamed: bool = False
    holds_several: bool = False


def _delimited(
    path: Path, limits: Limits, how: FileReadAs, content: bytes | None
) -> Iterator[OpenTable]:
    from core.lake.formats import delimited

    return delimited.read(path, limits, how.whole, content)


def _records(
    path: Path, limits: Limits, how: FileReadAs, content: bytes | None
) -> Iterator[OpenTable]:
    del how, content
    from core.lake.formats import json_records

    return json_records.read(path, limits)


def _columnar(
    path: Path, limits: Limits, how: FileReadAs, content: bytes | None
) -> Iterator[OpenTable]:
    del how, content
    from core.lake.formats import columnar

    return columnar.read(path, limits)


def _workbook(
    path: Path, limits: Limits, how: FileReadAs, content: bytes | None
) -> Iterator[OpenTable]:
    del content
    from core.lake.formats import excel

    return excel.read(path, limits, how)


def _database(
    path: Path, limits: Limits, how: FileReadAs, content: bytes | None
) -> Iterator[OpenTable]:
    del how, content
    from core.lake.formats import sqlite_file

    return sqlite_file.read(path, limits)


DELIMITED = FileFormat(
    "delimited text",
    (".csv", ".tsv", ".tab", ".psv"),
    _delimited,
    sayable=frozenset({"header", "rows_from", "encoding", "delimiter", "decimal"}),
    streamed=True,
)
SQLITE = FileFormat("SQLite", (".sqlite", ".sqlite3", ".db"), _database, holds_several=True)

FORMATS = (
    DELIMITED,
    FileFormat("JSON Lines", (".jsonl", ".ndjson"), _records, streamed=True),
    FileFormat("JSON", (".json",), _records, streamed=True),
    FileFormat("Parquet", (".parquet", ".pq"), _columnar),
    FileFormat("Arrow and Feather", (".arrow", ".arrows", ".feather", ".ipc"), _columnar),
    FileFormat(
        "spreadsheet",
        (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"),
        _workbook,
        sayable=frozenset({"header", "rows_from", "decimal"}),
        holds_several=True,
    ),
    SQLITE,
)
