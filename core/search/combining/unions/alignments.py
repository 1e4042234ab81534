"""A table to be appended, and how its columns lie over the query's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core import lake as lakes
from core.errors import ColumnNotFoundError, InputError
from core.lake.labels import listed
from core.search.query import QueryTable
from core.search.union.aligning import align_tables
from core.types import ColumnMatch, ColumnProfile


@dataclass(frozen=True)
class Part:
    """One table to be appended, and how its columns lie over the query's."""

    table: str
    alignment: tuple[ColumnMatch, ...]

    @classmethod
    def of(cls, table: str, pairs: Iterable[tuple[str, str]]) -> Part:
        """Align a table as a person says, in pairs of a query column and one of the table."""
        return cls(table, tuple(ColumnMatch(own, other, 0.0) for own, other in pairs))


def align_parts(
    query: QueryTable,
    tables: Sequence[str],
    given: Mapping[str, Iterable[tuple[str, str]]],
    encoder_name: str = "",
) -> list[Part]:
    """Align tables as a person says, and as `align_tables` does where nobody says how.

    What is said is checked before anything is encoded; where it is said of all tables nothing is.

    Parameters
    ----------
    tables
        In the order in which they are appended.
    given
        By table, as `Part.of` takes it.

    Raises
    ------
    ColumnNotFoundError, InputError
        If what is said names a column that is not there, or one twice.
    TableNotFoundError, EncoderUnavailableError, CancelledError, BusyError, WorkspaceError
        As `align_tables`.
    """
    lake = query.lake
    lakes.require_tables(lake.workspace, lake.info.name, tables)
    parts = {table: Part.of(table, pairs) for table, pairs in given.items()}
    for table, part in parts.items():
        key = lakes.table(lake.workspace, lake.info.name, table).key
        check_alignment(part, query, lakes.columns(lake.workspace, key))
    left = [table for table in tables if table not in parts]
    found = align_tables(query, left, encoder_name)
    parts.update((hit.table, Part(hit.table, hit.alignment)) for hit in found)
    return [parts[table] for table in tables]


def check_alignment(part: Part, query: QueryTable, profiles: Sequence[ColumnProfile]) -> None:
    """Refuse an alignment that names columns that are not there, or one twice.

    Raises
    ------
    ColumnNotFoundError, InputError
        If it does.
    """
    labels = [column.label for column in profiles]
    for match in part.alignment:
        check_label(match.query_column, query.labels, query.name)
        check_label(match.column, labels, part.table)
    for side in ("query_column", "column"):
        names = [getattr(match, side) for match in part.alignment]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(
                f"An alignment uses a column once. Got {twice[0]!r} twice for {part.table}; take "
                "one of the pairs out."
            )


def check_label(label: str, known: Collection[str], table: str) -> str:
    """Return a column's label if the table has it.

    Raises
    ------
    ColumnNotFoundError
        If it has not.
    """
    if label not in known:
        raise ColumnNotFoundError(
            f"An alignment names columns of the two tables. Got {label!r}; {table} has "
            f"{listed(known)}."
        )
    return label
