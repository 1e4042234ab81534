"""Write a ground truth in the form that a benchmark publishes it in, to be put in its place.

Labels keep their grades, so that `read` gives the same ones back. Programs of others know only 0
and 1, or positives alone: `positive_from` cuts the grades for them.
"""

from __future__ import annotations

import csv
import io
import json
import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path

from core.benchmarks.formats import nlctables, own_form, pair_csv, pickles, target, trec
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.names_written import means, written_names
from core.benchmarks.formats.pair_columns import Columns
from core.benchmarks.formats.pair_lines import Line, PairLines, pair_lines
from core.benchmarks.formats.published_order import published_pairs
from core.benchmarks.formats.source import OF_LAKE, BenchmarkSource, Mode
from core.errors import InputError
from core.evaluation.errors import UnwritableNameError
from core.evaluation.joined_queries import query_id
from core.evaluation.text_lines import check_names, in_csv
from core.store.formulas import mark_formula

Label = tuple[str, str, int]
"""Query id, table as it is published, relevance."""

_PROTOCOL = 4
"""Of pickles: the published ones are read by Python 3.4 and later."""


@dataclass(frozen=True)
class TruthFile:
    """A file of labels, and where it stands in the benchmark's folder."""

    path: str
    content: bytes


def truth_file(
    source: BenchmarkSource, published: Path, *, positive_from: int | None = None
) -> TruthFile:
    """Write the labels of a benchmark as it publishes them, those of a lake as our own form does.

    Labels of missing tables are among them, so that they are missed again. Labels stand in the
    order of the published file, those of pairs that it does not have behind them, by query and
    table.

    Parameters
    ----------
    source
        With the labels to write.
    published
        Folder that the benchmark was read from: its file names are kept.
    positive_from
        Write 1 for this relevance or more and 0 for less, and where a form knows positives alone
        only those; the grades as they are if none.

    Raises
    ------
    UnwritableNameError
        If a name cannot be written so that it is read again.
    InputError
        If the form needs the published files (TARGET's, whose labels stand with its queries) and
        they are not there.
    """
    labels = _in_published_order(source, published, list(_labels(source)))
    if positive_from is not None:
        labels = [(query, table, int(grade >= positive_from)) for query, table, grade in labels]
    return _WRITERS[source.format](source, published, labels, positive_from is not None)


def _labels(source: BenchmarkSource) -> Iterable[Label]:
    names, written = TableNames(source.tables, source.lake_folders), written_names(source)
    for query, table, grade in () if source.qrels is None else source.qrels.frame.iter_rows():
        name = written.get(table, table)
        if not means(names, name, table):
            raise UnwritableNameError(
                f"A table's name must be read again as it is written. Got {table!r}; rename the "
                "file."
            )
        yield query, name, grade
    for pair in source.missing:
        yield pair.query, pair.table, pair.relevance


def _in_published_order(
    source: BenchmarkSource, published: Path, labels: list[Label]
) -> list[Label]:
    lake = TableNames(source.tables, source.lake_folders)
    places: dict[tuple[str, str], int] = {}
    for query, table in published_pairs(source.format, published):
        places.setdefault((query, _found(lake, table) or table), len(places))
    if not places:
        return labels
    last = len(places)
    return sorted(
        labels, key=lambda label: places.get((label[0], _found(lake, label[1]) or label[1]), last)
    )


