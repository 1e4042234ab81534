"""Things that many wait to see on disk at once, written together: a commit each would be slow."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from core.store.file_thread import FileThread

_Thing = TypeVar("_Thing")
_Said = TypeVar("_Said")


class WrittenTogether(Generic[_Thing, _Said]):
    """Writes things in a thread in the order in which they come, those that come meanwhile at once.

    Parameters
    ----------
    thread
        What calls `write`, one time after another.
    write
        Writes some things, at least one.
    """

    def __init__(self, thread: FileThread, write: Callable[[list[_Thing]], _Said]) -> None:
        self._thread = thread
        self._write = write
        self._taking = threading.Lock()
        self._waiting: list[_Thing] = []
        self._next: asyncio.Future[_Said] | None = None
        """The write that takes what waits; never none where something does."""

    async def put(self, thing: _Thing) -> tuple[_Said, int]:
        """Write a thing; when this returns it is on disk.

        Returns
        -------
        tuple
            What `write` returned, and the place of the thing among those that it was given.
        """
        with self._taking:
            place = len(self._waiting)
            self._waiting.append(thing)
            if self._next is None:
                self._next = self._thread.begin(self._write_what_waits)
            written = self._next
        return await asyncio.shield(written), place

    def _write_what_waits(self) -> _Said:
        with self._taking:
            together, self._waiting = self._waiting, []
            self._next = None
        return self._write(together)
