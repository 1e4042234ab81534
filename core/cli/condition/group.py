"""``condition parse``, and what the searches print for ``--where``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.cli.condition.reading import Understood, chosen_model, read_words
from core.cli.output import as_json, emit, opened, print_rows, printable_name, say
from core.cli.searched import searched
from core.conditions import (
    ConditionError,
    Operation,
    parse,
    to_document,
    write_condition,
    write_request,
)
from core.conditions.by_model import configured_model
from core.errors import InputError
from core.lake import read_loose
from core.search.conditioned import (
    SATISFIED_FROM,
    ConditionedSearch,
    PartResult,
    another_search,
    read_for_lake,
)
from core.search.types import SearchedLake
from core.settings import Settings


def _asked_for(context: click.Context, option: click.Parameter, where: str | None) -> str:
    """Refuse a condition of nothing, as of a variable that is not set; "" if there is none."""
    del context, option
    if where is not None and not where.strip():
        raise ConditionError(
            '--where must be a condition, such as "grade above 90". Got nothing; leave the option '
            "out for a search without one."
        )
    return where or ""


where_option = click.option(
    "--where",
    callback=_asked_for,
    metavar="CONDITION",
    help='First the tables that satisfy this, in plain words: "grade above 90 and over 500 rows".',
)


@click.group()
def condition() -> None:
    """Conditions on tables in plain words."""


@condition.command("parse")
@click.argument("text")
@click.option(
    "--query",
    type=click.Path(path_type=Path),
    help="A file whose column names are then known in the text.",
)
@click.option(
    "--lake",
    "lake_name",
    metavar="LAKE",
    help="A lake; names of its columns that the reading cuts in two are then said.",
)
@click.option(
    "--model",
    metavar="openai:NAME|gemini:NAME",
    help='A language model that reads it too; that of the settings if not given, none if "".',
)
@click.option("--base-url", default="", metavar="URL", help="Address of the model's endpoint.")
@click.option("--again", is_flag=True, help="Ask the model although it has answered before.")
@as_json
@click.pass_context
def parse_(
    context: click.Context,
    *,
    text: str,
    query: Path | None,
    lake_name: str | None,
    model: str | None,
    base_url: str,
    again: bool,
    as_json: bool,
) -> None:
    """Read TEXT as a condition and print the typed expression and what was not understood."""
    settings: Settings = context.find_root().obj
    columns = [] if query is None else list(read_loose(query, settings).frame.columns)
    asked = chosen_model(settings, model, base_url)
    if asked is None and (again or base_url):
        raise InputError(
            "--again and --base-url are about a language model. Got none, and none is configured; "
            "name one with --model openai:NAME."
        )
    if asked is None and lake_name is None:
        found = Understood(parse(text, columns))
    else:
        # Answers are kept, so that none is paid for twice.
        workspace, settings = opened(context, begins=lake_name is None)
        by_grammar = (
            parse(text, columns)
            if lake_name is None
            else read_for_lake(searched(context, lake_name), text, columns)
        )
        found = read_words(workspace, settings, by_grammar, columns, asked, again)
    emit(found.document(), as_json, lambda: _print_request(found))


def understood(
    lake: SearchedLake,
    where: str,
    columns: list[str],
    quiet: bool,
    search: Operation = Operation.NONE,
) -> Understood:
    """Read the words of ``--where``; unless `quiet`, say on stderr how they were understood.

    Parameters
    ----------
    search
        The search that is made, if it is one for unions or joins: that the words speak of the
        other is said in any case.

    Raises
    ------
    ConditionError
        If nothing of it is.
    """
    settings = lake.settings
    by_grammar = read_for_lake(lake, where, columns)
    found = read_words(lake.workspace, settings, by_grammar, columns, configured_model(settings))
    condition = found.request.condition
    if condition is None:
        said = "; ".join(f"{span.text!r}: {span.hint}" for span in found.request.unknown)
        raise ConditionError(
            'A condition is written as "grade above 90", "more than 500 rows" or "about coffee". '
            f"Got {where!r}, of which nothing is understood{f' ({said})' if said else ''}."
        )
    if not quiet:
        say(f"Condition: {write_condition(condition)}", err=True)
        found.say_notes()
    other = "" if search is Operation.NONE else another_search(found.request, search)
    if other:
        say(other, err=True)
    return found


def conditioned_document(answer: ConditionedSearch[Any], asked: Understood) -> dict[str, Any]:
    """Give a search with a condition as one document."""
    return {
        "lake": answer.lake,
        "query": answer.query,
        "condition": asked.document(),
        "examined": answer.examined,
        "exhausted": answer.exhausted,
        "stopped": bool(answer.stopped_after),
        "satisfied": answer.satisfied,
        "seconds": round(answer.seconds, 6),
        "results": [
            {
                "rank": hit.rank,
                "table": hit.table,
                "score": hit.score,
                "relatedness": hit.relatedness,
                "satisfaction": hit.satisfaction.share,
                "weighed": hit.satisfaction.weighed,
                "satisfied": hit.satisfaction.satisfied,
                "parts": [
                    {
                        "condition": to_document(part.asked),
                        "share": round(part.share, 6),
                        "certainty": round(part.certainty, 6),
                        "column": part.column,
                        "found": part.value,
                    }
                    for part in hit.satisfaction.parts
                ],
                "totals": list(hit.satisfaction.totals),
            }
            for hit in answer.hits
        ],
    }


def print_conditioned(answer: ConditionedSearch[Any]) -> None:
    """Print a search with a condition as rows."""
    print_rows(
        ("rank", "score", "table", "satisfied", "because"),
        [
            (
                hit.rank,
                hit.score,
                printable_name(hit.table),
                hit.satisfaction.told,
                "; ".join(map(_because, hit.satisfaction.parts)),
            )
            for hit in answer.hits
        ],
    )
    say(
        f"\n{answer.satisfied:,} of {answer.examined:,} tables looked at satisfy the condition "
        f"to {SATISFIED_FROM:.0%} or more ({answer.looked}), {answer.seconds * 1000:.0f} ms"
    )
    for hit in answer.hits:
        for remark in hit.satisfaction.totals:
            say(f"{printable_name(hit.table)}: {remark} It is counted as any row.")
    if answer.stopped_after:
        say(answer.in_want_of_time)
    if answer.doubtful:
        say(
            f"Not counted, {answer.doubtful:,} of those above: it is doubtful whether the column "
            "that was looked at is the one that is named, in the unit that is meant."
        )


def _because(part: PartResult) -> str:
    told = part.value or f"{part.share:.2f}"
    if not part.column:
        return told
    sure = "" if part.certainty == 1 else f" ({part.certainty:.0%} sure)"
    return f"{part.column}{sure}: {told}"


def _print_request(found: Understood) -> None:
    say(write_request(found.request) or "Nothing was asked for.")
    found.say_notes()
