"""Files of tests, as old as the files of a real data lake."""

from __future__ import annotations

import os
import time
from pathlib import Path

_AGE_NS = 3_600 * 10**9


def write_old(path: Path, content: str | bytes) -> None:
    """Write a file, and its folders, as if an hour ago.

    A file younger than the clock's tick is read again by the next refresh, since it may have
    changed again under the same time; a test that counts what is read must not depend on it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    make_old(path)


def make_old(path: Path) -> None:
    """Let a file have been changed an hour ago; a later call gives a later time."""
    then = time.time_ns() - _AGE_NS
    os.utime(path, ns=(then, then))
