"""``judge``: let language models and rules vote, for a price that is known before."""

from __future__ import annotations

from typing import Any

import click

from core.benchmarks import registry
from core.benchmarks.judging import running as judging
from core.benchmarks.judging.report import judge_report, reported_judges
from core.benchmarks.runs import stored_labels
from core.cli.bench.options import bench_argument, positive_from_option
from core.cli.judge.again import again
from core.cli.judge.answers import answers
from core.cli.judge.documents import (
    estimate_document,
    print_estimates,
    print_runs,
    print_side_by_side,
    run_document,
)
from core.cli.judge.options import chosen, protocol_options
from core.cli.judge.refit import refit
from core.cli.judge.running import carry_on
from core.cli.judge.send import send
from core.cli.output import as_json, emit, opened, print_rows, progress_to_stderr, say
from core.judges import Judge, Purpose
from core.judges.pricing.costs import total_cost
from core.judges.pricing.prices import enter_price, entered, forget_price, listed
from core.judges.records.done_before import told_done_before
from core.judges.records.runs import judge_runs
from core.judges.reliability import Reliability
from core.labels import LOCAL

_audit = click.option(
    "--audit", is_flag=True, help="Plant instructions in cells; nothing of it is a vote."
)


@click.group()
def judge() -> None:
    """Let language models and rules vote, and see how far they can be trusted."""


judge.add_command(again)
judge.add_command(answers)
judge.add_command(refit)
judge.add_command(send)


@judge.command("estimate")
@bench_argument
@protocol_options
@_audit
@as_json
@click.pass_context
def estimate(
    context: click.Context, /, bench: str, audit: bool, as_json: bool, **options: Any
) -> None:
    """Say what judging cases of BENCH would take, without asking anybody."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    what = chosen(workspace, info, **options)
    found = judging.estimate_run(
        workspace,
        info,
        what.judges,
        what.protocol,
        what.pairs,
        progress_to_stderr(),
        _purpose(audit),
    )
    document = {
        "benchmark": bench,
        "cases": len(what.pairs),
        "examples": list(what.protocol.examples),
        "judges": [estimate_document(one) for one in found],
        "cost": total_cost(found),
    }
    emit(document, as_json, lambda: print_estimates(found))


@judge.command("run")
@bench_argument
@protocol_options
@click.option("--budget", type=float, metavar="USD", help="The run stops before it costs more.")
@_audit
@as_json
@click.pass_context
def run(
    context: click.Context,
    /,
    bench: str,
    budget: float | None,
    audit: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Let judges vote on cases of BENCH; the same command again goes on where it stopped.

    Of a run that is done it makes another, with the answers of that one, and says so.
    """
    workspace, settings = opened(context)
    info = registry.benchmark(workspace, bench)
    what = chosen(workspace, info, **options)
    begun = judging.begin_run(
        workspace,
        info,
        LOCAL,
        what.judges,
        what.protocol,
        pairs=what.pairs,
        budget=budget,
        source=what.source,
        purpose=_purpose(audit),
    )
    carry_on(workspace, info, begun, settings, as_json, told_done_before(workspace, begun))


@judge.command("list")
@bench_argument
@as_json
@click.pass_context
def list_(context: click.Context, bench: str, as_json: bool) -> None:
    """List the judge runs of BENCH, newest first: how they stand and what they cost."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    rows = [run_document(workspace, one) for one in judge_runs(workspace, info.key)]
    emit({"benchmark": bench, "runs": rows}, as_json, lambda: print_runs(rows))


@judge.command("report")
@bench_argument
@click.option("--judge", "voter", metavar="NAME", help="Of one judge; of all if not given.")
@positive_from_option
@click.option(
    "--run",
    "search_run",
    metavar="LABEL",
    help="Search run whose P@k is estimated, of the pairs that were judged.",
)
@click.option("-k", "--k", "k", default=10, show_default=True, help="Cut-off of that estimate.")
@as_json
@click.pass_context
def report(
    context: click.Context,
    bench: str,
    voter: str | None,
    positive_from: int | None,
    search_run: str | None,
    k: int,
    as_json: bool,
) -> None:
    """Tell how far the judges of BENCH can be trusted, against people, runs and tricks."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    voters = [voter] if voter else reported_judges(workspace, info)
    if search_run is not None:
        (search_run,) = stored_labels(workspace, info, [search_run])
    found = [
        judge_report(workspace, LOCAL, info, one, positive_from, search_run, k) for one in voters
    ]

    def print_text() -> None:
        if not found:
            say(f"No judge was asked about {bench} yet; `judge run` asks one.")
        if len(found) > 1:
            print_side_by_side(found)
        for one in found:
            say(f"{one.voter}: {one.record.told}")
            for reading in (each for finding in one.findings for each in finding.readings):
                say(f"  {reading.sentence}")
            for estimate in one.estimates:
                say(f"  {estimate.people.sentence}")
                more = "" if estimate.powered.value is None else f" {estimate.advice}"
                say(f"  {estimate.powered.sentence}{more}")
            for note in (*one.notes, *drawn_of(one)):
                say(f"  {note}")

    document = {"benchmark": bench, "judges": [one.to_document() for one in found]}
    emit(document, as_json, print_text)


@judge.command("prices")
@click.option(
    "--set",
    "set_",
    nargs=3,
    type=(str, float, float),
    metavar="MODEL INPUT OUTPUT",
    help="Enter a price, in US dollars a million tokens.",
)
@click.option(
    "--cached",
    type=float,
    metavar="USD",
    help="With --set: of input that the endpoint has in its cache.",
)
@click.option("--forget", metavar="MODEL", help="Forget what was entered for it.")
@as_json
@click.pass_context
def prices(
    context: click.Context,
    set_: tuple[str, float, float] | None,
    cached: float | None,
    forget: str | None,
    as_json: bool,
) -> None:
    """List what judges cost, in US dollars a million tokens, or enter a price."""
    workspace, _ = opened(context)
    if set_ is not None:
        enter_price(workspace, LOCAL, Judge.named(set_[0]), set_[1], set_[2], cached)
    elif cached is not None:
        raise click.UsageError("--cached is a part of the price that --set enters.")
    if forget is not None:
        forget_price(workspace, LOCAL, Judge.named(forget))
    known = {**listed(), **entered(workspace)}
    rows = [
        {
            "judge": voter,
            "input": one.input,
            "output": one.output,
            "cached": one.cached,
            "source": one.source,
        }
        for voter, one in sorted(known.items())
    ]
    header = ("judge", "input", "output", "cached", "source")
    emit(
        {"prices": rows},
        as_json,
        lambda: print_rows(
            header, [["" if one is None else one for one in row.values()] for row in rows]
        ),
    )


def drawn_of(found: Reliability) -> list[str]:
    """How the cases of the estimates were drawn, once, where no note tells it."""
    told = dict.fromkeys(estimate.drawn for estimate in found.estimates)
    return [one for one in told if one and one not in found.notes]


def _purpose(audit: bool) -> Purpose:
    return Purpose.INJECTION if audit else Purpose.VOTE
