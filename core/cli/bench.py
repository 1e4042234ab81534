"""``bench``: add benchmarks, run methods on them, score them and list what is disputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from core.benchmarks import audit, registry, runs
from core.benchmarks.audit import Leaderboard
from core.benchmarks.formats import FORMATS
from core.benchmarks.methods import METHODS, suited
from core.benchmarks.methods import methods as methods_named
from core.benchmarks.types import BASE, BenchmarkInfo, RunInfo
from core.cli.bench_contents import overlap, profile
from core.cli.bench_make import make
from core.cli.bench_report import report
from core.cli.bench_rescore import rescore
from core.cli.output import as_json, emit, opened, print_rows, progress_to_stderr, say
from core.evaluation import Disagreements, Metric, SelfCandidate

_name = click.argument("name")
_k = click.option("-k", "--k", "k", default=10, show_default=True, help="Cut-off.")
_release = click.option(
    "--release", default=BASE, show_default=True, help="Version of the ground truth."
)
_CASES_SHOWN = 30


@click.group()
def bench() -> None:
    """Audit table-search benchmarks."""


bench.add_command(make)
bench.add_command(profile)
bench.add_command(overlap)
bench.add_command(report)
bench.add_command(rescore)


@bench.command()
@_name
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--format", "format_name", default=None, help=f"One of {', '.join(FORMATS)}.")
@as_json
@click.pass_context
def add(
    context: click.Context, name: str, path: Path, format_name: str | None, as_json: bool
) -> None:
    """Add the published benchmark in PATH as NAME and read its tables."""
    workspace, settings = opened(context)
    info = registry.add_benchmark(
        workspace, name, path, settings, format_name, progress_to_stderr()
    )
    missing = registry.missing_pairs(workspace, info)
    document = {
        **_benchmark(info),
        "missing_pairs": [
            {"query": m.query, "table": m.table, "relevance": m.relevance, "reason": m.reason}
            for m in missing
        ],
    }
    emit(document, as_json, lambda: _print_benchmark(info))


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
@_name
@as_json
@click.pass_context
def show(context: click.Context, name: str, as_json: bool) -> None:
    """Show what the benchmark NAME holds and which runs it has."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    stored = runs.runs(workspace, info)
    emit(
        {**_benchmark(info), "runs": [_run(run) for run in stored]},
        as_json,
        lambda: _print_benchmark(info, stored),
    )


@bench.command()
@_name
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


@bench.command()
@_name
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
        {"benchmark": name, "runs": [_run(one) for one in done]},
        as_json,
        lambda: _print_runs(done),
    )


@bench.command("import-run")
@_name
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--method", "label", required=True, metavar="LABEL", help="What to call the run.")
@click.option("--force", is_flag=True, help="Replace a run of that label.")
@as_json
@click.pass_context
def import_run(
    context: click.Context, name: str, file: Path, label: str, force: bool, as_json: bool
) -> None:
    """Store another system's rankings: TREC, CSV, or JSON {query: [candidates]}."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    stored, notes = runs.import_run(workspace, info, file, label, force)
    document = {"benchmark": name, "runs": [_run(stored)], "notes": list(notes)}
    emit(document, as_json, lambda: _print_runs([stored], notes))


@bench.command("export-run")
@_name
@click.option("--method", "label", required=True, metavar="LABEL", help="Label of the run.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@as_json
@click.pass_context
def export_run(context: click.Context, name: str, label: str, output: Path, as_json: bool) -> None:
    """Write a run: TREC columns separated by tabs, or CSV or JSON by the file's ending."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    runs.export_run(workspace, info, label, output)
    emit(
        {"benchmark": name, "run": label, "output": str(output)},
        as_json,
        lambda: say(f"{label} is in {output}"),
    )


@bench.command()
@_name
@_k
@_release
@click.option(
    "--positive-from",
    type=click.IntRange(1, 1_000),
    help="The smallest label that counts as a positive; the benchmark's own if not given.",
)
@as_json
@click.pass_context
def score(
    context: click.Context,
    name: str,
    k: int,
    release: str,
    positive_from: int | None,
    as_json: bool,
) -> None:
    """Score every stored run of the benchmark NAME beside the best possible score."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    if positive_from is not None:
        info = replace(info, positive_from=positive_from)
    board = audit.leaderboard(workspace, info, k, release)
    document = {**_scores(board), "positive_from": info.positive_from}
    emit(document, as_json, lambda: _print_scores(board))


@bench.command()
@_name
@click.option(
    "--run", "labels", required=True, metavar="A,B", help="Run, or runs that must all agree."
)
@click.option("-k", "--k", "k", default=5, show_default=True, help="Cut-off.")
@_release
@as_json
@click.pass_context
def disagree(
    context: click.Context, name: str, labels: str, k: int, release: str, as_json: bool
) -> None:
    """List the pairs that strong runs and the ground truth disagree about."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, name)
    wanted = [label.strip() for label in labels.split(",") if label.strip()] or [labels]
    found = audit.disputed(audit.judged(workspace, info, wanted, release), k)
    emit(_disagreements(info, found), as_json, lambda: _print_disagreements(info, found))


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


