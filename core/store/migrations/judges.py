"""Tables of the schema that hold judges, what they are asked and what they answered."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m009_judges(db: Database) -> None:
    """Judge runs, answers that are paid for once, prices and what endpoints can do.

    An answer belongs to its request, not to a run: runs that ask the same share it, and it stays
    when a run or a benchmark is removed. A question that failed has no answer, but a row of its
    own in `judge_failures`, which goes when it is answered.
    """
    run(
        db,
        """
        CREATE TABLE judge_runs (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('vote', 'injection')),
            judges TEXT NOT NULL,
            protocol TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            source TEXT NOT NULL,
            budget REAL,
            state TEXT NOT NULL,
            message TEXT NOT NULL DEFAULT '',
            stop_requested TEXT NOT NULL DEFAULT '' CHECK (stop_requested IN
                ('', 'pause', 'cancel')),
            created_by TEXT NOT NULL,
            created_at TEXT NOT NULL,
            ended_at TEXT
        );
        CREATE INDEX judge_runs_of ON judge_runs (benchmark_key);
        CREATE TABLE judge_run_cases (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            place INTEGER NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            PRIMARY KEY (run_key, place),
            UNIQUE (run_key, case_key)
        ) WITHOUT ROWID;
        CREATE TABLE judge_answers (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            request_hash TEXT NOT NULL UNIQUE,
            voter TEXT NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'unparsable', 'refused')),
            label INTEGER CHECK (label IN (0, 1, 2)),
            verdict TEXT,
            raw TEXT NOT NULL,
            error TEXT NOT NULL,
            prompt_version TEXT NOT NULL,
            model TEXT NOT NULL,
            parameters TEXT NOT NULL,
            structured INTEGER NOT NULL CHECK (structured IN (0, 1)),
            input_tokens INTEGER,
            output_tokens INTEGER,
            seconds REAL NOT NULL,
            cost REAL,
            attempts INTEGER NOT NULL,
            answered_at TEXT NOT NULL,
            CHECK ((outcome = 'ok') = (label IS NOT NULL)),
            CHECK ((outcome = 'ok') = (verdict IS NOT NULL))
        );
        CREATE TABLE judge_asked (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            swapped INTEGER NOT NULL CHECK (swapped IN (0, 1)),
            reused INTEGER NOT NULL CHECK (reused IN (0, 1)),
            answer_key INTEGER NOT NULL REFERENCES judge_answers,
            PRIMARY KEY (run_key, voter, case_key, number, variant)
        ) WITHOUT ROWID;
        CREATE INDEX judge_asked_of ON judge_asked (case_key, voter);
        CREATE TABLE judge_failures (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            swapped INTEGER NOT NULL,
            request_hash TEXT NOT NULL,
            error TEXT NOT NULL,
            prompt_version TEXT NOT NULL,
            parameters TEXT NOT NULL,
            structured INTEGER NOT NULL,
            seconds REAL NOT NULL,
            attempts INTEGER NOT NULL,
            failed_at TEXT NOT NULL,
            PRIMARY KEY (run_key, voter, case_key, number, variant)
        ) WITHOUT ROWID;
        CREATE TABLE judge_prices (
            voter TEXT PRIMARY KEY,
            input REAL NOT NULL CHECK (input >= 0),
            output REAL NOT NULL CHECK (output >= 0),
            noted_by TEXT NOT NULL,
            noted_at TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE judge_endpoints (
            voter TEXT NOT NULL,
            base_url TEXT NOT NULL,
            trait TEXT NOT NULL,
            has INTEGER NOT NULL CHECK (has IN (0, 1)),
            why TEXT NOT NULL,
            noted_at TEXT NOT NULL,
            PRIMARY KEY (voter, base_url, trait)
        ) WITHOUT ROWID;
        """,
    )
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER judge_answers_no_{change.lower()} BEFORE {change} ON judge_answers "
            "BEGIN SELECT RAISE(ABORT, 'An answer of a judge is never changed.'); END"
        )


def m019_questions_asked_again(db: Database) -> None:
    """Answers that were no verdict, and whose question a curator has had asked again.

    `judge_asked` has the answer that counts; an earlier one is moved here, for it was paid for.
    ``round`` is how often the question had been asked again when the answer came.
    """
    run(
        db,
        """
        CREATE TABLE judge_asked_before (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            round INTEGER NOT NULL,
            swapped INTEGER NOT NULL CHECK (swapped IN (0, 1)),
            reused INTEGER NOT NULL CHECK (reused IN (0, 1)),
            answer_key INTEGER NOT NULL REFERENCES judge_answers,
            asked_again_by TEXT NOT NULL,
            asked_again_at TEXT NOT NULL,
            PRIMARY KEY (run_key, voter, case_key, number, variant, round)
        ) WITHOUT ROWID;
        CREATE INDEX judge_asked_before_of ON judge_asked_before (case_key, voter);
        """,
    )


def m023_attempts_without_an_answer(db: Database) -> None:
    """Attempts that were sent and may be billed, but of which no answer was read.

    A row of a question says how many there were and the most that they can have cost; it stays when
    the question is answered.
    """
    run(
        db,
        """
        CREATE TABLE judge_unread (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            cost REAL NOT NULL,
            PRIMARY KEY (run_key, voter, case_key, number, variant)
        ) WITHOUT ROWID;
        """,
    )


def m035_attempts_under_way(db: Database) -> None:
    """Attempts that are about to be sent, or were, and of which nothing is known yet.

    A row says the most that one can cost. It goes with the answer, in one transaction; one that a
    process left behind may have been billed and is charged to the run (`judge_unread`).
    """
    run(
        db,
        """
        CREATE TABLE judge_under_way (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            cost REAL NOT NULL,
            PRIMARY KEY (run_key, voter, case_key, number, variant)
        ) WITHOUT ROWID;
        """,
    )


def m036_cached_input(db: Database) -> None:
    """What input costs that an endpoint has in its cache, and how much of an answer's was.

    Without a price of its own, as before, such input is charged like any other.
    """
    run(
        db,
        """
        ALTER TABLE judge_prices ADD COLUMN cached REAL CHECK (cached >= 0);
        ALTER TABLE judge_answers ADD COLUMN cached_tokens INTEGER;
        """,
    )
