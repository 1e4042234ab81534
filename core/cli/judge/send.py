"""``judge send``: put a judge's cases to people."""

from __future__ import annotations

import shlex

import click

from core import labels
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.judging.report import judge_record
from core.benchmarks.judging.samples import sample_queue, send_sample
from core.benchmarks.judging.sending import send_disputed
from core.cli.bench.options import bench_argument, positive_from_option
from core.cli.output import as_json, emit, opened, say
from core.labels import LOCAL
from core.labels.queueing.remaining import told_open


@click.command("send")
@bench_argument
@click.option("--judge", "voter", required=True, metavar="NAME", help="Whose cases are sent.")
@click.option("--queue", "queue", metavar="NAME", help="Queue to send them to, made if need be.")
@click.option("--sample", type=int, metavar="N", help="So many of its cases, drawn at random.")
@click.option("--seed", default=0, show_default=True, help="Of the drawing.")
@click.option(
    "--votes",
    type=int,
    help="Votes wanted of each case; if not given one more than it has, and 1 of a sample.",
)
@positive_from_option
@as_json
@click.pass_context
def send(
    context: click.Context,
    *,
    bench: str,
    voter: str,
    queue: str | None,
    sample: int | None,
    seed: int,
    votes: int | None,
    positive_from: int | None,
    as_json: bool,
) -> None:
    """Send the cases that a judge of BENCH disputes, or a random sample of all, to people."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    record = judge_record(workspace, LOCAL, info, voter, positive_from)
    if sample is None:
        name = queue or f"disputed by {voter}"
        sent = send_disputed(workspace, LOCAL, info, record, name, votes)
    else:
        name = queue or sample_queue(workspace, info, record, seed)
        wanted = 1 if votes is None else votes
        sent = send_sample(
            workspace, LOCAL, info, record, name, size=sample, wanted=wanted, seed=seed
        )
    made = labels.queue(workspace, info.key, name)
    done = labels.progress(workspace, made, LOCAL)
    document = {
        "benchmark": bench,
        "judge": voter,
        "queue": name,
        "new": sent,
        "cases": done.cases,
        "open": done.cases - done.done,
        "votes_each": made.wanted,
    }
    told = f"{amount(sent, 'case', 'is', 'are')} new in the queue {name}. {told_open(made, done)}"
    if done.done < done.cases:
        words = shlex.join(["label", "next", bench, "--queue", name])
        told += f" Hand them out with `{words} --voter NAME`, or on the page Adjudicate."
    emit(document, as_json, lambda: say(told))
