"""One process at a time asks a judge, so that no request is sent by two."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from core.errors import BusyError
from core.judges.judge import Judge
from core.store import Workspace
from core.store.file_lock import is_held, take_lock
from core.store.sqlite import Database

_SECONDS_OF_A_LOOK = 0.2
"""`is_under_way` holds a lock for a moment, to see whether it is free."""


@contextmanager
def only_asker(workspace: Workspace, run_key: int, judges: Sequence[Judge]) -> Iterator[None]:
    """Hold the locks of a run and of its judges; the kernel lets go however the process ends.

    Raises
    ------
    BusyError
        If another process holds one.
    """
    names = [(_of_run(run_key), f"The judge run {run_key} is under way")]
    for judge in sorted(judges, key=lambda judge: (judge.voter, judge.base_url)):
        digest = hashlib.sha256(f"{judge.voter}\n{judge.base_url}".encode()).hexdigest()[:32]
        names.append((f"judge-{digest}", f"The judge {judge.voter} is being asked"))
    with ExitStack() as held:
        for name, told in names:
            file = held.enter_context(_path(workspace, name).open("w"))
            if not take_lock(file, _SECONDS_OF_A_LOOK):
                raise BusyError(f"{told} in another process; wait until it is done.")
        yield


def is_under_way(workspace: Workspace, run_key: int) -> bool:
    """Whether a process holds the lock of a run."""
    return is_held(_path(workspace, _of_run(run_key)))


def runs_under_way(workspace: Workspace, db: Database, benchmark_key: int) -> list[int]:
    """Return the keys of a benchmark's runs that a process is carrying out, ascending.

    Where it is asked in a transaction that writes, a run that begins afterwards finds what that has
    written: it takes its lock first, and then notes that it is running.
    """
    sql = "SELECT key FROM judge_runs WHERE benchmark_key = ? ORDER BY key"
    keys = [key for (key,) in db.execute(sql, [benchmark_key])]
    return [key for key in keys if is_under_way(workspace, key)]


def _of_run(run_key: int) -> str:
    return f"run-{run_key}"


def _path(workspace: Workspace, name: str) -> Path:
    return workspace.folder("judges") / f"{name}.lock"
