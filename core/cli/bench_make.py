"""``bench make``: benchmarks made from a data lake."""

from __future__ import annotations

from pathlib import Path

import click

from core import lake as lakes
from core.benchmarks.making import MadeBenchmark, Recipe, make_benchmark, write_made
from core.cli.output import as_json, emit, opened, progress_to_stderr, say


@click.group()
def make() -> None:
    """Make a benchmark from a data lake."""


@make.command()
@click.option("--from", "lake_name", required=True, metavar="LAKE", help="The lake to split.")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", default=0, show_default=True, help="Of every choice.")
@click.option("--sources", default=100, show_default=True, help="Tables that are split, at most.")
@click.option("--queries", default=10, show_default=True, help="Queries a subcategory, at most.")
@click.option("--positives", default=4, show_default=True, help="Positives made for a query.")
@click.option("--negatives", default=8, show_default=True, help="Negatives made for a query.")
@click.option("--min-rows", default=50, show_default=True, help="Rows of a source, at least.")
@click.option("--min-columns", default=8, show_default=True, help="Columns of a source, at least.")
@click.option("--fuzzy", is_flag=True, help="Write names and values of the tables otherwise.")
@as_json
@click.pass_context
def nlctd(
    context: click.Context,
    lake_name: str,
    out: Path,
    seed: int,
    sources: int,
    queries: int,
    positives: int,
    negatives: int,
    min_rows: int,
    min_columns: int,
    fuzzy: bool,
    as_json: bool,
) -> None:
    """Split tables of a lake into queries with conditions, and label them by program."""
    workspace, _ = opened(context)
    recipe = Recipe(
        seed,
        sources,
        queries,
        positives,
        negatives,
        least_rows=min_rows,
        least_columns=min_columns,
        fuzzy=fuzzy,
    )
    made = make_benchmark(workspace, lakes.lake(workspace, lake_name), recipe, progress_to_stderr())
    write_made(made, out, recipe)
    counts: dict[str, int] = {}
    for query in made.queries:
        counts[query.category] = counts.get(query.category, 0) + 1
    document = {
        "out": str(out),
        "seed": seed,
        "sources": len(made.sources),
        "tables": len(made.pieces),
        "queries": len(made.queries),
        "positives": sum(len(query.positives) for query in made.queries),
        "negatives": sum(len(query.negatives) for query in made.queries),
        "ignored": sum(len(query.ignored) for query in made.queries),
        "dropped": made.dropped,
        "categories": counts,
    }
    emit(document, as_json, lambda: _print(made, out))


def _print(made: MadeBenchmark, out: Path) -> None:
    say(
        f"{out}: {len(made.queries):,} queries, {len(made.pieces):,} tables from "
        f"{len(made.sources):,} sources; {made.dropped:,} tables did not come out as meant and "
        "were left out"
    )
