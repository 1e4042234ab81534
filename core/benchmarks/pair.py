"""One query and one candidate face to face: what they share, how runs rank them, what is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.formats import Query
from core.benchmarks.overlap import overlaps
from core.benchmarks.runs import load_run, runs
from core.benchmarks.set_kinds import Level, OverlapKind, SetKind, ValueType
from core.benchmarks.shared_evidence import PairEvidence, shared_evidence
from core.benchmarks.types import BASE, BenchmarkInfo
from core.errors import InputError
from core.evaluation import Label
from core.search import align_tables, is_built, query_table
from core.search.listing import spread
from core.settings import Settings
from core.store import Workspace
from core.types import ColumnMatch, ColumnProfile, TableInfo

SHOWN_OVERLAPS = (
    SetKind(),
    SetKind(level=Level.TOKEN),
    SetKind(OverlapKind.VALUES),
    SetKind(OverlapKind.VALUES, level=Level.TOKEN),
    SetKind(OverlapKind.VALUES, ValueType.STRING, Level.TOKEN),
    SetKind(OverlapKind.VALUES, ValueType.NUMERIC),
)
_SHARED_VALUES = 5_000
"""Shared values of a pair of columns that are marked in the cells shown."""


@dataclass(frozen=True)
class PairSide:
    """One of the two tables with its columns."""

    table: TableInfo
    columns: tuple[ColumnProfile, ...]


@dataclass(frozen=True)
class PairView:
    """A pair as it stands in a benchmark.

    Parameters
    ----------
    query_side
        None if the query is a text without a table.
    alignment
        Columns that belong below each other, the most alike first.
    encoder
        What found the alignment; empty if it is by equal names.
    evidence
        What the aligned columns share; none without a query table.
    overlap
        Overlap coefficients of the two tables: ``what``, ``coefficient``, ``shared``,
        ``of the smaller``.
    ranks
        ``run``, ``rank``, ``score``, ``of`` (candidates that the run ranks for the query).
    label, relevance
        What the release says of it.
    """

    benchmark: str
    query: Query
    candidate_side: PairSide
    query_side: PairSide | None
    alignment: tuple[ColumnMatch, ...]
    encoder: str
    evidence: PairEvidence | None
    overlap: pl.DataFrame
    ranks: pl.DataFrame
    label: Label
    relevance: int | None


def look_at_pair(
    workspace: Workspace,
    info: BenchmarkInfo,
    query_id: str,
    table_id: str,
    settings: Settings,
    encoder: str = "",
    release: str = BASE,
) -> PairView:
    """Put together all that is known of a pair.

    Parameters
    ----------
    encoder
        Aligns the columns if the lake is ready for it; otherwise equal names do.

    Raises
    ------
    InputError
        If the benchmark has no such query.
    TableNotFoundError
        If the lake does not have one of the tables.
    """
    query = next((q for q in registry.queries(workspace, info) if q.query_id == query_id), None)
    if query is None:
        raise InputError(
            f"A pair's query is one of the benchmark's. {info.name!r} has no query {query_id!r}."
        )
    candidate = _side(workspace, info, table_id)
    label, relevance = _label(workspace, info, query_id, table_id, release)
    ranks = _ranks(workspace, info, query_id, table_id)
    if query.table is None:
        empty = _overlap_rows(None)
        return PairView(
            info.name, query, candidate, None, (), "", None, empty, ranks, label, relevance
        )
    side = _side(workspace, info, query.table)
    lake = lakes.lake(workspace, info.name)
    alignment: tuple[ColumnMatch, ...] = ()
    positions = None
    used = encoder if encoder and is_built(workspace, lake, encoder, settings) else ""
    if used:
        asked = query_table(workspace, lake, query.table, settings)
        (hit,) = align_tables(workspace, asked, [table_id], settings, used)
        left = {column.label: column.position for column in side.columns}
        right = {column.label: column.position for column in candidate.columns}
        alignment = _told_best_first(hit.alignment, side)
        positions = [(left[match.query_column], right[match.column]) for match in alignment]
    evidence = shared_evidence(
        workspace, info.lake_key, query.table, table_id, settings, positions, _SHARED_VALUES
    )
    if not used:
        alignment = tuple(
            ColumnMatch(
                side.columns[one.query_position].label,
                candidate.columns[one.candidate_position].label,
                1.0,
            )
            for one in evidence.columns
        )
    pair = pl.DataFrame({"query_table": [query.table], "candidate": [table_id]})
    measured = overlaps(workspace, info.lake_key, pair, settings, SHOWN_OVERLAPS)
    return PairView(
        info.name,
        query,
        candidate,
        side,
        alignment,
        used,
        evidence,
        _overlap_rows(measured),
        ranks,
        label,
        relevance,
    )


def face_to_face(view: PairView) -> pl.DataFrame:
    """List the aligned columns, a pair a row, with types, distributions and shared values.

    Returns
    -------
    DataFrame
        ``query column``, ``query type``, ``query distinct``, ``query spread``, ``candidate
        spread``, ``candidate distinct``, ``candidate type``, ``candidate column``, ``alike``
        (cosine of the column vectors; 1 if aligned by name), ``shared`` and ``examples``.
    """
    if view.query_side is None or view.evidence is None:
        return pl.DataFrame()
    left = {column.label: column for column in view.query_side.columns}
    right = {column.label: column for column in view.candidate_side.columns}
    shared = {(one.query_position, one.candidate_position): one for one in view.evidence.columns}
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
                "examples": " · ".join(found.examples[:6]),
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def ordered_columns(view: PairView) -> tuple[list[str], list[str]]:
    """Return both tables' column labels, aligned ones first and in the same order."""
    sides = (
        [match.query_column for match in view.alignment],
        [match.column for match in view.alignment],
    )
    tables = (view.query_side, view.candidate_side)
    left, right = (
        [*aligned, *(c.label for c in side.columns if c.label not in set(aligned))] if side else []
        for aligned, side in zip(sides, tables, strict=True)
    )
    return left, right


