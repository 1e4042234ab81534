"""Write a made benchmark in our own folder form and in the published nlcTables form."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core import lake as lakes
from core.amounts import amount
from core.benchmarks.formats.errors import FolderExistsError
from core.benchmarks.formats.made_here import MADE
from core.benchmarks.making.construction import MadeBenchmark
from core.benchmarks.making.fuzzy import WrittenColumn
from core.benchmarks.making.rewriting import Forms, Rewriting
from core.benchmarks.making.types import MadeQuery, Piece, Recipe
from core.errors import InputError
from core.store import Workspace, whole_folder

OWN, PUBLISHED = "own", "nlctables"
"""Folders of the two forms."""

_MODES = ("union", "join", "nl")


def check_place(workspace: Workspace, folder: Path) -> None:
    """Refuse a folder that a benchmark cannot be written to, before it is made.

    Raises
    ------
    FolderExistsError
        If the folder holds something.
    InputError
        If it lies in a folder that a lake is read from, or that folder in it: the next refresh
        would take the benchmark's copies for tables of the lake.
    """
    _check_empty(folder)
    meant = folder.expanduser().resolve()
    for lake in lakes.lakes(workspace):
        for read in [Path(lake.root, name) for name in lake.folders] or [Path(lake.root)]:
            if meant.is_relative_to(read) or read.is_relative_to(meant):
                raise InputError(
                    f"A benchmark must be written outside of the lakes' folders, or its tables "
                    f"become a lake's with the next refresh. Got {folder}, and the lake "
                    f"{lake.name!r} is read from {read}; name another folder."
                )


def _check_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderExistsError(
            f"A benchmark must be written to a new or empty folder. Got {folder}."
        )


def write_made(
    made: MadeBenchmark, folder: Path, recipe: Recipe, forms: Forms | None = None
) -> Path:
    """Write a made benchmark; the folder appears when it is whole.

    ``own`` is a folder for `bench add` (tables, queries.jsonl, qrels.tsv, ignore.tsv,
    captions.csv), with conditions.jsonl that says how each query was made and, of a fuzzy one,
    fuzzy.jsonl that says how each table was written; ``nlctables`` has a folder a mode in the
    published form. There ``joincol.csv`` says 1 of a positive and 0 of a negative; of a negative
    that lacks the key it names the first column, as a line there names one that the table has.
    Each folder has made.json, which says what it was made by.

    Parameters
    ----------
    forms
        What a model gave for the sources; for the others names and values are written by rule.

    Raises
    ------
    FolderExistsError
        If the folder holds something.
    """
    _check_empty(folder)
    with whole_folder(folder) as beside:
        written = Rewriting(made, recipe, forms or {})
        _write_own(written, beside / OWN)
        for mode in _MODES:
            _write_published(written, beside / PUBLISHED / mode, mode)
        how = json.dumps({"made_by": "bench make nlctd", **asdict(recipe)}) + "\n"
        for benchmark in (beside / OWN, *(beside / PUBLISHED).glob("*")):
            (benchmark / MADE).write_text(how, encoding="utf-8")
    return folder


def _write_own(written: Rewriting, folder: Path) -> None:
    made = written.made
    (folder / "datalake").mkdir(parents=True)
    (folder / "query").mkdir()
    queries = [query.piece for query in made.queries if query.piece is not None]
    told: list[dict[str, Any]] = []
    for place, pieces in (("datalake", made.pieces), ("query", queries)):
        for piece in pieces:
            columns, rows = written.table(piece)
            if place == "datalake":
                told.append(_rewritten(piece, columns))
            with (folder / place / f"{piece.name}.csv").open(
                "w", encoding="utf-8", newline=""
            ) as file:
                writer = csv.writer(file)
                writer.writerow([column.written_name for column in columns])
                writer.writerows(rows)
    _write_lines(folder / "queries.jsonl", [_query(made, query) for query in made.queries])
    _write_lines(folder / "conditions.jsonl", [_how(made, query) for query in made.queries])
    if written.recipe.fuzzy:
        _write_lines(folder / "fuzzy.jsonl", told)
    with (folder / "qrels.tsv").open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{q}\t{table}\t{grade}\n" for q, table, grade in _labels(made))
    with (folder / "ignore.tsv").open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{q.query_id}\t{t}\n" for q in made.queries for t in q.ignored)
    with (folder / "captions.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["table_id", "caption"])
        writer.writerows([p.name, made.sources[p.source].title] for p in made.pieces)


def _write_published(written: Rewriting, folder: Path, mode: str) -> None:
    made = written.made
    queries = [query for query in made.queries if query.mode == mode]
    if not queries:
        return
    (folder / "dataset").mkdir(parents=True)
    (folder / "query").mkdir()
    wanted = _labelled(made, mode)
    tables = {piece.name: piece for piece in made.pieces if piece.name in wanted}
    named: dict[str, dict[str, str]] = {}
    for piece in tables.values():
        columns, _ = written.table(piece)
        named[piece.name] = {column.name: column.written_name for column in columns}
        _write_json(folder / "dataset" / f"{piece.name}.json", written, piece)
    lines, labels, joins = [], [], []
    for query in queries:
        own = [] if query.piece is None else [query.piece.name]
        lines.append("\t".join([query.query_id, query.text, *own]))
        grades = [*((t, 2) for t in query.positives), *((t, 0) for t in query.negatives)]
        labels += [f"{query.query_id}\t0\t{table}\t{grade}" for table, grade in grades]
        if query.piece is not None:
            _write_json(folder / "query" / f"{query.piece.name}.json", written, query.piece)
        if query.piece is not None and query.key is not None:
            key = made.sources[query.source].labels[query.key]
            joins += [
                [
                    f"{query.piece.name}.json",
                    f"{table}.json",
                    key,
                    named[table].get(key, next(iter(named[table].values()))),
                    int(grade > 0),
                ]
                for table, grade in grades
            ]
    (folder / "queries-test.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "qtrel-test.txt").write_text("\n".join(labels) + "\n", encoding="utf-8")
    if joins:
        with (folder / "joincol.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(joins)


def _labelled(made: MadeBenchmark, mode: str) -> set[str]:
    """Return the tables that queries of a mode label, all that the published form has of them."""
    queries = [query for query in made.queries if query.mode == mode]
    return {table for query in queries for table in (*query.positives, *query.negatives)}


def told_published(made: MadeBenchmark) -> str:
    """Say how the benchmark in the published form differs from the one in our own."""
    tables = {mode: len(_labelled(made, mode)) for mode in _MODES}
    each = ", ".join(f"{mode}/ has {count:,}" for mode, count in tables.items() if count)
    ignored = sum(len(query.ignored) for query in made.queries)
    return (
        f"{OWN}/ and {PUBLISHED}/ are not one benchmark, and no score of one is a score of the "
        f"other: of {amount(len(made.pieces), 'table')} {each}, those that its queries label, and "
        f"the published form cannot say that {amount(ignored, 'pair', 'is', 'are')} to be ignored."
    )


def _write_json(path: Path, written: Rewriting, piece: Piece) -> None:
    columns, rows = written.table(piece)
    source = written.made.sources[piece.source]
    table = {
        "title": [column.written_name for column in columns],
        "numCols": len(columns),
        "numericColumns": [i for i, place in enumerate(piece.columns) if place in source.numbers],
        "dateColumns": [i for i, place in enumerate(piece.columns) if place in source.dates],
        "pgTitle": "",
        "numDataRows": len(rows),
        "secondTitle": "",
        "numHeaderRows": 1,
        "caption": source.title,
        "data": rows,
    }
    path.write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")


def _rewritten(piece: Piece, columns: Sequence[WrittenColumn]) -> dict[str, Any]:
    return {
        "table": piece.name,
        "columns": [
            {
                "name": column.name,
                "written_name": column.written_name,
                "name_by": column.name_by,
                "way": column.way,
                "written": dict(column.written),
            }
            for column in columns
        ],
    }


def _query(made: MadeBenchmark, query: MadeQuery) -> dict[str, Any]:
    key = None if query.key is None else made.sources[query.source].labels[query.key]
    return {
        "query_id": query.query_id,
        "category": query.category,
        "mode": query.mode,
        "condition": query.text,
        "query_table": None if query.piece is None else query.piece.name,
        "join_column": key,
    }


def _how(made: MadeBenchmark, query: MadeQuery) -> dict[str, Any]:
    labels = made.sources[query.source].labels
    return {
        "query_id": query.query_id,
        "category": query.category,
        "source": made.sources[query.source].table,
        "conditions": [
            {
                "t": str(one.kind),
                "col": None if one.column is None else labels[one.column],
                "op": one.operator or None,
                "v": one.value,
            }
            for one in query.asked
        ],
        "min_shared_columns": query.least_shared or None,
    }


def _labels(made: MadeBenchmark) -> Sequence[tuple[str, str, int]]:
    return [
        (query.query_id, table, grade)
        for query in made.queries
        for tables, grade in ((query.positives, 2), (query.negatives, 0))
        for table in tables
    ]


def _write_lines(path: Path, values: Sequence[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(json.dumps(value, ensure_ascii=False) + "\n" for value in values)
