"""Judge runs: how they stand, live; pause, resume, cancel; what was answered."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
import streamlit as st

from core import jobs
from core.benchmarks.types import BenchmarkInfo
from core.judges import JudgeRun, Provider, RunState, Tally
from core.judges.prompting.planting import PREFIX
from core.judges.records.answers import open_answers
from core.judges.records.done_before import told_done_before
from core.judges.records.runs import (
    cancel,
    judge_run,
    judge_runs,
    pause,
    set_budget,
    stop_requested,
)
from core.judges.records.tallies import tallies, tally, together, told_charged
from core.judges.running.pacing import Pace
from core.judges.types import Purpose
from core.labels.types import Role, Voter
from core.llm.traits import notes
from pages.judging.again import offer_again
from pages.judging.curators_only import why_not
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.drawn_by_itself import drawn_by_itself
from pages.shared.failures import shown_plainly
from pages.shared.job_panel import active_jobs
from pages.shared.query_names import query_names
from pages.shared.this_run import run_again
from pages.shared.words import amount, duration, plain, since

_SECONDS = 1.0
_OPEN = (
    RunState.WAITING,
    RunState.PAUSED,
    RunState.OVER_BUDGET,
    RunState.FAILED,
    RunState.INTERRUPTED,
)
"""How a run stands that can go on, where no process carries it out."""
_SAID = {2: "yes", 1: "partly", 0: "no"}
_BUDGET = "budget to go on with"
_MOST_ANSWERS = 2_000
_COUNTED = "what a judge run was answered"


def show_runs(address: Address, info: BenchmarkInfo, curator: Voter) -> None:
    """List the judge runs of a benchmark and show one of them, live while it is under way."""
    made = judge_runs(workspace(), info.key)
    if not made:
        st.info("No judge was asked yet. Set one up; the rule costs nothing.")
        return
    keys = [run.key for run in made]
    missing = address.settle("run", keys)
    named = {run.key: _title(run) for run in made}
    st.selectbox(
        "Run",
        keys,
        index=None,
        key=address.key("run"),
        format_func=named.__getitem__,
        placeholder="choose a run",
        width=640,
    )
    if address["run"] is None:
        told = "Choose a judge run."
        if missing is not None:
            told = f"This benchmark has no judge run {missing}. Choose one of those that it has."
        st.warning(plain(told), icon=":material/info:")
        return
    run = next(one for one in made if one.key == address["run"])
    live = _is_live(info, run)
    if live:
        drawn_by_itself(_panel, every=_SECONDS)(info, run.key, curator, live)
    else:
        _panel(info, run.key, curator, live)
        if curator.may(Role.CURATOR):
            _answers(info, run, curator)
        else:
            st.caption(
                "What each judge said of which pair is shown to curators: whoever votes on these "
                "pairs votes without knowing it."
            )


def _title(run: JudgeRun) -> str:
    what = "audit of " if run.purpose is Purpose.INJECTION else ""
    who = ", ".join(judge.voter for judge in run.judges)
    # The same at every look: a label that changes loses the choice.
    return f"{run.key}: {what}{who}, {amount(run.cases, 'case')}"


def _is_live(info: BenchmarkInfo, run: JudgeRun) -> bool:
    """Whether a process carries the run out, as a terminal's does, or a job is about to."""
    return run.state is RunState.RUNNING or bool(active_jobs(f"{info.name}/{run.key}"))


def _panel(info: BenchmarkInfo, key: int, curator: Voter, live: bool) -> None:
    with shown_plainly():
        run = judge_run(workspace(), info.key, key)
        if _is_live(info, run) != live:
            run_again()
        by_judge = _counted(run, live)
        counts = together(by_judge.values())
        _figures(run, counts)
        share = min(1.0, counts.answered / counts.questions) if counts.questions else 0.0
        st.progress(share, text=plain(_state(info, run, counts, live)))
        if told := told_done_before(workspace(), run):
            st.caption(told)
        _buttons(info, run, curator, live, bool(counts.failed))
        _judge_by_judge(run, by_judge)
        if not live and run.state not in (RunState.WAITING, RunState.CANCELLED):
            offer_again(info, run, counts, curator)


