"""One thread that touches the workspace's file for many requests at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from core.judges.records.answers import Question, Sent, store_answers
from core.store import Workspace

_T = TypeVar("_T")


class AnswerStore:
    """Stores answers in the order in which they come.

    Those that come while others are being written are committed together, so that the disk keeps
    up however many come. To be used with ``with``, by one event loop.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._thread = ThreadPoolExecutor(1, "answers")
        self._waiting: list[tuple[Question, Sent, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    def __enter__(self) -> AnswerStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()

    async def put(self, question: Question, sent: Sent) -> None:
        """Store what came of a question; when this returns it is on disk."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, sent, stored))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await stored

    async def do(self, what: Callable[..., _T], *arguments: object) -> _T:
        """Call something in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, what, *arguments)

    async def _write(self) -> None:
        while self._waiting:
            together, self._waiting = self._waiting, []
            answers = [(question, sent) for question, sent, _ in together]
            failed: Exception | None = None
            try:
                await self.do(store_answers, self._workspace, answers)
            except Exception as error:  # noqa: BLE001  # it is raised where the answer came
                failed = error
            for _, _, stored in together:
                if stored.cancelled():
                    continue
                if failed is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(failed)
        self._writing = None
