"""What migrations do to a database, inside their transaction."""

from __future__ import annotations

from core.store.sqlite import Database


def run(db: Database, statements: str) -> None:
    """Run statements separated by semicolons."""
    # sqlite3's executescript commits first and would break the migration's transaction.
    for statement in statements.split(";"):
        if statement.strip():
            db.execute(statement)


def never_changed(db: Database, table: str, parent: str, parent_key: str, sentence: str) -> None:
    """Refuse to update the rows of a table, and to delete them unless their parent is deleted."""
    gone = f"WHEN EXISTS (SELECT 1 FROM {parent} WHERE key = OLD.{parent_key})"  # noqa: S608  # ours
    for change, unless in (("UPDATE", ""), ("DELETE", gone)):
        db.execute(
            f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} {unless} "
            f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
        )
