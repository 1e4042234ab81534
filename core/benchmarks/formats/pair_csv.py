"""Ground truths in CSV, a pair a line: ALT-Gen/UGEN with labels, LakeBench, SANTOS, TUS without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.amounts import amount
from core.benchmarks.formats.errors import (
    AmbiguousSourceError,
    ContradictingLabelsError,
    no_truth,
)
from core.benchmarks.formats.folders import survey
from core.benchmarks.formats.json_captions import json_captions
from core.benchmarks.formats.labels import (
    LabelRow,
    Published,
    QueryRow,
    assemble,
)
from core.benchmarks.formats.labels_beside import told_labels, told_not_compared, told_pickle
from core.benchmarks.formats.pair_columns import (
    WORDS,
    Columns,
    columns_of,
    no_labels,
    require_no_other_labels,
    unknown_columns,
    unread_notes,
)
from core.benchmarks.formats.query_spelling import one_spelling
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.errors import LocatedError, MalformedFileError
from core.evaluation.errors import BadRelevanceError
from core.evaluation.joined_queries import query_id
from core.evaluation.qrels_files import parse_relevance
from core.store.formulas import unmark_formula
from core.store.text_files import csv_rows, full_rows, read_text, require_one_line

LABELLED = "ugen"
PAIRS = "lakebench"

TRUTH_WORDS = ("groundtruth", "ground_truth", "ground-truth", "benchmark", "labels", "qrels")


def find_truth(root: Path) -> Path | None:
    """Return the CSV of a folder, or of its ``groundtruth`` folder, that holds the pairs.

    Those named like a ground truth come first, ``groundtruth.csv`` before all.

    Raises
    ------
    AmbiguousSourceError
        If several could be it.
    """
    found = _files(root)
    exact = [path for path in found if path.stem.casefold() in TRUTH_WORDS[:2]]
    named = [path for path in found if any(word in path.stem.casefold() for word in TRUTH_WORDS)]
    for chosen in (exact, named, found):
        fitting = [path for path in chosen if columns_of(path) is not None]
        if len(fitting) > 1:
            raise AmbiguousSourceError(
                f"A benchmark must have one ground truth. Got {fitting[0].name!r} and "
                f"{fitting[1].name!r} in {root}; name the file instead of the folder."
            )
        if fitting:
            return fitting[0]
    # A ground truth by its name alone is read, and refused for its columns.
    meant = exact or [path for path in named if "truth" in path.stem.casefold()]
    return meant[0] if meant else None


def _files(root: Path) -> list[Path]:
    folders = (root, root / "groundtruth", root / "ground_truth")
    return sorted(path for folder in folders for path in folder.glob("*.csv"))


def detect(root: Path) -> str | None:
    """Return the format of a folder with a ground-truth CSV, or None."""
    truth = find_truth(root)
    return None if truth is None else kind_of(truth)


def kind_of(truth: Path) -> str:
    """Return the format of a CSV: that with labels too if its columns are not those of pairs."""
    columns = columns_of(truth)
    return LABELLED if columns is None or columns.label is not None else PAIRS


def read_labelled(
    root: Path, truth: Path | None = None, mode: Mode | None = None
) -> BenchmarkSource:
    """Read a folder with a ground-truth CSV that must have labels; else as `read_pairs`.

    Raises
    ------
    UnknownColumnsError
        If it has no label column.
    """
    path, columns = _truth(root, truth)
    if columns.label is None:
        raise no_labels(path, columns)
    return _read(root, truth, path, columns, mode)


def read_pairs(root: Path, truth: Path | None = None, mode: Mode | None = None) -> BenchmarkSource:
    """Read a folder with a ground-truth CSV.

    With a label column (``unionable``, ``label``, ...) the labels are kept as they are, negatives
    too; without one every pair is positive. With a query column there is a query for each column
    that a query table is joined on; if a table has several, their ids name it (`query_id`). Where
    columns of both tables are named and most pairs are listed with several of the query's, as TUS
    aligns them, the lines of a pair are one pair to unite, unless `mode` says to join. If a
    pickle lies beside a labelled CSV, the CSV wins and a note says whether the pickle has the same
    positives, or why it was not compared; so with a further CSV that is called a ground truth.
    Columns that are not read are noted.

    Raises
    ------
    UnknownColumnsError
        If it has no columns of pairs, or no label column and another that looks like one.
    """
    return _read(root, truth, *_truth(root, truth), mode)


def _truth(root: Path, truth: Path | None) -> tuple[Path, Columns]:
    path = truth or find_truth(root)
    if path is None:
        raise no_truth(root, "a ground-truth CSV (groundtruth.csv)")
    columns = columns_of(path)
    if columns is None:
        raise unknown_columns(path)
    return path, columns


def _read(
    root: Path, truth: Path | None, path: Path, columns: Columns, asked: Mode | None
) -> BenchmarkSource:
    layout = survey(root)
    pairs = _pairs(path, columns)
    given = [label for label, _ in pairs]
    alike, spelt = one_spelling(given, layout, path)
    mode, told = _mode(pairs, path, columns, asked)
    joined = [column if mode is Mode.JOIN else None for _, column in pairs]
    rows = list(zip(alike, joined, strict=True))
    if mode is Mode.UNION and columns.query_column is not None:
        rows = _each_once(rows)
    labels, queries, notes = _queries(rows, mode)
    notes = [*told, *notes, *spelt, *unread_notes(path, columns)]
    labelled = columns.label is not None
    if truth is None:
        notes += _told_others(root, path, given)
        notes += told_pickle(root, path, given) if labelled else ()
    kind = LABELLED if labelled else PAIRS
    captions, _ = json_captions(layout)
    published = Published(kind, path, labels, queries, path, captions=captions, notes=notes)
    return assemble(layout, published)


def _mode(
    pairs: Sequence[tuple[LabelRow, str | None]], path: Path, columns: Columns, asked: Mode | None
) -> tuple[Mode, list[str]]:
    """Say what the tables are to be searched for, and where columns leave it open why."""
    if columns.query_column is None:
        return asked or Mode.UNION, []
    if asked is not None:
        return asked, []
    listed: dict[tuple[str, str], set[str | None]] = {}
    for label, column in pairs:
        listed.setdefault((label.query, label.table), set()).add(column)
    aligned = sum(len(on) > 1 for on in listed.values())
    name = columns.names[columns.query_column]
    if columns.candidate_column is not None and 2 * aligned > len(listed):
        return Mode.UNION, [
            f"Read as queries for unions, whose columns {path.name} aligns: {aligned:,} of "
            f"{amount(len(listed), 'pair')} {'is' if len(listed) == 1 else 'are'} listed with "
            "several columns of the query, and each counts once. With `--task join` each column "
            "is a query of its own."
        ]
    return Mode.JOIN, [
        f"Read as queries for joins, as {path.name} has the column {name}; with `--task union` "
        "the columns are not looked at."
    ]


def _each_once(
    rows: Sequence[tuple[LabelRow, str | None]],
) -> list[tuple[LabelRow, str | None]]:
    """Keep the first of the lines that give a pair the same label."""
    first: dict[tuple[str, str, int], tuple[LabelRow, str | None]] = {}
    for label, column in rows:
        first.setdefault((label.query, label.table, label.relevance), (label, column))
    return list(first.values())


def _queries(
    pairs: Sequence[tuple[LabelRow, str | None]], mode: Mode
) -> tuple[list[LabelRow], list[QueryRow], list[str]]:
    """Make a query of each column that a table is joined on, and give the labels its id."""
    first: dict[str, dict[str | None, int | None]] = {}
    for label, column in pairs:
        first.setdefault(label.query, {}).setdefault(column, label.line)
    ids = {
        (table, column): table if column is None or len(on) == 1 else query_id(table, column)
        for table, on in first.items()
        for column in on
    }
    queries = [
        QueryRow(first[table][column], name, table, mode=mode, join_column=column)
        for (table, column), name in ids.items()
    ]
    several = [table for table, on in first.items() if len(on) > 1]
    notes = []
    if several:
        named = query_id(several[0], next(filter(None, first[several[0]])))
        notes.append(
            f"{amount(len(several), 'query table', 'is', 'are')} joined on several columns, each a "
            f"query of its own, named like {named!r}."
        )
    labels = [replace(label, query=ids[label.query, column]) for label, column in pairs]
    return labels, sorted(queries, key=lambda row: row.line or 0), notes


def _pairs(path: Path, columns: Columns) -> list[tuple[LabelRow, str | None]]:
    """Read the pairs, the query as its table is published, each with the query's column."""
    pairs: list[tuple[LabelRow, str | None]] = []
    rows = list(csv_rows(read_text(path), path))[1:]
    for line, row in full_rows(rows, len(columns.names), path):
        query, table = (unmark_formula(row[i].strip()) for i in (columns.query, columns.table))
        if not query or not table:
            raise MalformedFileError("A query and a table must have names.", path, line)
        require_one_line((query, table), path, line)
        relevance = 1
        if columns.label is not None:
            relevance = parse_label(row[columns.label], path, line)
            _require_one_label(columns, row, relevance, path, line)
        column = None
        if columns.query_column is not None:
            column = unmark_formula(row[columns.query_column].strip()) or None
        pairs.append((LabelRow(line, query, table, relevance), column))
    if not pairs:
        raise MalformedFileError("A ground truth must label at least one pair. Got none.", path, 1)
    if columns.label is None:
        require_no_other_labels(path, columns, [row for _, row in rows])
    return pairs


