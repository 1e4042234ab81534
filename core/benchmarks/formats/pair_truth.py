"""How a ground truth of pairs in CSV is written again: its columns and lines, other labels."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from operator import itemgetter
from pathlib import Path

from core.benchmarks.formats import pair_csv
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.names_written import meant
from core.benchmarks.formats.pair_columns import Columns
from core.benchmarks.formats.pair_lines import Line, PairLines, pair_lines
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.benchmarks.formats.truth_form import Labelled, TruthForm
from core.evaluation.joined_queries import query_id
from core.evaluation.text_lines import in_csv
from core.store.formulas import mark_formula

_USUAL = "groundtruth.csv"


def _labelled(labelled: Labelled) -> bytes:
    return _write(labelled, graded=True)


def _positives(labelled: Labelled) -> bytes:
    return _write(labelled, graded=not labelled.cut)


def _write(labelled: Labelled, graded: bool) -> bytes:
    """Write the columns and lines of the published file, and what these say besides; else our own.

    Lines of pairs that it does not have come last.
    """
    source = labelled.source
    queries = _tables_asked(source)
    columns = {query.query_id: ", ".join(query.join_on) for query in source.queries}
    joins = any(query.mode is Mode.JOIN for query in source.queries)
    own = Columns(
        ("query_table", "data_lake_table" if graded else "candidate_table"), 0, 1, None, None
    )
    file = pair_lines(labelled.published) or PairLines(Path(_USUAL), own)
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
    for query, table, grade in labelled.labels:
        if not graded and not grade:
            continue
        on = mark_formula(columns.get(query, ""))
        pair = (*asked.get(query, (query, "")), meant(lake, table) or table)
        for line in known.get(pair, [None]):
            name = line.query if line and query not in asked else queries.get(query, query)
            first, second = (in_csv(one, Path(labelled.path)) for one in (name, table))
            row = file.row(line, first, second, on, grade)
            rows.append((line.place if line else len(file.lines), row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(file.header)
    writer.writerows(row for _, row in sorted(rows, key=itemgetter(0)))
    return text.getvalue().encode()


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
        table = meant(lake, line.table) or line.table
        query = meant(own, line.query) or meant(lake, line.query)
        keys = [(query, on)] if query else [(line.query, ""), (query_id(line.query, on), "")]
        for key in keys:
            found.setdefault((*key, table), []).append(line)
    return found


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


LABELLED = TruthForm(_USUAL, pair_csv.find_truth, _labelled)
POSITIVES = TruthForm(_USUAL, pair_csv.find_truth, _positives)