def shared_cells(view: PairView, frame: pl.DataFrame, of_query: bool) -> dict[str, list[bool]]:
    """Say which cells of the aligned columns hold a value that the other column has too.

    Parameters
    ----------
    frame
        Rows of one of the tables, columns by label.
    of_query
        Whether it is the query table.
    """
    if view.evidence is None or view.query_side is None:
        return {}
    side = view.query_side if of_query else view.candidate_side
    label = {column.position: column.label for column in side.columns}
    marked = {}
    for one in view.evidence.columns:
        name = label[one.query_position if of_query else one.candidate_position]
        if name in frame.columns:
            known = {_comparable(value) for value in one.examples}
            marked[name] = [cell is not None and _comparable(cell) in known for cell in frame[name]]
    return marked


def _comparable(value: str) -> str | float:
    text = value.strip()
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return text


def _told_best_first(found: Sequence[ColumnMatch], side: PairSide) -> tuple[ColumnMatch, ...]:
    """Order matches by likeness; columns without a value, alike as they are, come last."""
    empty = {column.label for column in side.columns if not column.values}
    return tuple(sorted(found, key=lambda match: (match.query_column in empty, -match.score)))


def _side(workspace: Workspace, info: BenchmarkInfo, table_id: str) -> PairSide:
    table = lakes.table(workspace, info.name, table_id)
    return PairSide(table, tuple(lakes.columns(workspace, table.key)))


def _label(
    workspace: Workspace, info: BenchmarkInfo, query_id: str, table_id: str, release: str
) -> tuple[Label, int | None]:
    truth = registry.qrels(workspace, info, release).frame
    found = truth.filter(pl.col("query") == query_id, pl.col("table") == table_id)
    if not len(found):
        return Label.UNLABELLED, None
    relevance = int(found["relevance"][0])
    return (Label.POSITIVE if relevance >= info.positive_from else Label.NEGATIVE), relevance


def _ranks(workspace: Workspace, info: BenchmarkInfo, query_id: str, table_id: str) -> pl.DataFrame:
    rows = []
    for stored in runs(workspace, info):
        ranked = load_run(workspace, info, stored.method).frame.filter(pl.col("query") == query_id)
        found = ranked.filter(pl.col("table") == table_id)
        rows.append(
            {
                "run": stored.method,
                "rank": found["rank"][0] if len(found) else None,
                "score": found["score"][0] if len(found) else None,
                "of": len(ranked),
            }
        )
    schema = {"run": pl.String, "rank": pl.Int64, "score": pl.Float64, "of": pl.Int64}
    return pl.DataFrame(rows, schema=schema)


def _overlap_rows(measured: pl.DataFrame | None) -> pl.DataFrame:
    rows = [] if measured is None else list(measured.iter_rows(named=True))
    words = {(k.kind.value, k.data_type.value, k.level.value): k.words for k in SHOWN_OVERLAPS}
    return pl.DataFrame(
        {
            "what": [words[row["kind"], row["data_type"], row["level"]] for row in rows],
            "coefficient": [row["coefficient"] for row in rows],
            "shared": [row["shared"] for row in rows],
            "smaller": [
                None if row["size_a"] is None else min(row["size_a"], row["size_b"]) for row in rows
            ],
        },
        schema={
            "what": pl.String,
            "coefficient": pl.Float64,
            "shared": pl.Int64,
            "smaller": pl.Int64,
        },
    )
