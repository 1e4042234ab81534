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
