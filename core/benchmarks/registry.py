"""The benchmarks of a workspace: find one, read its ground truth, remove it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl

from core import lake as lakes
from core.benchmarks.errors import (
    BenchmarkNotFoundError,
    ReleaseNotFoundError,
    VotesExistError,
)
from core.benchmarks.formats import BenchmarkSource, Caption, MissingPair, Mode, Query, Spelling
from core.benchmarks.types import BASE, BenchmarkInfo
from core.errors import BusyError
from core.evaluation import Qrels, SelfCandidate
from core.judges.records.locks import runs_under_way
from core.labels.settling.releases import graded, labels_of_cases, settled_tables
from core.labels.types import Task
from core.labels.voting.vote_counts import count_votes
from core.lake.reading.discover import is_unicode
from core.store import Workspace
from core.store.folder_lock import only_one
from core.store.sqlite import Database

_BENCHMARKS = """
    SELECT benchmarks.*, lakes.folders,
        (SELECT count(*) FROM benchmark_queries WHERE benchmark_key = benchmarks.key) AS queries,
        (SELECT count(*) FROM missing_labels WHERE benchmark_key = benchmarks.key) AS missing
    FROM benchmarks
    JOIN lakes ON lakes.key = lake_key
"""

_DEPARTED = """
    WITH named AS (
        SELECT table_id FROM labels WHERE release_key =
            (SELECT key FROM releases WHERE benchmark_key = :benchmark AND name = :base)
        UNION ALL SELECT value FROM json_each(:settled)
        UNION ALL SELECT table_id FROM benchmark_queries
            WHERE benchmark_key = :benchmark AND table_id IS NOT NULL
        UNION ALL SELECT table_id FROM captions WHERE benchmark_key = :benchmark
        UNION ALL SELECT table_id FROM ignored_pairs WHERE benchmark_key = :benchmark
    )
    SELECT DISTINCT table_id FROM named WHERE NOT EXISTS
        (SELECT 1 FROM tables WHERE lake_key = :lake AND tables.table_id = named.table_id)
    ORDER BY table_id
