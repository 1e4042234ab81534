"""``bench score`` and ``disagree``: how good the runs are, and what they dispute."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import polars as pl

from core.amounts import amount
from core.benchmarks import runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.board import (
    no_interval,
    shortfalls,
    told_own_found,
    told_stale,
    told_unlabelled,
    told_untimed,
)
from core.benchmarks.auditing.board_files import board_ending, board_file, check_board_place
from core.benchmarks.auditing.case_list import told_unlisted
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.benchmarks.types import BenchmarkInfo
from core.cli.bench.options import (
    benchmark_from,
    cut_off,
    name_argument,
    positive_from_option,
    release_option,
)
from core.cli.bench.runs import told_number
from core.cli.output import as_json, emit, opened, print_rows, say, say_more
from core.evaluation import Disagreements, Metric
from core.store.text_files import write_whole_bytes

_CASES_SHOWN = 30
_OF_CASE = ("query", "table", "kind", "rank", "label")
"""What the document says of a disputed pair."""


@click.command()
@name_argument
@cut_off
@release_option
@positive_from_option
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the scores to a file: .csv, .parquet, or .tex for a paper.",
)
@as_json
@click.pass_context
def score(
    context: click.Context,
    name: str,
    k: int,
    release: str,
    positive_from: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Score every stored run of the benchmark NAME beside the best possible score."""
    workspace, _ = opened(context)
    info = benchmark_from(workspace, name, positive_from)
    if output:
        check_board_place(output)
    board = scored_runs.leaderboard(workspace, info, k, release)
    if output:
        write_whole_bytes(output, board_file(board, board_ending(output)))
    document = {**_scores(board), "positive_from": info.positive_from}
    emit(document, as_json, lambda: _print_scores(board, output), output)


@click.command()
@name_argument
@click.option(
    "--run", "labels", required=True, metavar="A,B", help="Run, or runs that must all agree."
)
@click.option("-k", "--k", "k", default=5, show_default=True, help="Cut-off.")
@release_option
@positive_from_option
@as_json
@click.pass_context
def disagree(
    context: click.Context,
    name: str,
    labels: str,
    k: int,
    release: str,
    positive_from: int | None,
    as_json: bool,
) -> None:
    """List the pairs that strong runs and the ground truth disagree about."""
    workspace, _ = opened(context)
    info = benchmark_from(workspace, name, positive_from)
    named = [label.strip() for label in labels.split(",") if label.strip()] or [labels]
    wanted = runs.stored_labels(workspace, info, named)
    found = audit.disputed(audit.judged(workspace, info, wanted, release), k)
    emit(_disagreements(info, found), as_json, lambda: _print_disagreements(info, found))


def _scores(board: Leaderboard) -> dict[str, Any]:
    return {
        "benchmark": board.benchmark,
        "release": board.release,
        "k": board.k,
        "queries": board.ideal.queries,
        "unasked": board.unasked,
        "ideal": {metric.value: board.ideal[metric] for metric in Metric},
        "runs": [
            {
                "run": row.run.method,
                "method": row.run.method,
                **{metric.value: row[metric] for metric in Metric},
                "intervals": {
                    metric.value: [row.interval(metric).low, row.interval(metric).high]
                    for metric in Metric
                },
                "no_interval": no_interval(map(row.interval, Metric)),
                "candidates": row.queries.mean(Metric.P).candidates,
                "unlabelled": row.queries.mean(Metric.P).unjudged,
                "failed": [one.query for one in row.run.failures],
                "offline_seconds": row.run.offline_seconds,
                "online_seconds": row.run.online_seconds,
            }
            for row in board.rows
        ],
        "notes": _notes(board),
    }


def _notes(board: Leaderboard) -> list[str]:
    untimed = told_untimed(row.run for row in board.rows)
    first = filter(None, (told_own_found(board), told_stale(board), untimed))
    notes = [note for row in board.rows for note in row.run.notes]
    return [*first, *shortfalls(board), *notes]


def _disagreements(info: BenchmarkInfo, found: Disagreements) -> dict[str, Any]:
    return {
        "benchmark": info.name,
        "runs": list(found.methods),
        "k": found.k,
        "queries": found.queries,
        "gtfp": list(found.gtfp),
        "gtfn": list(found.gtfn),
        "unlisted": found.unlisted,
        "unlisted_until": found.unlisted_until,
        "cases": _pairs(info, found.cases),
        "not_in_lake": _pairs(info, found.absent),
        "own_tables": found.own,
        "positive_from": info.positive_from,
    }


def _pairs(info: BenchmarkInfo, pairs: pl.DataFrame) -> list[dict[str, Any]]:
    return [
        {**row, "table": info.published(row["table"])}
        for row in pairs.select(_OF_CASE).iter_rows(named=True)
    ]


def _print_scores(board: Leaderboard, output: Path | None) -> None:
    print_rows(
        ("run", *(metric.label(board.k) for metric in Metric), "offline s", "online s"),
        [
            ("IDEAL", *(board.ideal[metric] for metric in Metric), "", ""),
            *(
                (
                    row.run.method,
                    *(row[metric] for metric in Metric),
                    told_number(row.run.offline_seconds),
                    told_number(row.run.online_seconds),
                )
                for row in board.rows
            ),
        ],
    )
    say(f"\nMeans over {amount(board.ideal.queries, 'query')}; release {board.release}.")
    unlabelled = told_unlabelled(board)
    for told in [*([unlabelled] if unlabelled else []), *_notes(board)]:
        say(told)
    if output:
        say(f"\nThey are in {output}")


def _print_disagreements(info: BenchmarkInfo, found: Disagreements) -> None:
    print_rows(
        ("k", "GTFP@k", "pairs", "GTFN@k", "misses"),
        [
            (k + 1, found.gtfp[k], found.gtfp_pairs[k], found.gtfn[k], found.gtfn_misses[k])
            for k in range(found.k)
        ],
    )
    say(f"\n{amount(len(found.cases), 'disputed pair')} among {amount(found.queries, 'query')}:")
    print_rows(
        ("kind", "query", "table", "rank", "label"),
        [
            (c.kind.value, c.query, info.published(c.table), c.rank or "-", c.label.value)
            for c in found.first(_CASES_SHOWN)
        ],
    )
    say_more(len(found.cases) - _CASES_SHOWN)
    if told := told_unlisted(found):
        say(f"\n{told}")
