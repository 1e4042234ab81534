"""Which judges a benchmark's runs asked, and a text that changes with every answer."""

from __future__ import annotations

from core.store import Workspace

_JUDGES = """
    SELECT DISTINCT voter FROM {table} JOIN judge_runs ON judge_runs.key = run_key
    WHERE benchmark_key = ?
"""
_NEWEST = """
    SELECT count(*), coalesce(max(answer_key), 0) FROM {table}
    JOIN judge_runs ON judge_runs.key = run_key WHERE benchmark_key = ?
"""


def asked_judges(workspace: Workspace, benchmark_key: int) -> set[str]:
    """Return the names of the judges that were asked of a benchmark, whatever they answered."""
    with workspace.reading() as db:
        return {
            voter
            for table in ("judge_asked", "judge_asked_before", "judge_failures")
            for (voter,) in db.execute(_JUDGES.format(table=table), [benchmark_key])
        }


def answers_fingerprint(workspace: Workspace, benchmark_key: int) -> str:
    """Return a text that changes with every answer of a benchmark that is stored."""
    with workspace.reading() as db:
        return " ".join(
            str(number)
            for table in ("judge_asked", "judge_asked_before")
            for number in db.execute(_NEWEST.format(table=table), [benchmark_key]).fetchone()
        )
