"""Measure, print and keep: what every benchmark shares."""

from __future__ import annotations

import json
import os
import platform
import resource
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

RESULTS = Path(__file__).parent / "results"


@dataclass
class Cost:
    """Wall and CPU seconds, children included, and the peak memory of the process tree."""

    wall: float = 0.0
    cpu: float = 0.0
    peak_megabytes: float = 0.0


@contextmanager
def measured() -> Iterator[Cost]:
    """Measure what runs inside, worker processes included once they have ended."""
    cost = Cost()
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(cost, done), daemon=True)
    watcher.start()
    wall, cpu = time.perf_counter(), _cpu()
    try:
        yield cost
    finally:
        cost.wall, cost.cpu = time.perf_counter() - wall, _cpu() - cpu
        done.set()
        watcher.join()


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _watch(cost: Cost, done: threading.Event) -> None:
    me = psutil.Process()
    # Looking costs CPU itself, some milliseconds a time.
    while not done.wait(0.25):
        total = 0
        for process in [me, *me.children(recursive=True)]:
            try:
                total += process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        cost.peak_megabytes = max(cost.peak_megabytes, total / 2**20)


def shared(*names: str) -> Path:
    """Find a folder of the shared data: below SOUNDINGS_SHARED, or ``../shared``.

    Raises
    ------
    FileNotFoundError
        If it is not there.
    """
    root = Path(os.environ.get("SOUNDINGS_SHARED") or Path(__file__).parents[2] / "shared")
    path = root.joinpath(*names)
    if not path.exists():
        raise FileNotFoundError(f"{'/'.join(names)} is not there; set SOUNDINGS_SHARED.")
    return path


def keep(name: str, rows: list[dict[str, object]]) -> None:
    """Print rows as a table and write them with the machine they were measured on."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    cells = [[_told(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    print(f"\n{name}")
    for line in [columns, *cells]:
        print("  " + "  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip())
    RESULTS.mkdir(exist_ok=True)
    document = {
        "benchmark": name,
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"cpus": os.cpu_count(), "python": platform.python_version()},
        "rows": rows,
    }
    (RESULTS / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n")


def _told(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,.3f}" if isinstance(value, float) else str(value)


Benchmark = Callable[[Path], None]
"""Runs in a process of its own with an empty folder to work in."""
