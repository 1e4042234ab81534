"""What a benchmark is made of and how far it leaks, as parts of a page."""

from __future__ import annotations

import polars as pl

from core.benchmarks.overlaps.comparing import profile_of
from core.benchmarks.overlaps.overlap_summary import compared_with, leak, summarize
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import Level, OverlapKind, SetKind, ValueType
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps, why_no_pairs
from core.benchmarks.own_tables import told_own_pairs
from core.benchmarks.types import BenchmarkInfo
from core.figures.overlap import overlap_histogram
from core.monitor import Monitor
from core.reports.page import figure, table, text
from core.settings import Settings
from core.store import Workspace

_DRAWN = (SetKind(), SetKind(OverlapKind.VALUES, ValueType.STRING, Level.TOKEN))
_HEADERS = {
    "tables_are": "",
    "files": "Files",
    "tables": "Tables",
    "rows": "Rows",
    "columns": "Columns",
    "average_rows": "Rows a table",
    "average_columns": "Columns a table",
    "missing_percent": "Missing %",
    "string_percent": "Text %",
    "integer_percent": "Integer %",
    "float_percent": "Float %",
    "other_percent": "Other %",
    "megabytes": "MB",
}


def profile_parts(workspace: Workspace, info: BenchmarkInfo) -> list[str]:
    """Show its row of the paper's Table 1."""
    frame = profile_of(workspace, info).to_frame().select(list(_HEADERS))
    return [text("What it is made of", "h2"), table(list(_HEADERS.values()), frame.rows())]


def overlap_parts(
    workspace: Workspace, info: BenchmarkInfo, settings: Settings, release: str, monitor: Monitor
) -> list[str]:
    """Show how names and values overlap and how far that gives the labels away."""
    found = measure_overlaps(workspace, info, settings, monitor, release)
    against = compared_with(found)
    parts = [text("Does overlap give the labels away?", "h2")]
    if not len(found):
        return [*parts, text(why_no_pairs(workspace, info))]
    parts += [text(leak(found, what, against).sentence, look="lead") for what in _DRAWN]
    if told := told_own_pairs(workspace, info, release):
        parts.append(text(told, look="note"))
    for what in _DRAWN:
        summaries = [summarize(found, what, kind) for kind in PairKind]
        drawn = overlap_histogram([one for one in summaries if one.total])
        parts.append(figure(drawn, f"Overlap of {what.words}"))
    parts.append(
        text(
            "Overlap coefficient: what both tables have, of the smaller of the two sets. Chance of "
            "telling: how often a positive pair overlaps more than the other kind, 0.5 being "
            "guessing. Pairs of which a table has nothing to compare are left out.",
            look="note",
        )
    )
    side = ("pairs", "mean", "half or more")
    header = (
        "Compared",
        *(f"{kind} {what}" for kind in ("Positive", str(against)) for what in side),
    )
    header = tuple(name.capitalize() for name in (*header, "chance of telling"))
    return [*parts, table(header, _rows(found, against))]


def _rows(found: pl.DataFrame, against: PairKind) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for kind, data_type, level in (
        found.select(pl.col("kind", "data_type", "level").cast(pl.String))
        .unique(maintain_order=True)
        .rows()
    ):
        what = SetKind(OverlapKind(kind), ValueType(data_type), Level(level))
        if what.kind is OverlapKind.NAMES and what.data_type is not ValueType.ALL:
            continue
        one = leak(found, what, against)
        if one.positive.n:
            sides = (
                value
                for side in (one.positive, one.other)
                for value in (side.n, side.mean, side.half_share)
            )
            rows.append((what.words.capitalize(), *sides, one.auc))
    return rows
