"""Part of the schema that holds what is told of a benchmark in one line."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m008_headlines(db: Database) -> None:
    """The best run of a benchmark and how many labels are disputed, as last computed."""
    run(
        db,
        """
        CREATE TABLE headlines (
            benchmark_key INTEGER PRIMARY KEY REFERENCES benchmarks ON DELETE CASCADE,
            fingerprint TEXT NOT NULL,
            document TEXT NOT NULL
        );
        """,
    )
