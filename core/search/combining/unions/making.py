"""Make the outer union of a query with tables, a batch of rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core import lake as lakes
from core.errors import InputError
from core.lake.stored.containers import cleaned
from core.lake.stored.relations import StoredCells
from core.search.combining.unions.alignments import Part, check_alignment
from core.search.combining.unions.conflicts import QueryCells, conflicts_with
from core.search.combining.unions.integrate import (
    SOURCE,
    Integration,
    PartReport,
    UnionNames,
    free_name,
    origin_of,
    union_rows,
)
from core.search.export import check_target, write_batches
from core.search.query import QueryTable
from core.search.query_engine import query_engine, read_again
from core.store import folder_under_way
from core.types import ColumnProfile

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa
    from numpy.typing import NDArray

_CELLS_AT_ONCE = 500_000
_PLACES_AT_ONCE = 65_536

RowsOf = Callable[[str], "pl.DataFrame"]
"""Gives the rows of a table that are appended, all columns, as `core.lake.table_frame` does."""


@dataclass(frozen=True)
class MadeUnion:
    """What a union came to.

    Parameters
    ----------
    rows, query_rows
        Of the union, and those of them that are the query's.
    columns
        The query's, then new ones, then `SOURCE`, as `Integration` has them.
    parts
        What each table brings.
    """

    rows: int
    query_rows: int
    columns: tuple[str, ...]
    parts: tuple[PartReport, ...]


def write_union(
    query: QueryTable,
    parts: Sequence[Part],
    path: Path,
    rows_of: RowsOf | None = None,
    new_only: bool = False,
) -> MadeUnion:
    """Append tables to a query and write the result as CSV or Parquet, by the path's ending.

    Aligned columns stand below each other, the others beside. Columns of the query that were not
    chosen to search with are not aligned, and are there with their cells. No row is dropped and no
    cell is changed, so rows that differ only in case or that stand in both tables are all there. A
    new column whose name the query has gets the table's name behind it; new columns of one name
    that several tables bring are one column. Memory stays within the settings' limit, but for a
    byte a row, however large the tables are.

    Parameters
    ----------
    parts
        The tables, each with the alignment to be used: that of a `Hit`, or what a person made
        of it.
    rows_of
        All rows of the tables are appended if none.
    new_only
        Write only the appended rows that neither the query nor a table before has.

    Raises
    ------
    TableNotFoundError
        If a table is not in the lake.
    ColumnNotFoundError
        If an alignment names a column that is not there.
    InputError
        If an alignment uses a column twice, the union would have more rows than the settings'
        ``max_join_rows`` (of whole tables before one is read), or the file cannot be written.
    ExportError
        If the disk is full.
    EngineMemoryError
        If memory and disk do not suffice.
    BusyError
        If the cells of a table are read again at this moment.
    """
    check_target(path)
    union = _union(query, parts, rows_of)
    write_batches(union.reader(new_only), path)
    return union.made


def union_bytes(
    query: QueryTable,
    parts: Sequence[Part],
    suffix: str,
    rows_of: RowsOf | None = None,
    new_only: bool = False,
) -> bytes:
    """Return the file that `write_union` would write; `suffix` is ``.csv`` or ``.parquet``."""
    exports = query.lake.workspace.folder("exports")
    with folder_under_way(exports, "union") as folder:
        path = folder / f"union{suffix}"
        write_union(query, parts, path, rows_of, new_only)
        return path.read_bytes()


def size_union(
    query: QueryTable, parts: Sequence[Part], rows_of: RowsOf | None = None
) -> MadeUnion:
    """Say what a union would come to, without laying out its cells: raises as `write_union`."""
    return _union(query, parts, rows_of).made


def union_heads(
    query: QueryTable,
    parts: Sequence[Part],
    rows: int,
    rows_of: RowsOf | None = None,
) -> tuple[MadeUnion, Integration, Integration]:
    """Look at the first rows of a union: raises as `write_union`.

    Parameters
    ----------
    rows
        Rows of each kind at most.

    Returns
    -------
    MadeUnion
        Of the whole union.
    Integration
        First rows of the query, then first ones of those appended.
    Integration
        First ones of the appended rows that neither the query nor a table before has.
    """
    union = _union(query, parts, rows_of)
    own = _first(union.frames(0, 1), rows)
    added = _first(union.frames(1), rows)
    new = _first(union.frames(1, new_only=True), rows)
    query_rows = sum(frame.height for frame, _ in own)
    return union.made, union.integration([*own, *added], query_rows), union.integration(new, 0)


_Frame = tuple["pl.DataFrame", "NDArray[np.bool_]"]
"""Some rows of a union, and which of them are new."""


@dataclass(frozen=True)
class _Piece:
    """The query, or a table that is appended.

    Parameters
    ----------
    origin
        What the source column says.
    cells
        Of all its columns.
    names
        In the union, of the columns that it has there, by their places.
    aligned
        Query columns that a table has cells of.
    is_new
        One a row.
    """

    origin: str
    cells: StoredCells
    names: dict[int, str]
    aligned: tuple[str, ...]
    is_new: NDArray[np.bool_]


@dataclass(frozen=True)
class _Union:
    query: QueryTable
    pieces: tuple[_Piece, ...]
    made: MadeUnion

    def frames(
        self, first: int = 0, end: int | None = None, new_only: bool = False
    ) -> Iterator[_Frame]:
        """Give the rows of some pieces, all columns."""
        for piece in self.pieces[first:end]:
            if piece.names and (piece.is_new.any() or not new_only):
                yield from self._frames(piece, new_only)

    def _frames(self, piece: _Piece, new_only: bool) -> Iterator[_Frame]:
        most = max(1, _CELLS_AT_ONCE // len(self.made.columns))
        begin = 0
        try:
            for batch in piece.cells.batches(list(piece.names), most):
                for frame in batch.iter_slices(most):
                    is_new = piece.is_new[begin : begin + frame.height]
                    begin += frame.height
                    rows = frame.filter(is_new) if new_only else frame
                    new = is_new[is_new] if new_only else is_new
                    yield self._laid_out(piece, rows), new
        except FileNotFoundError as error:
            raise read_again(self.query) from error

    def _laid_out(self, piece: _Piece, frame: pl.DataFrame) -> pl.DataFrame:
        """Put cells of a piece below the columns of the union."""
        import polars as pl

        cells = cleaned(frame.lazy()).collect()
        by_name = dict(zip(piece.names.values(), cells.get_columns(), strict=True))
        *columns, source = self.made.columns
        nothing = pl.repeat(None, frame.height, dtype=pl.String, eager=True)
        laid = [by_name.get(name, nothing).alias(name) for name in columns]
        origin = pl.repeat(piece.origin, frame.height, dtype=pl.String, eager=True)
        return pl.DataFrame([*laid, origin.alias(source)])

    def reader(self, new_only: bool) -> pa.RecordBatchReader:
        """Give the rows as batches of text."""
        import pyarrow as pa

        schema = pa.schema([(name, pa.large_string()) for name in self.made.columns])
        batches = (
            pa.RecordBatch.from_arrays(
                [column.to_arrow().cast(pa.large_string()) for column in frame.get_columns()],
                schema=schema,
            )
            for frame, _ in self.frames(int(new_only), new_only=new_only)
        )
        return pa.RecordBatchReader.from_batches(schema, batches)

    def integration(self, frames: Sequence[_Frame], query_rows: int) -> Integration:
        """Put rows together; `query_rows` of them are the query's."""
        import polars as pl

        nothing = pl.DataFrame(schema=dict.fromkeys(self.made.columns, pl.String))
        rows = pl.concat([nothing, *(frame for frame, _ in frames)])
        is_new = np.concatenate([np.zeros(0, bool), *(new for _, new in frames)])
        return Integration(rows, query_rows, pl.Series("new", is_new), self.made.parts)


