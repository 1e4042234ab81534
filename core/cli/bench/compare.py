"""``bench compare``: whether one run is better than another on the same queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from core.amounts import amount, rounded, signed
from core.benchmarks import runs
from core.benchmarks.auditing import audit
from core.benchmarks.auditing.board import no_interval, told_all_zero
from core.benchmarks.auditing.compared import told_at_odds, told_baseline, told_comparison
from core.cli.bench.options import (
    benchmark_from,
    cut_off,
    name_argument,
    positive_from_option,
    release_option,
)
from core.cli.output import as_json, emit, opened, print_rows, say
from core.errors import InputError
from core.evaluation import Against, Comparison, Metric, ideal


@click.command()
@name_argument
@click.argument("named", metavar="RUN...", nargs=-1)
@click.option("--with", "baseline", metavar="RUN", help="Compare each of several with this one.")
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
    named: tuple[str, ...],
    baseline: str | None,
    k: int,
    metric: str,
    release: str,
    positive_from: int | None,
    as_json: bool,
) -> None:
    """Compare two runs of the benchmark NAME query by query: the first less the second.

    The interval of each run, which `bench score` gives, is of that run alone, and says little of
    their difference. With --with each run that is named, or every other one, is compared with that
    baseline, and the p-values are adjusted for how many they are.
    """
    workspace, _ = opened(context)
    info = benchmark_from(workspace, name, positive_from)
    of = Metric.named(metric)
    if baseline is None and len(named) != 2:  # noqa: PLR2004 - a comparison takes two
        raise InputError(
            "Two runs are compared, or several with one by --with RUN. Got "
            f"{amount(len(named), 'run')}."
        )
    chosen = [*([] if baseline is None else [baseline]), *named]
    wanted = runs.stored_labels(workspace, info, chosen)
    if baseline is not None and not named:
        wanted += [run.method for run in runs.runs(workspace, info)]
    judged = audit.judged(workspace, info, wanted, release)
    best = ideal(judged.qrels, k, positive_from=info.positive_from)
    notes = told_all_zero(info.name, release, best, info.positive_from)
    if best[of]:
        notes = ()
    about = {"benchmark": info.name, "release": release, "positive_from": info.positive_from}
    if baseline is None:
        found = audit.compare_runs(judged, wanted[0], wanted[1], k, of)
        document = {**about, **_document(found), "notes": list(notes)}
        emit(document, as_json, lambda: _print(found, release, notes))
        return
    first, *others = dict.fromkeys(wanted)
    held = audit.compare_with(judged, first, others, k, of)
    document = {**about, **_several(held, k, of), "notes": list(notes)}
    emit(document, as_json, lambda: _print_several(held, k, of, release, notes))


def _several(held: Against, k: int, metric: Metric) -> dict[str, Any]:
    return {
        "k": k,
        "metric": metric.value,
        "baseline": held.baseline,
        "adjusted_by": "holm",
        "runs": [
            {**_document(one), "p_adjusted": adjusted}
            for one, adjusted in zip(held.comparisons, held.adjusted, strict=True)
        ],
    }


def _print_several(
    held: Against, k: int, metric: Metric, release: str, notes: Sequence[str]
) -> None:
    print_rows(
        (
            "run",
            metric.label(k),
            "difference",
            "95% interval",
            "p",
            "p, Holm",
            "better",
            "worse",
        ),
        [
            (
                row["run"],
                row["mean"],
                signed(row["difference"]),
                "" if row["low"] is None else f"{signed(row['low'])} to {signed(row['high'])}",
                f"{row['p']:.3g}",
                f"{row['p_holm']:.3g}",
                row["wins"],
                row["losses"],
            )
            for row in held.to_frame().iter_rows(named=True)
        ],
    )
    say(f"\n{told_baseline(held)}")
    for note in notes:
        say(note)
    seed = f", seed {held.comparisons[0].seed}" if held.comparisons else ""
    say(f"Release {release}{seed}.")


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
        f"Means of {label}: {found.first} {rounded(found.first_mean)}, {found.second} "
        f"{rounded(found.second_mean)}; release {release}, seed {found.seed}."
    )
