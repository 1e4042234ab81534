"""The names that a benchmark's candidates are written by, the same in every file."""

from __future__ import annotations

from collections.abc import Sequence

from core.benchmarks.formats import target
from core.benchmarks.formats.inline_names import id_in
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.source import BenchmarkSource
from core.benchmarks.formats.spelling import Spelling, spelled
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
        published = published_name(table, source.format, source.spelling, source.lake_folders)
        # An id may have a line end, which no file of labels takes; its quoted form has none.
        spellings = [published, name] if published.isprintable() else [name]
        found[table] = next((one for one in spellings if means(names, one, table)), table)
    return found


def published_name(
    table_id: str,
    format: str,  # noqa: A002 - the word of the field
    spelling: Spelling,
    folders: Sequence[str],
) -> str:
    """Write a table's name as a benchmark of a format does, whatever else is called so."""
    name = spelled(table_id, spelling, folders)
    return id_in(name) if format == target.NAME else name


def means(names: TableNames, name: str, table: str) -> bool:
    """Whether a name that is read from a file is that of a table."""
    return name == name.strip() and meant(names, name) == table


def meant(names: TableNames, name: str) -> str | None:
    """Return the table that a name means; None if there is none, or it fits several files."""
    try:
        return names.find(name)
    except InputError:
        return None