def _first(frames: Iterator[_Frame], rows: int) -> list[_Frame]:
    some: list[_Frame] = []
    for frame, is_new in frames:
        left = rows - sum(one.height for one, _ in some)
        some.append((frame.head(left), is_new[:left]))
        if frame.height >= left:
            break
    return some


def _union(query: QueryTable, parts: Sequence[Part], rows_of: RowsOf | None) -> _Union:
    """Lay out a union and find which rows are new; other cells are read later."""
    tables = [part.table for part in parts]
    if rows_of is None:
        _check_size(query, union_rows(query, tables))
    own = QueryCells(query)
    labels = {column.position: column.label for column in own.columns}
    rows = own.cells.rows
    pieces = [_Piece(origin_of(query, tables), own.cells, labels, (), np.zeros(rows, bool))]
    source = free_name(SOURCE, own.labels)
    naming = UnionNames(own.labels, source)
    reports = []
    with query_engine(query, "A union") as connection:
        for part in parts:
            cells, profiles = _cells_of(query, part.table, rows_of)
            check_alignment(part, query, profiles)
            rows += cells.rows
            _check_size(query, rows)
            names, added = naming.of(part, [column.label for column in profiles])
            places = {column.position: names[column.label] for column in profiles}
            aligned = tuple(match.query_column for match in part.alignment)
            is_new = _new_rows(connection, pieces, cells, places, aligned)
            pieces.append(_Piece(part.table, cells, places, aligned, is_new))
            conflicts = conflicts_with(own, part, profiles, cells)
            counted = cells.rows, int(is_new.sum()), len(aligned)
            reports.append(PartReport(part.table, *counted, tuple(added), conflicts))
    columns = dict.fromkeys(name for piece in pieces for name in piece.names.values())
    made = MadeUnion(rows, own.cells.rows, (*columns, source), tuple(reports))
    return _Union(query, tuple(pieces), made)


