"""Part of the schema that holds what voters were shown."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m007_showings(db: Database) -> None:
    """What voters were shown, and whether a queue's voters are told how far they agree."""
    run(
        db,
        """
        CREATE TABLE showings (
            hash TEXT PRIMARY KEY,
            document TEXT NOT NULL
        ) WITHOUT ROWID;
        ALTER TABLE queues ADD COLUMN tells_agreement INTEGER NOT NULL DEFAULT 0;
        """,
    )
