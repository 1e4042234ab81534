"""Read groups of files in worker processes that may die of what they read."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from importlib.abc import MetaPathFinder
from multiprocessing import get_context
from multiprocessing.connection import Connection

from core.lake.reading.read import read_group, refused
from core.lake.reading.types import Group, ReadFile
from core.monitor import Monitor

_SECONDS_BETWEEN_QUESTIONS = 0.5


def read_groups(
    groups: list[Group], workers: int, monitor: Monitor
) -> Generator[list[ReadFile], None, None]:
    """Read groups in whatever order they are done.

    A file whose reader dies (of a fault in a library, or killed for its memory) is found by
    halving the groups that were in flight, and reported as refused.

    Parameters
    ----------
    workers
        Processes, at most.
    monitor
        Asked while waiting whether to stop; told nothing.

    Raises
    ------
    CancelledError
        If `monitor` says so; the workers are ended at once.
    """
    queue = deque(groups)
    suspects: list[Group] = []
    while queue:
        for one in _map(queue, min(workers, len(queue)), monitor):
            if isinstance(one, Group):
                suspects.append(one)
            else:
                yield one
    if suspects:
        _check_that_workers_start()
    while suspects:
        suspect = suspects.pop()
        for one in _map(deque([suspect]), 1, monitor):
            if not isinstance(one, Group):
                yield one
            elif len(one.files) == 1:
                hint = "Open it with the program that made it and save it again."
                yield [refused(one.files[0], "Reading it crashed the reader.", hint)]
            else:
                half = len(one.files) // 2
                suspects += [
                    replace(one, files=one.files[half:]),
                    replace(one, files=one.files[:half]),
                ]


def _map(queue: deque[Group], workers: int, monitor: Monitor) -> Iterator[list[ReadFile] | Group]:
    """Map `read_group` over a queue; if a process dies, groups in flight come back as they are."""
    running: dict[Future[list[ReadFile]], Group] = {}
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    pool = ProcessPoolExecutor(workers, context, _begin, (theirs,))
    broken = False
    try:
        while running or (queue and not broken):
            while queue and not broken and len(running) < 2 * workers:
                try:
                    with interrupts_held():
                        running[pool.submit(read_group, queue[0])] = queue[0]
                    queue.popleft()
                except BrokenProcessPool:
                    broken = True
            done = wait(running, _SECONDS_BETWEEN_QUESTIONS, FIRST_COMPLETED).done
            if running and not done:
                monitor.raise_if_stopped()
            for future in done:
                one = running.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    broken = True
                    yield one
        pool.shutdown()
    finally:
        ours.close()
        theirs.close()
        pool.shutdown(cancel_futures=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C back for a while; processes that begin meanwhile never hear it.

    A terminal interrupts all processes of a command. Workers are ended by the one that reads their
    results; one that is interrupted itself, perhaps while it loads a library, prints what its
    parent already says.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _NoPandas(MetaPathFinder):
    """Hides pandas, which pyarrow would import in every worker only to ask what is a frame."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError("Readers do without pandas.", name=fullname)


def _begin(parent: Connection) -> None:
    """Prepare this worker."""
    sys.meta_path.insert(0, _NoPandas())
    _die_with(parent)


def _die_with(parent: Connection) -> None:
    """End this worker as soon as the other end is closed: its parent is killed or has cancelled.

    Workers of a `ProcessPoolExecutor` wait for work for ever when their parent is killed.
    """

    def watch() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _check_that_workers_start() -> None:
    """Tell a file that kills its reader from an environment in which no process starts."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        with interrupts_held():
            started = pool.submit(int)
        started.result()
