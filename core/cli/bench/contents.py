"""``bench profile`` and ``bench overlap``: what a benchmark is made of, and how far it leaks."""

from __future__ import annotations

from typing import Any

import click
import polars as pl

from core.benchmarks import registry
from core.benchmarks.overlaps.comparing import profile_of
from core.benchmarks.overlaps.overlap_summary import Leak, OverlapSummary, leak, summarize
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import SET_KINDS, SetKind
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps, why_no_pairs
from core.benchmarks.own_tables import told_own_pairs
from core.benchmarks.profile import BenchmarkProfile
from core.benchmarks.types import BASE
from core.cli.output import as_json, emit, opened, print_rows, progress_to_stderr, say

_FIGURES = ("files", "rows", "columns", "average_rows", "average_columns", "missing_percent")
_SHARES = ("string_percent", "integer_percent", "float_percent", "other_percent", "megabytes")


@click.command()
@click.argument("name")
@as_json
@click.pass_context
def profile(context: click.Context, name: str, as_json: bool) -> None:
    """Show what the benchmark NAME is made of, as in the paper's Table 1."""
    workspace, _ = opened(context)
    found = profile_of(workspace, registry.benchmark(workspace, name))
    document = {
        "benchmark": name,
        "other_tables": found.others.to_row(),
        "query_tables": found.queries.to_row(),
    }
    emit(document, as_json, lambda: _print_profile(found))


@click.command()
@click.argument("name")
@click.option("--release", default=BASE, show_default=True, help="Version of the ground truth.")
@as_json
@click.pass_context
def overlap(context: click.Context, name: str, release: str, as_json: bool) -> None:
    """Show how far the names and values of the benchmark NAME's pairs overlap."""
    workspace, settings = opened(context)
    info = registry.benchmark(workspace, name)
    found = measure_overlaps(workspace, info, settings, progress_to_stderr(), release)
    summaries = [
        (summarize(found, what, PairKind.POSITIVE), _others(found, what)) for what in SET_KINDS
    ]
    names = [leak(found, SET_KINDS[0], others) for others in (PairKind.NEGATIVE, PairKind.RANDOM)]
    document = {
        "benchmark": name,
        "release": release,
        "sentences": [one.sentence for one in names if _told(one)],
        "overlaps": [
            _summary(one) for positive, others in summaries for one in (positive, *others)
        ],
        "notes": [told] if (told := told_own_pairs(workspace, info, release)) else [],
    }
    if not any(one.total for positive, others in summaries for one in (positive, *others)):
        why = why_no_pairs(workspace, info)
        document["sentences"] = [why]
        emit(document, as_json, lambda: say(why))
        return
    emit(document, as_json, lambda: _print_overlaps(summaries, names, told))


def _others(found: pl.DataFrame, what: SetKind) -> list[OverlapSummary]:
    return [summarize(found, what, pairs) for pairs in (PairKind.NEGATIVE, PairKind.RANDOM)]


def _told(one: Leak) -> bool:
    return bool(one.positive.n and one.other.n)


def _summary(one: OverlapSummary) -> dict[str, Any]:
    return {
        "sets": one.what.kind.value,
        "data_type": one.what.data_type.value,
        "level": one.what.level.value,
        "pairs": one.pairs.value,
        "total": one.total,
        "n": one.n,
        "undefined": one.undefined,
        "mean": one.mean,
        "share_half_or_more": one.half_share,
        "histogram": list(one.histogram),
    }


def _print_profile(found: BenchmarkProfile) -> None:
    rows = {"other": found.others.to_row(), "query": found.queries.to_row()}
    for figures in (_FIGURES, _SHARES):
        print_rows(
            ("tables", *(figure.replace("_", " ") for figure in figures)),
            [(kind, *(_figure(row[figure]) for figure in figures)) for kind, row in rows.items()],
        )
        say()


def _figure(value: object) -> object:
    return "-" if value is None else value


def _print_overlaps(
    summaries: list[tuple[OverlapSummary, list[OverlapSummary]]], names: list[Leak], told: str
) -> None:
    print_rows(
        ("sets", "pairs", "n", "undefined", "mean", "0.5 or more"),
        [
            (
                one.what.words,
                one.pairs.value,
                one.n,
                one.undefined,
                _figure(one.mean),
                _figure(one.half_share),
            )
            for positive, others in summaries
            for one in (positive, *others)
            if one.n
        ],
    )
    say()
    for one in names:
        if _told(one):
            say(one.sentence)
    if told:
        say(told)
