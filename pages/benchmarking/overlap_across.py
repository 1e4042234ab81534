"""The same overlap in every benchmark, one row each (fishy-tus, Figure 1)."""

from __future__ import annotations

import streamlit as st

from core.benchmarks import registry
from core.benchmarks.overlaps.overlap_summary import OverlapSummary, summary_frame
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import SetKind
from core.figures.overlap import overlap_across
from pages.benchmarking.choice import audit_of
from pages.shared.audits import summary_of
from pages.shared.catalog_cache import workspace
from pages.shared.plots import plot

_WORDS = {
    PairKind.POSITIVE: "Positive pairs",
    PairKind.NEGATIVE: "Labelled negatives",
    PairKind.RANDOM: "Random pairs",
}


def show_across(what: SetKind) -> None:
    """Show the distribution in each benchmark whose overlaps were measured."""
    kinds = list(PairKind)
    pairs = st.segmented_control(
        "Pairs",
        kinds,
        default=kinds[0],
        required=True,
        format_func=_WORDS.__getitem__,
        key="pairs side by side",
        label_visibility="collapsed",
    )
    known = registry.benchmarks(workspace())
    found: dict[str, OverlapSummary] = {}
    for info in known:
        one = summary_of(audit_of(info), what, PairKind(pairs))
        if one is not None and one.total:
            found[info.name] = one
    if not found:
        st.info("No benchmark has measured pairs of that kind.")
        return
    plot(
        overlap_across(found),
        f"across {what} {pairs}",
        f"Overlap of {what.words} in each benchmark",
    )
    st.caption(
        f"{len(found):,} of {len(known):,} benchmarks. The shape shows how the pairs are spread "
        "over the overlap coefficient, the circle its mean; on the right, how many pairs there "
        "are and which share of them has half or more in common."
    )
    with st.expander("As a table", icon=":material/table_rows:", key="benchmarks as a table"):
        table = summary_frame(found.values()).to_dict(as_series=False)
        st.dataframe({"benchmark": list(found), **table}, hide_index=True)
