"""Arguments and options that commands on benchmarks share."""

from __future__ import annotations

from dataclasses import replace

import click

from core.benchmarks import registry
from core.benchmarks.types import BASE, BenchmarkInfo
from core.store import Workspace

name_argument = click.argument("name")
bench_argument = click.argument("bench")
K = 10
"""The cut-off if none is given."""

cut_off = click.option("-k", "--k", "k", default=K, show_default=True, help="Cut-off.")
release_option = click.option(
    "--release", default=BASE, show_default=True, help="Version of the ground truth."
)
positive_from_option = click.option(
    "--positive-from",
    type=click.IntRange(1, 1_000),
    help="The smallest label that counts as positive (of votes: 1 is partly); the benchmark's own "
    "if not given.",
)


def benchmark_from(workspace: Workspace, name: str, positive_from: int | None) -> BenchmarkInfo:
    """Find a benchmark, with the smallest label that the option lets count as a positive."""
    info = registry.benchmark(workspace, name)
    return info if positive_from is None else replace(info, positive_from=positive_from)
