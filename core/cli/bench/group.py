"""``bench``: add benchmarks, run methods on them, score them and list what is disputed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from core.amounts import amount
from core.benchmarks import registry, runs
from core.benchmarks.formats import FORMATS, Mode
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.own_tables import told_own
from core.benchmarks.types import BenchmarkInfo, RunInfo
from core.cli.bench.compare import compare
from core.cli.bench.contents import overlap, profile
from core.cli.bench.make import make
from core.cli.bench.options import name_argument
from core.cli.bench.report import report
from core.cli.bench.rescore import rescore
from core.cli.bench.runs import (
    export_run,
    import_run,
    print_runs,
    remove_run,
    run,
    run_document,
)
from core.cli.bench.scores import disagree, score
from core.cli.output import as_json, emit, opened, print_rows, progress_to_stderr, say
from core.evaluation import SelfCandidate
from core.store import Workspace

_OWN = {one.value.replace(" ", "-"): one for one in SelfCandidate}


@click.group()
def bench() -> None:
    """Audit table-search benchmarks."""


for command in (
    make,
    profile,
    overlap,
    run,
    import_run,
    export_run,
    remove_run,
    score,
    compare,
    rescore,
    disagree,
    report,
):
    bench.add_command(command)


@bench.command()
@name_argument
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--format", "format_name", default=None, help=f"One of {', '.join(FORMATS)}.")
@click.option(
    "--task",
    type=click.Choice([Mode.UNION.value, Mode.JOIN.value]),
    help="What query tables are searched for, where a ground truth of pairs leaves it open.",
)
@click.option(
    "--own",
    type=click.Choice(list(_OWN)),
    help="What becomes of queries' own tables among the candidates; by the labels if not given.",
)
@as_json
@click.pass_context
def add(
    context: click.Context,
    name: str,
    path: Path,
    format_name: str | None,
    task: str | None,
    own: str | None,
    as_json: bool,
) -> None:
    """Add the published benchmark in PATH as NAME and read its tables."""
    workspace, settings = opened(context, begins=True)
    mode = None if task is None else Mode(task)
    info = add_benchmark(
        workspace,
        name,
        path,
        settings,
        format_name,
        progress_to_stderr(),
        mode=mode,
        own_tables=None if own is None else _OWN[own],
    )
    missing = registry.missing_pairs(workspace, info)
    document = {
        **_benchmark(info),
        "missing_pairs": [
            {"query": m.query, "table": m.table, "relevance": m.relevance, "reason": m.reason}
            for m in missing
        ],
    }
    emit(document, as_json, lambda: _print_benchmark(workspace, info))


@bench.command("list")
@as_json
@click.pass_context
def list_(context: click.Context, as_json: bool) -> None:
    """List the benchmarks of the workspace."""
    workspace, _ = opened(context)
    found = registry.benchmarks(workspace)
    emit(
        {"benchmarks": [_benchmark(info) for info in found]},
        as_json,
        lambda: print_rows(
            ("benchmark", "format", "queries", "positives", "negatives", "missing", "folder"),
            [
                (i.name, i.format, i.queries, i.positives, i.negatives, i.missing, i.root)
                for i in found
            ],
        ),
    )


@bench.command()
@name_argument
@as_json
@click.pass_context
def show(context: click.Context, name: str, as_json: bool) -> None:
    """Show what the benchmark NAME holds and which runs it has."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    stored = runs.runs(workspace, info)
    emit(
        {**_benchmark(info), "runs": [run_document(run) for run in stored]},
        as_json,
        lambda: _print_benchmark(workspace, info, stored),
    )


@bench.command()
@name_argument
@click.option("--with-votes", is_flag=True, help="Forget the votes on it and its releases too.")
@as_json
@click.pass_context
def remove(context: click.Context, name: str, with_votes: bool, as_json: bool) -> None:
    """Forget the benchmark NAME, its runs and its lake; its folder is left alone."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    registry.remove_benchmark(workspace, name, with_votes)
    emit(
        {"removed": name},
        as_json,
        lambda: say(f"{name} is forgotten; {info.root} is as it was."),
    )


def _benchmark(info: BenchmarkInfo) -> dict[str, Any]:
    return {
        "benchmark": info.name,
        "format": info.format,
        "root": info.root,
        "lake_folders": list(info.lake_folders),
        "query_folder": info.query_folder,
        "self_candidate": info.self_candidate.value,
        "queries": info.queries,
        "positives": info.positives,
        "negatives": info.negatives,
        "missing": info.missing,
        "notes": list(info.notes),
    }


def _print_benchmark(
    workspace: Workspace, info: BenchmarkInfo, stored: Sequence[RunInfo] = ()
) -> None:
    say(
        f"{info.name}: {amount(info.queries, 'query')}, {info.positives:,} positive and "
        f"{amount(info.negatives, 'negative label')} ({info.format})."
    )
    if told := told_own(workspace, info):
        say(told)
    if info.missing:
        say(
            f"{amount(info.missing, 'labelled pair', 'is', 'are')} kept apart, as tables are "
            "missing or cannot be read; `bench add` with --json gives each with the reason."
        )
    for note in info.notes:
        say(f"  {note}")
    if stored:
        say()
        print_runs(stored)
