"""What a run of judges would take, its budget, and the button that starts it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core import jobs
from core.benchmarks.judging.cases import CaseChoice
from core.benchmarks.judging.running import begin_run, estimate_run
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges import Judge, Protocol, Provider, Purpose
from core.judges.pricing.prices import price
from core.judges.prompting.prompt import prompt_version
from core.labels.types import Pair, Voter
from pages.judging.curators_only import why_not
from pages.judging.estimate import estimated, show_estimate
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import amount, plain

_BUDGET, _ESTIMATE = "judges budget", "judges estimate"


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
    rules_only = all(judge.provider is Provider.RULE for judge in setup.judges)
    found = estimated(
        _ESTIMATE,
        info,
        (setup, tuple(pairs), prices),
        lambda: estimate_run(
            workspace(), info, setup.judges, setup.protocol, pairs, purpose=setup.purpose
        ),
        at_once=rules_only,
    )
    if found is None:
        st.caption("Nothing is sent before you press start.")
        return
    show_estimate(found, setup.judges, curator)
    budget, why = _budget(rules_only), why_not(curator)
    st.button(
        "Start the audit" if setup.purpose is Purpose.INJECTION else "Start",
        type="primary",
        icon=":material/play_arrow:",
        key="start judges",
        disabled=why is not None or (not rules_only and budget is None),
        help=why,
        on_click=_start,
        args=(info, setup, pairs, budget, curator, address),
    )


def _prompt(setup: Setup, pairs: list[Pair]) -> str:
    if all(judge.provider is Provider.RULE for judge in setup.judges):
        return "each judged once by the rule"
    return f"prompt {plain(prompt_version(pairs[0].task))}"


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
            pairs=pairs,
            budget=budget,
            source=setup.choice.told(),
            purpose=setup.purpose,
        )
        jobs.submit_judge_run(here, curator, info.name, run.key)
        address.set("view", "Runs")
        address.set("run", run.key)
        st.session_state.pop(_ESTIMATE, None)
