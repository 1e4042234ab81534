"""The two tables of a pair: their columns lined up, and what the lined up columns share.

Nothing here knows what the ground truth, a run or a voter says of the pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl
import polars.selectors as cs

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.formats import Query
from core.benchmarks.one_pair.shared_evidence import FIRST_ROWS, SharedColumn, shared_evidence
from core.benchmarks.overlaps.cells import cells_among
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.search import align_tables, is_built, query_table
from core.search.listing import spread
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from core.types import ColumnMatch, ColumnProfile, TableInfo


@dataclass(frozen=True)
class PairSide:
    """One of the two tables with its columns."""

    table: TableInfo
    columns: tuple[ColumnProfile, ...]

    def position(self, label: str) -> int:
        """Return the place of the column of that label; raises InputError if there is none."""
        for column in self.columns:
            if column.label == label:
                return column.position
        raise InputError(
            f"An alignment names columns of the two tables. Got {label!r}, which "
            f"{self.table.table_id!r} has not."
        )


@dataclass(frozen=True)
class PairTables:
    """Two tables lined up.

    Parameters
    ----------
    query_side
        None if the query is a text without a table.
    alignment
        Columns that belong below each other, the most alike first.
    encoder
        What found the alignment; empty if it is by equal names, or a person's.
    evidence
        What each pair of aligned columns shares, in the order of the query table.
    """

    query: Query
    candidate_side: PairSide
    query_side: PairSide | None
    alignment: tuple[ColumnMatch, ...]
    encoder: str
    evidence: tuple[SharedColumn, ...]


def look_at_tables(
    workspace: Workspace,
    info: BenchmarkInfo,
    query_id: str,
    table_id: str,
    settings: Settings,
    encoder: str = "",
    alignment: Sequence[tuple[str, str]] | None = None,
) -> PairTables:
    """Line up the tables of a pair.

    Parameters
    ----------
    encoder
        Aligns the columns if the lake is ready for it; otherwise equal names do.
    alignment
        A person's own instead: labels of a column of the query and one of the candidate each.

    Raises
    ------
    InputError
        If the benchmark has no such query, or `alignment` names a column that is not there, or
        one twice.
    TableNotFoundError
        If the lake does not have one of the tables.
    """
    query = _query(workspace, info, query_id)
    right = _side(workspace, info, table_id)
    if query.table is None:
        return PairTables(query, right, None, (), "", ())
    left = _side(workspace, info, query.table)
    used = ""
    matches: tuple[ColumnMatch, ...] | None = None
    lake = SearchedLake(workspace, lakes.lake(workspace, info.name), settings)
    if alignment is not None:
        matches = _as_given(alignment)
    elif encoder and is_built(lake, encoder):
        used = encoder
        (hit,) = align_tables(query_table(lake, query.table), [table_id], used)
        matches = _told_best_first(hit.alignment, left)
    positions = None
    if matches is not None:
        positions = [(left.position(m.query_column), right.position(m.column)) for m in matches]
    evidence = shared_evidence(workspace, info.lake_key, query.table, table_id, settings, positions)
    if matches is None:
        matches = tuple(
            ColumnMatch(
                left.columns[one.query_position].label,
                right.columns[one.candidate_position].label,
                1.0,
            )
            for one in evidence
        )
    return PairTables(query, right, left, matches, used, evidence)


def require_alignment(
    workspace: Workspace,
    info: BenchmarkInfo,
    query_id: str,
    table_id: str,
    alignment: Sequence[tuple[str, str]],
) -> None:
    """Raise unless a person's alignment is of columns that the two tables of a pair have.

    Parameters
    ----------
    alignment
        As for `look_at_tables`, which raises the same.
    """
    query = _query(workspace, info, query_id)
    if query.table is None:
        raise InputError(
            f"An alignment names columns of two tables. The query {query_id!r} has none."
        )
    left, right = _side(workspace, info, query.table), _side(workspace, info, table_id)
    for match in _as_given(alignment):
        left.position(match.query_column)
        right.position(match.column)


def _query(workspace: Workspace, info: BenchmarkInfo, query_id: str) -> Query:
    query = registry.query(workspace, info, query_id)
    if query is None:
        raise InputError(
            f"A pair's query is one of the benchmark's. {info.name!r} has no query {query_id!r}."
        )
    return query


def face_to_face(view: PairTables) -> pl.DataFrame:
    """List the aligned columns, a pair a row, with types, distributions and shared values.

    Returns
    -------
    DataFrame
        ``query column``, ``query type``, ``query distinct``, ``query spread``, ``candidate
        spread``, ``candidate distinct``, ``candidate type``, ``candidate column``, ``alike``
        (cosine of the column vectors; 1 if aligned by name), ``shared`` and ``examples``.
    """
    if view.query_side is None:
        return pl.DataFrame()
    left = {column.label: column for column in view.query_side.columns}
    right = {column.label: column for column in view.candidate_side.columns}
    shared = {(one.query_position, one.candidate_position): one for one in view.evidence}
    rows = []
    for match in view.alignment:
        one, other = left[match.query_column], right[match.column]
        found = shared[one.position, other.position]
        rows.append(
            {
                "query column": one.label,
                "query type": str(one.data_type),
                "query distinct": one.distinct,
                "query spread": spread(one),
                "candidate spread": spread(other),
                "candidate distinct": other.distinct,
                "candidate type": str(other.data_type),
                "candidate column": other.label,
                "alike": match.score,
                "shared": found.shared,
                "examples": " · ".join(found.examples),
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def ordered_columns(view: PairTables) -> tuple[list[str], list[str]]:
    """Return both tables' column labels, aligned ones first and in the same order.

    Columns without any value come last, aligned or not, unless their partner has some.
    """
    sides = [side for side in (view.query_side, view.candidate_side) if side]
    filled = [{column.label for column in side.columns if column.values} for side in sides]
    told = [
        match
        for match in view.alignment
        if match.query_column in filled[0] or match.column in filled[-1]
    ]
    first = ([match.query_column for match in told], [match.column for match in told])
    left, right = (
        _aligned_first(side, aligned) if side else []
        for side, aligned in zip((view.query_side, view.candidate_side), first, strict=True)
    )
    return left, right


def _aligned_first(side: PairSide, aligned: list[str]) -> list[str]:
    rest = [column for column in side.columns if column.label not in set(aligned)]
    return [*aligned, *(column.label for column in sorted(rest, key=lambda one: not one.values))]


def shared_cells(view: PairTables, frame: pl.DataFrame, of_query: bool) -> dict[str, list[bool]]:
    """Say which cells of the aligned columns hold a value that the other column has too.

    Parameters
    ----------
    frame
        The first rows of one of the tables, at most `FIRST_ROWS`, columns by label.
    of_query
        Whether it is the query table.

    Returns
    -------
    dict
        Of each aligned column in the frame, a mark a cell. Cells are compared as the evidence
        compares them, by the type of their column.

    Raises
    ------
    ValueError
        If there are more rows than the evidence tells of.
    """
    if len(frame) > FIRST_ROWS:
        raise ValueError(f"The evidence tells of {FIRST_ROWS} rows. Got {len(frame)}.")
    if view.query_side is None:
        return {}
    side = view.query_side if of_query else view.candidate_side
    label = {column.position: column.label for column in side.columns}
    shared = {
        label[one.query_position if of_query else one.candidate_position]: one
        for one in view.evidence
    }
    names = [name for name in frame.columns if name in shared]
    types = [shared[name].query_type if of_query else shared[name].candidate_type for name in names]
    marked = cells_among(
        frame.select(cs.by_name(names)), types, [shared[name].in_first_rows for name in names]
    )
    return dict(zip(names, marked, strict=True))


def _as_given(alignment: Sequence[tuple[str, str]]) -> tuple[ColumnMatch, ...]:
    for side in zip(*alignment, strict=True):
        twice = next((label for label in side if side.count(label) > 1), None)
        if twice is not None:
            raise InputError(f"A column is aligned with one other only. Got {twice!r} twice.")
    return tuple(ColumnMatch(one, other, 1.0) for one, other in alignment)


def _told_best_first(found: Sequence[ColumnMatch], side: PairSide) -> tuple[ColumnMatch, ...]:
    """Order matches by likeness; columns without a value, alike as they are, come last."""
    empty = {column.label for column in side.columns if not column.values}
    return tuple(sorted(found, key=lambda match: (match.query_column in empty, -match.score)))


def _side(workspace: Workspace, info: BenchmarkInfo, table_id: str) -> PairSide:
    table = lakes.table(workspace, info.name, table_id)
    return PairSide(table, tuple(lakes.columns(workspace, table.key)))
