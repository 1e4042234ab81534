"""Tables of the schema that hold benchmarks, their runs and overlaps."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m004_benchmarks(db: Database) -> None:
    """Benchmarks with their ground truths, and the runs of methods on them."""
    run(
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
