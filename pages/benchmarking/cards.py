"""Benchmarks on Home: scores, leak, disputed cases, votes; made once for what is stored."""

from __future__ import annotations

import streamlit as st

from core.amounts import rounded
from core.benchmarks import registry, runs
from core.benchmarks.auditing.headline import CUT, Headline, headline, made_headline
from core.benchmarks.overlaps.set_kinds import SetKind
from core.benchmarks.types import BenchmarkInfo
from pages.benchmarking.choice import audit_of
from pages.benchmarking.label_cards import show_labels
from pages.shared.audits import leak_of
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.links import BENCHMARKS, RELEASES, RUNS
from pages.shared.words import amount, plain


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
    found = _headline(info) if stored else None
    st.subheader(plain(info.name), anchor=False)
    with st.container(horizontal=True, gap="medium"):
        st.metric("Queries", f"{info.queries:,}", width="content")
        st.metric("Positive labels", f"{info.positives:,}", width="content")
        if found:
            st.metric(
                f"Best P@{CUT} of {rounded(found.ideal, 2)} possible",
                str(rounded(found.precision, 2)),
                width="content",
                help=f"By {plain(found.best)}; IDEAL is what the best possible ranking reaches.",
            )
    leak = leak_of(of, SetKind())
    st.markdown(plain(leak.sentence) if leak else "How far its pairs overlap is not measured yet.")
    st.markdown(_runs(found, len(stored)))
    show_labels(info)
    with st.container(horizontal=True, vertical_alignment="center"):
        address = {"benchmark": info.name}
        st.page_link(BENCHMARKS, label="Overlap", icon=":material/rule:", query_params=address)
        st.page_link(
            RUNS,
            label="Disputed pairs" if stored else "Run methods",
            icon=":material/leaderboard:",
            query_params=address,
        )
        st.page_link(
            RELEASES,
            label="Agreement & releases",
            icon=":material/how_to_vote:",
            query_params=address,
        )


def _headline(info: BenchmarkInfo) -> Headline | None:
    found = headline(workspace(), info)
    if found is None:
        with shown_plainly(), st.spinner(f"Scoring the runs on {plain(info.name)}"):
            found = made_headline(workspace(), info)
    return found


def _runs(found: Headline | None, stored: int) -> str:
    if not stored:
        return "No method was run on it yet."
    if found is None:
        return f"No label that it came with is positive, to score its {amount(stored, 'run')} by."
    together = "The best run disputes" if len(found.disputing) == 1 else "The best runs all dispute"
    return (
        f"P@{CUT} is by the published labels. "
        f"{together} **{amount(found.disputed, 'label')}** of {found.disputed_queries:,} of "
        f"{amount(found.queries, 'query')}."
    )
