"""One thread that touches the workspace's file for many requests at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from core.judges.records.answers import Question, store_answer, store_answers
from core.judges.types import Sent
from core.store import Workspace
from core.store.file_thread import FileThread
from core.store.written_together import WrittenTogether

_OF_ONE = (sqlite3.IntegrityError, sqlite3.InterfaceError, ValueError, OverflowError)
"""What is wrong with one answer, and not with the disk."""


class AnswerStore(FileThread):
    """Stores answers in the order in which they come, however the run ends: they are paid for.

    Those that come while others are being written are committed together, so that the disk keeps
    up however many come. One that cannot be stored keeps none of the others from it.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("answers")
        self._workspace = workspace
        self._answers = WrittenTogether(self, self._write)

    async def put(self, question: Question, sent: Sent) -> None:
        """Store what came of a question; when this returns it is on disk."""
        wrong, place = await self._answers.put((question, sent))
        if (mine := wrong[place]) is not None:
            raise mine

    def _write(self, together: list[tuple[Question, Sent]]) -> Sequence[Exception | None]:
        """Store answers; returns of each what was wrong with it."""
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
