"""Table of the schema that holds the settings chosen for a workspace."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m010_chosen_settings(db: Database) -> None:
    """Settings that take the place of defaults in this workspace, with who chose them."""
    run(
        db,
        """
        CREATE TABLE chosen_settings (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL,
            chosen_by TEXT NOT NULL,
            chosen_at TEXT NOT NULL
        ) WITHOUT ROWID;
        """,
    )
