"""What is said of queries whose own table lies among the candidates."""

from __future__ import annotations

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.overlaps.pairs import own_pairs
from core.benchmarks.types import BASE, BenchmarkInfo
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
    own = len(registry.own_candidates(workspace, info))
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


def told_own_pairs(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> str:
    """Say how many labelled pairs overlaps leave out, as a table overlaps with itself.

    Empty if there are none.
    """
    truth = registry.qrels(workspace, info, release)
    queries = registry.queries(workspace, info)
    found = len(own_pairs(truth, queries, registry.own_candidates(workspace, info)))
    if not found:
        return ""
    return (
        f"{amount(found, 'labelled pair')} of a query and its own table, which overlaps with "
        f"itself, {'is' if found == 1 else 'are'} left out of overlaps."
    )
