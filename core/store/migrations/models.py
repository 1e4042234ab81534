"""Table of the schema that holds what language models answered to questions of ours."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m011_model_answers(db: Database) -> None:
    """Answers of models, paid for once: of conditions in words, and of names written otherwise.

    What judges answer has tables of its own, for a vote points at it for ever.
    """
    run(
        db,
        """
        CREATE TABLE model_answers (
            request_hash TEXT PRIMARY KEY,
            purpose TEXT NOT NULL,
            model TEXT NOT NULL,
            base_url TEXT NOT NULL,
            prompt_version TEXT NOT NULL,
            raw TEXT NOT NULL,
            refusal TEXT NOT NULL,
            cut INTEGER NOT NULL CHECK (cut IN (0, 1)),
            returned_model TEXT NOT NULL,
            input_tokens INTEGER,
            output_tokens INTEGER,
            seconds REAL NOT NULL,
            answered_at TEXT NOT NULL
        ) WITHOUT ROWID;
        """,
    )
