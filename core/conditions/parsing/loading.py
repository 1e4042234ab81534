"""Load what reading words takes, before somebody waits for it."""

from __future__ import annotations

from functools import cache
from threading import Thread

from core.conditions.parsing.parse import parse

_SPECIMEN = "tables about coffee with over 40 rows"
"""Any text that goes through the grammar and through what was learned from wordings."""


@cache
def loading() -> Thread:
    """Begin to load the grammar, its patterns and what was learned; once a process.

    The first text that is read waits for them, for 3 seconds and more.

    Returns
    -------
    threading.Thread
        Join it to wait until all is there.

    Examples
    --------
    >>> loading().join()
    """
    thread = Thread(target=parse, args=(_SPECIMEN,), name="load the reader of conditions")
    thread.start()
    return thread
