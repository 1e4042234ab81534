"""Tables and labels to bytes that do not depend on the version of any library."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from pathlib import Path

from core.benchmarks.sample.plan import Plan, Recipe
from core.benchmarks.sample.truth import GroundTruth

NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")


def table_bytes(recipe: Recipe, headers: list[str], rows: list[list[str]]) -> bytes:
    """One table in the form that the ending of its path names.

    ``.tsv`` is parted by tabs, ``.jsonl`` has an object a line (a column of numbers as numbers),
    anything else by the recipe's delimiter; ``.gz`` is packed without a time stamp.
    """
    name = recipe.path.removesuffix(".gz")
    if name.endswith(".jsonl"):
        text = _json_lines(headers, rows)
    else:
        text = _delimited(headers, rows, "\t" if name.endswith(".tsv") else recipe.delimiter)
    content = text.encode(recipe.encoding)
    if recipe.encoding == "utf-16-le":
        content = b"\xff\xfe" + content
    return gzip.compress(content, mtime=0) if recipe.path.endswith(".gz") else content


def _delimited(headers: list[str], rows: list[list[str]], delimiter: str) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)
    return buffer.getvalue()


def _json_lines(headers: list[str], rows: list[list[str]]) -> str:
    columns = list(zip(*rows, strict=True))
    numeric = [all(NUMBER.fullmatch(cell) for cell in column) for column in columns]
    lines = []
    for row in rows:
        cells = [
            cell if is_number else json.dumps(cell, ensure_ascii=False)
            for cell, is_number in zip(row, numeric, strict=True)
        ]
        names = [json.dumps(header, ensure_ascii=False) for header in headers]
        pairs = [f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)]
        lines.append("{" + ", ".join(pairs) + "}\n")
    return "".join(lines)


def write_queries(path: Path, truth: GroundTruth) -> None:
    """One JSON object a query: its id, its mode and its table."""
    lines = [
        json.dumps({"query_id": query_id, "mode": "union", "query_table": table}) + "\n"
        for table, query_id in truth.query_ids.items()
    ]
    _write(path, "".join(lines))


def write_labels(outdir: Path, truth: GroundTruth) -> None:
    """``qrels.tsv`` (query, table, relevance) and ``ignore.tsv`` (query, table)."""
    lines = [f"{label.query_id}\t{label.table}\t{label.relevance}\n" for label in truth.labels]
    _write(outdir / "qrels.tsv", "".join(lines))
    _write(outdir / "ignore.tsv", "".join(f"{query}\t{table}\n" for query, table in truth.partly))


def write_planted(path: Path, truth: GroundTruth) -> None:
    """The wrong labels; ``given_relevance`` is empty where the pair is not labelled at all."""
    rows = [
        [
            error.query_id,
            error.table,
            "" if error.given is None else str(error.given),
            str(error.true),
            error.kind.value,
            error.reason,
        ]
        for error in truth.planted
    ]
    headers = ["query_id", "table", "given_relevance", "true_relevance", "kind", "reason"]
    _write(path, _delimited(headers, rows, ","))


def write_metadata(path: Path, plan: Plan) -> None:
    """One JSON object a table: its id, its title and where its rows come from."""
    lines = []
    for recipe in plan.queries + plan.lake:
        entry = {
            "table_id": recipe.path,
            "role": "query" if recipe.query else "lake",
            "title": recipe.title,
            "source": plan.kinds[recipe.kind].source,
        }
        lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    _write(path, "".join(lines))


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8"))
