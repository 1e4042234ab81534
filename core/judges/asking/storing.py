"""One thread that touches the workspace's file for many requests at once."""

from __future__ import annotations

import asyncio
import threading

from core.judges.records.answers import Question, store_answers
from core.judges.types import Sent
from core.store import Workspace
from core.store.file_thread import FileThread


class AnswerStore(FileThread):
    """Stores answers in the order in which they come, however the run ends: they are paid for.

    Those that come while others are being written are committed together, so that the disk keeps
    up however many come.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("answers")
        self._workspace = workspace
        self._taking = threading.Lock()
        self._waiting: list[tuple[Question, Sent]] = []
        self._next: asyncio.Future[None] | None = None
        """The write that takes what waits; never none where something does."""

    async def put(self, question: Question, sent: Sent) -> None:
        """Store what came of a question; when this returns it is on disk."""
        with self._taking:
            self._waiting.append((question, sent))
            if self._next is None:
                self._next = self.begin(self._write)
            written = self._next
        await asyncio.shield(written)

    def _write(self) -> None:
        with self._taking:
            together, self._waiting = self._waiting, []
            self._next = None
        store_answers(self._workspace, together)
