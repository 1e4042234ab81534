"""Whether a judge can be trusted: every figure with its interval, its advice and its table."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.benchmarks import runs as search_runs
from core.benchmarks.judging.report import report_state, reported_judges
from core.benchmarks.types import BenchmarkInfo
from core.figures.judges import (
    confusion_figure,
    groups_figure,
    more_votes_figure,
    readings_figure,
    reliability_diagram,
)
from core.judges.reliability import (
    Finding,
    Reading,
    Reliability,
    ShareEstimate,
    readings_frame,
)
from core.labels.types import Voter
from pages.judging.reports import report_of, show_beside
from pages.judging.to_people import offer_disputed, offer_sample
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_buttons
from pages.shared.fields import Field, whole
from pages.shared.grade_words import grade_words
from pages.shared.label_cache import Labels
from pages.shared.plots import plot
from pages.shared.words import plain

_YES = (2, 1)
_MOST_K = 100
FIELDS = (
    Field("judge", None),
    Field("yes", None, whole(min(_YES), max(_YES))),
    Field("of", None),
    Field("k", 10, whole(1, _MOST_K)),
)


def show_trust(address: Address, info: BenchmarkInfo, curator: Voter) -> None:
    """Measure one judge and say what each figure means."""
    judges = reported_judges(workspace(), info)
    if not judges:
        st.info("No judge was asked about this benchmark yet. Set one up; the rule costs nothing.")
        return
    made = [run.method for run in search_runs.runs(workspace(), info)]
    unknown = address.settle("judge", judges)
    _settle_others(address, info, made)
    if len(judges) > 1:
        show_beside(address, info, curator, judges)
    _choices(address, info, judges, made)
    if address["judge"] is None:
        told = "Choose a judge."
        if unknown is not None:
            told = f"No judge {unknown} was asked about this benchmark. Choose one that was."
        st.warning(plain(told), icon=":material/info:")
        return
    found = report_of(
        Labels.of(info),
        report_state(workspace(), info),
        curator,
        address["judge"],
        int(address["yes"]),
        address["of"],
        int(address["k"]),
    )
    for note in found.notes:
        st.warning(plain(note), icon=":material/info:")
    _in_short(found)
    _details(found)
    _estimates(found)
    if found.record.cases.is_empty():
        return
    offer_sample(info, found, curator)
    offer_disputed(info, found, curator)


def _settle_others(address: Address, info: BenchmarkInfo, made: list[str]) -> None:
    """Stand in for what a yes is, and leave no run in the address that is not there."""
    address.stand_in("yes", min(2, info.positive_from))
    if address["of"] not in made:
        address.set("of", None)


def _choices(address: Address, info: BenchmarkInfo, judges: list[str], made: list[str]) -> None:
    """Ask which judge, what counts as its yes, and of which run the positives are estimated."""
    yes = {2: f"only “{grade_words(info)[2]}”", 1: "“partly” too"}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Judge",
            judges,
            index=None,
            key=address.key("judge"),
            placeholder="choose a judge",
            width=300,
        )
        st.segmented_control(
            "Yes is",
            _YES,
            key=address.key("yes"),
            format_func=yes.__getitem__,
            required=True,
        )
        st.selectbox(
            "Estimate the positives of",
            made,
            index=None,
            key=address.key("of"),
            placeholder="no run",
            help="Of the pairs in its first k places that the judge voted on: P@k if it voted on "
            "all of them.",
            width=220,
        )
        st.number_input("k", 1, _MOST_K, key=address.key("k"), width=110)


def _in_short(found: Reliability) -> None:
    compared = len(found.record.compared())
    st.markdown(f"**{plain(found.voter)}** voted on {plain(found.record.told)}.")
    left, right = st.columns([1.15, 1], gap="large")
    with left:
        first = [finding.readings[0] for finding in found.findings]
        st.markdown("\n".join(f"- {_line(one)}" for one in first if one.value is not None))
        missing = [one for one in first if one.value is None]
        if missing:
            st.markdown("**Not known yet**")
            st.markdown("\n".join(f"- {_line(one)}" for one in missing))
    with right:
        if compared:
            plot(
                confusion_figure(found.people.table),
                "confusion of the judge",
                f"Votes of {found.voter} against people's",
            )
            plot(
                readings_figure(
                    [one for one in found.people.readings if one.name != "Cohen's kappa"]
                ),
                "figures of the judge",
                f"How well {found.voter} agrees with people",
            )
    with st.expander("Every figure as a table", icon=":material/table:", key="every figure"):
        frame = readings_frame(found.readings)
        st.dataframe(frame, hide_index=True)
        download_buttons(lambda: frame, f"{found.voter} reliability".replace(":", " "), "figures")


def _line(reading: Reading) -> str:
    name = plain(f"{reading.name[:1].upper()}{reading.name[1:]}")
    if reading.value is None:
        return f"{name}: {plain(reading.advice)}"
    of = plain(f", {reading.of_told}.")
    return f"{name}: **{plain(reading.told)}**{of} {plain(reading.advice)}"


def _details(found: Reliability) -> None:
    agreement = found.people.readings[0].value
    drawn: dict[str, tuple[Finding, Callable[[Finding], object] | None]] = {
        "People": (found.people, None),
        "The rule": (found.baseline, None),
        "Ground truth": (found.truth, lambda one: confusion_figure(one.table, "truth")),
        "Kinds of pairs": (found.groups, lambda one: groups_figure(one.table, agreement)),
        "Itself": (found.consistency, None),
        "Order": (found.position, None),
        "Size": (found.length, None),
        "Planted": (found.injection, None),
        "Confidence": (found.confidence, lambda one: reliability_diagram(one.table)),
        "Cost": (found.cost, None),
        "No verdict": (found.unanswered, None),
        "Can't tell": (found.abstained, None),
    }
    for tab, (name, (finding, figure)) in zip(
        st.tabs(list(drawn), key="findings of the judge"), drawn.items(), strict=True
    ):
        with tab:
            st.markdown(f"**{plain(finding.question)}**")
            for reading in finding.readings:
                st.markdown(plain(reading.sentence))
            if figure is not None and len(finding.table):
                plot(figure(finding), f"figure {name}", f"{found.voter}: {name}")
            if len(finding.table):
                st.dataframe(finding.table, hide_index=True, key=f"table {name}")


def _estimates(found: Reliability) -> None:
    if found.estimates:
        st.markdown("#### From many of its votes and few of people's")
    for estimate in found.estimates:
        _estimate(estimate)


def _estimate(estimate: ShareEstimate) -> None:
    told, drawn = st.columns([1.15, 1], gap="large")
    with told:
        st.markdown(plain(estimate.people.sentence))
        st.markdown(plain(estimate.powered.sentence))
        if estimate.powered.value is not None:
            st.markdown(f"**{plain(estimate.advice)}**")
            st.caption(
                f"Prediction-powered inference over {estimate.agreed:,} cases with both votes and "
                f"{estimate.judged:,} with the judge's alone; its votes have the weight "
                f"{estimate.trust:.2f}. {plain(estimate.drawn)}"
            )
    if len(estimate.more) > 1:
        with drawn:
            plot(
                more_votes_figure(estimate),
                f"more votes {estimate.what}",
                f"What more votes would tell of {estimate.what}",
            )
            with st.expander(
                "As a table", icon=":material/table:", key=f"more votes {estimate.what} as a table"
            ):
                st.dataframe(estimate.more, hide_index=True)
