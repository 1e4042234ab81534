"""Runs as they are stored: listed, read, put in the place of others, removed."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from core import __version__
from core import lake as lakes
from core.benchmarks.errors import BenchmarkNotFoundError, RunExistsError, RunNotFoundError
from core.benchmarks.types import FILE, BenchmarkInfo, QueryFailure, RunInfo
from core.errors import WorkspaceError
from core.evaluation import Run
from core.store import Workspace
from core.store.sqlite import Database
from core.store.whole import new_file


def runs(workspace: Workspace, info: BenchmarkInfo) -> list[RunInfo]:
    """List the stored runs by label."""
    fingerprint = lakes.stamp(workspace, info.name).fingerprint
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
    frame, row = _read(workspace, info, label, partial(pl.read_parquet, glob=False))
    return Run(frame, json.loads(row["unranked"]), label, json.loads(row["parameters"]))


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


def require_free(
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


@dataclass(frozen=True)
class Making:
    """How a run was made, as far as that is known; of an imported one nothing is.

    The fields are those of `RunInfo`; `versions` are of what it was made with besides our own and
    Python's.
    """

    versions: Mapping[str, str] = field(default_factory=dict)
    offline_seconds: float | None = None
    online_seconds: float | None = None
    peak_megabytes: float | None = None
    asked: int | None = None
    failures: tuple[QueryFailure, ...] = ()


NOT_KNOWN = Making()


def store(
    workspace: Workspace,
    info: BenchmarkInfo,
    run: Run,
    depth: int,
    lake_fingerprint: str,
    making: Making = NOT_KNOWN,
    force: bool = False,
) -> RunInfo:
    """Store a run, in the place of the one of its label if that may be replaced.

    Raises
    ------
    RunExistsError
        If a run of that label may not be replaced.
    BenchmarkNotFoundError
        If the benchmark is not there any more.
    """
    folder = workspace.folder("runs", str(info.key))
    file = new_file(folder, ".parquet", run.frame.write_parquet)
    row = {
        "benchmark_key": info.key,
        "method": run.method,
        "parameters": json.dumps(dict(run.parameters)),
        "versions": json.dumps({**making.versions, **_own_versions()}),
        "lake_fingerprint": lake_fingerprint,
        "depth": depth,
        "offline_seconds": making.offline_seconds,
        "online_seconds": making.online_seconds,
        "peak_megabytes": making.peak_megabytes,
        "rankings": file.relative_to(workspace.root).as_posix(),
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "asked": making.asked,
        "unranked": json.dumps(sorted(set(run.queries).difference(run.frame["query"]))),
    }
    try:
        with workspace.writing() as db:
            if not _is_there(db, info):
                raise _removed(info)
            # Again: another may have taken the label while this one was read or made.
            require_free(db, info, run.method, FILE in run.parameters, force)
            sql = "DELETE FROM runs WHERE benchmark_key = ? AND method = ? RETURNING rankings"
            replaced = db.execute(sql, [info.key, run.method]).fetchall()
            key = db.table("runs").insert(row).last_pk
            db.conn.executemany(
                "INSERT INTO failed_queries VALUES (?, ?, ?)",
                [(key, one.query, one.reason) for one in making.failures],
            )
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    for (old,) in replaced:
        (workspace.root / old).unlink(missing_ok=True)
    return next(one for one in runs(workspace, info) if one.method == run.method)


@contextmanager
def told_if_removed(workspace: Workspace, info: BenchmarkInfo) -> Iterator[None]:
    """Say that the benchmark was removed of whatever fails since, as its tables are gone."""
    try:
        yield
    except Exception as error:
        with workspace.reading() as db:
            if _is_there(db, info):
                raise
        raise _removed(info) from error


def _own_versions() -> dict[str, str]:
    return {"soundings": __version__, "python": platform.python_version()}


def _read(
    workspace: Workspace, info: BenchmarkInfo, label: str, read: Callable[[Path], pl.DataFrame]
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Read rankings of a run, and its row; once more if it was just replaced."""
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
    return frame, row


def _row(workspace: Workspace, info: BenchmarkInfo, label: str) -> dict[str, Any]:
    sql = "SELECT key, method, parameters, rankings, unranked FROM runs WHERE benchmark_key = ?"
    with workspace.reading() as db:
        found = {row["method"]: row for row in db.query(sql, [info.key])}
    if label not in found:
        there = f"There are: {', '.join(sorted(found))}." if found else "There is none yet."
        raise RunNotFoundError(f"{info.name!r} has no run {label!r}. {there}")
    return found[label]


def _is_there(db: Database, info: BenchmarkInfo) -> bool:
    return bool(db.execute("SELECT 1 FROM benchmarks WHERE key = ?", [info.key]).fetchone())


def _removed(info: BenchmarkInfo) -> BenchmarkNotFoundError:
    return BenchmarkNotFoundError(
        f"The benchmark {info.name!r} was removed in the meantime; add it again."
    )


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
