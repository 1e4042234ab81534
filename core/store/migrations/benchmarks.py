"""Tables of the schema that hold benchmarks, their runs and overlaps."""

from __future__ import annotations

import ast
import json
import re

from core.store.migrations.statements import run
from core.store.sqlite import Database

_ABSENT = re.compile(r"""the query table ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*") is not there""")
_UNREAD = re.compile(r"(.+?) cannot be read: ")


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


def m016_join_keys(db: Database) -> None:
    """The columns of a query's key as a JSON list, as one column's name may hold a comma.

    Votes on a lake stored several columns as one name with commas, which no table has.
    """
    run(db, "ALTER TABLE benchmark_queries RENAME COLUMN join_column TO join_on")
    asked = db.execute(
        "SELECT benchmark_key, query_id, join_on, tables.key, format FROM benchmark_queries "
        "JOIN benchmarks ON benchmarks.key = benchmark_key "
        "LEFT JOIN tables ON tables.lake_key = benchmarks.lake_key "
        "AND tables.table_id = benchmark_queries.table_id"
    ).fetchall()
    set_key = "UPDATE benchmark_queries SET join_on = ? WHERE benchmark_key = ? AND query_id = ?"
    for benchmark, query, column, table, form in asked:
        columns = [] if column is None else [column]
        if column is not None and form == "lake":
            found = db.execute("SELECT label FROM columns WHERE table_key = ?", [table])
            labels, pieces = {label for (label,) in found}, column.split(", ")
            if column not in labels and labels.issuperset(pieces):
                columns = pieces
        db.execute(set_key, [json.dumps(columns), benchmark, query])


def m025_runs_by_their_encoder(db: Database) -> None:
    """One label for one method and encoder: ``columns`` becomes ``columns:sbert-vc``.

    Until then a run was called as the method was asked for, and stood twice in the leaderboard
    where it was asked for in both ways. Of two such runs the newer one stays, as where a method is
    run again. What was imported keeps its label, and so does what would take it.
    """
    found = db.execute(
        "SELECT key, benchmark_key, method, parameters, created_at FROM runs ORDER BY key"
    ).fetchall()
    made = {(row[1], row[2]): row for row in found}
    for key, benchmark, method, parameters, created_at in found:
        encoder = _encoder(parameters)
        if method not in {"columns", "bipartite"} or not encoder:
            continue
        label = f"{method}:{encoder}"
        twin = made.get((benchmark, label))
        if twin is not None:
            if not _encoder(twin[3]):
                continue
            older = min((created_at, key), (twin[4], twin[0]))[1]
            db.execute("DELETE FROM runs WHERE key = ?", [older])
            if older == key:
                continue
        db.execute("UPDATE runs SET method = ? WHERE key = ?", [label, key])


def m027_failed_queries(db: Database) -> None:
    """Of how many queries a method was asked, and on which of them it failed."""
    run(
        db,
        """
        ALTER TABLE runs ADD COLUMN asked INTEGER;
        CREATE TABLE failed_queries (
            run_key INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (run_key, query_id)
        ) WITHOUT ROWID;
        """,
    )


def m028_counts_of_labels(db: Database) -> None:
    """How many positives and negatives a benchmark came with, as each screen counted them anew."""
    run(
        db,
        """
        ALTER TABLE benchmarks ADD COLUMN positives INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE benchmarks ADD COLUMN negatives INTEGER NOT NULL DEFAULT 0;
        UPDATE benchmarks SET (positives, negatives) = (
            SELECT count(*) FILTER (WHERE relevance >= positive_from),
                count(*) FILTER (WHERE relevance < positive_from)
            FROM labels JOIN releases ON releases.key = release_key
            WHERE benchmark_key = benchmarks.key AND releases.name = 'base'
        );
        """,
    )


def m034_queries_without_a_ranking(db: Database) -> None:
    """The queries that a run answers with nothing, as JSON; no ranking has them."""
    run(db, "ALTER TABLE runs ADD COLUMN unranked TEXT NOT NULL DEFAULT '[]'")


def m037_queries_that_are_not_asked(db: Database) -> None:
    """Queries whose table is not there, as published; of them their missing labels alone were kept.

    What is known of those of earlier versions is the name of the table, which stands in the reason
    why their labels are missing, and what most query tables are searched for.
    """
    run(
        db,
        """
        CREATE TABLE unasked_queries (
            benchmark_key INTEGER NOT NULL REFERENCES benchmarks ON DELETE CASCADE,
            query_id TEXT NOT NULL,
            place INTEGER NOT NULL,
            table_name TEXT NOT NULL,
            text TEXT,
            mode TEXT NOT NULL,
            category TEXT,
            join_on TEXT NOT NULL,
            PRIMARY KEY (benchmark_key, query_id)
        ) WITHOUT ROWID;
        """,
    )
    modes = dict(
        db.execute(
            "SELECT benchmark_key, mode FROM (SELECT benchmark_key, mode, count(*) AS queries "
            "FROM benchmark_queries WHERE table_id IS NOT NULL GROUP BY benchmark_key, mode "
            "ORDER BY queries)"
        ).fetchall()
    )
    missing = db.execute(
        "SELECT benchmark_key, query_id, reason FROM missing_labels AS missing WHERE NOT EXISTS "
        "(SELECT 1 FROM benchmark_queries AS asked WHERE asked.query_id = missing.query_id "
        "AND asked.benchmark_key = missing.benchmark_key) ORDER BY benchmark_key, query_id"
    ).fetchall()
    tables: dict[tuple[int, str], str] = {}
    for benchmark, query, reason in missing:
        if absent := _ABSENT.match(reason):
            tables[benchmark, query] = ast.literal_eval(absent[1])
        elif unread := _UNREAD.match(reason):
            tables[benchmark, query] = unread[1]
        else:  # of a table that cannot be read, whose candidates are all missing
            tables.setdefault((benchmark, query), query)
    db.conn.executemany(
        "INSERT INTO unasked_queries VALUES (?, ?, ?, ?, NULL, ?, NULL, '[]')",
        (
            (benchmark, query, place, table, modes.get(benchmark, "union"))
            for place, ((benchmark, query), table) in enumerate(tables.items())
        ),
    )


def _encoder(parameters: str) -> str:
    """Return the encoder that a run was made with; empty if it was imported."""
    found = json.loads(parameters)
    return "" if "file" in found else str(found.get("encoder", ""))