def _require_one_label(
    columns: Columns, row: list[str], relevance: int, path: Path, line: int
) -> None:
    """Raise `ContradictingLabelsError` if a line has another label in a second label column."""
    first = columns.names[columns.label or 0]
    for at in columns.further_labels:
        try:
            other = parse_label(row[at], path, line)
        except BadRelevanceError:
            continue  # no label, whatever its column is called
        if other != relevance:
            raise ContradictingLabelsError(
                f"A pair must have one label. Got {relevance} as {first!r} and {other} as "
                f"{columns.names[at]!r}; take out the column that is not meant.",
                path,
                line,
            )


def parse_label(cell: str, path: Path, line: int) -> int:
    """Return the label of a pair, which may be a word such as ``True`` or ``no``.

    Raises
    ------
    BadRelevanceError
        If it is empty, or neither a label nor a whole number.
    """
    text = WORDS.get(cell.strip().casefold(), cell.strip())
    if not text:
        raise BadRelevanceError("A label must not be empty.", path, line)
    return parse_relevance(text, path, line)


def _told_others(root: Path, used: Path, labels: Sequence[LabelRow]) -> list[str]:
    """Compare further files of pairs that are called ground truths with the one that is used."""
    told = []
    for other in _files(root):
        # One called after labels alone, as UGEN's human_labels.csv, may hold people's votes.
        may_be = other != used and "truth" in other.stem.casefold()
        columns = columns_of(other) if may_be else None
        if columns is None:
            continue
        try:
            theirs = [label for label, _ in _pairs(other, columns)]
        except LocatedError as error:
            told.append(told_not_compared(other, used, error))
        else:
            told.append(told_labels(other, used, theirs, labels))
    return told
