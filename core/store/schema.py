"""The schema of `soundings.db`, one migration a change; a migration is never edited once landed."""

from __future__ import annotations

from core.store.sqlite import Database, Migrations

migrations = Migrations("soundings")


@migrations()
def m001_lakes(db: Database) -> None:
    """Data lakes, their files, tables and columns."""
    _run(
        db,
        """
        CREATE TABLE lakes (
            key INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            root TEXT NOT NULL,
            added_at TEXT NOT NULL,
            refreshed_at TEXT NOT NULL DEFAULT '',
            fingerprint TEXT NOT NULL DEFAULT ''
        );
        CREATE TABLE files (
            lake_key INTEGER NOT NULL REFERENCES lakes ON DELETE CASCADE,
            path TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            reader_version TEXT NOT NULL,
            content_hash TEXT NOT NULL,
            tables INTEGER NOT NULL,
            reason TEXT NOT NULL,
            hint TEXT NOT NULL,
            encoding TEXT NOT NULL,
            delimiter TEXT NOT NULL,
            rows_read INTEGER NOT NULL,
            rows_padded INTEGER NOT NULL,
            rows_cut INTEGER NOT NULL,
            rows_refused INTEGER NOT NULL,
            notes TEXT NOT NULL,
            PRIMARY KEY (lake_key, path)
        ) WITHOUT ROWID;
        CREATE TABLE tables (
            key INTEGER PRIMARY KEY,
            lake_key INTEGER NOT NULL,
            path TEXT NOT NULL,
            table_id TEXT NOT NULL,
            rows INTEGER NOT NULL,
            columns INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            content_hash TEXT NOT NULL,
            missing_share REAL NOT NULL,
            types TEXT NOT NULL,
            container TEXT NOT NULL,
            first_row INTEGER,
            FOREIGN KEY (lake_key, path) REFERENCES files ON DELETE CASCADE,
            UNIQUE (lake_key, table_id)
        );
        CREATE INDEX tables_by_file ON tables (lake_key, path);
        CREATE TABLE columns (
            table_key INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            label TEXT NOT NULL,
            data_type TEXT NOT NULL,
            filled INTEGER NOT NULL,
            missing INTEGER NOT NULL,
            distinct_values INTEGER NOT NULL,
            details TEXT NOT NULL,
            PRIMARY KEY (table_key, position)
        ) WITHOUT ROWID;
        """,
    )


