"""``bench rescore``: every run under every release, and what corrected labels changed."""

from __future__ import annotations

from typing import Any

import click

from core.amounts import rounded
from core.benchmarks.curating.gains import Gain
from core.benchmarks.curating.rescoring import Rescoring, Standing
from core.benchmarks.curating.rescoring import rescore as rescored
from core.benchmarks.types import BASE
from core.cli.bench.options import (
    benchmark_from,
    cut_off,
    name_argument,
    positive_from_option,
)
from core.cli.output import as_json, emit, opened, print_rows, say
from core.evaluation import Metric
from core.intervals import Interval


@click.command()
@name_argument
@cut_off
@click.option("--metric", default="P", show_default=True, help=f"Of {', '.join(Metric)}.")
@click.option(
    "--reference", default=BASE, show_default=True, help="Release that gains are counted from."
)
@positive_from_option
@as_json
@click.pass_context
def rescore(
    context: click.Context,
    name: str,
    k: int,
    metric: str,
    reference: str,
    positive_from: int | None,
    as_json: bool,
) -> None:
    """Score every stored run of NAME under every release, and tell how their order changed."""
    workspace, _ = opened(context)
    info = benchmark_from(workspace, name, positive_from)
    found = rescored(workspace, info, k, Metric.named(metric), reference)
    emit(_document(found), as_json, lambda: _print(found))


def _document(found: Rescoring) -> dict[str, Any]:
    return {
        "benchmark": found.benchmark,
        "k": found.k,
        "metric": found.metric.value,
        "reference": found.reference,
        "positive_from": found.positive_from,
        "releases": [
            {
                "release": board.release,
                "queries": board.ideal.queries,
                "ideal": board.ideal[found.metric],
                "runs": [_standing(s) for s in found.standings if s.release == board.release],
            }
            for board in found.boards
        ],
        "gains": [_gain(gain) for gain in found.gains],
        "orders": [
            {
                "first": one.first,
                "second": one.second,
                "tau": one.tau,
                "turned": one.turned,
                "pairs": one.pairs,
                "same_queries": one.queries.same,
            }
            for one in found.orders
        ],
        "notes": [*found.shortfalls, *_told_of_gains(found)],
    }


def _told_of_gains(found: Rescoring) -> list[str]:
    others = [board.release for board in found.boards if board.release != found.reference]
    return [told for release in others for told in found.told(release)]


def _standing(one: Standing) -> dict[str, Any]:
    return {
        "run": one.run,
        "rank": one.rank,
        "score": one.score,
        "interval": _ends(one.interval),
    }


def _gain(gain: Gain) -> dict[str, Any]:
    return {
        "release": gain.release,
        "run": gain.run,
        "before": gain.before,
        "after": gain.after,
        "gain": gain.gain,
        "queries": gain.queries,
        "interval": _ends(gain.interval),
        "beyond": gain.beyond,
        "raised": gain.raised,
        "found": gain.found,
        "lowered": gain.lowered,
        "rank_before": gain.rank_before,
        "rank_after": gain.rank_after,
    }


def _ends(interval: Interval) -> list[float | None]:
    return [interval.low, interval.high]


def _print(found: Rescoring) -> None:
    releases = [board.release for board in found.boards]
    scores = {(one.run, one.release): one for one in found.standings}
    runs = [one.run for one in found.standings if one.release == releases[-1]]
    say(f"{found.metric.label(found.k)}, with the rank, under each release:")
    print_rows(
        ("run", *releases),
        [(run, *(_told(scores[run, release]) for release in releases)) for run in runs],
    )
    counts = {board.release: board.ideal.queries for board in found.boards}
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{count:,} under {release}" for release, count in counts.items())
        say(f"Queries: {told}.")
    for short in found.shortfalls:
        say(short)
    for one in found.orders:
        tau = "not defined" if one.tau is None else str(rounded(one.tau))
        other = "" if one.queries.same else " They have different queries, which may be why."
        say(
            f"\n{one.first} and {one.second}: Kendall's tau {tau}; {one.turned:,} of "
            f"{one.pairs:,} pairs of runs are in another order.{other}"
        )
    if len(releases) > 1:
        _print_gains(found)


def _print_gains(found: Rescoring) -> None:
    if found.gains:
        say(f"\nGains over {found.reference}, and the candidates whose label changed:")
        print_rows(
            ("release", "run", "queries", "gain", "beyond", "raised", "found", "lowered", "rank"),
            [
                (
                    *(gain.release, gain.run, gain.queries, gain.gain, gain.beyond),
                    *(gain.raised, gain.found, gain.lowered),
                    f"{gain.rank_before} to {gain.rank_after}",
                )
                for gain in found.gains
            ],
        )
    for told in _told_of_gains(found):
        say(told)


def _told(one: Standing) -> str:
    return f"{rounded(one.score)} ({one.rank})"
