"""What asking judges would take, on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl
import streamlit as st

from core import lake as lakes
from core.benchmarks.types import BenchmarkInfo
from core.judges import Estimate, Judge, Provider
from core.judges.pricing.costs import total_cost
from core.judges.pricing.prices import enter_price
from core.labels.types import Voter
from pages.judging.curators_only import why_not
from pages.shared.catalog_cache import settings, workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import amount, duration, plain

_SECONDS_A_CALL = 3.0
_IN, _OUT, _PRICED = "price in", "price out", "priced judge"


def estimated(
    name: str,
    info: BenchmarkInfo,
    asked: tuple[object, ...],
    estimate: Callable[[], list[Estimate]],
    at_once: bool = False,
) -> list[Estimate] | None:
    """Offer to estimate, and return what was found; None before the button was pressed.

    Parameters
    ----------
    name
        Under which the estimate is kept...
    info, asked
        ...while the benchmark's tables are these, and what would be asked, of whom and at which
        prices, is equal to this.
    at_once
        Whether nobody has to press for it.
    """
    signature = (info.name, lakes.stamp(workspace(), info.name).fingerprint, *asked)
    known = st.session_state.get(name)
    if known and known[0] == signature:
        return list(known[1])
    pressed = at_once or st.button(
        "Estimate the cost", icon=":material/calculate:", type="primary", key=f"{name} wanted"
    )
    if not pressed:
        return None
    with st.spinner("Reading the tables"):
        found = estimate()
    st.session_state[name] = (signature, found)
    return found


def show_estimate(found: Sequence[Estimate], judges: Sequence[Judge], curator: Voter) -> None:
    """Say calls, tokens, time and cost, judge by judge; a model without a price is given one."""
    sent = [one for one in found if not one.voter.startswith(f"{Provider.RULE}:")]
    calls, cost = sum(one.calls for one in sent), total_cost(found)
    tokens = sum(one.input_tokens + one.output_tokens for one in found)
    seconds = calls * _SECONDS_A_CALL / settings().judge_concurrency
    with st.container(horizontal=True):  # no figure is narrower than itself
        st.metric(
            "Calls",
            f"{calls:,}",
            help="Sent to language models; a rule is not called.",
            width="content",
        )
        st.metric("Cost, about", "no price" if cost is None else f"${cost:,.4f}", width="content")
        st.metric("Tokens, about", f"{tokens:,}", width="content")
        st.metric(
            "Time, about",
            duration(seconds) if any(one.input_tokens for one in found) else "seconds",
            help=f"At {_SECONDS_A_CALL:.0f} seconds a call, "
            f"{settings().judge_concurrency} at once.",
            width="content",
        )
    with st.expander("Judge by judge", icon=":material/table:", key="estimate judge by judge"):
        st.dataframe(_estimates_frame(found), hide_index=True)
    for one in found:
        if one.price is None:
            _price_form(one.voter, judges, curator)
        elif one.price.source:
            st.caption(f"{plain(one.voter)}: {plain(one.price.source)}.")
        if one.by_answers:
            st.caption(
                f"{plain(one.voter)}: tokens and cost by its last "
                f"{amount(one.by_answers, 'answer')}."
            )
        if one.unreadable:
            st.caption(
                f":material/warning: {amount(one.unreadable, 'question')} cannot be asked: a table "
                "is not in the lake."
            )


def _estimates_frame(found: Sequence[Estimate]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "judge": [one.voter for one in found],
            "cases": [one.cases for one in found],
            "calls": [one.calls for one in found],
            "answered before": [one.known for one in found],
            "tokens in": [one.input_tokens for one in found],
            "tokens out": [one.output_tokens for one in found],
            "cost, $": [one.cost for one in found],
            "at most, $": [one.most for one in found],
            "cases with rows left out": [one.sampled for one in found],
        }
    )


def _price_form(voter: str, judges: Sequence[Judge], curator: Voter) -> None:
    st.markdown(
        f"**{plain(voter)}** has no price, and a budget needs one. Enter US dollars a million "
        "tokens:"
    )
    one, other = st.columns(2)
    one.number_input("In", min_value=0.0, key=f"{_IN} {voter}")
    other.number_input("Out", min_value=0.0, key=f"{_OUT} {voter}")
    judge = next(judge for judge in judges if judge.voter == voter)
    why = why_not(curator, "changes the price of a judge")
    st.button(
        "Keep the price",
        key=f"{_PRICED} {voter}",
        disabled=why is not None,
        help=why,
        on_click=_keep,
        args=(judge, curator),
    )


def _keep(judge: Judge, curator: Voter) -> None:
    with shown_plainly():
        state = st.session_state
        given = float(state[f"{_IN} {judge.voter}"]), float(state[f"{_OUT} {judge.voter}"])
        enter_price(workspace(), curator, judge, *given)
