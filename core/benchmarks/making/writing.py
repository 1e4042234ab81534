"""Write a made benchmark in our own folder form and in the published nlcTables form."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.benchmarks.formats.errors import FolderExistsError
from core.benchmarks.making.fuzzy import fuzzy_columns
from core.benchmarks.making.making import MadeBenchmark
from core.benchmarks.making.types import MadeQuery, Piece, Recipe

OWN, PUBLISHED = "own", "nlctables"
"""Folders of the two forms."""

_MODES = ("union", "join", "nl")


def write_made(made: MadeBenchmark, folder: Path, recipe: Recipe) -> Path:
    """Write a made benchmark; the folder appears when it is whole.

    ``own`` is a folder for `bench add` (tables, queries.jsonl, qrels.tsv, ignore.tsv,
    captions.csv), with conditions.jsonl that says how each query was made; ``nlctables`` has a
    folder a mode in the published form.

    Raises
    ------
    FolderExistsError
        If the folder holds something.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderExistsError(
            f"A benchmark must be written to a new or empty folder. Got {folder}."
        )
    partial = folder.with_name(f".{folder.name}.{os.getpid()}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        _write_own(made, partial / OWN, recipe)
        for mode in _MODES:
            _write_published(made, partial / PUBLISHED / mode, mode, recipe)
        if folder.exists():
            folder.rmdir()
        partial.replace(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return folder


def cells_of(
    made: MadeBenchmark, piece: Piece, recipe: Recipe
) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a made table, written otherwise if the recipe says so."""
    source = made.sources[piece.source]
    labels = [source.labels[place] for place in piece.columns]
    rows = [[source.cells[row][place] for place in piece.columns] for row in piece.rows]
    is_query = piece.name.startswith("query_")
    if recipe.fuzzy and not is_query:
        return fuzzy_columns(labels, rows, f"{recipe.seed} {piece.name}")
    return labels, rows


def _write_own(made: MadeBenchmark, folder: Path, recipe: Recipe) -> None:
    (folder / "datalake").mkdir(parents=True)
    (folder / "query").mkdir()
    queries = [query.piece for query in made.queries if query.piece is not None]
    for place, pieces in (("datalake", made.pieces), ("query", queries)):
        for piece in pieces:
            header, rows = cells_of(made, piece, recipe)
            with (folder / place / f"{piece.name}.csv").open(
                "w", encoding="utf-8", newline=""
            ) as file:
                writer = csv.writer(file)
                writer.writerow(header)
                writer.writerows(rows)
    _write_lines(folder / "queries.jsonl", [_query(made, query) for query in made.queries])
    _write_lines(folder / "conditions.jsonl", [_how(made, query) for query in made.queries])
    with (folder / "qrels.tsv").open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{q}\t{table}\t{grade}\n" for q, table, grade in _labels(made))
    with (folder / "ignore.tsv").open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{q.query_id}\t{t}\n" for q in made.queries for t in q.ignored)
    with (folder / "captions.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["table_id", "caption"])
        writer.writerows([p.name, made.sources[p.source].title] for p in made.pieces)


def _write_published(made: MadeBenchmark, folder: Path, mode: str, recipe: Recipe) -> None:
    queries = [query for query in made.queries if query.mode == mode]
    if not queries:
        return
    (folder / "dataset").mkdir(parents=True)
    (folder / "query").mkdir()
    wanted = {table for q in queries for table in (*q.positives, *q.negatives)}
    tables = {piece.name: piece for piece in made.pieces if piece.name in wanted}
    for piece in tables.values():
        _write_json(folder / "dataset" / f"{piece.name}.json", made, piece, recipe)
    lines, labels, joins = [], [], []
    for query in queries:
        own = [] if query.piece is None else [query.piece.name]
        lines.append("\t".join([query.query_id, query.text, *own]))
        grades = [*((t, 2) for t in query.positives), *((t, 0) for t in query.negatives)]
        labels += [f"{query.query_id}\t0\t{table}\t{grade}" for table, grade in grades]
        if query.piece is not None:
            _write_json(folder / "query" / f"{query.piece.name}.json", made, query.piece, recipe)
        if query.piece is not None and query.key is not None:
            key = made.sources[query.source].labels[query.key]
            joins += [
                [f"{query.piece.name}.json", f"{table}.json", key, key, grade]
                for table, grade in grades
            ]
    (folder / "queries-test.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "qtrel-test.txt").write_text("\n".join(labels) + "\n", encoding="utf-8")
    if joins:
        with (folder / "joincol.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(joins)


def _write_json(path: Path, made: MadeBenchmark, piece: Piece, recipe: Recipe) -> None:
    header, rows = cells_of(made, piece, recipe)
    source = made.sources[piece.source]
    table = {
        "title": header,
        "numCols": len(header),
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
