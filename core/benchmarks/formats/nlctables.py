"""The published nlcTables form: JSON tables, queries-test.txt, qtrel-test.txt, joincol.csv."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

from core.amounts import amount
from core.benchmarks.formats.errors import AmbiguousSourceError, no_truth
from core.benchmarks.formats.folders import Layout, survey
from core.benchmarks.formats.labels import LabelRow, Published, QueryRow, assemble
from core.benchmarks.formats.source import BenchmarkSource, Caption, Mode
from core.errors import MalformedFileError
from core.evaluation.qrels_files import read_qrels_rows
from core.store.text_files import csv_rows, read_text, require_unicode, split_lines

NAME = "nlctables"
JOIN_FILE = "joincol.csv"
JOIN_COLUMNS = 5
"""Query table, candidate table, query column, candidate column, relevance; without a header."""


def detect(root: Path) -> str | None:
    """Return the format's name if a folder has ``queries-*.txt`` and ``qtrel-*.txt``, else None."""
    fits = any(root.glob("queries-*.txt")) and any(root.glob("qtrel-*.txt"))
    return NAME if fits else None


def is_labels(path: Path) -> bool:
    """Whether a file is called as labels are, and is no pairs in CSV and no pickle."""
    return path.name.startswith("qtrel-") and path.suffix not in {".csv", ".pkl", ".pickle"}


def read(root: Path, truth: Path | None = None) -> BenchmarkSource:
    """Read an nlcTables folder; the test split, or the only one.

    A query has an id, a text and, but for keyword queries, a query table. Captions are taken from
    the JSON tables, each of which is parsed whole for it; the lake, which keeps cells and no
    captions, parses it again. Where ``joincol.csv`` stands, queries with a table are join queries.
    """
    labels_file = truth or find_labels(root)
    split = labels_file.stem.removeprefix("qtrel-")
    queries_file = root / f"queries-{split}.txt"
    layout = survey(root)
    columns, notes = _join_columns(root)
    mode = Mode.JOIN if columns is not None else Mode.UNION
    labels = [LabelRow(*row) for row in read_qrels_rows(labels_file)]
    captions, unread = _captions(layout)
    if unread:
        notes.append(f"{unread:,} JSON tables could not be read for their captions.")
    queries = _queries(queries_file, mode, columns or {})
    keyless = sum(1 for query in queries if query.mode is Mode.JOIN and query.join_column is None)
    if keyless:
        notes.append(
            f"{amount(keyless, 'join query', 'has', 'have')} no join column in {JOIN_FILE}; likely "
            "keys are tried."
        )
    published = Published(
        NAME,
        labels_file,
        labels,
        queries,
        queries_file,
        captions=captions,
        notes=notes,
    )
    return assemble(layout, published)


def find_labels(root: Path) -> Path:
    """Return the file of labels: the test split's, or the only one.

    Raises
    ------
    UnknownFormatError
        If there is none.
    AmbiguousSourceError
        If there are several and none is the test split's.
    """
    found = sorted(root.glob("qtrel-*.txt"))
    if not found:
        raise no_truth(root, "qtrel-test.txt")
    test = [path for path in found if path.name == "qtrel-test.txt"]
    if not test and len(found) > 1:
        raise AmbiguousSourceError(
            f"A benchmark must have one ground truth. Got {found[0].name!r} and "
            f"{found[1].name!r} in {root}; name the file instead of the folder."
        )
    return (test or found)[0]


def _queries(path: Path, mode: Mode, columns: dict[str, str]) -> list[QueryRow]:
    rows = []
    for line, content in split_lines(read_text(path)):
        cells = [cell.strip() for cell in content.split("\t")]
        if len(cells) not in {2, 3} or not cells[0] or not cells[1]:
            raise MalformedFileError(
                "A query must have an id, a text and maybe a query table, between tabs. "
                f"Got {len(cells)} columns.",
                path,
                line,
            )
        table = cells[2] if len(cells) == 3 and cells[2] else None  # noqa: PLR2004 - columns
        column = columns.get(PurePosixPath(table).name.removesuffix(".json")) if table else None
        rows.append(
            QueryRow(line, cells[0], table, cells[1], mode if table else Mode.NL, None, column)
        )
    return rows


def _join_columns(root: Path) -> tuple[dict[str, str] | None, list[str]]:
    """Return the join column of each query table by its name; None without ``joincol.csv``."""
    path = root / JOIN_FILE
    if not path.is_file():
        return None, []
    columns: dict[str, str] = {}
    differing: set[str] = set()
    for line, row in csv_rows(read_text(path), path):
        if len(row) != JOIN_COLUMNS:
            raise MalformedFileError(
                "A line must have 5 columns: query table, candidate table, their join columns, "
                f"relevance. Got {len(row)}.",
                path,
                line,
            )
        query = PurePosixPath(row[0].strip()).name.removesuffix(".json")
        if columns.setdefault(query, row[2]) != row[2]:
            differing.add(query)
    notes = []
    if differing:
        notes.append(
            f"{amount(len(differing), 'query table', 'has', 'have')} several join columns in "
            f"{JOIN_FILE}; the first is used."
        )
    return columns, notes


def _captions(layout: Layout) -> tuple[dict[str, Caption], int]:
    captions: dict[str, Caption] = {}
    unread = 0
    for table in (*layout.tables, *layout.query_tables):
        if not table.endswith(".json"):
            continue
        path = layout.root / table
        try:
            content = json.loads(path.read_bytes())
            if not isinstance(content, dict):
                unread += 1
                continue
            title = content.get("caption") or content.get("pgTitle")
            section = content.get("secondTitle") or ""
            require_unicode((title, section), path)
        except (OSError, ValueError, RecursionError, MalformedFileError):
            unread += 1
            continue
        if isinstance(title, str) and title.strip():
            captions[table] = Caption(title.strip(), section if isinstance(section, str) else "")
    return captions, unread
