"""Our own folder form, read; `writing` writes it.

::

    queries.jsonl    query_id, query (or condition), query_table, mode, category, join_column (a
                     list if the key has several), table_ids; an object a line, all but query_id
                     optional
    qrels.tsv        query, table, relevance; or TREC's four columns
    ignore.tsv       query, table: pairs to take out of a ranking before it is scored
    captions.csv     table_id, caption
    metadata.jsonl   table_id, title, section, url
    datalake/        the candidate tables (or tables/)
    query/           the query tables
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.amounts import amount
from core.benchmarks.formats.errors import no_truth
from core.benchmarks.formats.folders import Layout, survey
from core.benchmarks.formats.json_lines import read_objects, require_text, text_of, texts_of
from core.benchmarks.formats.labels import LabelRow, Published, QueryRow, assemble
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.packed_labels import PACKED
from core.benchmarks.formats.source import BenchmarkSource, Caption, Mode
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation.qrels_files import HEADERS, read_qrels_rows
from core.evaluation.text_lines import fields_of
from core.store.formulas import unmark_formula
from core.store.text_files import csv_rows, full_rows, read_text, split_lines

NAME = "soundings"
QUERIES = "queries.jsonl"
QRELS = "qrels.tsv"
IGNORE = "ignore.tsv"
_IGNORE_HEADERS = {header[:2] for header in HEADERS}
CAPTIONS = "captions.csv"
METADATA = "metadata.jsonl"
TEXT_KEYS = ("query", "condition", "text", "question")
TABLE_KEYS = ("query_table", "table")


def detect(root: Path) -> str | None:
    """Return the format's name if a folder has ``queries.jsonl`` and labels or tables."""
    folders = ("datalake", "tables", "query")
    fits = (root / QUERIES).is_file() and (
        (root / QRELS).is_file() or any((root / folder).is_dir() for folder in folders)
    )
    return NAME if fits else None


def read(root: Path, truth: Path | None = None) -> BenchmarkSource:
    """Read our own folder form.

    Labels come from ``qrels.tsv`` (or `truth`), else from the ``table_ids`` of the queries, all
    of them positive.
    """
    queries_file = root / QUERIES
    if not queries_file.is_file():
        raise no_truth(root, QUERIES)
    layout = survey(root)
    queries, named = _queries(queries_file)
    qrels_file = truth or root / QRELS
    notes = []
    if qrels_file.is_file():
        labels = [LabelRow(*row) for row in read_qrels_rows(qrels_file)]
        if named:
            notes.append(f"The table_ids of {QUERIES} are not used: {qrels_file.name} has labels.")
    else:
        if any((root / f"{QRELS}{packed}").is_file() for packed in PACKED):
            raise no_truth(root, QRELS)
        qrels_file, labels = queries_file, named
    captions, unknown = _captions(root, layout)
    if unknown:
        notes.append(f"{amount(unknown, 'caption', 'is', 'are')} of tables that are not there.")
    published = Published(
        NAME,
        qrels_file,
        labels,
        queries,
        queries_file,
        ignore=_ignored(root / IGNORE),
        ignore_file=root / IGNORE,
        captions=captions,
        notes=notes,
    )
    return assemble(layout, published)


def _queries(path: Path) -> tuple[list[QueryRow], list[LabelRow]]:
    rows: list[QueryRow] = []
    labels: list[LabelRow] = []
    for line, value in read_objects(path):
        query = require_text(value, ("query_id",), path, line)
        text, table = text_of(value, TEXT_KEYS, path, line), text_of(value, TABLE_KEYS, path, line)
        if text is None and table is None:
            raise MalformedFileError(
                f"A query must have a text (query) or a table (query_table). Got {query!r} with "
                "neither.",
                path,
                line,
            )
        rows.append(
            QueryRow(
                line,
                query,
                table,
                text,
                _mode(value, table, path, line),
                text_of(value, ("category",), path, line),
                _join_column(value, path, line),
            )
        )
        tables = texts_of(value, "table_ids", path, line)
        labels += [LabelRow(line, query, name, 1) for name in tables]
    return rows, labels


def _mode(value: dict[str, Any], table: str | None, path: Path, line: int) -> Mode:
    given = text_of(value, ("mode",), path, line)
    if given is None:
        return Mode.NL if table is None else Mode.UNION
    if given not in set(Mode):
        raise MalformedFileError(
            f"A query's mode must be one of {', '.join(Mode)}. Got {given!r}.", path, line
        )
    return Mode(given)


def _join_column(value: dict[str, Any], path: Path, line: int) -> str | tuple[str, ...] | None:
    given = value.get("join_column")
    if not isinstance(given, list):
        return text_of(value, ("join_column",), path, line)
    texts = [text_of({"join_column": one}, ("join_column",), path, line) for one in given]
    if None in texts:
        raise MalformedFileError(
            f"A 'join_column' must be a text or a list of texts. Got {given!r}.", path, line
        )
    return tuple(filter(None, texts))


def _ignored(path: Path) -> list[LabelRow]:
    if not path.is_file():
        return []
    rows = []
    for place, (line, content) in enumerate(split_lines(read_text(path))):
        cells = fields_of(content, "\t" in content)
        if not place and tuple(cell.casefold() for cell in cells) in _IGNORE_HEADERS:
            continue
        if len(cells) != 2 or not all(cells):  # noqa: PLR2004 - query and table
            raise MalformedFileError(
                f"A pair to ignore must be a query, a tab and a table. Got {content[:60]!r}.",
                path,
                line,
            )
        rows.append(LabelRow(line, cells[0], cells[1], 0))
    return rows


def _captions(root: Path, layout: Layout) -> tuple[dict[str, Caption], int]:
    """Return captions by table id, and how many are of tables that are not there."""
    folders = [*layout.lake_folders, *([layout.query_folder] if layout.query_folder else [])]
    lake = TableNames(layout.tables, layout.lake_folders)
    own = TableNames(layout.query_tables, folders)
    captions: dict[str, Caption] = {}
    unknown = 0
    for file in (root / CAPTIONS, root / METADATA):
        if not file.is_file():
            continue
        rows = _captions_csv(file) if file.suffix == ".csv" else _metadata(file)
        for line, name, caption in rows:
            table = lake.find(name, file, line) or own.find(name, file, line)
            if table is None:
                unknown += 1
            elif caption.title or caption.section:
                captions[table] = caption
    return captions, unknown


def _captions_csv(path: Path) -> list[tuple[int, str, Caption]]:
    rows = csv_rows(read_text(path), path)
    line, header = next(rows, (1, []))
    names = [name.strip().casefold() for name in header]
    title = next((name for name in ("caption", "title") if name in names), None)
    if "table_id" not in names or title is None:
        raise UnknownColumnsError(
            "Captions must have the columns table_id and caption. "
            f"Got {', '.join(header) or 'nothing'}.",
            path,
            line,
        )
    found = []
    for line, row in full_rows(rows, len(header), path):
        name, text = (unmark_formula(row[names.index(key)].strip()) for key in ("table_id", title))
        found.append((line, name, Caption(text)))
    return found


def _metadata(path: Path) -> list[tuple[int, str, Caption]]:
    found = []
    for line, value in read_objects(path):
        name = require_text(value, ("table_id",), path, line)
        title, section, url = (
            text_of(value, (key,), path, line) or "" for key in ("title", "section", "url")
        )
        found.append((line, name, Caption(title, section, url)))
    return found
