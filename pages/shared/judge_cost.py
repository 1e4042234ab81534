"""What a run of judges would take, its budget, and the button that starts it."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl
import streamlit as st

from core import jobs
from core.benchmarks.judge_cases import CaseChoice
from core.benchmarks.judging import begin_run, estimate_run
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges import Estimate, Judge, Protocol, Provider, Purpose
from core.judges.costs import total_cost
from core.judges.prices import enter_price, price
from core.judges.prompt import prompt_version
from core.labels.types import Pair, Voter
from pages.shared.address import Address
from pages.shared.failures import shown_plainly
from pages.shared.opened import settings, workspace
from pages.shared.words import amount, duration, plain

_SECONDS_A_CALL = 3.0
_BUDGET, _ESTIMATE = "judges budget", "judges estimate"
_IN, _OUT, _PRICED = "price in", "price out", "priced judge"


@dataclass(frozen=True)
class Setup:
    """What a run of judges is set up with."""

    judges: tuple[Judge, ...]
    protocol: Protocol
    choice: CaseChoice
    purpose: Purpose


def show_cost(
    info: BenchmarkInfo, setup: Setup, pairs: list[Pair], curator: Voter, address: Address
) -> None:
    """Say what a run would take, ask for a budget, and offer to start it."""
    if not setup.judges:
        raise InputError("Choose at least one judge.")
    if not pairs:
        raise InputError("There is no such case. Choose others.")
    st.markdown(f"**{amount(len(pairs), 'case')}**, {_prompt(setup, pairs)}")
    prices = [price(workspace(), judge) for judge in setup.judges]
    signature = f"{info.name} {setup!r} {len(pairs)} {prices!r}"
    rules_only = all(judge.provider is Provider.RULE for judge in setup.judges)
    known = st.session_state.get(_ESTIMATE)
    found: list[Estimate] | None = known[1] if known and known[0] == signature else None
    if found is None and (
        rules_only or st.button("Estimate the cost", icon=":material/calculate:", type="primary")
    ):
        with st.spinner("Reading the tables"):
            found = estimate_run(
                workspace(), info, setup.judges, setup.protocol, pairs, purpose=setup.purpose
            )
        st.session_state[_ESTIMATE] = (signature, found)
    if found is None:
        st.caption("Nothing is sent before you press start.")
        return
    _estimated(found, setup, curator)
    budget = _budget(rules_only)
    st.button(
        "Start the audit" if setup.purpose is Purpose.INJECTION else "Start",
        type="primary",
        icon=":material/play_arrow:",
        key="start judges",
        disabled=not rules_only and budget is None,
        on_click=_start,
        args=(info, setup, pairs, budget, curator, address),
    )


def _prompt(setup: Setup, pairs: list[Pair]) -> str:
    if all(judge.provider is Provider.RULE for judge in setup.judges):
        return "each judged once by the rule"
    return f"prompt {plain(prompt_version(pairs[0].task))}"


def _estimated(found: list[Estimate], setup: Setup, curator: Voter) -> None:
    sent = [one for one in found if Judge.named(one.voter).provider is not Provider.RULE]
    calls, cost = sum(one.calls for one in sent), total_cost(found)
    tokens = sum(one.input_tokens + one.output_tokens for one in found)
    first, second = st.columns(2)
    first.metric("Calls", f"{calls:,}", help="Sent to language models; a rule is not called.")
    second.metric("Cost, about", "no price" if cost is None else f"${cost:,.4f}")
    first.metric("Tokens, about", f"{tokens:,}")
    seconds = calls * _SECONDS_A_CALL / settings().judge_concurrency
    second.metric(
        "Time, about",
        duration(seconds) if any(one.input_tokens for one in found) else "seconds",
        help=f"At {_SECONDS_A_CALL:.0f} seconds a call, {settings().judge_concurrency} at once.",
    )
    with st.expander("Judge by judge", icon=":material/table:"):
        st.dataframe(_estimates_frame(found), hide_index=True)
    for one in found:
        if one.price is None:
            _price_form(one.voter, setup, curator)
        elif one.price.source:
            st.caption(f"{plain(one.voter)}: {plain(one.price.source)}.")
        if one.unreadable:
            st.caption(
                f":material/warning: {amount(one.unreadable, 'question')} cannot be asked: a table "
                "is not in the lake."
            )


def _estimates_frame(found: list[Estimate]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "judge": [one.voter for one in found],
            "calls": [one.calls for one in found],
            "answered before": [one.known for one in found],
            "tokens in": [one.input_tokens for one in found],
            "tokens out": [one.output_tokens for one in found],
            "cost, $": [one.cost for one in found],
            "at most, $": [one.most for one in found],
            "cases with rows left out": [one.sampled for one in found],
        }
    )


def _price_form(voter: str, setup: Setup, curator: Voter) -> None:
    st.markdown(
        f"**{plain(voter)}** has no price, and a budget needs one. Enter US dollars a million "
        "tokens:"
    )
    one, other = st.columns(2)
    one.number_input("In", min_value=0.0, key=f"{_IN} {voter}")
    other.number_input("Out", min_value=0.0, key=f"{_OUT} {voter}")
    judge = next(judge for judge in setup.judges if judge.voter == voter)
    st.button("Keep the price", key=f"{_PRICED} {voter}", on_click=_keep, args=(judge, curator))


def _keep(judge: Judge, curator: Voter) -> None:
    with shown_plainly():
        state = st.session_state
        given = float(state[f"{_IN} {judge.voter}"]), float(state[f"{_OUT} {judge.voter}"])
        enter_price(workspace(), curator, judge, *given)
        state.pop(_ESTIMATE, None)


def _budget(rules_only: bool) -> float | None:
    if rules_only:
        return None
    given = st.number_input(
        "Budget, US dollars",
        min_value=0.0001,
        value=1.0,
        step=0.5,
        format="%.4f",
        key=_BUDGET,
        help="The run stops before a call that might cost more than what is left.",
    )
    return float(given) if given else None


def _start(
    info: BenchmarkInfo,
    setup: Setup,
    pairs: list[Pair],
    budget: float | None,
    curator: Voter,
    address: Address,
) -> None:
    with shown_plainly():
        here = workspace()
        run = begin_run(
            here,
            info,
            curator,
            setup.judges,
            setup.protocol,
            pairs,
            budget,
            setup.choice.told(),
            setup.purpose,
        )
        jobs.submit_judge_run(here, info.name, run.key)
        address.set("view", "Runs")
        address.set("run", run.key)
        st.session_state.pop(_ESTIMATE, None)
