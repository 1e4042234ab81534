"""The names that a benchmark's candidates are written by, the same in every file."""

from __future__ import annotations

from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.source import BenchmarkSource
from core.benchmarks.formats.spelling import spelled
from core.errors import InputError


def written_names(source: BenchmarkSource) -> dict[str, str]:
    """Map each candidate's id to the name that it is written by, so that it is read again.

    That is the name that the benchmark publishes, or the id where the name means another file, or
    several: rankings and labels that are written by it speak of the same tables.

    Examples
    --------
    Without extensions two files may share a name:

    >>> from pathlib import Path
    >>> from core.benchmarks.formats.spelling import Spelling
    >>> tables = ("lake/a.csv", "lake/a.tsv", "lake/b.csv")
    >>> written_names(
    ...     BenchmarkSource(
    ...         "x", Path(), "ugen", ("lake",), None, tables, (), (), None, spelling=Spelling.STEM
    ...     )
    ... )
    {'lake/a.csv': 'lake/a.csv', 'lake/a.tsv': 'lake/a.tsv', 'lake/b.csv': 'b'}
    """
    names = TableNames(source.tables, source.lake_folders)
    found = {}
    for table in source.tables:
        name = spelled(table, source.spelling, source.lake_folders)
        found[table] = name if means(names, name, table) else table
    return found


def means(names: TableNames, name: str, table: str) -> bool:
    """Whether a name that is read from a file is that of a table."""
    return name == name.strip() and meant(names, name) == table


def meant(names: TableNames, name: str) -> str | None:
    """Return the table that a name means; None if there is none, or it fits several files."""
    try:
        return names.find(name)
    except InputError:
        return None
