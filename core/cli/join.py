"""``join``: add a table's columns to a query."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from core import lake as lakes
from core.amounts import amount, listed
from core.cli.folding import fold_option
from core.cli.odd_rows import odd_rows_documents, say_odd_rows
from core.cli.output import as_json, emit, say
from core.cli.searched import searched
from core.errors import InputError
from core.features.folding import Folding
from core.search import check_target, query_table_or_file
from core.search.combining.joins import HOW, How, JoinFacts, JoinPart, MadeJoin
from core.search.combining.joins.making import write_join
from core.search.combining.joins.on import read_on
from core.search.combining.odd_rows import odd_rows
from core.search.combining.put_right import read_match

_GAINED_SHOWN = 30


@click.command()
@click.argument("name")
@click.argument("query")
@click.argument("table")
@click.option(
    "--on",
    required=True,
    multiple=True,
    metavar="A=B,C=D",
    help="Pairs of a column of QUERY and one of TABLE; A alone is A=A, a comma goes in quotes. "
    "Given twice, all pairs count.",
)
@click.option("--how", default=HOW[0], show_default=True, metavar="|".join(HOW))
@fold_option
@click.option(
    "--matched",
    multiple=True,
    metavar="LINE",
    help="A key of QUERY that is taken for one of TABLE, both folded: "
    '["TABLE on A=B",["KEY"],["KEY"]], as the page\'s address has it.',
)
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@as_json
@click.pass_context
def join(
    context: click.Context,
    *,
    name: str,
    query: str,
    table: str,
    on: tuple[str, ...],
    how: How,
    fold: str,
    matched: tuple[str, ...],
    output: Path,
    as_json: bool,
) -> None:
    """Add the columns of TABLE of the lake NAME to QUERY and write the join, CSV or Parquet.

    QUERY is a table of the lake or any file. Each of its rows stays with --how left, whether it
    finds a partner or not; --how inner drops those that do not.
    """
    check_target(output)
    lake = searched(context, name)
    found = query_table_or_file(lake, query)
    key = lakes.table(lake.workspace, name, table).key
    labels = [column.label for column in lakes.columns(lake.workspace, key)]
    part = _accepting(JoinPart(table, read_on(",".join(on), found.labels, labels)), matched)
    made = write_join(found, [part], output, how, Folding.of(fold))
    odd = odd_rows(found, [table])
    if not as_json:
        say_odd_rows(odd)
    document = {
        "lake": name,
        "query": found.name,
        "table": table,
        "on": [list(pair) for pair in part.on],
        "how": how,
        "output": str(output),
        "rows": made.rows,
        "columns": list(made.columns),
        **_counted(made.facts[0]),
        "odd_rows": odd_rows_documents(odd),
    }
    emit(document, as_json, lambda: _print(output, made), output)


def _accepting(part: JoinPart, lines: tuple[str, ...]) -> JoinPart:
    matches = [read_match(line) for line in lines]
    others = sorted({name for name, _ in matches} - {part.name})
    if others:
        raise InputError(f"--matched is of this join, {part.name!r}. Got {', '.join(others)}.")
    return replace(part, accepted=tuple(one for _, one in matches))


def _counted(facts: JoinFacts) -> dict[str, Any]:
    return {
        "query_rows": facts.query.rows,
        "matched_rows": facts.matched_rows,
        "matched_keys": facts.matched,
        "query_keys": facts.query.distinct,
        "fan_out": facts.fan_out,
        "key_is_unique": facts.table.is_unique,
        "gained": [column.name for column in facts.gained],
        "warnings": [{"kind": one.kind, "text": one.text} for one in facts.warnings],
    }


def _print(output: Path, made: MadeJoin) -> None:
    (facts,) = made.facts
    say(f"{output}: {amount(made.rows, 'row')}, {amount(len(made.columns), 'column')}")
    say(
        f"  {facts.matched_rows:,} of {facts.query.rows:,} rows of the query find a partner, by "
        f"{facts.matched:,} of {facts.query.distinct:,} different keys; {facts.fan_out}"
    )
    gained = listed([column.name for column in facts.gained], _GAINED_SHOWN)
    say(f"  gained: {gained or 'nothing'}")
    for warning in facts.warnings:
        say(f"  {warning.text}")
