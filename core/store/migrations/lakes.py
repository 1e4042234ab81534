"""Tables of the schema that hold data lakes."""

from __future__ import annotations

from core.store.migrations.statements import run
from core.store.sqlite import Database


def m001_lakes(db: Database) -> None:
    """Data lakes, their files, tables and columns."""
    run(
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


def m003_counters(db: Database) -> None:
    """Keys that are never given twice, so that one held too long finds nothing, not another."""
    run(
        db,
        """
        CREATE TABLE counters (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO counters SELECT 'lakes', coalesce(max(key), 0) FROM lakes;
        INSERT INTO counters SELECT 'tables', coalesce(max(key), 0) FROM tables;
        """,
    )


def m012_totals_of_lakes(db: Database) -> None:
    """What a lake is counted by lies together; the rows of its tables and files are wide."""
    run(
        db,
        """
        CREATE INDEX tables_by_extent ON tables (lake_key, columns, rows);
        CREATE INDEX files_by_extent ON files (lake_key, tables, bytes);
        """,
    )


def m020_read_rules(db: Database) -> None:
    """What people say of how files are read, and what each file was read by."""
    run(
        db,
        """
        CREATE TABLE read_rules (
            lake_key INTEGER NOT NULL REFERENCES lakes ON DELETE CASCADE,
            pattern TEXT NOT NULL,
            read_as TEXT NOT NULL,
            said_by TEXT NOT NULL,
            said_at TEXT NOT NULL,
            PRIMARY KEY (lake_key, pattern)
        ) WITHOUT ROWID;
        ALTER TABLE files ADD COLUMN read_as TEXT NOT NULL DEFAULT '';
        """,
    )


def m021_stand_ins(db: Database) -> None:
    """How many cells of a column of numbers stand for a missing one."""
    run(db, "ALTER TABLE columns ADD COLUMN stand_ins INTEGER NOT NULL DEFAULT 0")


def m024_last_tables(db: Database) -> None:
    """The last table that a lake had when it was stamped; those read since have greater keys."""
    run(
        db,
        """
        ALTER TABLE lakes ADD COLUMN last_table INTEGER NOT NULL DEFAULT 0;
        UPDATE lakes SET last_table = (
            SELECT coalesce(max(tables.key), 0) FROM tables WHERE lake_key = lakes.key
        );
        """,
    )


def m033_stand_ins_are_missing(db: Database) -> None:
    """Cells that stand for a missing one are missing, and no value.

    At least one of the different values was such a text; how many, the next refresh tells.
    """
    run(
        db,
        """
        UPDATE columns SET
            filled = filled - stand_ins,
            missing = missing + stand_ins,
            distinct_values = distinct_values - 1
        WHERE stand_ins > 0;
        UPDATE tables SET missing_share = of_cells.share FROM (
            SELECT table_key, CAST(sum(missing) AS REAL) / sum(filled + missing) AS share
            FROM columns GROUP BY table_key HAVING sum(stand_ins) > 0
        ) AS of_cells WHERE table_key = tables.key;
        """,
    )
