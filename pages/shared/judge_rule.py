"""The rule voter: what it looks at, what it learned from, how well it judges."""

from __future__ import annotations

import streamlit as st

from core.benchmarks.matcher_training import refit_matcher
from core.benchmarks.types import BenchmarkInfo
from core.figures.judges import weights_figure
from core.judges.matcher import NAME, WEIGHT, keep_model, matcher_model
from core.judges.matcher_model import MatcherModel, shipped_model
from core.labels.types import Voter
from pages.shared.failures import shown_plainly
from pages.shared.identity import me
from pages.shared.opened import settings, workspace
from pages.shared.words import amount, plain, since

_REFITTED = "rule that was refitted"


def show_rule(info: BenchmarkInfo) -> None:
    """Show the model in use, and let a curator refit it to settled labels."""
    model = matcher_model(workspace())
    st.markdown(_told(model))
    left, right = st.columns([1.3, 1], gap="large")
    with left:
        st.markdown("**What weighs how much**")
        st.plotly_chart(weights_figure(model.to_frame()), key="weights of the rule")
        with st.expander("The coefficients", icon=":material/table:", expanded=True):
            st.dataframe(model.to_frame(), hide_index=True)
            st.caption(
                f"Intercept {model.intercept:.3f}. A figure counts as (value - mean) / deviation; "
                "one that would count against a pair by being larger is left out and has 0."
            )
    with right:
        st.markdown("**How well it judges queries that it has not seen**")
        st.dataframe(model.validation.to_frame(), hide_index=True)
        st.caption(
            f"Cross-validated by query: {model.validation.folds} folds, "
            f"{model.validation.repeats} times; intervals (95%) resample queries."
        )
        _refit(info, model)


def _told(model: MatcherModel) -> str:
    own = model.version != shipped_model().version
    kind = "Refitted here" if own else "As it comes with Soundings"
    return (
        f"`{NAME}` is a rule and **not a language model**: it needs no network, no key and no "
        f"money. {kind}, {since(model.fitted_at)}, it has learned from "
        f"{amount(model.cases, 'pair')} of {model.queries:,} queries ({model.unionable:,} "
        f"unionable): {plain(model.source)}. On queries it has not seen it agrees with people on "
        f"**{model.validation.accuracy.value:.1%}** "
        f"({model.validation.accuracy.low:.1%} to {model.validation.accuracy.high:.1%}). Weigh "
        f"its vote low: {WEIGHT:g} of a person's in a weighted majority."
    )


def _refit(info: BenchmarkInfo, model: MatcherModel) -> None:
    here = me()
    st.markdown("**Teach it your own labels**")
    st.markdown(
        f"Fits it to the settled labels of **{plain(info.name)}**: curators' decisions, and what "
        "most people voted. Its earlier votes stay as they are."
    )
    with st.container(horizontal=True):
        st.button(
            "Refit",
            icon=":material/model_training:",
            key="refit the rule",
            disabled=here is None,
            on_click=_fit,
            args=(info, here),
        )
        if model.version != shipped_model().version:
            st.button("Back to the shipped one", key="shipped rule", on_click=_back, args=(here,))
    if st.session_state.get(_REFITTED):
        st.success(plain(st.session_state.pop(_REFITTED)), icon=":material/check:")


def _fit(info: BenchmarkInfo, curator: Voter) -> None:
    with shown_plainly():
        model = refit_matcher(workspace(), curator, [info], settings())
        keep_model(workspace(), curator, model)
        st.session_state[_REFITTED] = (
            f"It has learned from {amount(model.cases, 'pair')}; cross-validated it agrees with "
            f"people on {model.validation.accuracy.value:.1%}."
        )


def _back(curator: Voter) -> None:
    with shown_plainly():
        keep_model(workspace(), curator, None)
