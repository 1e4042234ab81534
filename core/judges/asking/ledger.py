"""What attempts may cost, on disk before they are sent: they are billed however a run ends."""

from __future__ import annotations

import asyncio
import threading

from core.judges.records.places import Place
from core.judges.records.spending import Attempt, Stage, note_attempts
from core.store import Workspace
from core.store.file_thread import FileThread


class Ledger:
    """Notes attempts in the thread that stores answers, in the order in which they are told.

    Those that are told while others are being written are committed together, as answers are.
    """

    def __init__(self, workspace: Workspace, thread: FileThread) -> None:
        self._workspace = workspace
        self._thread = thread
        self._taking = threading.Lock()
        self._waiting: list[Attempt] = []
        self._next: asyncio.Future[None] | None = None
        """The write that takes what waits; never none where something does."""

    async def note(self, stage: Stage, place: Place, most: float) -> None:
        """Note how far an attempt is; when this returns it is on disk."""
        with self._taking:
            self._waiting.append(Attempt(stage, place, most))
            if self._next is None:
                self._next = self._thread.begin(self._write)
            written = self._next
        await asyncio.shield(written)

    def _write(self) -> None:
        with self._taking:
            together, self._waiting = self._waiting, []
            self._next = None
        note_attempts(self._workspace, together)
