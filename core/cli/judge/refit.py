"""``judge refit``: teach the rule voter from labels."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.judging.matcher_training import Lesson, refit_matcher
from core.cli.output import as_json, emit, is_begun, opened, print_rows, say
from core.errors import InputError
from core.judges.matcher.model import CALLED, MatcherModel, shipped_model
from core.judges.matcher.rule import forget_model, keep_model, matcher_model
from core.labels import LOCAL
from core.labels.types import Task
from core.store.text_files import write_whole


@click.command("refit")
@click.argument("benches", nargs=-1, metavar="[BENCH]...")
@click.option(
    "--task",
    type=click.Choice([task.value for task in Task]),
    default=Task.UNION.value,
    show_default=True,
    help="What is judged: unions, joins, or tables against words.",
)
@click.option("--published", is_flag=True, help="Learn from the ground truth, not from people.")
@click.option(
    "--negatives-of",
    metavar="LABEL",
    help="Count one unlabelled candidate among this run's first ten as no, query by query.",
)
@click.option("--source", default="", metavar="TEXT", help="What the labels are, in words.")
@click.option("--show", is_flag=True, help="Show the model in use and change nothing.")
@click.option("--shipped", is_flag=True, help="Go back to the model that comes with Soundings.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the model to a file instead of using it here.",
)
@as_json
@click.pass_context
def refit(
    context: click.Context,
    *,
    benches: tuple[str, ...],
    task: str,
    published: bool,
    negatives_of: str | None,
    source: str,
    show: bool,
    shipped: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Teach rule:matcher from the settled labels of each BENCH, and say how well it judges."""
    if show + shipped + bool(benches) != 1:
        raise InputError(
            "A refit is one of `judge refit BENCH`, `judge refit --show` and `judge refit "
            f"--shipped`; the last two name no benchmark. Got {_given(benches, show, shipped)}."
        )
    asked = Task(task)
    if show and not is_begun(context):
        model = shipped_model(asked)
        emit(_document(model), as_json, lambda: _print(model), output)
        return
    workspace, settings = opened(context)
    if benches:
        infos = [registry.benchmark(workspace, name) for name in benches]
        lesson = Lesson(asked, published, negatives_of)
        model = refit_matcher(workspace, LOCAL, infos, settings, lesson, source)
        if output is not None:
            write_whole(output, model.to_json())
        else:
            keep_model(workspace, LOCAL, model)
    else:
        if shipped:
            forget_model(workspace, LOCAL, asked)
        model = matcher_model(workspace, asked)
    emit(_document(model), as_json, lambda: _print(model), output)


def _given(benches: tuple[str, ...], show: bool, shipped: bool) -> str:
    options = [name for name, given in (("--show", show), ("--shipped", shipped)) if given]
    return shlex.join([*benches, *options]) or "none of them"


def _document(model: MatcherModel) -> dict[str, object]:
    return {
        "task": model.task.value,
        "version": model.version,
        "source": model.source,
        "fitted_at": model.fitted_at,
        "cases": model.cases,
        "positive": model.positive,
        "queries": model.queries,
        "intercept": model.intercept,
        "coefficients": model.to_frame().drop("what it is").to_dicts(),
        "validation": model.validation.to_frame().to_dicts(),
    }


def _print(model: MatcherModel) -> None:
    say(
        f"rule:matcher has learned from {amount(model.cases, 'pair')} of "
        f"{amount(model.queries, 'query')}, "
        f"{model.positive:,} of them {CALLED[model.task]}: {model.source}."
    )
    print_rows(
        ("feature", "coefficient"),
        [(row["feature"], f"{row['coefficient']:.3f}") for row in model.to_frame().to_dicts()],
    )
    say("On queries it has not seen, with 95% intervals:")
    print_rows(
        ("figure", "value", "from", "to"),
        [
            (row["figure"], *(f"{row[name]:.3f}" for name in ("value", "low", "high")))
            for row in model.validation.to_frame().to_dicts()
        ],
    )
