"""``bench compare``: whether one run is better than another on the same queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from core.benchmarks import runs
from core.benchmarks.auditing import audit
from core.benchmarks.auditing.board import no_interval, told_all_zero
from core.benchmarks.auditing.compared import told_at_odds, told_comparison
from core.cli.bench.options import (
    benchmark_from,
    cut_off,
    name_argument,
    positive_from_option,
    release_option,
)
from core.cli.output import as_json, emit, opened, say
from core.evaluation import Comparison, Metric, ideal


@click.command()
@name_argument
@click.argument("first", metavar="RUN")
@click.argument("second", metavar="RUN")
@cut_off
@click.option("--metric", default="P", show_default=True, help=f"Of {', '.join(Metric)}.")
@release_option
@positive_from_option
@as_json
@click.pass_context
def compare(
    context: click.Context,
    *,
    name: str,
    first: str,
    second: str,
    k: int,
    metric: str,
    release: str,
    positive_from: int | None,
    as_json: bool,
) -> None:
    """Compare two runs of the benchmark NAME query by query: the first less the second.

    The interval of each run, which `bench score` gives, is of that run alone, and says little of
    their difference.
    """
    workspace, _ = opened(context)
    info = benchmark_from(workspace, name, positive_from)
    wanted = runs.stored_labels(workspace, info, [first, second])
    judged = audit.judged(workspace, info, wanted, release)
    found = audit.compare_runs(judged, first, second, k, Metric.named(metric))
    best = ideal(judged.qrels, k, positive_from=info.positive_from)
    notes = told_all_zero(info.name, release, best, info.positive_from)
    if best[found.metric]:
        notes = ()
    document = {
        "benchmark": info.name,
        "release": release,
        "positive_from": info.positive_from,
        **_document(found),
        "notes": list(notes),
    }
    emit(document, as_json, lambda: _print(found, release, notes))


def _document(found: Comparison) -> dict[str, Any]:
    return {
        "k": found.k,
        "metric": found.metric.value,
        "first": found.first,
        "second": found.second,
        "first_mean": found.first_mean,
        "second_mean": found.second_mean,
        "difference": found.difference,
        "interval": [found.interval.low, found.interval.high],
        "no_interval": no_interval([found.interval]),
        "p_value": found.p_value,
        "at_odds": found.at_odds,
        "queries": found.queries,
        "wins": found.wins,
        "losses": found.losses,
        "ties": found.ties,
        "resamples": found.resamples,
        "seed": found.seed,
    }


def _print(found: Comparison, release: str, notes: Sequence[str]) -> None:
    say(told_comparison(found))
    for note in notes:
        say(note)
    if told := told_at_odds(found):
        say(told)
    label = found.metric.label(found.k)
    say(
        f"Means of {label}: {found.first} {found.first_mean:.3f}, {found.second} "
        f"{found.second_mean:.3f}; release {release}, seed {found.seed}."
    )
