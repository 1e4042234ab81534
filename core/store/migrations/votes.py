"""Which votes count as decisions, and which are those of a judge run."""

from __future__ import annotations

import re

from core.store.migrations.statements import run
from core.store.sqlite import Database

_KEY_OF_RUN = re.compile(r"judge run (\d+) .* ([0-9a-f]{16})", re.DOTALL)
"""Key of a vote that a run cast so far: run, voter, case and a digest of the answers."""


def m022_decisions_and_votes_of_runs(db: Database) -> None:
    """Tell decisions from what is none, and a run's votes from those that a file brought in."""
    _decisions(db)
    _votes_of_runs(db)


def _decisions(db: Database) -> None:
    """A decision has a label and is a person's; one that a file brought in otherwise stands back.

    Such a row stays in the history, as votes are never changed, but supersedes none and is not
    current: it counts as superseded by itself.
    """
    run(
        db,
        """
        DROP VIEW superseded_votes;
        CREATE VIEW superseded_votes AS
            SELECT earlier.key AS key, later.key AS by_key
            FROM votes AS earlier
            JOIN votes AS later ON later.case_key = earlier.case_key
                AND later.final = earlier.final
                AND (earlier.final OR later.voter = earlier.voter)
                AND (later.given, later.key) > (earlier.given, earlier.key)
                AND (NOT later.final OR later.label IS NOT NULL
                    AND (SELECT kind FROM voters WHERE name = later.voter) = 'human')
            UNION ALL
            SELECT key, key FROM votes
            WHERE final AND (label IS NULL
                OR (SELECT kind FROM voters WHERE name = voter) <> 'human');
        """,
    )
    db.execute(
        "CREATE TRIGGER votes_decisions BEFORE INSERT ON votes WHEN NEW.final AND (NEW.label IS "
        "NULL OR (SELECT kind FROM voters WHERE name = NEW.voter) IS NOT 'human') "
        "BEGIN SELECT RAISE(ABORT, 'A decision has a label and is made by a person.'); END"
    )


def _votes_of_runs(db: Database) -> None:
    """Which vote a run cast on which answers; it was told by the vote's key.

    Keys were made of numbers of rows, which begin at 1 in every workspace, so that votes brought in
    from another one had those of runs here. A run's own are those on whose case its judge was asked
    here, by what the vote says was shown where it says so. ``digest`` is of the answers' keys.
    """
    run(
        db,
        """
        CREATE TABLE judge_votes (
            run_key INTEGER NOT NULL REFERENCES judge_runs ON DELETE CASCADE,
            voter TEXT NOT NULL,
            case_key INTEGER NOT NULL,
            digest TEXT NOT NULL,
            vote_key INTEGER NOT NULL REFERENCES votes ON DELETE CASCADE,
            PRIMARY KEY (run_key, voter, case_key, digest)
        ) WITHOUT ROWID;
        CREATE INDEX judge_votes_of ON judge_votes (vote_key);
        """,
    )
    votes = db.execute(
        "SELECT key, client_key, voter, case_key, shown FROM votes "
        "WHERE client_key > 'judge run ' AND client_key < 'judge run!' AND NOT final"
    ).fetchall()
    for key, client_key, voter, case, shown in votes:
        of = _KEY_OF_RUN.fullmatch(client_key)
        if of is None or client_key != f"judge run {of[1]} {voter} {case} {of[2]}":
            continue  # of another benchmark, whose cases have other numbers
        place = [int(of[1]), voter, case]
        if any(
            db.execute(
                f"SELECT 1 FROM {table} AS asked JOIN judge_answers AS said "  # noqa: S608  # ours
                "ON said.key = answer_key WHERE run_key = ? AND asked.voter = ? AND case_key = ? "
                "AND ? IN ('', request_hash)",
                [*place, shown],
            ).fetchone()
            for table in ("judge_asked", "judge_asked_before")
        ):
            db.execute("INSERT INTO judge_votes VALUES (?, ?, ?, ?, ?)", [*place, of[2], key])


def m030_moments_of_votes(db: Database) -> None:
    """Whether a vote's moment is its own, and not that of the import of a file that said none.

    Of the votes of before nothing is known but their keys: those that an import made up count as
    votes whose moment is not known.
    """
    db.execute("ALTER TABLE votes ADD COLUMN timed INTEGER CHECK (timed IN (0, 1))")
