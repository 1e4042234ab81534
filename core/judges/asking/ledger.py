"""What attempts may cost, on disk before they are sent: they are billed however a run ends."""

from __future__ import annotations

from functools import partial

from core.judges.records.places import Place
from core.judges.records.spending import Attempt, Stage, note_attempts
from core.store import Workspace
from core.store.file_thread import FileThread
from core.store.written_together import WrittenTogether


class Ledger:
    """Notes attempts in the thread that stores answers, in the order in which they are told."""

    def __init__(self, workspace: Workspace, thread: FileThread) -> None:
        self._attempts = WrittenTogether(thread, partial(note_attempts, workspace))

    async def note(self, stage: Stage, place: Place, most: float) -> None:
        """Note how far an attempt is; when this returns it is on disk."""
        await self._attempts.put(Attempt(stage, place, most))
