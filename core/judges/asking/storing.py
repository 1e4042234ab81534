"""One thread that touches the workspace's file for many requests at once."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence

from core.judges.records.answers import Question, store_answer, store_answers
from core.judges.types import Sent
from core.store import Workspace
from core.store.file_thread import FileThread

_OF_ONE = (sqlite3.IntegrityError, sqlite3.InterfaceError, ValueError)
"""What is wrong with one answer, and not with the disk."""


class AnswerStore(FileThread):
    """Stores answers in the order in which they come, however the run ends: they are paid for.

    Those that come while others are being written are committed together, so that the disk keeps
    up however many come. One that cannot be stored keeps none of the others from it.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("answers")
        self._workspace = workspace
        self._taking = threading.Lock()
        self._waiting: list[tuple[Question, Sent]] = []
        self._next: asyncio.Future[Sequence[Exception | None]] | None = None
        """The write that takes what waits; never none where something does."""

    async def put(self, question: Question, sent: Sent) -> None:
        """Store what came of a question; when this returns it is on disk."""
        with self._taking:
            place = len(self._waiting)
            self._waiting.append((question, sent))
            if self._next is None:
                self._next = self.begin(self._write)
            written = self._next
        wrong = (await asyncio.shield(written))[place]
        if wrong is not None:
            raise wrong

    def _write(self) -> Sequence[Exception | None]:
        """Store all that waits; returns of each what was wrong with it."""
        with self._taking:
            together, self._waiting = self._waiting, []
            self._next = None
        try:
            store_answers(self._workspace, together)
        except _OF_ONE:
            return [self._write_alone(question, sent) for question, sent in together]
        return [None] * len(together)

    def _write_alone(self, question: Question, sent: Sent) -> Exception | None:
        try:
            store_answer(self._workspace, question, sent)
        except _OF_ONE as error:
            return error
        return None
