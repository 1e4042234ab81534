"""``bench run``, ``import-run``, ``export-run``: rankings made here, brought in, taken out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from core.amounts import rounded
from core.benchmarks import registry, runs
from core.benchmarks.auditing import scored_runs
from core.benchmarks.auditing.board import told_unranked, told_untimed
from core.benchmarks.methods import METHODS, suited
from core.benchmarks.methods import methods as methods_named
from core.benchmarks.types import BASE, RunInfo
from core.cli.bench.options import K, name_argument
from core.cli.output import as_json, emit, opened, print_rows, progress_to_stderr, say


@click.command()
@name_argument
@click.option(
    "--method",
    "methods",
    metavar="A,B",
    help=f"Of {', '.join(METHODS)}; if not given, what the app searches with: conditions for "
    "queries with words, overlap for tables to join, columns for others.",
)
@click.option(
    "-k", "depth", default=runs.DEPTH, show_default=True, help="Candidates stored a query."
)
@as_json
@click.pass_context
def run(context: click.Context, name: str, methods: str | None, depth: int, as_json: bool) -> None:
    """Run search methods on the benchmark NAME and store their rankings."""
    workspace, settings = opened(context)
    info = registry.benchmark(workspace, name)
    if methods is None:
        methods = ",".join(suited(registry.queries(workspace, info)))
    wanted = methods_named(methods, settings)  # all of them, before the first one is run
    done = [
        runs.run_method(workspace, info, method.label, settings, depth, progress_to_stderr())
        for method in wanted
    ]
    emit(
        {"benchmark": name, "runs": [run_document(one) for one in done]},
        as_json,
        lambda: print_runs(done),
    )


@click.command("import-run")
@name_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--method", "label", required=True, metavar="LABEL", help="What to call the run.")
@click.option("--force", is_flag=True, help="Replace a run of that label.")
@as_json
@click.pass_context
def import_run(
    context: click.Context, name: str, file: Path, label: str, force: bool, as_json: bool
) -> None:
    """Store another system's rankings: TREC, CSV, or JSON or a pickle {query: [candidates]}."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    stored, told = runs.import_run(workspace, info, file, label, force)
    scored = scored_runs.run_scores(workspace, info, stored.method, K)
    # Of a run that is emptied the import itself says so.
    notes = [*told, *([] if scored.emptied else told_unranked(scored, K, BASE))]
    document = {"benchmark": name, "runs": [run_document(stored)], "notes": notes}
    emit(document, as_json, lambda: print_runs([stored], notes))


@click.command("export-run")
@name_argument
@click.option("--method", "label", required=True, metavar="LABEL", help="Label of the run.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@as_json
@click.pass_context
def export_run(context: click.Context, name: str, label: str, output: Path, as_json: bool) -> None:
    """Write a run: TREC columns separated by tabs, or CSV or JSON by the file's ending."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    (label,) = runs.stored_labels(workspace, info, [label])
    runs.export_run(workspace, info, label, output)
    emit(
        {"benchmark": name, "run": label, "output": str(output)},
        as_json,
        lambda: say(f"{label} is in {output}"),
        output,
    )


@click.command("remove-run")
@name_argument
@click.option("--method", "label", required=True, metavar="LABEL", help="Label of the run.")
@as_json
@click.pass_context
def remove_run(context: click.Context, name: str, label: str, as_json: bool) -> None:
    """Forget one run of the benchmark NAME, made here or imported, by its whole label."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    runs.remove_run(workspace, info, label)
    emit(
        {"benchmark": name, "removed": label},
        as_json,
        lambda: say(f"The run {label} of {name} is forgotten."),
    )


def run_document(run: RunInfo) -> dict[str, Any]:
    """Tell a stored run as JSON."""
    return {
        "run": run.method,
        "method": run.method,
        "depth": run.depth,
        "asked": run.asked,
        "failed": [{"query": one.query, "reason": one.reason} for one in run.failures],
        "offline_seconds": run.offline_seconds,
        "online_seconds": run.online_seconds,
        "peak_megabytes": run.peak_megabytes,
        "parameters": dict(run.parameters),
        "versions": dict(run.versions),
        "created_at": run.created_at,
        "stale": run.stale,
    }


def print_runs(found: Sequence[RunInfo], notes: Sequence[str] = ()) -> None:
    """Print stored runs in rows, and what is to be said of them, `notes` first."""
    print_rows(
        ("run", "depth", "failed", "offline s", "online s", "made"),
        [
            (
                run.method,
                run.depth,
                "-" if run.asked is None else f"{len(run.failures):,} of {run.asked:,}",
                told_number(run.offline_seconds),
                told_number(run.online_seconds),
                run.created_at + (" (the lake has changed since)" if run.stale else ""),
            )
            for run in found
        ],
    )
    of_runs = (note for run in found for note in run.notes)
    for note in dict.fromkeys([*notes, *of_runs, told_untimed(found)]):
        if note:
            say(note)


def told_number(value: float | None) -> str:
    """Write a number that may not be known."""
    return "-" if value is None else f"{rounded(value, 2):,f}"
