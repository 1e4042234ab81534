"""nlcTables' form: JSON tables, ``queries-test.txt``, ``qtrels-test.txt``, ``deepjoin.csv``.

So the whole sets are published, with ``datalake-test/`` and ``query-test/``; the example of two
queries has ``qtrel-test.txt``, ``joincol.csv``, ``dataet/`` and ``query/``.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from core.amounts import amount
from core.benchmarks.formats.errors import AmbiguousSourceError, no_truth
from core.benchmarks.formats.folders import survey
from core.benchmarks.formats.json_captions import json_captions
from core.benchmarks.formats.labels import LabelRow, Published, QueryRow, assemble
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.errors import InputError, MalformedFileError
from core.evaluation.qrels_files import read_qrels_rows
from core.store.text_files import csv_rows, read_text, split_lines

NAME = "nlctables"
JOIN_FILES = ("joincol.csv", "deepjoin.csv")
"""The first that is there is read."""
JOIN_COLUMNS = 5
"""Query table, candidate table, query column, candidate column, relevance; maybe with a header."""
_LABELS = re.compile(r"qtrels?-(.+)\.txt")
"""Name of a file of labels, with the split that they are of."""


def detect(root: Path) -> str | None:
    """Return the format's name if a folder has files of queries and labels, else None."""
    fits = any(root.glob("queries-*.txt")) and bool(_labels_files(root))
    return NAME if fits else None


def is_labels(path: Path) -> bool:
    """Whether a file is called as labels are, and is no pairs in CSV and no pickle."""
    named = path.name.startswith(("qtrel-", "qtrels-"))
    return named and path.suffix not in {".csv", ".pkl", ".pickle"}


def read(root: Path, truth: Path | None = None, mode: Mode | None = None) -> BenchmarkSource:
    """Read an nlcTables folder; the test split, or the only one.

    A query has an id, a text and, but for keyword queries, a query table. Captions are taken from
    the JSON tables. Unless `mode` says it, query tables are to be joined where one of
    `JOIN_FILES` stands, and else to be united.
    """
    labels_file = truth or find_labels(root)
    split = _split(labels_file)
    queries_file = root / f"queries-{split}.txt"
    layout = survey(root, split)
    join_file = next((path for name in JOIN_FILES if (path := root / name).is_file()), None)
    asked = mode or (Mode.UNION if join_file is None else Mode.JOIN)
    columns: dict[str, str] = {}
    notes: list[str] = []
    if join_file is not None and asked is Mode.JOIN:
        columns, notes = _join_columns(join_file)
    labels = [LabelRow(*row) for row in read_qrels_rows(labels_file)]
    captions, unread = json_captions(layout)
    if unread:
        notes.append(f"{unread:,} JSON tables could not be read for their captions.")
    queries = _queries(queries_file, asked, columns)
    in_words = all(query.table is None for query in queries)
    if mode is not None and in_words:
        raise InputError(
            f"Whether tables are united or joined is said of query tables. Got {mode.value!r} "
            f"for queries in words, which {queries_file.name} has."
        )
    if mode is None and not in_words:
        notes.append(_mode_note(join_file))
    keyless = sum(1 for query in queries if query.mode is Mode.JOIN and query.join_column is None)
    if keyless:
        where = "" if join_file is None else f" in {join_file.name}"
        notes.append(
            f"{amount(keyless, 'join query', 'has', 'have')} no join column{where}; likely "
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
    found = _labels_files(root)
    if not found:
        raise no_truth(root, "qtrels-test.txt")
    chosen = [path for path in found if _split(path) == "test"] or found
    if len(chosen) > 1:
        raise AmbiguousSourceError(
            f"A benchmark must have one ground truth. Got {chosen[0].name!r} and "
            f"{chosen[1].name!r} in {root}; name the file instead of the folder."
        )
    return chosen[0]


def _labels_files(root: Path) -> list[Path]:
    return sorted(path for path in root.glob("qtrel*.txt") if _LABELS.fullmatch(path.name))


def _split(labels: Path) -> str:
    named = _LABELS.fullmatch(labels.name)
    return named[1] if named else labels.stem


def _mode_note(join_file: Path | None) -> str:
    if join_file is None:
        files = " or ".join(JOIN_FILES)
        return f"Read as queries for unions, as there is no {files}; `--task join` says otherwise."
    return (
        f"Read as queries for joins, as {join_file.name} has the columns of query tables; with "
        "`--task union` they are not looked at."
    )


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


def _join_columns(path: Path) -> tuple[dict[str, str], list[str]]:
    """Return the join column of each query table by its name."""
    columns: dict[str, str] = {}
    differing: set[str] = set()
    for at, (line, row) in enumerate(csv_rows(read_text(path), path)):
        if len(row) != JOIN_COLUMNS:
            raise MalformedFileError(
                "A line must have 5 columns: query table, candidate table, their join columns, "
                f"relevance. Got {len(row)}.",
                path,
                line,
            )
        if at == 0 and not _is_grade(row[-1]):
            continue
        query = PurePosixPath(row[0].strip()).name.removesuffix(".json")
        if columns.setdefault(query, row[2]) != row[2]:
            differing.add(query)
    notes = []
    if differing:
        notes.append(
            f"{amount(len(differing), 'query table', 'has', 'have')} several join columns in "
            f"{path.name}; the first is used."
        )
    return columns, notes


def _is_grade(cell: str) -> bool:
    return re.fullmatch(r"\s*[+-]?[0-9]+(\.[0-9]+)?\s*", cell) is not None
