"""Pairs of a benchmark to put to the vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from core.amounts import listed
from core.benchmarks import registry
from core.benchmarks.auditing import audit
from core.benchmarks.auditing.audit import Judged
from core.benchmarks.auditing.case_list import CaseFilter, case_frame, narrow_cases
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.curating.voted_pairs import voted_pairs
from core.benchmarks.errors import UnknownPairsError
from core.benchmarks.presence import presence
from core.benchmarks.runs import runs as stored_runs
from core.benchmarks.types import BASE, BenchmarkInfo
from core.errors import UnknownColumnsError
from core.evaluation import CaseKind
from core.labels.types import Origin, Pair
from core.labels.voting.importing import QUERY_COLUMNS, TABLE_COLUMNS
from core.store import Workspace
from core.store.formulas import unmark_formula
from core.store.text_files import column_of, columns_got, csv_rows, full_rows, read_text

_NAMED = 3


def disputed_pairs(
    workspace: Workspace,
    info: BenchmarkInfo,
    runs: Sequence[str],
    k: int,
    kinds: Sequence[CaseKind] = tuple(CaseKind),
    release: str = BASE,
) -> list[Pair]:
    """List what runs and ground truth disagree about, the most disputed first.

    Pairs of which a table is not in the lake and own tables that count as positives are left out,
    as `audit.disputed` does.

    Parameters
    ----------
    runs
        Labels of the runs that must all disagree with the ground truth.
    k
        Cut-off, 1 to 1,000.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError, CutoffError
        As `core.benchmarks.auditing.audit`.
    """
    judged, effects = _judged(workspace, info, runs, k, release)
    cases = audit.disputed(judged, k).cases
    kept = cases.filter(pl.col("kind").is_in([kind.value for kind in kinds]))
    return _pairs(workspace, info, kept.select("query", "table", "kind"), effects)


def narrowed_pairs(
    workspace: Workspace,
    info: BenchmarkInfo,
    runs: Sequence[str],
    k: int,
    wanted: CaseFilter,
) -> list[Pair]:
    """List the disputed pairs that have what is wanted, the most disputed first.

    Raises
    ------
    RunNotFoundError, CutoffError
        As `disputed_pairs`.
    """
    judged, effects = _judged(workspace, info, runs, k, BASE)
    found = audit.disputed(judged, k)
    tables = {query.query_id: query.table for query in registry.queries(workspace, info)}
    settled, _ = voted_pairs(workspace, info)
    frame = case_frame(found, tables).join(
        settled, on=["query", "candidate"], how="left", maintain_order="left"
    )
    kept = narrow_cases(frame, wanted)
    return _pairs(workspace, info, kept.select("query", "candidate", "kind"), effects)


def listed_pairs(workspace: Workspace, info: BenchmarkInfo, path: Path) -> list[Pair]:
    """Read a CSV of pairs, query and table, in the order of the file.

    Raises
    ------
    UnknownColumnsError
        If a column is missing.
    MalformedFileError
        If the header names one of them twice, or a line has other columns than the header.
    UnknownPairsError
        If a name is not the benchmark's, or a table has left its lake.
    AmbiguousQueryError
        If a query is named by a table that several have.
    """
    rows = csv_rows(read_text(path), path)
    line, header = next(rows, (1, []))
    names = [name.strip().casefold() for name in header]
    query = column_of(names, QUERY_COLUMNS, path, line)
    table = column_of(names, TABLE_COLUMNS, path, line)
    if query is None or table is None:
        raise UnknownColumnsError(
            "A file of pairs must have the columns query and table. "
            + columns_got(header, "; rename its columns"),
            path,
            line,
        )
    known, there = PairNames(workspace, info), presence(workspace, info)
    pairs, unknown = [], []
    for line, row in full_rows(rows, len(names), path):
        cells = [unmark_formula(cell.strip()) for cell in row]
        q, t = known.query(cells[query], path, line), known.table(cells[table], path, line)
        if q is None or t is None or not there.has(q, t):
            unknown.append((line, cells[query], cells[table]))
        else:
            pairs.append(Pair(q, t, known.task(q), Origin.UPLOAD))
    if unknown:
        raise unknown_pairs(info, path, unknown)
    return pairs


def unknown_pairs(
    info: BenchmarkInfo, path: Path, unknown: Sequence[tuple[int, str, str]], way_out: str = ""
) -> UnknownPairsError:
    """Return the error of a file with pairs that are not the benchmark's: line, query, table."""
    told = listed([f"line {line}: {q!r} and {t!r}" for line, q, t in unknown], _NAMED, "; ")
    return UnknownPairsError(
        f"{path}: A pair must be a query and a candidate of {info.name!r}. Got {told}; "
        f"nothing was taken{way_out or '; correct the names'}."
    )


def _judged(
    workspace: Workspace, info: BenchmarkInfo, runs: Sequence[str], k: int, release: str
) -> tuple[Judged, dict[tuple[str, str], float]]:
    """Load the chosen runs, and tell the effect of pairs on the order of all stored ones.

    Of those that are not chosen no more is kept than how often each pair is among the first k.
    """
    others = [run.method for run in stored_runs(workspace, info)] if runs else []
    labels = list(dict.fromkeys([*runs, *others]))
    chosen, times = {}, Counter[tuple[str, str]]()
    for one in audit.each_judged(workspace, info, labels, [release]):
        times.update(top_pairs(one.run.frame, k))
        if one.run.method in runs:
            chosen[one.run.method] = one.run
    judged = Judged(info, release, one.qrels, chosen, one.ignored, there=one.there, own=one.own)
    return judged, _effects(times, len(labels))


def _pairs(
    workspace: Workspace,
    info: BenchmarkInfo,
    cases: pl.DataFrame,
    weights: Mapping[tuple[str, str], float],
) -> list[Pair]:
    """Make pairs of rows of a query, a table and the kind of the case."""
    tasks = PairNames(workspace, info)
    return [
        Pair(query, table, tasks.task(query), Origin(kind), weights.get((query, table), 0.0))
        for query, table, kind in cases.iter_rows()
    ]


def _effects(times: Mapping[tuple[str, str], int], runs: int) -> dict[tuple[str, str], float]:
    """Share of the pairs of runs whose difference in P@k a change of the label would change."""
    if runs < 2:  # noqa: PLR2004  # one run has no order
        return {}
    return {p: 2 * m * (runs - m) / (runs * (runs - 1)) for p, m in times.items()}


def top_pairs(frame: pl.DataFrame, k: int) -> set[tuple[str, str]]:
    """Return the query and table of each of a run's first k places."""
    return {(q, t) for q, t in frame.filter(pl.col("rank") <= k).select("query", "table").rows()}