def _cells_of(
    query: QueryTable, table: str, rows_of: RowsOf | None
) -> tuple[StoredCells, Sequence[ColumnProfile]]:
    """Find the cells of a table that are appended, and its columns."""
    cells = StoredCells.of_table(query.lake.workspace, query.lake.info.name, table)
    profiles = lakes.columns(query.lake.workspace, cells.table_key)
    if rows_of is None:
        return cells, profiles
    import polars.selectors as cs  # a bare name such as "*" or "^a$" would be a pattern

    chosen = rows_of(table).select(cs.by_name([column.label for column in profiles]))
    return StoredCells.of_frame(chosen), profiles


def _check_size(query: QueryTable, rows: int) -> None:
    most = query.lake.settings.max_join_rows
    if rows > most:
        raise InputError(
            f"A union has at most {most:,} rows. This one would have {rows:,}; "
            "append fewer tables at a time, or raise SOUNDINGS_MAX_JOIN_ROWS."
        )


def _new_rows(
    connection: duckdb.DuckDBPyConnection,
    above: Sequence[_Piece],
    cells: StoredCells,
    names: Mapping[int, str],
    aligned: Sequence[str],
) -> NDArray[np.bool_]:
    """Say which rows of a table have aligned cells that stand in no row of the pieces above."""
    is_new = np.ones(cells.rows, bool)
    if not aligned:
        return is_new
    known = []
    for number, piece in enumerate(above):
        if number and not piece.aligned:  # it repeats nothing
            continue
        piece.cells.show(connection, f"piece{number}")
        below = {name: f"c{place}" for place, name in piece.names.items()}
        if number:
            below = {name: below[name] for name in piece.aligned}
        chosen = ", ".join(f"{below.get(name, 'NULL')} AS k{i}" for i, name in enumerate(aligned))
        known.append(f"SELECT {chosen} FROM piece{number}")  # noqa: S608 - our own names and numbers
    cells.show(connection, "appended")
    places = {name: place for place, name in names.items()}
    same = (f"c{places[name]} IS NOT DISTINCT FROM k{i}" for i, name in enumerate(aligned))
    found = connection.sql(
        f"SELECT place FROM appended SEMI JOIN ({' UNION ALL '.join(known)}) above "  # noqa: S608 - our own names and numbers
        f"ON {' AND '.join(same)}"
    )
    for batch in found.to_arrow_reader(_PLACES_AT_ONCE):
        is_new[batch.column(0).to_numpy()] = False
    return is_new
