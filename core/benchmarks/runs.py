"""Runs of a benchmark: made here, brought from elsewhere, stored, given out."""

from __future__ import annotations

import json
import platform
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from core import __version__
from core import lake as lakes
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.answering import answered, rank_queries, require_tables
from core.benchmarks.errors import BenchmarkNotFoundError, RunExistsError, RunNotFoundError
from core.benchmarks.formats import resolve_run, written_names
from core.benchmarks.methods import Subject, method
from core.benchmarks.treatment import treatment
from core.benchmarks.types import BEST, FILE, BenchmarkInfo, QueryFailure, RunInfo
from core.errors import InputError, WorkspaceError
from core.evaluation import Run, read_run_with_notes, write_run
from core.evaluation.run import check_k
from core.lake.stored.containers import write_atomically
from core.settings import Settings
from core.store import Workspace
from core.store.sqlite import Database

DEPTH = 100
"""Candidates of each query that a run stores unless told otherwise."""


def run_method(
    workspace: Workspace,
    info: BenchmarkInfo,
    name: str,
    settings: Settings,
    depth: int = DEPTH,
    progress: lakes.Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> RunInfo:
    """Rank the benchmark's candidates for each query that the method answers and store the run.

    A run that the same method made is replaced. Offline time is that of making what the method
    needs of the benchmark's lake (vectors, an index), as measured when it was made (reading the
    files is not in it); online time is that of answering all queries one after another, that
    being at hand. Queries that the method fails on are stored with the reason
    (`RunInfo.failures`), without a ranking.

    Parameters
    ----------
    name
        See `core.benchmarks.methods.method`.
    depth
        Candidates a query, 1 to 1,000.

    Raises
    ------
    UnknownMethodError
        If there is no such method.
    CutoffError
        If `depth` is out of range.
    RunExistsError
        If a run of that label was imported.
    BenchmarkNotFoundError
        If the benchmark is removed meanwhile.
    NoAnswersError
        If the method fails on queries and ranks nothing for the others.
    InputError
        If the method answers no query of the benchmark, or a query's table is not in the lake any
        more.
    CancelledError
        If `should_stop` says so; nothing is stored.
    BusyError
        If the lake is refreshed meanwhile, or its last refresh has not ended.
    """
    check_k(depth)
    lakes.require_whole(workspace, lakes.lake(workspace, info.name))
    how = method(name, settings)
    queries = answered(how, info, registry.queries(workspace, info))
    with workspace.reading() as db:
        _require_free(db, info, how.label, imported=False)
    there = set(lakes.table_order(workspace, info.lake_key))
    require_tables(info, there, queries)
    with _told_if_removed(workspace, info):
        prepared = how.prepare(Subject(workspace, info, settings), progress, should_stop)
        own = registry.own_candidates(workspace, info)
        own = {query: table for query, table in own.items() if table in there}
        began = time.perf_counter()
        rankings, failures = rank_queries(
            prepared, info, how.label, queries, own, depth, progress, should_stop
        )
        seconds = time.perf_counter() - began
    run = Run.of(rankings, how.label, {**prepared.parameters, "depth": depth})
    return _store(
        workspace,
        info,
        run,
        depth=depth,
        lake_fingerprint=prepared.lake_fingerprint,
        versions={**prepared.versions, **_versions()},
        offline_seconds=prepared.offline_seconds,
        online_seconds=seconds,
        peak_megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        asked=len(queries),
        failures=failures,
    )


def import_run(
    workspace: Workspace, info: BenchmarkInfo, path: Path, label: str, force: bool = False
) -> tuple[RunInfo, tuple[str, ...]]:
    """Store another system's rankings as a run.

    Parameters
    ----------
    path
        TREC run, CSV, or JSON ``{query: [candidates]}``.
    label
        What the run is to be called.
    force
        Whether to replace a run of that label.

    Returns
    -------
    run, notes
        The stored run, and a sentence on each thing that is not of the benchmark or was not read.

    Raises
    ------
    RunExistsError
        If there is a run of that label and `force` is not set.
    InputError
        If the file is faulty; names file and line. If no run can be called so.
    """
    if not label.strip() or "," in label or not label.isprintable():
        raise InputError(
            f"A run's label is a text without commas, tabs and line ends. Got {label!r}."
        )
    if label == BEST:
        raise InputError(f"{BEST} is the best possible ranking. Got it as a label; choose another.")
    with workspace.reading() as db:
        _require_free(db, info, label, imported=True, force=force)
    given, unread = read_run_with_notes(path, method=label)
    resolved = resolve_run(registry.source(workspace, info), given)
    notes = list(unread)
    notes += [
        f"Not in the benchmark: {len(unknown):,} {one if len(unknown) == 1 else several} of the "
        f"run, such as {unknown[0]!r}."
        for one, several, unknown in (
            ("query", "queries", resolved.unknown_queries),
            ("candidate", "candidates", resolved.unknown_tables),
        )
        if unknown
    ]
    if shared := resolved.shared_tables:
        notes.append(
            f"{amount(len(shared), 'query', 'of the run names', 'of the run name')} a table that "
            f"several queries have, such as {shared[0]!r}; name the query, or say its column in "
            "query_column."
        )
    if resolved.respelled:
        one, other = resolved.respelled[0]
        notes.append(
            f"{amount(len(resolved.respelled), 'query', 'is', 'are')} named in two ways "
            f"({one!r} and {other!r}): the candidates of both are one ranking, by their scores."
        )
    if resolved.rank_themselves:
        notes.append(
            f"{amount(resolved.rank_themselves, 'query', 'ranks its', 'rank their')} own table, "
            "which is no candidate here: it keeps its place and counts as wrong. Take own tables "
            "out of the file and import it again."
        )
    left = treatment(workspace, info).run(resolved.run).frame["query"]
    if not set(left.unique()) - set(resolved.unknown_queries):
        notes.append(
            "Nothing is left of the run to score: it ranks only queries' own tables or pairs to "
            "ignore, which are left out. Its scores are 0."
        )
    depth = int(resolved.run.frame["rank"].to_numpy().max())
    stored = _store(
        workspace,
        info,
        replace(resolved.run, parameters={FILE: path.name}),
        depth=depth,
        lake_fingerprint=lakes.lake(workspace, info.name).fingerprint,
        force=force,
    )
    return stored, tuple(notes)


def export_run(workspace: Workspace, info: BenchmarkInfo, label: str, path: Path) -> None:
    """Write a run with the benchmark's own table names: TREC (tabs), or CSV or JSON by ending.

    Raises
    ------
    RunNotFoundError
        If there is none of that label.
    """
    run = load_run(workspace, info, label)
    write_run(run, path, names=written_names(registry.source(workspace, info)))


def runs(workspace: Workspace, info: BenchmarkInfo) -> list[RunInfo]:
    """List the stored runs by label."""
    fingerprint = lakes.lake(workspace, info.name).fingerprint
    sql = "SELECT * FROM runs WHERE benchmark_key = ? ORDER BY method"
    failed = (
        "SELECT run_key, query_id, reason FROM failed_queries JOIN runs ON runs.key = run_key "
        "WHERE benchmark_key = ? ORDER BY run_key, query_id"
    )
    failures: dict[int, list[QueryFailure]] = {}
    with workspace.reading() as db:
        for key, query_id, reason in db.execute(failed, [info.key]):
            failures.setdefault(key, []).append(QueryFailure(query_id, reason))
        stored = list(db.query(sql, [info.key]))
    return [_info(row, fingerprint, failures.get(row["key"], ())) for row in stored]


def stored_labels(workspace: Workspace, info: BenchmarkInfo, labels: Iterable[str]) -> list[str]:
    """Return the labels that runs are stored by, of labels that may lack the encoder.

    ``columns`` is the run ``columns:sbert-vc`` if there is no other of that method; imported runs
    have no encoder. What fits no run, or several, is returned as it is.
    """
    every = runs(workspace, info)
    known = {run.method for run in every}
    made = [run.method for run in every if not run.imported]

    def stored(label: str) -> str:
        alike = [one for one in made if one.startswith(f"{label}:")]
        return alike[0] if label not in known and len(alike) == 1 else label

    return [stored(label) for label in labels]


def load_run(workspace: Workspace, info: BenchmarkInfo, label: str) -> Run:
    """Read a stored run.

    Raises
    ------
    RunNotFoundError
        If there is none of that label; the message lists those there are.
    """
    frame, parameters = _read(workspace, info, label, pl.read_parquet)
    return Run(frame, (), label, parameters)


def load_ranking(
    workspace: Workspace, info: BenchmarkInfo, label: str, query_id: str
) -> pl.DataFrame:
    """Read what a stored run ranks for one query, and nothing of the others.

    Returns
    -------
    DataFrame
        The rows of `Run.frame` that are of the query, best first; none if it is not answered.

    Raises
    ------
    RunNotFoundError
        If there is none of that label.
    """

    def read(path: Path) -> pl.DataFrame:
        of_query = pl.scan_parquet(path, glob=False).filter(pl.col("query") == query_id)
        return of_query.sort("rank").collect()

    return _read(workspace, info, label, read)[0]


def _read(
    workspace: Workspace, info: BenchmarkInfo, label: str, read: Callable[[Path], pl.DataFrame]
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Read rankings and the parameters of a run; once more if it was just replaced."""
    for last in (False, True):
        row = _row(workspace, info, label)
        try:
            frame = read(workspace.root / row["rankings"])
        except FileNotFoundError as error:
            if last:
                raise WorkspaceError(
                    f"The rankings of {label!r} must be in the workspace. {row['rankings']} is "
                    f"not there; run the method again or import the run with --force."
                ) from error
            continue  # replaced since its row was read
        break
    return frame, json.loads(row["parameters"])


def remove_run(workspace: Workspace, info: BenchmarkInfo, label: str) -> None:
    """Forget a stored run.

    Raises
    ------
    RunNotFoundError
        If there is none of that label.
    """
    row = _row(workspace, info, label)
    with workspace.writing() as db:
        db.execute("DELETE FROM runs WHERE key = ?", [row["key"]])
    (workspace.root / row["rankings"]).unlink(missing_ok=True)


def _row(workspace: Workspace, info: BenchmarkInfo, label: str) -> dict[str, Any]:
    sql = "SELECT key, method, parameters, rankings FROM runs WHERE benchmark_key = ?"
    with workspace.reading() as db:
        found = {row["method"]: row for row in db.query(sql, [info.key])}
    if label not in found:
        there = f"There are: {', '.join(sorted(found))}." if found else "There is none yet."
        raise RunNotFoundError(f"{info.name!r} has no run {label!r}. {there}")
    return found[label]


def _require_free(
    db: Database, info: BenchmarkInfo, label: str, imported: bool, force: bool = False
) -> None:
    """Raise `RunExistsError` if a run may not take the label.

    One that is imported takes a label that a run has only by force, and one that is made here takes
    no imported run's.
    """
    sql = "SELECT parameters FROM runs WHERE benchmark_key = ? AND method = ?"
    known = next(db.query(sql, [info.key, label]), None)
    if known is None or force:
        return
    if imported:
        raise RunExistsError(
            f"A label names one run. {info.name!r} has a run {label!r} already; choose another "
            "label or replace it with --force."
        )
    file = json.loads(known["parameters"]).get(FILE)
    if file is not None:
        raise RunExistsError(
            f"A label names one run. {info.name!r} has a run {label!r} imported from {file}; "
            "remove that one, or import it under another label."
        )


def _store(
    workspace: Workspace,
    info: BenchmarkInfo,
    run: Run,
    depth: int,
    lake_fingerprint: str,
    versions: Mapping[str, str] | None = None,
    offline_seconds: float | None = None,
    online_seconds: float | None = None,
    peak_megabytes: float | None = None,
    asked: int | None = None,
    failures: Sequence[QueryFailure] = (),
    force: bool = False,
) -> RunInfo:
    """Store a run, in the place of the one of its label if that may be replaced."""
    folder = workspace.folder("runs", str(info.key))
    file = write_atomically(folder, ".parquet", run.frame.write_parquet)
    row = {
        "benchmark_key": info.key,
        "method": run.method,
        "parameters": json.dumps(dict(run.parameters)),
        "versions": json.dumps(dict(versions if versions is not None else _versions())),
        "lake_fingerprint": lake_fingerprint,
        "depth": depth,
        "offline_seconds": offline_seconds,
        "online_seconds": online_seconds,
        "peak_megabytes": peak_megabytes,
        "rankings": file.relative_to(workspace.root).as_posix(),
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "asked": asked,
    }
    try:
        with workspace.writing() as db:
            if not _is_there(db, info):
                raise _removed(info)
            # Again: another may have taken the label while this one was read or made.
            _require_free(db, info, run.method, FILE in run.parameters, force)
            sql = "DELETE FROM runs WHERE benchmark_key = ? AND method = ? RETURNING rankings"
            replaced = db.execute(sql, [info.key, run.method]).fetchall()
            key = db.table("runs").insert(row).last_pk
            db.conn.executemany(
                "INSERT INTO failed_queries VALUES (?, ?, ?)",
                [(key, one.query, one.reason) for one in failures],
            )
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    for (old,) in replaced:
        (workspace.root / old).unlink(missing_ok=True)
    return next(one for one in runs(workspace, info) if one.method == run.method)


@contextmanager
def _told_if_removed(workspace: Workspace, info: BenchmarkInfo) -> Iterator[None]:
    """Say that the benchmark was removed of whatever fails since, as its tables are gone."""
    try:
        yield
    except Exception as error:
        with workspace.reading() as db:
            if _is_there(db, info):
                raise
        raise _removed(info) from error


def _is_there(db: Database, info: BenchmarkInfo) -> bool:
    return bool(db.execute("SELECT 1 FROM benchmarks WHERE key = ?", [info.key]).fetchone())


def _removed(info: BenchmarkInfo) -> BenchmarkNotFoundError:
    return BenchmarkNotFoundError(
        f"The benchmark {info.name!r} was removed in the meantime; add it again."
    )


def _versions() -> dict[str, str]:
    return {"soundings": __version__, "python": platform.python_version()}


def _info(row: Mapping[str, Any], fingerprint: str, failures: Iterable[QueryFailure]) -> RunInfo:
    return RunInfo(
        key=row["key"],
        method=row["method"],
        parameters=json.loads(row["parameters"]),
        versions=json.loads(row["versions"]),
        offline_seconds=row["offline_seconds"],
        online_seconds=row["online_seconds"],
        peak_megabytes=row["peak_megabytes"],
        depth=row["depth"],
        created_at=row["created_at"],
        stale=row["lake_fingerprint"] != fingerprint,
        asked=row["asked"],
        failures=tuple(failures),
    )
