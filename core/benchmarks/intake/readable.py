"""What of a benchmark's ground truth is left once its tables have been read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from core import lake as lakes
from core.amounts import amount
from core.benchmarks.formats import BenchmarkSource, MissingPair
from core.benchmarks.join_columns import told_unknown
from core.evaluation import Qrels, SelfCandidate
from core.store import Workspace


def readable_in(workspace: Workspace, given: BenchmarkSource, lake_key: int) -> BenchmarkSource:
    """Return what is left of a ground truth by what could be read in the lake of its tables.

    A note tells of columns to join on that the tables have not; their queries stay.
    """
    readable = set(lakes.table_order(workspace, lake_key))
    reasons = {file.path: file.reason for file in lakes.files(workspace, lake_key, True)}
    left = without_unreadable(given, readable, reasons)
    return replace(left, notes=(*left.notes, *told_unknown(workspace, lake_key, left.queries)))


def without_unreadable(
    given: BenchmarkSource, readable: Collection[str], reasons: Mapping[str, str]
) -> BenchmarkSource:
    """Move labels of tables that could not be read to the missing ones, each with the reason.

    Parameters
    ----------
    given
        As it was read; not changed.
    readable
        Ids of the tables that could be read.
    reasons
        Path of a file that could not be read to the reason.

    Returns
    -------
    BenchmarkSource
        Without queries whose table could not be read, also if they have a text besides; its
        `qrels` are none if no label is left.
    """
    if given.qrels is None:
        return given
    kept = tuple(q for q in given.queries if q.table is None or q.table in readable)
    asked = {query.query_id for query in kept}
    table_of = {query.query_id: query.table for query in given.queries}
    rows: list[tuple[str, str, int]] = []
    missing = list(given.missing)
    for query, table, relevance in given.qrels.frame.iter_rows():
        unread = (table_of[query] or "") if query not in asked else table
        if unread in readable:
            rows.append((query, table, relevance))
        else:
            reason = reasons.get(unread, "It holds no table of that name.")
            missing.append(
                MissingPair(query, table, relevance, f"{unread} cannot be read: {reason}")
            )
    truth = Qrels.from_rows(rows, asked, given.qrels.source) if rows else None
    tables = tuple(table for table in given.tables if table in readable)
    notes = _notes(given, asked, truth, len(missing) - len(given.missing))
    return replace(
        given,
        tables=tables,
        queries=kept,
        qrels=truth,
        unasked=(*given.unasked, *(q for q in given.queries if q.query_id not in asked)),
        missing=tuple(missing),
        notes=notes,
    )


def self_candidate(truth: Qrels, own: Mapping[str, str]) -> SelfCandidate:
    """Say what becomes of the queries' own tables among the candidates.

    They are included if most of them are labelled as their queries' positives, as in the published
    pickle of SANTOS, and excluded if not, as for UGEN. (The paper adds each query of LakeBench to
    its own ground truth, of which labels may say nothing; `add_benchmark` can be told so.)

    Parameters
    ----------
    own
        Query to the candidate that is its own table; if there is none, nothing is to be done.

    Examples
    --------
    >>> truth = Qrels.of({"q1": {"q1.csv": 1, "a.csv": 1}, "q2": {"a.csv": 1}})
    >>> self_candidate(truth, {"q1": "q1.csv"}).value
    'included'
    >>> self_candidate(truth, {"q1": "q1.csv", "q2": "q2.csv"}).value
    'excluded'
    """
    if not own:
        return SelfCandidate.AS_GIVEN
    positives = set(truth.positives().select("query", "table").iter_rows())
    labelled = sum(pair in positives for pair in own.items())
    return SelfCandidate.INCLUDED if 2 * labelled > len(own) else SelfCandidate.EXCLUDED


def _notes(
    given: BenchmarkSource, asked: set[str], truth: Qrels | None, moved: int
) -> tuple[str, ...]:
    notes = list(given.notes)
    gone = [query.table for query in given.queries if query.query_id not in asked]
    if gone:
        notes.append(
            f"{len(gone):,} of {len(given.queries):,} query tables cannot be read and are not "
            f"asked, first {gone[0]!r}."
        )
    if moved:
        notes.append(
            f"{amount(moved, 'label', 'is', 'are')} of a table that cannot be read and kept apart."
        )
    if moved and truth is not None and given.qrels is not None:
        before = set(given.qrels.positives()["query"].to_list())
        lost = sorted(before & asked - set(truth.positives()["query"].to_list()))
        if lost:
            notes.append(
                f"{len(lost):,} of {len(asked):,} queries have lost all their positives to tables "
                f"that cannot be read and count as 0, first {lost[0]!r}."
            )
    return tuple(notes)