"""


def benchmarks(workspace: Workspace) -> list[BenchmarkInfo]:
    """List the benchmarks by name."""
    with workspace.reading() as db:
        return [_info(row) for row in db.query(f"{_BENCHMARKS} ORDER BY benchmarks.name")]


def benchmark(workspace: Workspace, name: str) -> BenchmarkInfo:
    """Find a benchmark.

    Raises
    ------
    BenchmarkNotFoundError
        If there is none of that name; the message lists those there are.
    """
    found = found_benchmark(workspace, name)
    if found is not None:
        return found
    known = [info.name for info in benchmarks(workspace)]
    none = f"There is none yet in the workspace {workspace.root}; add one first."
    there = f"There are: {', '.join(known)}." if known else none
    raise BenchmarkNotFoundError(f"No benchmark is named {name!r}. {there}")


def remove_benchmark(workspace: Workspace, name: str, with_votes: bool = False) -> None:
    """Forget a benchmark with its runs and its lake; its folder is left alone.

    Parameters
    ----------
    with_votes
        Whether to forget people's votes on it and its releases too; nothing brings them back.

    Raises
    ------
    BenchmarkNotFoundError
        If there is none of that name.
    VotesExistError
        If it has votes and `with_votes` is not set.
    BusyError
        If another process adds or removes it, or refreshes its lake, or judges are being asked
        about it: what they answer is paid for.
    """
    found = benchmark(workspace, name)
    folder = workspace.folder("benchmarks", name)
    tables = workspace.folder("tables", str(found.lake_key))
    with only_one(folder, f"The benchmark {name!r}", "changed"):
        with only_one(tables, f"The lake {name!r}", "refreshed"):
            pass  # else its lake could stay behind, as one that is being refreshed is not removed
        with workspace.writing() as db:
            for run in runs_under_way(workspace, db, found.key):
                raise BusyError(
                    "A benchmark is not removed while judges are asked about it. Got "
                    f"{name!r}, whose judge run {run} is under way; cancel it or wait for its end, "
                    "and remove the benchmark then."
                )
            votes = count_votes(db, found.key)
            if votes and not with_votes:
                raise VotesExistError(
                    f"A benchmark with votes is not removed by the way. {name!r} has {votes:,}; "
                    "keep them with `label export`, then say `--with-votes`."
                )
            db.execute("DELETE FROM benchmarks WHERE key = ?", [found.key])
        shutil.rmtree(workspace.root / "runs" / str(found.key), ignore_errors=True)
        lakes.remove_lake(workspace, name)
        shutil.rmtree(folder, ignore_errors=True)


def vote_count(workspace: Workspace, info: BenchmarkInfo) -> int:
    """Count the votes that removing a benchmark forgets, of people and judges."""
    with workspace.reading() as db:
        return count_votes(db, info.key)


def qrels(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> Qrels:
    """Read the ground truth of a release, with the queries that it had when it was made.

    Raises
    ------
    ReleaseNotFoundError
        If the benchmark has none of that name; the message lists those there are.
    """
    with workspace.reading() as db:
        key = _release(db, info, release)["key"]
        rows = db.execute(
            "SELECT query_id, table_id, relevance FROM labels WHERE release_key = ?", [key]
        ).fetchall()
        asked = db.execute(
            "SELECT query_id FROM release_queries WHERE release_key = ?", [key]
        ).fetchall()
    frame = pl.DataFrame(
        [tuple(row) for row in rows],
        schema={"query": pl.String, "table": pl.String, "relevance": pl.Int32},
        orient="row",
    )
    return Qrels(frame, tuple(query for (query,) in asked), source=f"{info.name} {release}")


def relevance(
    workspace: Workspace, info: BenchmarkInfo, query_id: str, table_id: str, release: str = BASE
) -> int | None:
    """Return the label of one pair as `qrels` has it, without the others; none if it has none.

    Raises
    ------
    ReleaseNotFoundError
        As `qrels`.
    """
    sql = "SELECT relevance FROM labels WHERE release_key = ? AND query_id = ? AND table_id = ?"
    with workspace.reading() as db:
        key = _release(db, info, release)["key"]
        found = db.execute(sql, [key, query_id, table_id]).fetchone()
    return None if found is None else int(found[0])


def release_fingerprint(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> str:
    """Return the fingerprint of `qrels` without reading the labels; raises as it."""
    with workspace.reading() as db:
        return str(_release(db, info, release)["fingerprint"])


def release_key(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> int:
    """Return the number of a release, never given twice; raises as `qrels`."""
    with workspace.reading() as db:
        return int(_release(db, info, release)["key"])


def graded_qrels(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> Qrels:
    """Read the ground truth of a release on the scale of votes: 2 is unionable, 1 partly, 0 not.

    The 1 of a published truth that knows only 0 and 1 means unionable and becomes 2; any other
    truth, a release made of votes above all, is as `qrels` gives it. Raises as that.
    """
    with workspace.reading() as db:
        binary = _release(db, info, release)["binary"]
    truth = qrels(workspace, info, release)
    return graded(truth) if binary else truth


def case_grades(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> dict[int, int]:
    """Map the cases that a release labels to their labels as `graded_qrels` has them.

    The other labels are not read, of which there may be a hundred times as many. Raises as `qrels`.
    """
    with workspace.reading() as db:
        found = _release(db, info, release)
        grades = labels_of_cases(db, info.key, found["key"])
    return {case: 2 if found["binary"] and one == 1 else one for case, one in grades.items()}


def labelled_among(
    workspace: Workspace, info: BenchmarkInfo, tables: Collection[str], release: str
) -> frozenset[str]:
    """Return those of some tables that a release labels for any query; raises as `qrels`."""
    sql = """
        SELECT DISTINCT table_id FROM labels
        WHERE release_key = ? AND table_id IN (SELECT value FROM json_each(?))
    """
    with workspace.reading() as db:
        key = _release(db, info, release)["key"]
        return frozenset(table for (table,) in db.execute(sql, [key, json.dumps([*tables])]))


def queries(workspace: Workspace, info: BenchmarkInfo) -> list[Query]:
    """List the queries in the benchmark's order."""
    sql = "SELECT * FROM benchmark_queries WHERE benchmark_key = ? ORDER BY place"
    with workspace.reading() as db:
        return [_query(row) for row in db.query(sql, [info.key])]


def query(workspace: Workspace, info: BenchmarkInfo, query_id: str) -> Query | None:
    """Find one query without reading the others; none if the benchmark has none of that id."""
    sql = "SELECT * FROM benchmark_queries WHERE benchmark_key = ? AND query_id = ?"
    with workspace.reading() as db:
        return next(map(_query, db.query(sql, [info.key, query_id])), None)


def tasks(workspace: Workspace, info: BenchmarkInfo) -> dict[str, Task]:
    """Map the queries, in the benchmark's order, to what a case of each asks."""
    sql = "SELECT query_id, mode FROM benchmark_queries WHERE benchmark_key = ? ORDER BY place"
    with workspace.reading() as db:
        return {query_id: Task(mode) for query_id, mode in db.execute(sql, [info.key])}


def candidate_tables(workspace: Workspace, info: BenchmarkInfo) -> list[str]:
    """List the tables that a benchmark's queries can find, their own ones included."""
    tables = lakes.table_order(workspace, info.lake_key)
    return [table_id for table_id in tables if info.is_candidate(table_id)]


def own_candidates(workspace: Workspace, info: BenchmarkInfo) -> dict[str, str]:
    """Map each query to the candidate that is its own table, where there is one."""
    sql = (
        "SELECT query_id, own_candidate FROM benchmark_queries "
        "WHERE benchmark_key = ? AND own_candidate IS NOT NULL"
    )
    with workspace.reading() as db:
        return dict(tuple(row) for row in db.execute(sql, [info.key]))


def ignored_pairs(workspace: Workspace, info: BenchmarkInfo) -> list[tuple[str, str]]:
    """List the pairs (query, table) to take out of a ranking before it is scored."""
    sql = "SELECT query_id, table_id FROM ignored_pairs WHERE benchmark_key = ?"
    with workspace.reading() as db:
        return [tuple(row) for row in db.execute(sql, [info.key])]


