"""``label queue``: put pairs of a benchmark to the vote, and tell how far queues are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from core import labels
from core.amounts import amount
from core.benchmarks.auditing import audit
from core.benchmarks.auditing.case_list import told_unlisted
from core.benchmarks.curating import labelling
from core.benchmarks.curating.agreements import DRAWN_FROM, POSITIVE_FROM, RELEASE, agreements
from core.benchmarks.curating.label_errors import (
    ConcludedCases,
    as_made,
    concluded_cases,
    label_errors,
    release_of,
    told_behind,
    told_release,
)
from core.benchmarks.runs import stored_labels
from core.benchmarks.types import BASE, BenchmarkInfo
from core.cli.bench.options import bench_argument, benchmark_from, positive_from_option
from core.cli.output import as_json, emit, opened, print_rows, say
from core.errors import InputError
from core.evaluation import CaseKind
from core.labels import Order, Pair, Queue, QueueTerms
from core.labels.queueing.queues import first_pairs
from core.store import Workspace

_MAKING = {
    "chosen": "--from",
    "runs": "--run",
    "pairs": "--pairs",
    "k": "-k",
    "size": "--size",
    "votes": "--votes",
    "order": "--order",
    "seed": "--seed",
    "release": "--release",
}
"""Options of a queue to make, by their parameters."""
_OF_RUNS = ("chosen", "runs", "k", "release")
_SAMPLE = 50
_WHERE = ("disagreements", "gtfp", "gtfn", "agreements")


@click.command()
@bench_argument
@click.option("--name", help="Make a queue of this name; without it, the queues are listed.")
@click.option(
    "--from", "chosen", type=click.Choice(_WHERE), default="disagreements", show_default=True
)
@click.option("--run", "runs", metavar="A,B", help="Runs that must all dispute, or agree on, it.")
@click.option("--pairs", type=click.Path(path_type=Path), help="CSV of query and table instead.")
@click.option("-k", "--k", "k", default=5, show_default=True, help="Cut-off.")
@click.option(
    "--size",
    type=click.IntRange(min=1),
    help="Pairs at most, the first by --order; of agreements how many are drawn, 50 if not given.",
)
@click.option("--votes", default=2, show_default=True, help="Votes wanted of each case.")
@click.option(
    "--order",
    type=click.Choice([order.value for order in Order]),
    default="rank",
    show_default=True,
)
@click.option("--seed", default=0, show_default=True, help="Of a random order and of a sample.")
@positive_from_option
@click.option("--release", default=BASE, show_default=True, help="Version of the ground truth.")
@as_json
@click.pass_context
def queue(
    context: click.Context,
    *,
    bench: str,
    name: str | None,
    chosen: str,
    runs: str | None,
    pairs: Path | None,
    k: int,
    size: int | None,
    votes: int,
    order: str,
    seed: int,
    positive_from: int | None,
    release: str,
    as_json: bool,
) -> None:
    """Make a queue of pairs of BENCH to vote on, or list those there are."""
    _require_used(context, name, chosen, pairs, Order(order))
    workspace, _ = opened(context)
    info = benchmark_from(workspace, bench, positive_from)
    if name is not None:
        source: dict[str, object]
        if pairs is not None:
            found = labelling.listed_pairs(workspace, info, pairs)
            source = {"pairs": pairs.name}
        else:
            of = stored_labels(workspace, info, _named(runs))
            source = {"from": chosen, "runs": of, "k": k, RELEASE: release}
            source[POSITIVE_FROM] = info.positive_from
            if not of:
                raise InputError(
                    "A queue comes from runs, or from --pairs. Got neither; name some --run."
                )
            if chosen == "agreements":
                drawn = agreements(workspace, info, of, k, size or _SAMPLE, seed, release)
                found = list(drawn.pairs)
                source |= {"size": size or _SAMPLE, DRAWN_FROM: drawn.drawn_from}
            else:
                found = _disputed(workspace, info, chosen, of, k, release)
        if size is not None and size < len(found):
            say(f"{size:,} of {amount(len(found), 'pair')} are taken, by --order.", err=True)
            found = first_pairs(found, Order(order), seed, size)
            source["size"] = size
        labels.create_queue(
            workspace,
            labels.LOCAL,
            info.key,
            name,
            found,
            QueueTerms(wanted=votes, order=Order(order), seed=seed, source=source),
        )
    wanted = [one for one in labels.queues(workspace, info.key) if name in (None, one.name)]
    concluded = cache(partial(concluded_cases, workspace, labels.LOCAL))
    shown = []
    for one in wanted:
        counted = info if positive_from is not None else as_made(info, one)
        cases = concluded(counted, release_of(workspace, info, one))
        shown.append(_queue(workspace, counted, one, cases))
    document = {"queues": shown} if name is None else shown[0]
    whole = {"benchmark": bench, "positive_from": info.positive_from, **document}
    emit(whole, as_json, lambda: _print_queues(shown))


def _require_used(
    context: click.Context, name: str | None, chosen: str, pairs: Path | None, order: Order
) -> None:
    """Refuse options that would change nothing."""
    given = [
        one
        for one in _MAKING
        if context.get_parameter_source(one) is click.core.ParameterSource.COMMANDLINE
    ]
    if name is None and given:
        raise click.UsageError(
            f"{_options(given)} of a queue to make: give it a --name, or leave that out to list "
            "the queues."
        )
    of_runs = [one for one in given if one in _OF_RUNS]
    if pairs is not None and of_runs:
        raise click.UsageError(
            f"{_options(of_runs)} of pairs that runs give; those of --pairs are in its file. Leave "
            "one of the two out."
        )
    sampled = pairs is None and chosen == "agreements"
    if "seed" in given and order is not Order.RANDOM and not sampled:
        raise click.UsageError(
            "--seed is of --order random and of a sample of agreements. Leave it out, or say one "
            "of these."
        )


def _options(parameters: Sequence[str]) -> str:
    named = ", ".join(_MAKING[one] for one in parameters)
    return f"{named} {'is' if len(parameters) == 1 else 'are'}"


def _disputed(
    workspace: Workspace, info: BenchmarkInfo, chosen: str, runs: list[str], k: int, release: str
) -> list[Pair]:
    kinds = tuple(CaseKind) if chosen == "disagreements" else (CaseKind(chosen),)
    disputed = audit.disputed(audit.judged(workspace, info, runs, release), k)
    if told := told_unlisted(disputed, kinds):
        say(told, err=True)
    return labelling.disputed_pairs(workspace, info, runs, k, kinds, release)


def _named(runs: str | None) -> list[str]:
    return [name.strip() for name in (runs or "").split(",") if name.strip()]


def _queue(
    workspace: Workspace, info: BenchmarkInfo, one: Queue, concluded: ConcludedCases
) -> dict[str, Any]:
    done = labels.progress(workspace, one, labels.LOCAL)
    return {
        "queue": one.name,
        "cases": done.cases,
        "done": done.done,
        "votes": done.votes,
        "votes_wanted": done.votes_wanted,
        "votes_each": one.wanted,
        "order": one.order.value,
        "seed": one.seed,
        "source": dict(one.source),
        "created_at": one.created_at,
        "label_errors": label_errors(workspace, labels.LOCAL, info, one, concluded).to_dicts(),
        "note": told_release(one, concluded.release),
    }


def _print_queues(rows: Sequence[dict[str, Any]]) -> None:
    columns = ("queue", "cases", "done", "votes", "votes_wanted", "order", "created_at")
    header = ("queue", "cases", "done", "votes", "wanted", "order", "made")
    print_rows(header, [tuple(row[name] for name in columns) for row in rows])
    found = [
        (row["queue"], one)
        for row in rows
        for one in row["label_errors"]
        if one["settled"] or one["unsettled"] or one["behind"]
    ]
    if found:
        say(
            "\nSettled labels that are wrong, by why their pairs were put to the vote; "
            '"partly" is positive where positive_from is 1:'
        )
        numbers = (
            "positive_from",
            "drawn_from",
            "cases",
            "settled",
            "wrong",
            "share",
            "low",
            "high",
            "unsettled",
            "least",
            "most",
            "behind",
        )
        print_rows(
            ("queue", "origin", "release", *numbers),
            [
                (
                    name,
                    one["origin"],
                    one["release"],
                    *("" if one[n] is None else one[n] for n in numbers),
                )
                for name, one in found
            ],
        )
        if any(one["unsettled"] for _, one in found):
            say(
                "Unsettled cases have all their votes and wait for a curator; the settled do not "
                "stand for them. With them the share lies between least and most; where votes such "
                "as 1 and 2 agree on yes or no, their case counts as on that side."
            )
        for name, one in found:
            if one["behind"]:
                say(f"{name}, {one['origin']}: {told_behind(one)}")
        for row in rows:
            if row["note"]:
                say(f"{row['queue']}: {row['note']}")
