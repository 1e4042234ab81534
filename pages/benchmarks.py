"""Benchmarks: what is this benchmark made of, and does it leak."""

from __future__ import annotations

import streamlit as st

from core import lake as lakes
from core.amounts import percent
from core.benchmarks import registry
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.types import BenchmarkInfo
from pages.benchmarking.choice import (
    DEMO,
    add_demo_button,
    add_form,
    audit_of,
    choose_benchmark,
    remove_button,
)
from pages.benchmarking.overlap_across import show_across
from pages.benchmarking.overlap_choice import KINDS, LEVELS, TYPES, choose_sets, sets_of
from pages.benchmarking.overlap_pairs import show_overlap
from pages.benchmarking.tables import show_missing, show_profiles
from pages.lakes.closed_folder import tell_closed_folder
from pages.shared.address import Address
from pages.shared.audits import Audit, leak_of, own_tables_of
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field, one_of, several
from pages.shared.heading import page_head
from pages.shared.job_panel import job_panel
from pages.shared.links import LAKE, RUNS
from pages.shared.words import amount, plain

VIEWS = ("Overlap", "Tables", "Side by side", "Labels without a table")


def page() -> None:
    """Show what one benchmark holds and how far its labels can be guessed from overlap."""
    address = Address(
        "benchmarks",
        Field("benchmark", None),
        Field("view", VIEWS[0], one_of(VIEWS)),
        Field("with", None, several),
        Field("of", KINDS[0], one_of(KINDS)),
        Field("type", TYPES[0], one_of(TYPES)),
        Field("level", LEVELS[0], one_of(LEVELS)),
    )
    head = page_head("Benchmarks")
    address.tell_refused()
    where, told = st.columns([1.2, 3.4], vertical_alignment="bottom")
    info = choose_benchmark(address, where)
    of = audit_of(info)
    with head:
        _links(info)
        _ways_in(of, info)
    with told:
        _headline(address, of, info)
    job_panel()
    tell_closed_folder(lakes.lake(workspace(), info.name))
    view = st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    if view in {"Overlap", "Side by side"}:
        choose_sets(address)
    if view == "Overlap":
        show_overlap(of, info, sets_of(address))
    elif view == "Tables":
        show_profiles(address)
    elif view == "Side by side":
        show_across(sets_of(address))
    else:
        show_missing(info, registry.missing_pairs(workspace(), info))
    address.write()


def _links(info: BenchmarkInfo) -> None:
    st.page_link(
        RUNS,
        label="Runs & disputed pairs",
        icon=":material/leaderboard:",
        query_params={"benchmark": info.name},
    )
    st.page_link(
        LAKE, label="Its tables", icon=":material/water:", query_params={"lake": info.name}
    )


def _ways_in(of: Audit, info: BenchmarkInfo) -> None:
    known = {one.name for one in registry.benchmarks(workspace())}
    with st.popover("Add a benchmark", icon=":material/add:", key="add a benchmark"):
        add_form("another benchmark")
        if DEMO not in known:
            st.divider()
            add_demo_button()
    own, _ = own_tables_of(of)
    notes = [*([own] if own else []), *info.notes]
    with st.popover(
        "Notes", icon=":material/info:", disabled=not notes, key=f"notes of {info.name}"
    ):
        for note in notes:
            st.markdown(plain(note))
    with st.popover("Remove", icon=":material/delete:", key=f"ask to remove {info.name}"):
        remove_button(info)


def _headline(address: Address, of: Audit, info: BenchmarkInfo) -> None:
    found = leak_of(of, sets_of(address))
    if found is not None:
        st.markdown(f"#### {plain(found.sentence)}")
    parts = [
        f"**{amount(info.queries, 'query')}**",
        amount(info.positives, "positive label"),
        amount(info.negatives, "negative label"),
    ]
    if info.missing:
        parts.append(f"{amount(info.missing, 'label')} without a table")
    told = f"{', '.join(parts)}. Read as {plain(info.format)} from {plain(info.root)}."
    if found is not None and found.auc is not None:
        is_labelled = found.other.pairs is PairKind.NEGATIVE
        others = "a labelled negative" if is_labelled else "a random pair"
        told += (
            f" By this overlap alone a positive pair is told from {others} in "
            f"**{percent(found.auc)}** of cases; 50% would be guessing."
        )
    _, left_out = own_tables_of(of)
    if found is not None and left_out:
        told += f" {left_out}"
    st.caption(told)


if __name__ == "__main__":
    page()
