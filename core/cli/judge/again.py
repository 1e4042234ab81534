"""``judge again``: ask again what judges answered without a verdict."""

from __future__ import annotations

import click

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.judging import running as judging
from core.cli.bench.options import bench_argument
from core.cli.judge.documents import estimate_document, print_estimates
from core.cli.judge.running import carry_on
from core.cli.output import as_json, emit, opened, progress_to_stderr, say
from core.judges.pricing.costs import total_cost
from core.judges.records.runs import judge_run, set_budget
from core.judges.running.asking_again import ask_again, lost_places
from core.labels import LOCAL


@click.command("again")
@bench_argument
@click.option("--run", "key", type=int, required=True, metavar="N", help="As `judge list` has it.")
@click.option(
    "--judge",
    "voters",
    multiple=True,
    metavar="NAME",
    help="Only what this one lost; what all lost if not given.",
)
@click.option("--yes", is_flag=True, help="Ask them; without it the estimate is all there is.")
@click.option("--budget", type=float, metavar="USD", help="Of the whole run, with what was spent.")
@as_json
@click.pass_context
def again(
    context: click.Context,
    bench: str,
    key: int,
    voters: tuple[str, ...],
    yes: bool,
    budget: float | None,
    as_json: bool,
) -> None:
    """Say what asking again for the answers of a run that are no verdict would take, and ask.

    The earlier answers stay on record. What else is open of the run is asked too, of every judge.
    """
    workspace, settings = opened(context)
    info = registry.benchmark(workspace, bench)
    run = judge_run(workspace, info.key, key)
    count = len(lost_places(workspace, run, voters))
    found = judging.estimate_again(workspace, info, key, voters, progress_to_stderr())
    cost = total_cost(found)
    open_ones = sum(one.calls + one.known + one.unreadable for one in found)
    others = f", with {open_ones - count:,} more that are open" if open_ones > count else ""
    if not yes or not open_ones:
        document = {
            "benchmark": bench,
            "run": key,
            "again": count,
            "judges": [estimate_document(one) for one in found],
            "cost": cost,
        }

        def print_text() -> None:
            print_estimates(found)
            told = f"{amount(count, 'question')} of run {key} would be asked again{others}"
            say(f"{told}; --yes asks." if open_ones else f"{told}.")

        emit(document, as_json, print_text)
        return
    about = "of unknown cost" if cost is None else f"for about ${cost:,.4f}"
    calls = amount(sum(one.calls for one in found), "call")
    asked = amount(count, "question")
    say(f"Asking again {asked} of run {key}{others}: {calls} {about}.", err=True)
    if count:
        ask_again(workspace, LOCAL, run, voters, budget)
    elif budget is not None:
        set_budget(workspace, LOCAL, run, budget)
    carry_on(workspace, info, run, settings, as_json)
