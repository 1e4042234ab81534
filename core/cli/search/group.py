"""``search union`` and ``union``: find tables to append to a query, and append them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.amounts import amount
from core.cli.condition.group import (
    conditioned_document,
    print_conditioned,
    understood,
    where_option,
)
from core.cli.names import split_names
from core.cli.odd_rows import odd_rows_documents, say_odd_rows
from core.cli.output import as_json, emit, print_rows, printable_name, say
from core.cli.search.join import search_join_
from core.cli.search.text import search_text_
from core.cli.searched import searched
from core.conditions import Operation
from core.errors import InputError
from core.features import ENCODERS
from core.search import (
    RANK_BY,
    MadeUnion,
    Part,
    PartReport,
    QueryTable,
    RankBy,
    check_target,
    query_table_or_file,
    search_union,
    write_union,
)
from core.search.combining.odd_rows import odd_rows
from core.search.combining.put_right import read_alignment
from core.search.combining.unions.alignments import align_parts
from core.search.conditioned import Limits, union_with_condition
from core.types import ColumnMatch, UnionSearch

_encoder = click.option("--encoder", default="", metavar="E", help=f"One of {', '.join(ENCODERS)}.")
_columns = click.option(
    "--columns",
    multiple=True,
    metavar="A,B",
    help="Columns of the query to align, one with a comma in double quotes; all if not given.",
)


@click.group()
def search() -> None:
    """Search a data lake."""


search.add_command(search_join_)
search.add_command(search_text_)


@search.command("union")
@click.argument("name")
@click.argument("query")
@click.option("-k", default=10, show_default=True, help="Results wanted.")
@_encoder
@click.option("--rank", "rank_by", default=RANK_BY[0], show_default=True, metavar="|".join(RANK_BY))
@_columns
@where_option
@as_json
@click.pass_context
def search_union_(
    context: click.Context,
    *,
    name: str,
    query: str,
    k: int,
    encoder: str,
    rank_by: RankBy,
    columns: tuple[str, ...],
    where: str,
    as_json: bool,
) -> None:
    """Rank the tables of the lake NAME that can be unioned with QUERY.

    QUERY is a table of the lake or any file; a file in the current folder that has the name of a
    table is meant by ./ in front.
    """
    lake = searched(context, name)
    found = query_table_or_file(lake, query, split_names(",".join(columns), "--columns"))
    if where:
        asked = understood(lake, where, found.labels, as_json, Operation.UNION)
        hits = union_with_condition(
            found, asked.request.condition, Limits(k), encoder_name=encoder, rank_by=rank_by
        )
        emit(conditioned_document(hits, asked), as_json, lambda: print_conditioned(hits))
        return
    answer = search_union(found, k, encoder, rank_by)
    emit(_search(answer), as_json, lambda: _print_search(answer))


@click.command()
@click.argument("name")
@click.argument("query")
@click.argument("tables", nargs=-1, required=True)
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@_encoder
@_columns
@click.option(
    "--aligned",
    multiple=True,
    metavar="LINE",
    help="What of a table goes below which column of QUERY, in place of what is found: "
    '["TABLE",["A","B"],...], as the page\'s address has it.',
)
@as_json
@click.pass_context
def union(
    context: click.Context,
    *,
    name: str,
    query: str,
    tables: tuple[str, ...],
    output: Path,
    encoder: str,
    columns: tuple[str, ...],
    aligned: tuple[str, ...],
    as_json: bool,
) -> None:
    """Append TABLES of the lake NAME to QUERY and write the outer union, CSV or Parquet."""
    check_target(output)
    lake = searched(context, name)
    found = query_table_or_file(lake, query, split_names(",".join(columns), "--columns"))
    given = dict(map(read_alignment, aligned))
    if unknown := sorted(set(given) - set(tables)):
        raise InputError(
            f"--aligned is of a table that is appended. Got {', '.join(unknown)}; name it as one."
        )
    parts = align_parts(found, tables, given, encoder)
    made = write_union(found, parts, output)
    odd = odd_rows(found, tables)
    if not as_json:
        say_odd_rows(odd)
    document = {**_union(found, output, made, parts), "odd_rows": odd_rows_documents(odd)}
    emit(document, as_json, lambda: _print_union(output, made), output)


def _matches(alignment: tuple[ColumnMatch, ...]) -> list[dict[str, Any]]:
    return [
        {"query_column": m.query_column, "column": m.column, "score": m.score} for m in alignment
    ]


def _search(answer: UnionSearch) -> dict[str, Any]:
    return {
        "lake": answer.lake,
        "query": answer.query,
        "encoder": answer.encoder,
        "rank_by": answer.rank_by,
        "seconds": round(answer.seconds, 6),
        "results": [
            {
                "rank": hit.rank,
                "table": hit.table,
                "score": hit.score,
                "alignment": _matches(hit.alignment),
            }
            for hit in answer.hits
        ],
    }


def _print_search(answer: UnionSearch) -> None:
    print_rows(
        ("rank", "score", "table", "columns aligned"),
        [
            (
                hit.rank,
                hit.score,
                printable_name(hit.table),
                ", ".join(
                    m.column if m.column == m.query_column else f"{m.query_column}={m.column}"
                    for m in hit.alignment
                ),
            )
            for hit in answer.hits
        ],
    )
    say(
        f"\n{answer.encoder}, ranked by {answer.rank_by}, "
        f"{amount(answer.candidates, 'table')} compared in {answer.seconds * 1000:.0f} ms"
    )


def _union(query: QueryTable, output: Path, made: MadeUnion, parts: list[Part]) -> dict[str, Any]:
    return {
        "lake": query.lake.info.name,
        "query": query.name,
        "output": str(output),
        "rows": made.rows,
        "columns": list(made.columns),
        "query_rows": made.query_rows,
        "parts": [
            {
                "table": report.table,
                "rows": report.rows,
                "new_rows": report.new_rows,
                "new_columns": list(report.new_columns),
                "alignment": _matches(part.alignment),
                "conflicts": [
                    {
                        "query_column": c.query_column,
                        "column": c.column,
                        "query_type": c.query_type,
                        "type": c.type,
                        "query_example": c.query_example,
                        "example": c.example,
                        "query_unit": c.query_unit,
                        "unit": c.unit,
                    }
                    for c in report.conflicts
                ],
            }
            for report, part in zip(made.parts, parts, strict=True)
        ],
    }


def _new(part: PartReport) -> str:
    if not part.rows:
        return "none of them new"
    if not part.aligned:
        return "all of them new, as no column is aligned"
    where = (
        "the one column that is" if part.aligned == 1 else f"the {part.aligned} columns that are"
    )
    return f"{part.new_rows:,} of them new in {where} aligned"


def _print_union(output: Path, made: MadeUnion) -> None:
    say(f"{output}: {amount(made.rows, 'row')}, {amount(len(made.columns), 'column')}")
    for part in made.parts:
        say(
            f"  {printable_name(part.table)}: {amount(part.rows, 'row')}, {_new(part)}; "
            f"columns added: {len(part.new_columns)}"
        )
        for conflict in part.conflicts:
            here, there = conflict.sides()
            say(
                f"    {conflict.query_column} is {here} here and {there} there "
                f"({conflict.column}); kept as written"
            )