def _pairs_csv(
    source: BenchmarkSource, published: Path, labels: Sequence[Label], cut: bool
) -> TruthFile:
    """Write the columns and lines of the published file, and what these say besides; else our own.

    Lines of pairs that it does not have come last.
    """
    graded = source.format == pair_csv.LABELLED or not cut
    queries = _tables_asked(source)
    columns = {query.query_id: ", ".join(query.join_on) for query in source.queries}
    joins = any(query.mode is Mode.JOIN for query in source.queries)
    own = Columns(
        ("query_table", "data_lake_table" if graded else "candidate_table"), 0, 1, None, None
    )
    file = pair_lines(published) or PairLines(Path("groundtruth.csv"), own)
    file = replace(
        file,
        column="query_column" if joins and file.columns.query_column is None else "",
        label=("joinable" if joins else "unionable")
        if graded and file.columns.label is None
        else "",
    )
    known = _lines_of_pairs(source, file, joins)
    lake = TableNames(source.tables, source.lake_folders)
    asked = {
        query.query_id: (query.table or "", columns[query.query_id]) for query in source.queries
    }
    rows: list[tuple[int, list[str]]] = []
    path = _place(published, pair_csv.find_truth, "groundtruth.csv")
    for query, table, grade in labels:
        if not graded and not grade:
            continue
        on = mark_formula(columns.get(query, ""))
        pair = (*asked.get(query, (query, "")), _found(lake, table) or table)
        for line in known.get(pair, [None]):
            name = line.query if line and query not in asked else queries.get(query, query)
            first, second = (in_csv(one, Path(path)) for one in (name, table))
            row = file.row(line, first, second, on, grade)
            rows.append((line.place if line else len(file.lines), row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(file.header)
    writer.writerows(row for _, row in sorted(rows, key=itemgetter(0)))
    return TruthFile(path, text.getvalue().encode())


def _lines_of_pairs(
    source: BenchmarkSource, file: PairLines, joins: bool
) -> dict[tuple[str, str, str], list[Line | None]]:
    """Return the published lines by the query's table, its column if it joins, and the candidate.

    A query whose table is missing is known by its id alone, with or without its column.
    """
    own = TableNames(source.query_tables, [source.query_folder] if source.query_folder else [])
    lake = TableNames(source.tables, source.lake_folders)
    found: dict[tuple[str, str, str], list[Line | None]] = {}
    for line in file.lines:
        on = line.column if joins else ""
        table = _found(lake, line.table) or line.table
        query = _found(own, line.query) or _found(lake, line.query)
        keys = [(query, on)] if query else [(line.query, ""), (query_id(line.query, on), "")]
        for key in keys:
            found.setdefault((*key, table), []).append(line)
    return found


def _found(names: TableNames, name: str) -> str | None:
    try:
        return names.find(name)
    except InputError:  # it fits several files
        return None


def _tables_asked(source: BenchmarkSource) -> dict[str, str]:
    """Return the published name of each query's table, which most queries are called by."""
    own = TableNames(source.query_tables, [source.query_folder] if source.query_folder else [])
    lake = TableNames(source.tables, source.lake_folders)
    found = {}
    for query in source.queries:
        name = query.query_id
        if query.join_on and (own.find(name) or lake.find(name)) != query.table:
            name = name.removesuffix(query_id("", ", ".join(query.join_on)))
        found[query.query_id] = name
    return found


def _pickle(
    source: BenchmarkSource, published: Path, labels: Sequence[Label], cut: bool
) -> TruthFile:
    graded: dict[str, dict[str, int]] = {}
    for query, table, grade in labels:
        graded.setdefault(query, {})[table] = grade
    content: dict[str, dict[str, int]] | dict[str, list[str]] = graded
    if cut:
        positive = {q: [t for t, grade in tables.items() if grade] for q, tables in graded.items()}
        content = {query: tables for query, tables in positive.items() if tables}
    path = _place(published, pickles.find_pickle, "benchmark.pkl")
    return TruthFile(path, pickle.dumps(content, protocol=_PROTOCOL))


def _trec(
    source: BenchmarkSource, published: Path, labels: Sequence[Label], cut: bool
) -> TruthFile:
    path = _place(published, trec.find_qrels, "qrels.txt")
    return TruthFile(path, _lines(path, labels, "\t0\t"))


def _nlctables(
    source: BenchmarkSource, published: Path, labels: Sequence[Label], cut: bool
) -> TruthFile:
    path = _place(published, nlctables.find_labels, "qtrel-test.txt")
    return TruthFile(path, _lines(path, labels, "\t0\t"))


def _own(source: BenchmarkSource, published: Path, labels: Sequence[Label], cut: bool) -> TruthFile:
    return TruthFile(own_form.QRELS, _lines(own_form.QRELS, labels, "\t"))


def _lines(path: str, labels: Sequence[Label], between: str) -> bytes:
    check_names([name for label in labels for name in label[:2]], Path(path))
    return "".join(f"{query}{between}{table}\t{grade}\n" for query, table, grade in labels).encode()


def _target(
    source: BenchmarkSource, published: Path, labels: Sequence[Label], cut: bool
) -> TruthFile:
    """Write the queries with their tables; grades stand beside, where they are not all 1."""
    ids = {path: key for key, path in target.published_ids(published).items()}
    names = TableNames(source.tables, source.lake_folders)
    labelled: dict[str, list[tuple[str, int]]] = {}
    for query, name, grade in labels:
        if grade or not cut:
            labelled.setdefault(query, []).append((names.find(name) or name, grade))
    lines = []
    texts = {query.query_id: query.text for query in source.queries}
    for query, graded in labelled.items():
        if query not in texts:
            continue
        database = next((ids[table][0] for table, _ in graded if table in ids), "")
        entry: dict[str, object] = {"query_id": query, "query": texts[query]}
        entry |= {"database_id": database} if database else {}
        # A table of another database is named by its file: an entry has one database.
        inside = [ids.get(table, ("", "")) for table, _ in graded]
        entry["table_id"] = [
            name if of == database and name else table
            for (table, _), (of, name) in zip(graded, inside, strict=True)
        ]
        if not cut:
            entry["relevance"] = [grade for _, grade in graded]
        lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    path = _place(published, target.find_queries, "queries.jsonl")
    return TruthFile(path, "".join(lines).encode())


def _place(published: Path, find: Callable[[Path], Path | None], usual: str) -> str:
    """Return where the labels stand in the published folder, or the usual place."""
    try:
        found = find(published)
    except InputError:  # several, or it is gone
        return usual
    return found.relative_to(published).as_posix() if found else usual


_WRITERS: dict[str, Callable[[BenchmarkSource, Path, Sequence[Label], bool], TruthFile]] = {
    own_form.NAME: _own,
    OF_LAKE: _own,
    nlctables.NAME: _nlctables,
    target.NAME: _target,
    pair_csv.LABELLED: _pairs_csv,
    pair_csv.PAIRS: _pairs_csv,
    pickles.NAME: _pickle,
    trec.NAME: _trec,
}
