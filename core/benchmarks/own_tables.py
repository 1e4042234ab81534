"""What is said of queries whose own table lies among the candidates."""

from __future__ import annotations

from core.benchmarks.registry import own_candidates
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import SelfCandidate
from core.store import Workspace

_DONE = {
    SelfCandidate.INCLUDED: ("counts as found", "count as found"),
    SelfCandidate.EXCLUDED: ("is left out", "are left out"),
    SelfCandidate.AS_GIVEN: ("counts as it is labelled", "count as they are labelled"),
}


def told_own(workspace: Workspace, info: BenchmarkInfo) -> str:
    """Say how many queries' own tables are candidates and what becomes of them.

    Empty if there are none.
    """
    own = len(own_candidates(workspace, info))
    if not own:
        return ""
    one, several = _DONE[info.self_candidate]
    if own == info.queries > 1:
        return f"Each query's own table lies among the candidates and {one}."
    tables = f"table of 1 of {info.queries:,} queries lies among the candidates and {one}"
    if own > 1:
        tables = (
            f"tables of {own:,} of {info.queries:,} queries lie among the candidates and {several}"
        )
    return f"The own {tables}."
