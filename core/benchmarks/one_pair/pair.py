"""One query and one candidate face to face: what they share, how runs rank them, what is said."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from core.benchmarks import registry
from core.benchmarks.one_pair.pair_tables import PairTables, look_at_tables
from core.benchmarks.overlaps.overlap import overlaps
from core.benchmarks.overlaps.set_kinds import Level, OverlapKind, SetKind, ValueType
from core.benchmarks.runs import load_ranking, runs
from core.benchmarks.treatment import Treatment, treatment
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Label, Run
from core.settings import Settings
from core.store import Workspace

SHOWN_OVERLAPS = (
    SetKind(),
    SetKind(level=Level.TOKEN),
    SetKind(OverlapKind.VALUES),
    SetKind(OverlapKind.VALUES, level=Level.TOKEN),
    SetKind(OverlapKind.VALUES, ValueType.STRING, Level.TOKEN),
    SetKind(OverlapKind.VALUES, ValueType.NUMERIC),
)


@dataclass(frozen=True)
class PairView(PairTables):
    """A pair as it stands in a benchmark.

    Parameters
    ----------
    overlap
        Overlap coefficients of the two tables: ``what``, ``coefficient``, ``shared``,
        ``of the smaller``.
    ranks
        ``run``, ``rank``, ``score``, ``of`` (candidates that the run ranks for the query), as runs
        are scored: without what is left out of them.
    label, relevance
        What the release says of it.
    left_out
        Whether it is left out of all rankings: to be ignored, or the query's own table.
    """

    benchmark: str
    overlap: pl.DataFrame
    ranks: pl.DataFrame
    label: Label
    relevance: int | None
    left_out: bool


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
    tables = look_at_tables(workspace, info, query_id, table_id, settings, encoder)
    label, relevance = _label(workspace, info, query_id, table_id, release)
    treated = treatment(workspace, info, release)
    measured = None
    if tables.query.table is not None:
        pair = pl.DataFrame({"query_table": [tables.query.table], "candidate": [table_id]})
        measured = overlaps(workspace, info.lake_key, pair, settings, SHOWN_OVERLAPS)
    return PairView(
        tables.query,
        tables.candidate_side,
        tables.query_side,
        tables.alignment,
        tables.encoder,
        tables.evidence,
        info.name,
        _overlap_rows(measured),
        _ranks(workspace, treated, query_id, table_id),
        label,
        relevance,
        treated.leaves_out(query_id, table_id),
    )


def _label(
    workspace: Workspace, info: BenchmarkInfo, query_id: str, table_id: str, release: str
) -> tuple[Label, int | None]:
    relevance = registry.relevance(workspace, info, query_id, table_id, release)
    if relevance is None:
        return Label.UNLABELLED, None
    return (Label.POSITIVE if relevance >= info.positive_from else Label.NEGATIVE), relevance


def _ranks(workspace: Workspace, treated: Treatment, query_id: str, table_id: str) -> pl.DataFrame:
    rows = []
    for stored in runs(workspace, treated.info):
        whole = Run(load_ranking(workspace, treated.info, stored.method, query_id))
        ranked = treated.run(whole).frame
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
