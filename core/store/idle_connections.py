"""Connections that wait for the next operation, for as long as somebody wants them kept."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_lock = threading.Lock()
_keepers: Counter[Path] = Counter()
_idle: dict[Path, list[sqlite3.Connection]] = {}


@contextmanager
def kept(database: Path) -> Iterator[None]:
    """Keep the connections to a database that are given back; close them at the end."""
    with _lock:
        _keepers[database] += 1
    try:
        yield
    finally:
        with _lock:
            _keepers[database] -= 1
            over = [] if _keepers[database] else _idle.pop(database, [])
        for connection in over:
            connection.close()


def take(database: Path) -> sqlite3.Connection | None:
    """Take a connection that nobody uses; none if there is none."""
    with _lock:
        waiting = _idle.get(database)
        return waiting.pop() if waiting else None


def give(database: Path, connection: sqlite3.Connection) -> None:
    """Give a connection back that is in no transaction: kept or closed."""
    with _lock:
        keep = _keepers[database] > 0
        if keep:
            _idle.setdefault(database, []).append(connection)
    if not keep:
        connection.close()
