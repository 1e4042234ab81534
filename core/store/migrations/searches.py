"""Table of the schema that holds the searches that people made."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m018_searches(db: Database) -> None:
    """Searches by person; those that are not saved give way to newer ones."""
    run(
        db,
        """
        CREATE TABLE searches (
            owner TEXT NOT NULL,
            address TEXT NOT NULL,
            label TEXT NOT NULL,
            saved INTEGER NOT NULL CHECK (saved IN (0, 1)),
            searched_at TEXT NOT NULL,
            PRIMARY KEY (owner, address)
        ) WITHOUT ROWID;
        """,
    )
