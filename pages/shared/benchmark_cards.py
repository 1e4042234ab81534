"""Benchmarks on Home: the best score beside the best possible, the leak, the disputed cases."""

from __future__ import annotations

import streamlit as st

from core.benchmarks import registry, runs
from core.benchmarks.case_list import disputed_queries
from core.benchmarks.set_kinds import SetKind
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric
from pages.shared.audits import Audit, best_runs, disputed_of, leaderboard_of, leak_of
from pages.shared.benchmark_choice import audit_of
from pages.shared.links import BENCHMARKS, RUNS
from pages.shared.opened import workspace
from pages.shared.words import plain

K = 10


def show_benchmarks() -> None:
    """Show a card a benchmark, if there is one."""
    known = registry.benchmarks(workspace())
    if not known:
        return
    st.subheader("Benchmarks")
    for row in range(0, len(known), 2):
        for place, info in zip(st.columns(2), known[row : row + 2], strict=False):
            with place, st.container(border=True):
                _card(info)


def _card(info: BenchmarkInfo) -> None:
    of = audit_of(info)
    stored = runs.runs(workspace(), info)
    st.subheader(plain(info.name), anchor=False)
    with st.container(horizontal=True, gap="medium"):
        st.metric("Queries", f"{info.queries:,}", width="content")
        st.metric("Positive labels", f"{info.positives:,}", width="content")
        if stored:
            _scores(of)
    leak = leak_of(of, SetKind())
    st.markdown(plain(leak.sentence) if leak else "How far its pairs overlap is not measured yet.")
    if stored:
        _disputes(of)
    else:
        st.markdown("No method was run on it yet.")
    with st.container(horizontal=True, vertical_alignment="center"):
        address = {"benchmark": info.name}
        st.page_link(BENCHMARKS, label="Overlap", icon=":material/rule:", query_params=address)
        st.page_link(
            RUNS,
            label="Disputed pairs" if stored else "Run methods",
            icon=":material/leaderboard:",
            query_params=address,
        )


def _scores(of: Audit) -> None:
    board = leaderboard_of(of, K)
    best = board.rows[0]
    st.metric(
        f"Best P@{K} of {board.ideal[Metric.P]:.2f} possible",
        f"{best[Metric.P]:.2f}",
        width="content",
        help=f"By {plain(best.run.method)}; IDEAL is what the best possible ranking reaches.",
    )


def _disputes(of: Audit) -> None:
    found = disputed_of(of, best_runs(of, K), K)
    together = "The best run disputes" if len(found.methods) == 1 else "The best runs all dispute"
    st.markdown(
        f"{together} **{len(found.cases):,} labels** of {disputed_queries(found.cases):,} of "
        f"{found.queries:,} queries."
    )
