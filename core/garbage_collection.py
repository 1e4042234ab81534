"""Pause Python's search for reference cycles while very many objects are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cycles_uncollected() -> Iterator[None]:
    """Pause the cyclic garbage collector.

    Cells are strings in lists in tuples: they have no cycles, but the collector visits them all
    again and again, which takes a quarter of the time of reading a lake of small files, and a
    third of that of reading a condition, whose derivations all live until one is chosen.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
