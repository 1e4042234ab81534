"""One thread that touches the workspace's file, so that an event loop never waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

_T = TypeVar("_T")


class FileThread:
    """Carries out what it is given, one after another. To be used with ``with``, by one event loop.

    What it was given it carries out also where whoever waits for it is cancelled, and the end of
    the ``with`` comes after it. That end blocks: what belongs to the block has ended by then, and
    a wait that can be cancelled would leave things behind at the second Ctrl-C.

    Parameters
    ----------
    name
        Of the thread.
    """

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            # Not by joining the thread: one whose join is interrupted (Ctrl-C) counts as ended, and
            # Python exits in the middle of its work (python/cpython#90882).
            self._thread.submit(int).result()
        finally:
            self._thread.shutdown()

    async def do(self, what: Callable[..., _T], *arguments: object) -> _T:
        """Call something in the thread; returns and raises as it does."""
        return await asyncio.shield(self.begin(what, *arguments))

    def begin(self, what: Callable[..., _T], *arguments: object) -> asyncio.Future[_T]:
        """Have something called in the thread; whoever waits for it shields it."""
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._thread, what, *arguments)
