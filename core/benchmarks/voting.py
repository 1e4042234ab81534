"""Votes and decisions on pairs that can be looked at: both of their tables are in the lake.

Whoever lets somebody vote or decide does it here. Votes themselves (`core.labels`) know no tables,
and those of a file were given elsewhere, where the tables were.
"""

from __future__ import annotations

from core import labels
from core.benchmarks.presence import require_pair
from core.benchmarks.types import BenchmarkInfo
from core.labels.types import Ballot, Vote, Voter
from core.store import Workspace


def cast_vote(
    workspace: Workspace,
    info: BenchmarkInfo,
    voter: Voter,
    case_key: int,
    ballot: Ballot,
    client_key: str | None = None,
) -> Vote:
    """Add a vote on a case of a benchmark, as `core.labels.cast_vote`, and raise as it does.

    Raises
    ------
    TableNotFoundError
        If a table of the case is not in the lake: it waits until it is there again.
    CaseNotFoundError
        If the benchmark has no such case.
    """
    _require_tables(workspace, info, case_key)
    return labels.cast_vote(workspace, voter, case_key, ballot, client_key)


def adjudicate(
    workspace: Workspace,
    info: BenchmarkInfo,
    curator: Voter,
    case_key: int,
    ballot: Ballot,
    client_key: str | None = None,
    seen: int | None = None,
) -> Vote:
    """Decide a case of a benchmark finally, as `core.labels.adjudicate`, and raise as it does.

    Raises
    ------
    TableNotFoundError, CaseNotFoundError
        As `cast_vote`.
    """
    _require_tables(workspace, info, case_key)
    return labels.adjudicate(workspace, curator, case_key, ballot, client_key, seen)


def _require_tables(workspace: Workspace, info: BenchmarkInfo, case_key: int) -> None:
    case = labels.case(workspace, case_key, info.key)
    require_pair(workspace, info, case.query, case.table)
