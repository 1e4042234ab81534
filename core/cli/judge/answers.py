"""``judge answers``: every answer of judges as it came, for checks of one's own."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from typing import Any

import click

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.cli.bench.options import bench_argument
from core.cli.output import as_json, emit, opened, print_rows, say
from core.judges.errors import JudgeError
from core.judges.records.answers import answers as stored_answers
from core.judges.records.runs import judge_run, judge_runs
from core.judges.types import Answer

_SHOWN = 30


@click.command("answers")
@bench_argument
@click.option("--judge", "voter", metavar="NAME", help="Of one judge; of all if not given.")
@click.option("--run", "run_key", type=int, metavar="N", help="Of one run, as `judge list` has it.")
@as_json
@click.pass_context
def answers(
    context: click.Context, bench: str, voter: str | None, run_key: int | None, as_json: bool
) -> None:
    """List the answers of judges about BENCH, those to planted instructions too.

    At the end stand answers whose question was asked again, and questions without an answer.
    """
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    runs = (
        judge_runs(workspace, info.key)
        if run_key is None
        else [judge_run(workspace, info.key, run_key)]
    )
    known = {one.voter for run in runs for one in run.judges}
    if voter is not None and voter not in known:
        raise JudgeError(
            f"Answers are of a judge that was asked. Got {voter!r}. There are: "
            f"{', '.join(sorted(known)) or 'none yet'}."
        )
    found = stored_answers(workspace, info.key, run_key, voter, variants=True, replaced=True)
    rows = [_document(info, one) for one in found]
    emit({"benchmark": bench, "answers": rows}, as_json, lambda: _print(rows))


def _document(info: BenchmarkInfo, one: Answer) -> dict[str, Any]:
    """Write an answer with the benchmark's own names; what was said stands in ``verdict``."""
    told = {name: value for name, value in asdict(one).items() if name not in ("key", "run_key")}
    return {
        "run": one.run_key,
        **told,
        "table": info.published(one.table),
        "task": one.task.value,
        "outcome": one.outcome.value,
        "parameters": dict(one.parameters),
    }


def _print(rows: list[dict[str, Any]]) -> None:
    names = ("run", "voter", "case", "number", "swapped", "variant", "outcome")
    shown = []
    for row in islice(rows, _SHOWN):
        said = row["verdict"]["label"] if row["verdict"] else row["error"]
        again = "asked again: " if row["replaced"] else ""
        shown.append((*(row[name] for name in names), f"{again}{said}"))
    print_rows(
        ("run", "judge", "case", "number", "swapped", "planted", "outcome", "label, or why none"),
        shown,
    )
    if len(rows) > _SHOWN:
        say(f"... of {amount(len(rows), 'answer')}; --json gives all, with their texts.")
