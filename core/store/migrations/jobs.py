"""Tables of the schema that hold jobs."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m002_jobs(db: Database) -> None:
    """Long work that outlives the page that started it."""
    run(
        db,
        """
        CREATE TABLE jobs (
            key INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            arguments TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN
                ('waiting', 'running', 'done', 'failed', 'cancelled')),
            done INTEGER NOT NULL DEFAULT 0,
            total INTEGER NOT NULL DEFAULT 0,
            message TEXT NOT NULL DEFAULT '',
            process INTEGER,
            cancel_requested INTEGER NOT NULL DEFAULT 0,
            created_at TEXT NOT NULL,
            started_at TEXT,
            ended_at TEXT
        );
        CREATE INDEX jobs_by_state ON jobs (state);
        """,
    )


def m005_job_steps(db: Database) -> None:
    """Since when and from where a job's current step goes on, so that time left is of its pace."""
    run(
        db,
        """
        ALTER TABLE jobs ADD COLUMN step_started_at TEXT;
        ALTER TABLE jobs ADD COLUMN step_done INTEGER NOT NULL DEFAULT 0;
        """,
    )


def m026_numbers_of_jobs(db: Database) -> None:
    """A job's number is never given out again, as a page may still show the one that had it.

    Jobs that failed are forgotten, and the next one got the number of the newest of them. What a
    key is cannot be changed in place.
    """
    columns = (
        "key, kind, subject, arguments, state, done, total, message, process, cancel_requested, "
        "created_at, started_at, ended_at, step_started_at, step_done"
    )
    run(
        db,
        f"""
        CREATE TABLE moved_jobs (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            arguments TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN
                ('waiting', 'running', 'done', 'failed', 'cancelled')),
            done INTEGER NOT NULL DEFAULT 0,
            total INTEGER NOT NULL DEFAULT 0,
            message TEXT NOT NULL DEFAULT '',
            process INTEGER,
            cancel_requested INTEGER NOT NULL DEFAULT 0,
            created_at TEXT NOT NULL,
            started_at TEXT,
            ended_at TEXT,
            step_started_at TEXT,
            step_done INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO moved_jobs ({columns}) SELECT {columns} FROM jobs ORDER BY key;
        DROP TABLE jobs;
        ALTER TABLE moved_jobs RENAME TO jobs;
        CREATE INDEX jobs_by_state ON jobs (state);
        """,  # noqa: S608  # ours
    )


def m031_last_notes(db: Database) -> None:
    """When a job last noted how far it is: its pace is of what was done until then."""
    run(db, "ALTER TABLE jobs ADD COLUMN noted_at TEXT;")
