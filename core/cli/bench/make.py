"""``bench make``: benchmarks made from a data lake."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core import lake as lakes
from core.amounts import amount
from core.benchmarks.formats.made_here import told_made
from core.benchmarks.making import (
    OWN,
    GivenForms,
    MadeBenchmark,
    Recipe,
    ask_for_forms,
    check_place,
    make_benchmark,
    told_published,
    write_made,
)
from core.cli.output import as_json, emit, opened, progress_to_stderr, say
from core.errors import InputError
from core.llm import LanguageModel


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
@click.option("--min-rows", default=51, show_default=True, help="Rows of a source, at least.")
@click.option("--min-columns", default=9, show_default=True, help="Columns of a source, at least.")
@click.option("--fuzzy", is_flag=True, help="Write names and values of the tables otherwise.")
@click.option(
    "--model",
    default="",
    metavar="openai:NAME|gemini:NAME",
    help="A language model that says how, with --fuzzy; by rule if not given.",
)
@click.option("--base-url", default="", metavar="URL", help="Address of the model's endpoint.")
@as_json
@click.pass_context
def nlctd(
    context: click.Context,
    *,
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
    model: str,
    base_url: str,
    as_json: bool,
) -> None:
    """Split tables of a lake into queries with conditions, and label them by program."""
    if model and not fuzzy:
        raise InputError("A model says how tables are written otherwise; --model needs --fuzzy.")
    asked = LanguageModel.named(model, base_url) if model else None
    workspace, settings = opened(context)
    check_place(workspace, out)
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
    given = None
    if asked is not None:
        given = ask_for_forms(workspace, asked, made.sources, settings, progress_to_stderr())
    write_made(made, out, recipe, None if given is None else given.forms)
    notes = [*told_made(out / OWN), told_published(made)]
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
        "shortfalls": [asdict(one) for one in made.shortfalls],
        "notes": notes,
        "fuzzy": _fuzzy(recipe, asked, given),
    }
    emit(document, as_json, lambda: _print(made, out, notes, asked, given))


def _fuzzy(
    recipe: Recipe, asked: LanguageModel | None, given: GivenForms | None
) -> dict[str, Any] | None:
    if not recipe.fuzzy:
        return None
    if asked is None or given is None:
        return {"by": "rule"}
    return {
        "by": asked.full_name,
        "sources": len(given.forms),
        "columns": given.columns,
        "not_used": [asdict(one) for one in given.unused],
    }


def _print(
    made: MadeBenchmark,
    out: Path,
    notes: list[str],
    asked: LanguageModel | None,
    given: GivenForms | None,
) -> None:
    say(
        f"{out}: {amount(len(made.queries), 'query')}, {amount(len(made.pieces), 'table')} from "
        f"{amount(len(made.sources), 'source')}; {amount(made.dropped, 'table')} did not come out "
        f"as meant and {'was' if made.dropped == 1 else 'were'} left out"
    )
    if made.shortfalls:
        say("Subcategories with fewer queries than asked for:")
    for short in made.shortfalls:
        say(f"  {short.sentence}")
    for note in notes:
        say(note)
    if asked is None or given is None:
        return
    say(
        f"Written otherwise by {asked.full_name}: {amount(given.columns, 'column')} of "
        f"{amount(len(given.forms), 'source')}; all others by rule"
    )
    for one in given.unused:
        where = f"{one.table}, column {one.column}" if one.column else one.table
        say(f"Not used, of {where}: {one.why}", err=True)
