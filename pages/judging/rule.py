"""The rule voter: what it looks at, what it learned from, how well it judges."""

from __future__ import annotations

import streamlit as st

from core import jobs
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.figures.judges import weights_figure
from core.judges.matcher.model import CALLED, MatcherModel, shipped_model
from core.judges.matcher.rule import NAME, WEIGHT, forget_model, matcher_model
from core.labels.types import Task, Voter
from pages.judging.curators_only import why_not
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.identity import me
from pages.shared.job_panel import active_jobs, ended, job_panel, last_job
from pages.shared.plots import plot
from pages.shared.words import amount, plain, since

_TASKS = {Task.UNION.value: "Unions", Task.JOIN.value: "Joins", Task.NL.value: "Words"}


def show_rule(address: Address, info: BenchmarkInfo) -> None:
    """Show the model in use for a task, and let a curator refit it to settled labels."""
    if address["task"] not in _TASKS:
        address.set("task", _usual(info))
    st.segmented_control(
        "What it judges",
        list(_TASKS),
        key=address.key("task"),
        format_func=_TASKS.__getitem__,
        required=True,
    )
    task = Task(address["task"])
    model = matcher_model(workspace(), task)
    st.markdown(_told(model))
    left, right = st.columns([1.3, 1], gap="large")
    with left:
        st.markdown("**What weighs how much**")
        plot(weights_figure(model.to_frame()), "weights of the rule", "Weights of the rule")
        with st.expander(
            "The coefficients",
            icon=":material/table:",
            expanded=True,
            key="coefficients of the rule",
        ):
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


def _usual(info: BenchmarkInfo) -> str:
    """Return what most queries of a benchmark ask for."""
    asked = [task.value for task in registry.tasks(workspace(), info).values()]
    return max(_TASKS, key=asked.count)


def _told(model: MatcherModel) -> str:
    own = model.version != shipped_model(model.task).version
    kind = f"Refitted here {since(model.fitted_at)}" if own else "As it comes with Soundings"
    return (
        f"`{NAME}` is a rule and **not a language model**: it needs no network, no key and no "
        f"money. {kind}, it has learned from "
        f"{amount(model.cases, 'pair')} of {amount(model.queries, 'query')} ({model.positive:,} "
        f"{CALLED[model.task]}): {plain(model.source)}. On queries it has not seen it agrees with "
        f"these labels on **{model.validation.accuracy.value:.1%}** "
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
    busy = any(job.kind == "refit" for job in active_jobs(info.name))
    why = why_not(here, "refits the rule")
    with st.container(horizontal=True):
        st.button(
            "Refit",
            icon=":material/model_training:",
            key="refit the rule",
            disabled=here is None or why is not None or busy,
            help=why,
            on_click=_fit,
            args=(info, here, model.task),
        )
        if model.version != shipped_model(model.task).version:
            st.button(
                "Back to the shipped one",
                key="shipped rule",
                disabled=here is None or why is not None,
                help=why,
                on_click=_back,
                args=(here, model.task),
            )
    if busy:
        job_panel(info.name)
    elif (last := last_job(info.name, "refit")) is not None:
        st.markdown(ended(last))


def _fit(info: BenchmarkInfo, curator: Voter, task: Task) -> None:
    with shown_plainly():
        jobs.submit_refit(workspace(), curator, info, task)


def _back(curator: Voter, task: Task) -> None:
    with shown_plainly():
        forget_model(workspace(), curator, task)
