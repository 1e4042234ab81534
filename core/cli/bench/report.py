"""``bench report``: what an audit found, as one page to send to a colleague."""

from __future__ import annotations

from pathlib import Path

import click

from core.benchmarks import registry, runs
from core.benchmarks.types import BASE
from core.cli.output import as_json, emit, opened, progress_to_stderr, say
from core.errors import InputError
from core.store.text_files import write_whole


@click.command()
@click.argument("name")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("-k", "--k", "k", default=10, show_default=True, help="Cut-off.")
@click.option(
    "--run",
    "labels",
    default="",
    metavar="A,B",
    help="Runs whose common disputes are listed; the best three if left out.",
)
@click.option("--release", default=BASE, show_default=True, help="Version of the ground truth.")
@as_json
@click.pass_context
def report(
    context: click.Context,
    name: str,
    output: Path,
    k: int,
    labels: str,
    release: str,
    as_json: bool,
) -> None:
    """Write the audit of the benchmark NAME as one HTML page that needs no other file."""
    from core.reports import benchmark_report

    workspace, settings = opened(context)
    info = registry.benchmark(workspace, name)
    if not output.parent.is_dir():
        raise InputError(f"A report is written to a folder that is there. Got {output}.")
    named = [label.strip() for label in labels.split(",") if label.strip()]
    wanted = runs.stored_labels(workspace, info, named) or None
    text = benchmark_report(workspace, info, settings, k, wanted, release, progress_to_stderr())
    write_whole(output, text)
    emit(
        {"benchmark": name, "output": str(output), "bytes": output.stat().st_size},
        as_json,
        lambda: say(f"The audit of {name} is in {output}"),
        output,
    )