def _counted(run: JudgeRun, live: bool) -> dict[str, Tally]:
    """Count what a run was answered; while it is live not oftener than what was counted allows."""
    key, pace, found = st.session_state.get(_COUNTED, (0, Pace(), {}))
    if live and key == run.key and not pace.due:
        return dict(found)
    with pace.looking():
        found = tallies(workspace(), run)
    st.session_state[_COUNTED] = run.key, pace, found
    return found


def _spent_on(run: JudgeRun, counts: Tally) -> str | None:
    told = [] if run.budget is None else [f"Of a budget of ${run.budget:,.4f}."]
    told += [f"{part}." for part in told_charged(counts)]
    if counts.unpriced:
        told.append(f"Without {amount(counts.unpriced, 'answer')} of a judge that has no price.")
    return " ".join(told) or None


def _by_label(counts: Tally) -> str:
    return ", ".join(f"{counts.labels.get(label, 0):,} {word}" for label, word in _SAID.items())


def _figures(run: JudgeRun, counts: Tally) -> None:
    with st.container(horizontal=True, gap="medium"):
        st.metric("Answered", f"{counts.answered:,} of {counts.questions:,}", width="content")
        spent = f"${counts.spent:,.4f}" if counts.spent or not counts.unpriced else "not known"
        st.metric("Spent", spent, help=_spent_on(run, counts), width="content")
        st.metric("Verdicts", f"{counts.ok:,}", help=_by_label(counts), width="content")
        st.metric(
            "Without a verdict",
            f"{counts.unparsable + counts.refused + counts.failed:,}",
            help=f"{counts.unparsable:,} not understood, {counts.refused:,} refused, "
            f"{counts.failed:,} failed.",
            width="content",
        )


def _state(info: BenchmarkInfo, run: JudgeRun, counts: Tally, live: bool) -> str:
    if not live:
        if run.state is RunState.WAITING:
            return "Nobody carries it out. Resume it: what was answered is not paid again."
        begun = f"Begun {since(run.created_at)} by {run.created_by}."
        state = f"{run.state.value.capitalize()}."
        return f"{state} {run.message.removeprefix(state).strip()} {begun}"
    subject = f"{info.name}/{run.key}"
    under_way = active_jobs(subject)
    left = under_way[0].seconds_left if under_way else None
    if not counts.answered and not counts.failed:
        return "Getting ready: tables are read, and what the judges need is loaded."
    to_go = f", about {duration(left)} to go" if left is not None else ""
    return f"{_by_label(counts)}; ${counts.spent:,.4f} spent{to_go}"


def _buttons(
    info: BenchmarkInfo, run: JudgeRun, curator: Voter, live: bool, some_failed: bool
) -> None:
    why = why_not(curator)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        asked = stop_requested(workspace(), run.key) if live else ""
        if live:
            st.button(
                "Pausing" if asked == "pause" else "Pause",
                icon=":material/pause:",
                key="pause judges",
                disabled=bool(asked) or why is not None,
                help=why or "Stops after the calls that are under way; they are paid for and kept.",
                on_click=_stop,
                args=(info, run.key, curator, False),
            )
        elif run.state in _OPEN:
            st.button(
                "Resume",
                type="primary",
                icon=":material/play_arrow:",
                key="resume judges",
                disabled=why is not None,
                help=why
                or "Goes on where it was; nothing that was answered is asked or paid again.",
                on_click=_resume,
                args=(info, run.key, curator),
            )
        elif run.state is RunState.DONE and some_failed:
            st.button(
                "Ask the failed ones again",
                icon=":material/replay:",
                key="resume judges",
                disabled=why is not None,
                help=why,
                on_click=_resume,
                args=(info, run.key, curator),
            )
        if live or run.state in _OPEN:
            st.button(
                "Cancelling" if asked == "cancel" else "Cancel",
                icon=":material/cancel:",
                key="cancel judges",
                disabled=asked == "cancel" or why is not None,
                help=why or "Stops for good; answers and votes are kept.",
                on_click=_stop,
                args=(info, run.key, curator, True),
            )
        if run.state is RunState.OVER_BUDGET and not live:
            st.number_input(
                "New budget, US dollars",
                min_value=0.0001,
                value=max(0.0001, 2 * (run.budget or 1.0)),
                format="%.4f",
                key=_BUDGET,
                width=220,
            )


