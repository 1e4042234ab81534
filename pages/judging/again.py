"""What asking again for answers without a verdict would take, and the button that does it."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from core import jobs
from core.benchmarks.judging.running import estimate_again
from core.benchmarks.types import BenchmarkInfo
from core.judges import JudgeRun, Tally
from core.judges.pricing.costs import total_cost
from core.judges.pricing.prices import price
from core.judges.running.asking_again import ask_again, lost_places
from core.labels.types import Voter
from pages.judging.curators_only import why_not
from pages.judging.estimate import estimated, show_estimate
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import amount, plain

_ESTIMATE, _WHOM, _BUDGET = "estimate of asking again", "judges to ask again", "budget with again"


def offer_again(info: BenchmarkInfo, run: JudgeRun, counts: Tally, curator: Voter) -> None:
    """Offer to ask again for the answers of a run that are no verdict, where there are any."""
    if not counts.unparsable + counts.refused:
        return
    lost = Counter(place[1] for place in lost_places(workspace(), run))
    if not lost:
        return
    told = amount(sum(lost.values()), "answer")
    with (
        st.expander(
            f"Ask again for {told} without a verdict",
            icon=":material/replay:",
            key=f"ask again in run {run.key}",
        ),
        shown_plainly(),
    ):
        st.caption(
            "Only these questions are asked again, as the run asked them; what was answered before "
            "stays on record and in what was spent. What else is open of the run is asked too, of "
            "every judge."
        )
        _offer(info, run, lost, counts, curator)


def _offer(
    info: BenchmarkInfo, run: JudgeRun, lost: Counter[str], counts: Tally, curator: Voter
) -> None:
    whom: list[str] = list(lost)
    if len(lost) > 1:
        whom = st.multiselect(
            "Of",
            list(lost),
            default=list(lost),
            key=f"{_WHOM} {run.key}",
            format_func=lambda voter: f"{voter}: {lost[voter]:,}",
        )
    if not whom:
        return
    prices = [price(workspace(), judge) for judge in run.judges]
    found = estimated(
        _ESTIMATE,
        info,
        (run.key, run.ended_at, whom, prices),
        lambda: estimate_again(workspace(), info, run.key, whom),
    )
    if found is None:
        return
    show_estimate(found, run.judges, curator)
    cost, budget = total_cost(found), None
    if run.budget is not None and (cost is None or counts.spent + cost > run.budget):
        budget = st.number_input(
            "Budget of the whole run, US dollars",
            min_value=0.0001,
            value=max(0.0001, counts.spent + 2 * (cost or run.budget)),
            format="%.4f",
            key=f"{_BUDGET} {run.key}",
            help=f"It was ${run.budget:,.4f}, of which ${counts.spent:,.4f} are spent.",
            width=280,
        )
    why = why_not(curator)
    st.button(
        f"Ask {plain(amount(sum(lost[voter] for voter in whom), 'question'))} again",
        type="primary",
        icon=":material/replay:",
        key="ask judges again",
        disabled=why is not None,
        help=why,
        on_click=_ask,
        args=(info, run, tuple(whom), budget, curator),
    )


def _ask(
    info: BenchmarkInfo,
    run: JudgeRun,
    whom: tuple[str, ...],
    budget: float | None,
    curator: Voter,
) -> None:
    with shown_plainly():
        ask_again(workspace(), curator, run, whom, budget)
        jobs.submit_judge_run(workspace(), curator, info.name, run.key)
        st.session_state.pop(_ESTIMATE, None)