@migrations()
def m002_jobs(db: Database) -> None:
    """Long work that outlives the page that started it."""
    _run(
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


@migrations()
def m003_counters(db: Database) -> None:
    """Keys that are never given twice, so that one held too long finds nothing, not another."""
    _run(
        db,
        """
        CREATE TABLE counters (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO counters SELECT 'lakes', coalesce(max(key), 0) FROM lakes;
        INSERT INTO counters SELECT 'tables', coalesce(max(key), 0) FROM tables;
        """,
    )


@migrations()
def m004_benchmarks(db: Database) -> None:
    """Benchmarks with their ground truths, and the runs of methods on them."""
    _run(
        db,
        """
        ALTER TABLE lakes ADD COLUMN folders TEXT NOT NULL DEFAULT '[]';
        CREATE TABLE benchmarks (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            lake_key INTEGER NOT NULL REFERENCES lakes,
            root TEXT NOT NULL,
            format TEXT NOT NULL,
            query_folder TEXT,
            self_candidate TEXT NOT NULL,
            spelling TEXT NOT NULL,
            positive_from INTEGER NOT NULL,
            notes TEXT NOT NULL,
            added_at TEXT NOT NULL
        );
        CREATE TABLE benchmark_queries (
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            place INTEGER NOT NULL,
            table_id TEXT,
            text TEXT,
            mode TEXT NOT NULL,
            category TEXT,
            join_column TEXT,
            own_candidate TEXT,
            PRIMARY KEY (benchmark_key, query_id)
        ) WITHOUT ROWID;
        CREATE TABLE releases (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            name TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            created_at TEXT NOT NULL,
            UNIQUE (benchmark_key, name)
        );
        CREATE TABLE labels (
            release_key INTEGER NOT NULL REFERENCES releases ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            table_id TEXT NOT NULL,
            relevance INTEGER NOT NULL,
            PRIMARY KEY (release_key, query_id, table_id)
        ) WITHOUT ROWID;
        CREATE TABLE missing_labels (
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            table_name TEXT NOT NULL,
            relevance INTEGER NOT NULL,
            reason TEXT NOT NULL
        );
        CREATE INDEX missing_labels_of ON missing_labels (benchmark_key);
        CREATE TABLE ignored_pairs (
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            table_id TEXT NOT NULL,
            PRIMARY KEY (benchmark_key, query_id, table_id)
        ) WITHOUT ROWID;
        CREATE TABLE captions (
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            table_id TEXT NOT NULL,
            title TEXT NOT NULL,
            section TEXT NOT NULL,
            url TEXT NOT NULL,
            PRIMARY KEY (benchmark_key, table_id)
        ) WITHOUT ROWID;
        CREATE TABLE runs (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            method TEXT NOT NULL,
            parameters TEXT NOT NULL,
            versions TEXT NOT NULL,
            lake_fingerprint TEXT NOT NULL,
            depth INTEGER NOT NULL,
            offline_seconds REAL,
            online_seconds REAL,
            peak_megabytes REAL,
            rankings TEXT NOT NULL,
            created_at TEXT NOT NULL,
            UNIQUE (benchmark_key, method)
        );
        """,
    )


@migrations()
def m005_job_steps(db: Database) -> None:
    """Since when and from where a job's current step goes on, so that time left is of its pace."""
    _run(
        db,
        """
        ALTER TABLE jobs ADD COLUMN step_started_at TEXT;
        ALTER TABLE jobs ADD COLUMN step_done INTEGER NOT NULL DEFAULT 0;
        """,
    )


@migrations()
def m006_labels(db: Database) -> None:
    """Cases, queues and votes; where a release of the ground truth comes from."""
    _run(
        db,
        """
        CREATE TABLE cases (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            table_id TEXT NOT NULL,
            task TEXT NOT NULL CHECK (task IN ('union', 'join', 'nl')),
            origin TEXT NOT NULL,
            created_at TEXT NOT NULL,
            UNIQUE (benchmark_key, query_id, table_id)
        );
        CREATE TABLE queues (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            name TEXT NOT NULL,
            wanted INTEGER NOT NULL CHECK (wanted >= 1),
            ordering TEXT NOT NULL,
            seed INTEGER NOT NULL,
            source TEXT NOT NULL,
            created_by TEXT NOT NULL,
            created_at TEXT NOT NULL,
            UNIQUE (benchmark_key, name)
        );
        CREATE TABLE queue_cases (
            queue_key INTEGER NOT NULL REFERENCES queues ON DELETE CASCADE,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            place INTEGER NOT NULL,
            origin TEXT NOT NULL,
            lacking INTEGER NOT NULL,
            spread INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (queue_key, case_key),
            UNIQUE (queue_key, place)
        ) WITHOUT ROWID;
        CREATE INDEX queue_cases_open ON queue_cases (queue_key, place) WHERE lacking > 0;
        CREATE INDEX queue_cases_disputed ON queue_cases (queue_key, spread DESC, place)
            WHERE lacking > 0 AND spread > 0;
        CREATE INDEX queue_cases_of ON queue_cases (case_key);
        CREATE TABLE queue_cursors (
            queue_key INTEGER NOT NULL REFERENCES queues ON DELETE CASCADE,
            voter TEXT NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (queue_key, voter)
        ) WITHOUT ROWID;
        CREATE TABLE leases (
            queue_key INTEGER NOT NULL REFERENCES queues ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            expires_at REAL NOT NULL,
            PRIMARY KEY (queue_key, voter)
        ) WITHOUT ROWID;
        CREATE INDEX leases_of ON leases (case_key);
        CREATE TABLE set_aside (
            queue_key INTEGER NOT NULL REFERENCES queues ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            come_back INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            PRIMARY KEY (queue_key, voter, case_key)
        ) WITHOUT ROWID;
        CREATE INDEX set_aside_of ON set_aside (case_key);
        CREATE TABLE voters (
            name TEXT PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('human', 'llm', 'rule')),
            first_seen TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE votes (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            case_key INTEGER NOT NULL REFERENCES cases ON DELETE CASCADE,
            voter TEXT NOT NULL REFERENCES voters,
            final INTEGER NOT NULL CHECK (final IN (0, 1)),
            label INTEGER CHECK (label IN (0, 1, 2)),
            schema_facet INTEGER CHECK (schema_facet IN (0, 1, 2)),
            types_facet INTEGER CHECK (types_facet IN (0, 1, 2)),
            values_facet INTEGER CHECK (values_facet IN (0, 1, 2)),
            task_facet INTEGER CHECK (task_facet IN (0, 1, 2)),
            confidence REAL CHECK (confidence BETWEEN 0 AND 1),
            reason TEXT NOT NULL,
            alignment TEXT,
            seconds REAL CHECK (seconds >= 0),
            app_version TEXT NOT NULL,
            shown TEXT NOT NULL,
            client_key TEXT NOT NULL UNIQUE,
            voted_at TEXT NOT NULL
        );
        CREATE INDEX votes_of ON votes (case_key, final, voter);
        CREATE INDEX votes_by ON votes (voter);
        ALTER TABLE releases ADD COLUMN base_release TEXT NOT NULL DEFAULT '';
        ALTER TABLE releases ADD COLUMN rule TEXT NOT NULL DEFAULT '';
        ALTER TABLE releases ADD COLUMN note TEXT NOT NULL DEFAULT '';
        ALTER TABLE releases ADD COLUMN created_by TEXT NOT NULL DEFAULT '';
        ALTER TABLE releases ADD COLUMN last_vote INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE settled_labels (
            release_key INTEGER NOT NULL REFERENCES releases ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            table_id TEXT NOT NULL,
            case_key INTEGER NOT NULL,
            before INTEGER,
            after INTEGER NOT NULL,
            settled_by TEXT NOT NULL CHECK (settled_by IN ('consensus', 'adjudication')),
            confidence REAL,
            PRIMARY KEY (release_key, query_id, table_id)
        ) WITHOUT ROWID;
        """,
    )
    _never_changed(db, "votes", "cases", "case_key", "A vote is never changed: vote again.")
    _never_changed(db, "cases", "benchmarks", "benchmark_key", "A case is never changed.")
    _never_changed(db, "releases", "benchmarks", "benchmark_key", "A release is never changed.")
    for table in ("labels", "settled_labels"):
        _never_changed(db, table, "releases", "release_key", "A release is never changed.")


def new_keys(db: Database, table: str, count: int) -> int:
    """Reserve consecutive keys that no row of a table ever had, in a write transaction.

    Parameters
    ----------
    table
        ``lakes`` or ``tables``.
    count
        How many.

    Returns
    -------
    int
        The first of them.
    """
    sql = "UPDATE counters SET last = last + ? WHERE name = ? RETURNING last"
    (last,) = db.execute(sql, [count, table]).fetchone()
    return int(last) - count + 1


def _never_changed(db: Database, table: str, parent: str, parent_key: str, sentence: str) -> None:
    """Refuse to update the rows of a table, and to delete them unless their parent is deleted."""
    gone = f"WHEN EXISTS (SELECT 1 FROM {parent} WHERE key = OLD.{parent_key})"  # noqa: S608  # ours
    for change, unless in (("UPDATE", ""), ("DELETE", gone)):
        db.execute(
            f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} {unless} "
            f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
        )


def _run(db: Database, statements: str) -> None:
    # sqlite3's executescript commits first and would break the migration's transaction.
    for statement in statements.split(";"):
        if statement.strip():
            db.execute(statement)