def _stop(info: BenchmarkInfo, key: int, curator: Voter, for_good: bool) -> None:
    with shown_plainly():
        run = judge_run(workspace(), info.key, key)
        (cancel if for_good else pause)(workspace(), curator, run)


def _resume(info: BenchmarkInfo, key: int, curator: Voter) -> None:
    with shown_plainly():
        run = judge_run(workspace(), info.key, key)
        if run.state is RunState.OVER_BUDGET and _BUDGET in st.session_state:
            set_budget(workspace(), curator, run, float(st.session_state[_BUDGET]))
        jobs.submit_judge_run(workspace(), curator, info.name, key)


def _judge_by_judge(run: JudgeRun, counts: Mapping[str, Tally]) -> None:
    with st.expander(
        "Judge by judge",
        icon=":material/table:",
        expanded=len(counts) > 1,
        key=f"judge by judge of run {run.key}",
    ):
        st.dataframe(
            pl.DataFrame(
                {
                    "judge": list(counts),
                    **_addresses(run),
                    "answered": [one.answered for one in counts.values()],
                    "of": [one.questions for one in counts.values()],
                    **{
                        word: [one.labels.get(label, 0) for one in counts.values()]
                        for label, word in _SAID.items()
                    },
                    "not understood": [one.unparsable for one in counts.values()],
                    "refused": [one.refused for one in counts.values()],
                    "failed": [one.failed for one in counts.values()],
                    **(
                        {"asked again": [one.again for one in counts.values()]}
                        if any(one.again for one in counts.values())
                        else {}
                    ),
                    "known before": [one.reused for one in counts.values()],
                    "votes": [one.votes for one in counts.values()],
                    "tokens": [one.input_tokens + one.output_tokens for one in counts.values()],
                    "spent, $": [one.spent for one in counts.values()],
                }
            ),
            hide_index=True,
        )
        for judge in run.judges:
            if judge.provider is not Provider.RULE:
                for note in notes(workspace(), judge.language_model):
                    st.caption(plain(note))


def _addresses(run: JudgeRun) -> dict[str, list[str]]:
    """Return the column of the judges' addresses, where one has its own."""
    if not any(judge.base_url for judge in run.judges):
        return {}
    own = {Provider.RULE: ""}
    return {
        "address": [
            judge.base_url or own.get(judge.provider, "the provider's own") for judge in run.judges
        ]
    }


def _answers(info: BenchmarkInfo, run: JudgeRun, curator: Voter) -> None:
    rows: list[dict[str, object]] = []
    for answer in open_answers(workspace(), curator, info.key, run.key):
        if len(rows) == _MOST_ANSWERS:
            break
        verdict = answer.verdict
        rows.append(
            {
                "judge": answer.voter,
                "case": answer.case,
                "query": answer.query,
                "table": info.published(answer.table),
                "run": answer.number,
                "swapped": answer.swapped,
                "planted": answer.variant.removeprefix(PREFIX),
                "outcome": answer.outcome.value + (", asked again" if answer.replaced else ""),
                "verdict": None if verdict is None else _SAID[verdict.label],
                "reason": answer.error if verdict is None else verdict.reason,
                "sure": None if verdict is None else verdict.confidence,
                "seconds": answer.seconds,
                "cost, $": answer.cost,
                "answered by": answer.model,
                "text as it came": answer.raw[:2_000],
            }
        )
    if not rows:
        return
    total = tally(workspace(), run)
    of = total.answered + total.failed + total.again
    st.markdown(f"**Answers**, the first {len(rows):,} of {of:,}")
    told = pl.DataFrame(rows, infer_schema_length=None)
    st.dataframe(
        told.with_columns(query_names(info, told["query"])),
        hide_index=True,
        height=360,
        placeholder="",
    )
