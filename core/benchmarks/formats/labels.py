"""From published labels to queries, qrels and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.amounts import amount
from core.benchmarks.formats.errors import (
    ContradictingLabelsError,
    DuplicateQueryError,
    UnknownQueryError,
)
from core.benchmarks.formats.folders import Layout
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.source import (
    BenchmarkSource,
    Caption,
    InlineTables,
    MissingPair,
    Mode,
    Query,
)
from core.benchmarks.formats.spelling import guess_spelling
from core.evaluation import Qrels
from core.evaluation.errors import NoPositivesError


@dataclass(frozen=True)
class LabelRow:
    """One label as published: names, not yet tables."""

    line: int | None
    query: str
    table: str
    relevance: int


@dataclass(frozen=True)
class QueryRow:
    """One query as published."""

    line: int | None
    query_id: str
    table: str | None = None
    text: str | None = None
    mode: Mode = Mode.UNION
    category: str | None = None
    join_column: str | tuple[str, ...] | None = None
    """Column to join on; several are one key."""


@dataclass(frozen=True)
class Published:
    """What the files of a benchmark say, before names are looked up."""

    format: str
    truth: Path
    """File of the labels."""
    labels: Sequence[LabelRow]
    queries: Sequence[QueryRow]
    queries_file: Path
    ignore: Sequence[LabelRow] = ()
    ignore_file: Path | None = None
    captions: Mapping[str, Caption] | None = None
    notes: Sequence[str] = ()
    inline: InlineTables | None = None


def queries_of_labels(labels: Iterable[LabelRow], mode: Mode = Mode.UNION) -> list[QueryRow]:
    """Return the queries that labels name, each id being the published name of its table."""
    first: dict[str, QueryRow] = {}
    for label in labels:
        first.setdefault(
            label.query, QueryRow(label.line, label.query, table=label.query, mode=mode)
        )
    return list(first.values())


def assemble(layout: Layout, published: Published) -> BenchmarkSource:
    """Look every name up and put the benchmark together.

    A label whose query or candidate has no file goes to ``missing`` with the reason. A label that
    repeats another is counted once and noted.

    Raises
    ------
    DuplicateQueryError, UnknownQueryError, ContradictingLabelsError, AmbiguousNameError
        If queries or labels contradict each other; with file and line.
    NoPositivesError
        If a query has no label, or none has a positive one; with file and line.
    """
    lake = TableNames(layout.tables, layout.lake_folders)
    own = TableNames(layout.query_tables, [layout.query_folder] if layout.query_folder else [])
    rows = _unique(published)
    positive = _positive(rows, published)
    queries, unasked = _queries(rows, published, lake, own)
    kept = {query.query_id for query in queries}
    gone = {query.query_id: query.table or "" for query in unasked}
    pairs, missing, repeated = _pairs(published, kept, gone, lake, own)
    notes = [*layout.notes, *published.notes]
    if repeated:
        once = ("repeats an earlier one and counts", "repeat an earlier one and count")
        notes.append(f"{amount(repeated, 'label', *once)} once.")
    notes += _missing_notes(gone, missing, pairs, kept)
    notes += _counted_as_0(pairs, kept, positive)
    ignore, unknown = _ignored(published, kept, lake, pairs)
    if unknown:
        notes.append(
            f"{amount(len(unknown), 'pair')} to ignore "
            f"{'names' if len(unknown) == 1 else 'name'} a query or table that is not there, "
            f"first line {unknown[0]}."
        )
    return BenchmarkSource(
        name=layout.root.resolve().name,
        root=layout.root,
        format=published.format,
        lake_folders=layout.lake_folders,
        query_folder=layout.query_folder,
        tables=layout.tables,
        query_tables=layout.query_tables,
        queries=tuple(queries),
        qrels=_qrels(pairs, kept, published),
        ignore=ignore,
        unasked=tuple(unasked),
        missing=tuple(missing),
        captions=dict(published.captions or {}),
        spelling=guess_spelling(
            ((row.table, table) for (_, table), row in pairs.items()), layout.lake_folders
        ),
        notes=tuple(notes),
        inline=published.inline,
    )


def _unique(published: Published) -> dict[str, QueryRow]:
    rows: dict[str, QueryRow] = {}
    for row in published.queries:
        if row.query_id in rows:
            before = rows[row.query_id].line
            raise DuplicateQueryError(
                f"A query's id must be its own. Got {row.query_id!r} again"
                + (f", after line {before}." if before else "."),
                published.queries_file,
                row.line,
            )
        rows[row.query_id] = row
    for label in published.labels:
        if label.query not in rows:
            raise UnknownQueryError(
                f"A label must be of a query in {published.queries_file.name}. "
                f"Got {label.query!r}.",
                published.truth,
                label.line,
            )
    return rows


def _positive(rows: Mapping[str, QueryRow], published: Published) -> set[str]:
    """Return the queries with a positive label, tables there or not."""
    labelled = {label.query for label in published.labels}
    for row in rows.values():
        if row.query_id not in labelled:
            raise NoPositivesError(
                "Every query must have a label, or no run can score on it. Got none for query "
                f"{row.query_id!r}; add one or take the query out.",
                published.queries_file,
                row.line,
            )
    positive = {label.query for label in published.labels if label.relevance > 0}
    if rows and not positive:
        raise NoPositivesError(
            "A ground truth must have a positive label, or no run can score on it. Got none.",
            published.queries_file,
            next(iter(rows.values())).line,
        )
    return positive


def _queries(
    rows: Mapping[str, QueryRow], published: Published, lake: TableNames, own: TableNames
) -> tuple[list[Query], list[Query]]:
    """Return the queries that can be asked, and the others with the table that is not there."""
    queries: list[Query] = []
    unasked: list[Query] = []
    for row in rows.values():
        key = _key(row.join_column)
        query = Query(row.query_id, row.table, row.text, row.mode, row.category, key)
        if row.table is not None:
            place = published.queries_file, row.line
            table = own.find(row.table, *place) or lake.find(row.table, *place)
            if table is None:
                unasked.append(query)
                continue
            query = replace(query, table=table)
        queries.append(query)
    return queries, unasked


def _key(columns: str | tuple[str, ...] | None) -> tuple[str, ...]:
    if columns is None:
        return ()
    return (columns,) if isinstance(columns, str) else columns


def _pairs(
    published: Published,
    kept: set[str],
    gone: Mapping[str, str],
    lake: TableNames,
    own: TableNames,
) -> tuple[dict[tuple[str, str], LabelRow], list[MissingPair], int]:
    pairs: dict[tuple[str, str], LabelRow] = {}
    absent: dict[tuple[str, str], LabelRow] = {}
    missing: list[MissingPair] = []
    repeated = 0
    for label in published.labels:
        table = lake.find(label.table, published.truth, label.line)
        known = pairs if table and label.query in kept else absent
        key = (label.query, table or label.table)
        if key in known:
            check_alike(known[key], label, published.truth)
            repeated += 1
            continue
        known[key] = label
        if known is pairs:
            continue
        reasons = []
        if label.query not in kept:
            near = own.near(gone[label.query]) or lake.near(gone[label.query])
            reasons.append(f"the query table {gone[label.query]!r} {_absent(near)}")
        if table is None:
            asked = own.find(label.table)
            where = (
                "is a query table, not in the lake" if asked else _absent(lake.near(label.table))
            )
            reasons.append(f"the candidate {label.table!r} {where}")
        missing.append(
            MissingPair(
                label.query, label.table, label.relevance, " and ".join(reasons), label.line
            )
        )
    return pairs, missing, repeated


def _absent(near: str | None) -> str:
    return "is not there" if near is None else f"is not there, but {near!r} is"


def check_alike(first: LabelRow, again: LabelRow, truth: Path) -> None:
    """Raise `ContradictingLabelsError` if two labels of one pair differ; names both lines."""
    if first.relevance != again.relevance:
        before = f" on line {first.line}" if first.line else " before"
        raise ContradictingLabelsError(
            f"A pair must have one label. Got {again.relevance} for query {again.query!r} and "
            f"table {again.table!r}, and {first.relevance}{before}.",
            truth,
            again.line,
        )


def _missing_notes(
    gone: Mapping[str, str],
    missing: Sequence[MissingPair],
    pairs: Mapping[tuple[str, str], LabelRow],
    kept: set[str],
) -> list[str]:
    notes = []
    if gone:
        are = ("is not there and is not", "are not there and are not")
        notes.append(
            f"{len(gone):,} of {amount(len(gone) + len(kept), 'query table')} "
            f"{are[len(gone) > 1]} asked, first {next(iter(gone.values()))!r}."
        )
    if missing:
        names = ("lacks a table and is", "lack a table and are")
        notes.append(
            f"{len(missing):,} of {amount(len(missing) + len(pairs), 'label')} "
            f"{names[len(missing) > 1]} kept apart, first {missing[0].query!r} and "
            f"{missing[0].table!r}: {missing[0].reason}."
        )
    return notes


def _counted_as_0(
    pairs: Mapping[tuple[str, str], LabelRow], kept: set[str], positive: set[str]
) -> list[str]:
    left = {query for (query, _), label in pairs.items() if label.relevance > 0}
    behind = "positives to missing tables"
    lost = f"has lost all its {behind}", f"have lost all their {behind}"
    never = "has no positive label", "have no positive label"
    return [
        f"{len(without):,} of {amount(len(kept), 'query')} {reason[len(without) > 1]} and "
        f"{'counts' if len(without) == 1 else 'count'} as 0, first {without[0]!r}."
        for reason, without in (
            (lost, sorted((kept & positive) - left)),
            (never, sorted(kept - positive)),
        )
        if without
    ]


def _ignored(
    published: Published,
    kept: set[str],
    lake: TableNames,
    pairs: Mapping[tuple[str, str], LabelRow],
) -> tuple[tuple[tuple[str, str], ...], list[int | None]]:
    """Return the pairs to ignore, and the lines of those whose names are not there."""
    found: set[tuple[str, str]] = set()
    unknown = []
    for row in published.ignore:
        table = lake.find(row.table, published.ignore_file, row.line)
        if table is None or row.query not in kept:
            unknown.append(row.line)
        elif (row.query, table) in pairs:
            raise ContradictingLabelsError(
                f"A pair must be labelled or ignored, not both. Got query {row.query!r} and table "
                f"{row.table!r}, which {published.truth.name} labels.",
                published.ignore_file,
                row.line,
            )
        else:
            found.add((row.query, table))
    return tuple(sorted(found)), unknown


def _qrels(
    pairs: Mapping[tuple[str, str], LabelRow], kept: set[str], published: Published
) -> Qrels | None:
    if not kept:
        return None
    rows = [(query, table, label.relevance) for (query, table), label in pairs.items()]
    return Qrels.from_rows(rows, queries=kept, source=published.truth.name)