def _run(run: RunInfo) -> dict[str, Any]:
    return {
        "run": run.method,
        "method": run.method,
        "depth": run.depth,
        "offline_seconds": run.offline_seconds,
        "online_seconds": run.online_seconds,
        "peak_megabytes": run.peak_megabytes,
        "parameters": dict(run.parameters),
        "versions": dict(run.versions),
        "created_at": run.created_at,
        "stale": run.stale,
    }


def _scores(board: Leaderboard) -> dict[str, Any]:
    return {
        "benchmark": board.benchmark,
        "release": board.release,
        "k": board.k,
        "queries": board.ideal.queries,
        "ideal": {metric.value: board.ideal[metric] for metric in Metric},
        "runs": [
            {
                "run": row.run.method,
                "method": row.run.method,
                **{metric.value: row[metric] for metric in Metric},
                "intervals": {
                    metric.value: [interval.low, interval.high]
                    for metric, interval in row.intervals.items()
                },
                "offline_seconds": row.run.offline_seconds,
                "online_seconds": row.run.online_seconds,
            }
            for row in board.rows
        ],
    }


def _disagreements(info: BenchmarkInfo, found: Disagreements) -> dict[str, Any]:
    return {
        "benchmark": info.name,
        "runs": list(found.methods),
        "k": found.k,
        "queries": found.queries,
        "gtfp": list(found.gtfp),
        "gtfn": list(found.gtfn),
        "cases": [
            {
                "query": case.query,
                "table": info.published(case.table),
                "kind": case.kind.value,
                "rank": case.rank,
                "label": case.label.value,
            }
            for case in found.cases
        ],
    }


def _print_benchmark(info: BenchmarkInfo, stored: Sequence[RunInfo] = ()) -> None:
    say(
        f"{info.name}: {info.queries:,} queries, {info.positives:,} positive and "
        f"{info.negatives:,} negative labels ({info.format})."
    )
    if info.self_candidate is not SelfCandidate.AS_GIVEN:
        say(f"Each query's own table lies among the candidates and is {info.self_candidate.value}.")
    if info.missing:
        say(
            f"{info.missing:,} labelled pairs are kept apart, as their tables are missing or "
            "cannot be read; `bench add` with --json gives each with the reason."
        )
    for note in info.notes:
        say(f"  {note}")
    if stored:
        say()
        _print_runs(stored)


def _print_runs(found: Sequence[RunInfo], notes: Sequence[str] = ()) -> None:
    print_rows(
        ("run", "depth", "offline s", "online s", "peak MB", "made"),
        [
            (
                run.method,
                run.depth,
                _number(run.offline_seconds),
                _number(run.online_seconds),
                _number(run.peak_megabytes),
                run.created_at + (" (the lake has changed since)" if run.stale else ""),
            )
            for run in found
        ],
    )
    for note in notes:
        say(note)


def _print_scores(board: Leaderboard) -> None:
    print_rows(
        ("run", *(metric.label(board.k) for metric in Metric), "offline s", "online s"),
        [
            ("IDEAL", *(board.ideal[metric] for metric in Metric), "", ""),
            *(
                (
                    row.run.method,
                    *(row[metric] for metric in Metric),
                    _number(row.run.offline_seconds),
                    _number(row.run.online_seconds),
                )
                for row in board.rows
            ),
        ],
    )
    say(f"\nMeans over {board.ideal.queries:,} queries; release {board.release}.")


def _print_disagreements(info: BenchmarkInfo, found: Disagreements) -> None:
    print_rows(
        ("k", "GTFP@k", "pairs", "GTFN@k", "misses"),
        [
            (k + 1, found.gtfp[k], found.gtfp_pairs[k], found.gtfn[k], found.gtfn_misses[k])
            for k in range(found.k)
        ],
    )
    say(f"\n{len(found.cases):,} disputed pairs among {found.queries:,} queries:")
    print_rows(
        ("kind", "query", "table", "rank", "label"),
        [
            (c.kind.value, c.query, info.published(c.table), c.rank or "-", c.label.value)
            for c in found.cases[:_CASES_SHOWN]
        ],
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f}"
