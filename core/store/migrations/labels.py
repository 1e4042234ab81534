"""Tables of the schema that hold cases, queues, votes and releases."""

from __future__ import annotations

from core.store.migrations.statements import never_changed, run
from core.store.sqlite import Database


def m006_labels(db: Database) -> None:
    """Cases, queues and votes; where a release of the ground truth comes from."""
    run(
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
    never_changed(db, "votes", "cases", "case_key", "A vote is never changed: vote again.")
    never_changed(db, "cases", "benchmarks", "benchmark_key", "A case is never changed.")
    never_changed(db, "releases", "benchmarks", "benchmark_key", "A release is never changed.")
    for table in ("labels", "settled_labels"):
        never_changed(db, table, "releases", "release_key", "A release is never changed.")


def m015_superseded_votes(db: Database) -> None:
    """Which vote or decision takes the place of which: the one given later, not entered later.

    Of two given at one moment the one entered later does. A moment that SQLite cannot read, such as
    earlier versions took from files, is before all others.
    """
    run(
        db,
        """
        ALTER TABLE votes ADD COLUMN given REAL
            GENERATED ALWAYS AS (coalesce(julianday(voted_at), 0)) VIRTUAL;
        DROP INDEX votes_of;
        CREATE INDEX votes_of ON votes (case_key, final, voter, given);
        CREATE VIEW superseded_votes AS
            SELECT earlier.key AS key, later.key AS by_key
            FROM votes AS earlier
            JOIN votes AS later ON later.case_key = earlier.case_key
                AND later.final = earlier.final
                AND (earlier.final OR later.voter = earlier.voter)
                AND (later.given, later.key) > (earlier.given, earlier.key);
        """,
    )


def m017_keys_of_votes(db: Database) -> None:
    """A vote's key is its own in its benchmark, as votes are carried from one to another.

    What is unique about a column cannot be changed in place.
    """
    columns = (
        "key, case_key, voter, final, label, schema_facet, types_facet, values_facet, task_facet, "
        "confidence, reason, alignment, seconds, app_version, shown, client_key, voted_at"
    )
    run(
        db,
        f"""
        DROP VIEW superseded_votes;
        CREATE TABLE moved_votes (
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
            client_key TEXT NOT NULL,
            voted_at TEXT NOT NULL,
            given REAL GENERATED ALWAYS AS (coalesce(julianday(voted_at), 0)) VIRTUAL,
            UNIQUE (client_key, case_key)
        );
        INSERT INTO moved_votes ({columns}) SELECT {columns} FROM votes ORDER BY key;
        DELETE FROM sqlite_sequence WHERE name = 'moved_votes';
        INSERT INTO sqlite_sequence (name, seq)
            SELECT 'moved_votes', seq FROM sqlite_sequence WHERE name = 'votes';
        DROP TABLE votes;
        ALTER TABLE moved_votes RENAME TO votes;
        CREATE INDEX votes_of ON votes (case_key, final, voter, given);
        CREATE INDEX votes_by ON votes (voter);
        CREATE VIEW superseded_votes AS
            SELECT earlier.key AS key, later.key AS by_key
            FROM votes AS earlier
            JOIN votes AS later ON later.case_key = earlier.case_key
                AND later.final = earlier.final
                AND (earlier.final OR later.voter = earlier.voter)
                AND (later.given, later.key) > (earlier.given, earlier.key);
        """,  # noqa: S608  # ours
    )
    never_changed(db, "votes", "cases", "case_key", "A vote is never changed: vote again.")


def m029_current_votes(db: Database) -> None:
    """Votes and decisions that no later one of the same voter on the same case takes the place of.

    Each query that asks for them said so in its own words.
    """
    run(
        db,
        """
        CREATE VIEW current_votes AS SELECT votes.* FROM votes
            WHERE NOT EXISTS (SELECT 1 FROM superseded_votes WHERE key = votes.key)
        """,
    )


def m032_votes_wanted_of_each_case(db: Database) -> None:
    """What a queue wants of a case, and what it takes to settle the case, are each case's own.

    A queue of cases that a judge disputes wanted one vote more than any of them had, until which
    people's labels on exactly these did not count. It takes none of them back any more; what else
    is wanted of them, other queues say.
    """
    run(
        db,
        """
        ALTER TABLE queue_cases ADD COLUMN wanted INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE queue_cases ADD COLUMN needed INTEGER NOT NULL DEFAULT 1;
        UPDATE queue_cases SET wanted = (SELECT wanted FROM queues WHERE key = queue_key);
        UPDATE queue_cases SET needed = wanted;
        UPDATE queue_cases SET needed = 1 WHERE queue_key IN (
            SELECT key FROM queues WHERE json_extract(source, '$."disputed by"') IS NOT NULL);
        """,
    )
