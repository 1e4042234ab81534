"""``search join``: find tables that add columns to a query."""

from __future__ import annotations

from typing import Any

import click

from core.amounts import listed
from core.cli.condition.group import (
    conditioned_document,
    print_conditioned,
    understood,
    where_option,
)
from core.cli.folding import fold_option
from core.cli.names import split_names
from core.cli.output import as_json, emit, print_rows, printable_name, say
from core.cli.searched import searched
from core.conditions import Operation
from core.errors import InputError
from core.features.folding import Folding
from core.search import query_table_or_file
from core.search.conditioned import Limits, another_key, join_with_condition
from core.search.join.methods import JOIN_METHODS, JoinMethod
from core.search.join.searching import search_join
from core.types import JoinHit, JoinSearch

_GAINED_SHOWN = 8


@click.command("join")
@click.argument("name")
@click.argument("query")
@click.option(
    "--on",
    multiple=True,
    metavar="COL,COL",
    help="Columns of QUERY to join on together, one with a comma in double quotes; columns that "
    "look like keys are tried one by one if not given.",
)
@click.option("-k", default=10, show_default=True, help="Results wanted.")
@click.option(
    "--method", default=JOIN_METHODS[0], show_default=True, metavar="|".join(JOIN_METHODS)
)
@fold_option
@where_option
@as_json
@click.pass_context
def search_join_(
    context: click.Context,
    *,
    name: str,
    query: str,
    on: tuple[str, ...],
    k: int,
    method: JoinMethod,
    fold: str,
    where: str,
    as_json: bool,
) -> None:
    """Rank the tables of the lake NAME that can be joined with QUERY.

    QUERY is a table of the lake or any file; a file in the current folder that has the name of a
    table is meant by ./ in front.
    """
    lake = searched(context, name)
    found = query_table_or_file(lake, query)
    columns = split_names(",".join(on), "--on")
    rules = Folding.of(fold)
    if where:
        asked = understood(lake, where, found.labels, as_json, Operation.JOIN)
        if other := another_key(found, columns, asked.request.condition):
            raise InputError(other)
        hits = join_with_condition(
            found,
            asked.request.condition,
            columns,
            limits=Limits(k),
            method=method,
            rules=rules,
        )
        emit(conditioned_document(hits, asked), as_json, lambda: print_conditioned(hits))
        return
    answer = search_join(found, columns, k, method=method, rules=rules)
    emit(_document(answer), as_json, lambda: _print(answer))


def _document(answer: JoinSearch) -> dict[str, Any]:
    document: dict[str, Any] = {
        "lake": answer.lake,
        "query": answer.query,
        "on": list(answer.on),
        "method": answer.method,
        "seconds": round(answer.seconds, 6),
        "results": [_hit(hit, bool(answer.proposed)) for hit in answer.hits],
    }
    if answer.proposed:
        document["proposed"] = [
            {"column": one.column, "score": one.score, "reasons": list(one.reasons)}
            for one in answer.proposed
        ]
    if answer.notes:
        document["notes"] = list(answer.notes)
    return document


def _hit(hit: JoinHit, with_key: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "rank": hit.rank,
        "table": hit.table,
        "columns": list(hit.columns),
        "overlap": hit.overlap,
        "containment": round(hit.containment, 6),
        "score": hit.score,
        "gained": list(hit.gained),
    }
    if with_key:
        told["on"] = list(hit.on)
    if hit.pairs:
        told["pairs"] = [
            {"query_value": one.query_value, "value": one.value, "score": one.score}
            for one in hit.pairs
        ]
    return told


def _print(answer: JoinSearch) -> None:
    if not answer.hits:
        say(
            f"No table shares a value with {', '.join(answer.on)}. Choose another key with --on, "
            "or search in another way with --method or --fold."
        )
        for note in answer.notes:
            say(f"  {note}")
        return
    print_rows(
        ("rank", "score", "matched", "share", "table", "on", "gains"),
        [
            (
                hit.rank,
                hit.score,
                hit.overlap,
                hit.containment,
                printable_name(hit.table),
                ", ".join(f"{a}={b}" for a, b in zip(hit.on, hit.columns, strict=True)),
                listed(hit.gained, _GAINED_SHOWN),
            )
            for hit in answer.hits
        ],
    )
    say(f"\n{answer.method}, on {', '.join(answer.on)}, in {answer.seconds * 1000:.1f} ms")
    for one in answer.proposed:
        say(f"  {one.column} was proposed: {', '.join(one.reasons)}")
    for note in answer.notes:
        say(f"  {note}")