def missing_pairs(workspace: Workspace, info: BenchmarkInfo) -> list[MissingPair]:
    """List the labelled pairs whose tables are not all there, each with the reason."""
    sql = (
        "SELECT query_id, table_name, relevance, reason FROM missing_labels WHERE benchmark_key = ?"
    )
    with workspace.reading() as db:
        return [MissingPair(*row) for row in db.execute(sql, [info.key])]


def unasked_queries(workspace: Workspace, info: BenchmarkInfo) -> list[Query]:
    """List the queries of the ground truth that are not asked, as their table is not there.

    The table is named as published. Their labels are among the missing ones.
    """
    sql = (
        "SELECT *, table_name AS table_id FROM unasked_queries WHERE benchmark_key = ? "
        "ORDER BY place"
    )
    with workspace.reading() as db:
        return [_query(row) for row in db.query(sql, [info.key])]


def captions(workspace: Workspace, info: BenchmarkInfo) -> dict[str, Caption]:
    """Map table ids to what the benchmark says of them besides their cells."""
    sql = "SELECT table_id, title, section, url FROM captions WHERE benchmark_key = ?"
    with workspace.reading() as db:
        return {row[0]: Caption(*row[1:]) for row in db.execute(sql, [info.key])}


def departed_tables(workspace: Workspace, info: BenchmarkInfo) -> list[str]:
    """List the tables that a benchmark names and that have left the lake since, sorted.

    Labels of any release, queries, captions and pairs to ignore name tables. They are kept, and
    are written and read by the names that the tables had.
    """
    with workspace.reading() as db:
        given = {
            "benchmark": info.key,
            "base": BASE,
            "settled": json.dumps(settled_tables(db, info.key)),
            "lake": info.lake_key,
        }
        return [table_id for (table_id,) in db.execute(_DEPARTED, given)]


def source(workspace: Workspace, info: BenchmarkInfo) -> BenchmarkSource:
    """Put a benchmark together as `core.benchmarks.formats.read` gave it, without its notes.

    Tables that have left the lake since are among its tables as long as it names them.
    """
    tables = lakes.table_order(workspace, info.lake_key)
    tables += departed_tables(workspace, info)
    folder = info.query_folder
    return BenchmarkSource(
        name=info.name,
        root=Path(lakes.stamp(workspace, info.name).root),
        format=info.format,
        lake_folders=info.lake_folders,
        query_folder=folder,
        tables=tuple(table for table in tables if info.is_candidate(table)),
        query_tables=tuple(t for t in tables if folder and t.startswith(f"{folder}/")),
        queries=tuple(queries(workspace, info)),
        qrels=qrels(workspace, info),
        ignore=tuple(ignored_pairs(workspace, info)),
        unasked=tuple(unasked_queries(workspace, info)),
        missing=tuple(missing_pairs(workspace, info)),
        captions=captions(workspace, info),
        spelling=info.spelling,
    )


def _release(db: Database, info: BenchmarkInfo, release: str) -> dict[str, Any]:
    sql = "SELECT key, fingerprint, binary FROM releases WHERE benchmark_key = ? AND name = ?"
    found = next(db.query(sql, [info.key, release]), None)
    if found is None:
        sql = "SELECT name FROM releases WHERE benchmark_key = ? ORDER BY key"
        there = ", ".join(name for (name,) in db.execute(sql, [info.key]))
        raise ReleaseNotFoundError(
            f"The benchmark {info.name!r} has no release {release!r}. There are: {there}."
        )
    return found


def _query(row: Mapping[str, Any]) -> Query:
    return Query(
        row["query_id"],
        row["table_id"],
        row["text"],
        Mode(row["mode"]),
        row["category"],
        _join_on(row["join_on"]),
    )


@lru_cache(maxsize=256)  # thousands of queries have the same, most of them none
def _join_on(stored: str) -> tuple[str, ...]:
    return tuple(json.loads(stored))


def found_benchmark(workspace: Workspace, name: str) -> BenchmarkInfo | None:
    """Find a benchmark; None if there is none of that name."""
    if not is_unicode(name):  # which no database takes
        return None
    with workspace.reading() as db:
        rows = list(db.query(f"{_BENCHMARKS} WHERE benchmarks.name = ?", [name]))
    return _info(rows[0]) if rows else None


def _info(row: Mapping[str, Any]) -> BenchmarkInfo:
    folder = row["query_folder"]
    folders = tuple(json.loads(row["folders"]))
    return BenchmarkInfo(
        key=row["key"],
        name=row["name"],
        root=row["root"],
        format=row["format"],
        lake_key=row["lake_key"],
        lake_folders=tuple(name for name in folders if name != folder) or folders,
        query_folder=folder,
        self_candidate=SelfCandidate(row["self_candidate"]),
        spelling=Spelling(row["spelling"]),
        positive_from=row["positive_from"],
        queries=row["queries"],
        positives=row["positives"],
        negatives=row["negatives"],
        missing=row["missing"],
        notes=tuple(json.loads(row["notes"])),
        added_at=row["added_at"],
    )
