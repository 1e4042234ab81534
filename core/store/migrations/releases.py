"""Parts of the schema that make a release whole by itself."""

from __future__ import annotations

from core.store.migrations.statements import never_changed, run
from core.store.sqlite import Database


def m013_release_queries(db: Database) -> None:
    """The queries of each release, so that a query that joins later changes no score under it.

    Only benchmarks begun on a lake get queries later. A release that is there takes of theirs those
    that it labels, the first one, and those that had a pair put to the vote when it was made.
    """
    run(
        db,
        """
        CREATE TABLE release_queries (
            release_key INTEGER NOT NULL REFERENCES releases ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            PRIMARY KEY (release_key, query_id)
        ) WITHOUT ROWID;
        INSERT INTO release_queries
            SELECT releases.key, query_id
            FROM releases
            JOIN benchmarks ON benchmarks.key = releases.benchmark_key
            JOIN benchmark_queries AS asked ON asked.benchmark_key = benchmarks.key
            WHERE format <> 'lake' OR place = 0
                OR EXISTS (SELECT 1 FROM labels
                    WHERE release_key = releases.key AND labels.query_id = asked.query_id)
                OR EXISTS (SELECT 1 FROM cases
                    WHERE cases.benchmark_key = benchmarks.key AND base_release <> ''
                        AND cases.query_id = asked.query_id
                        AND cases.created_at <= releases.created_at);
        """,
    )
    never_changed(db, "release_queries", "releases", "release_key", "A release is never changed.")


def m014_binary_releases(db: Database) -> None:
    """Whether a release knows only 0 and 1, as published: one made of votes without a 2 does not.

    So far that was told from the labels; of releases that are there, only published ones are.
    """
    run(
        db,
        """
        ALTER TABLE releases ADD COLUMN
            binary INTEGER NOT NULL DEFAULT 0 CHECK (binary IN (0, 1));
        DROP TRIGGER releases_no_update;
        DROP TRIGGER releases_no_delete;
        UPDATE releases SET binary = 1 WHERE base_release = ''
            AND (SELECT max(relevance) FROM labels WHERE release_key = releases.key) = 1;
        """,
    )
    never_changed(db, "releases", "benchmarks", "benchmark_key", "A release is never changed.")
