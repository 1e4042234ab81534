"""Runs & disagreements: which method is best, and where is the ground truth doubtful."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.benchmarks import runs
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import CaseKind, Label, Metric
from pages.benchmarking.cases import SETTLED, show_cases, show_rates, tell_disputes
from pages.benchmarking.choice import audit_of, choose_benchmark
from pages.benchmarking.leaderboard import (
    offer_scores,
    show_board,
    tell_best,
    tell_where_labels_are,
)
from pages.benchmarking.run_forms import (
    first_runs,
    import_form,
    remove_form,
    report_button,
    run_form,
    tell_unfinished,
)
from pages.benchmarking.scores import (
    DISPUTED,
    METRICS,
    show_comparison,
    show_corpus_sizes,
    show_curves,
    show_queries,
)
from pages.shared.address import Address
from pages.shared.audits import Audit, best_runs, leaderboard_of
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field, one_of, several, truth, whole
from pages.shared.heading import page_head
from pages.shared.job_panel import job_panel
from pages.shared.links import BENCHMARKS
from pages.shared.words import plain

VIEWS = (
    DISPUTED,
    "GTFP and GTFN",
    "Compare two runs",
    "Curves over k",
    "Corpus size",
    "Queries",
)


MOST_K = 100


def page() -> None:
    """Show the leaderboard of one benchmark, and what its best runs dispute."""
    address = Address(
        "runs",
        Field("benchmark", None),
        Field("k", 10, whole(1, MOST_K)),
        Field("runs", None, several),
        Field("view", VIEWS[0], one_of(VIEWS)),
        Field("metric", Metric.P.value, one_of(tuple(Metric))),
        Field("baseline", None),
        Field("curve", None, one_of(tuple(m.value for m in METRICS))),
        Field("kind", None, one_of(tuple(CaseKind))),
        Field("label", None, one_of((Label.NEGATIVE.value, Label.UNLABELLED.value))),
        Field("settled", None, one_of(tuple(SETTLED))),
        Field("words"),
        Field("query"),
        Field("all", False, truth),
    )
    head = page_head("Runs & disagreements")
    address.tell_refused()
    where, cutoff, told = st.columns([1, 0.45, 3.2], vertical_alignment="bottom")
    info = choose_benchmark(address, where)
    cutoff.number_input(
        "k",
        min_value=1,
        max_value=MOST_K,
        step=1,
        key=address.key("k"),
        help="How many candidates of each query are looked at.",
    )
    stored = _stored(info)
    with head:
        files = _actions(info, stored)
    job_panel(info.name, stored, lambda: _stored(info))
    if stored:
        tell_unfinished(info)
        _shown(address, info, stored, told.container(gap="small"), files)
    else:
        first_runs(info)
    address.write()


def _stored(info: BenchmarkInfo) -> list[str]:
    return [run.method for run in runs.runs(workspace(), info)]


def _shown(
    address: Address,
    info: BenchmarkInfo,
    stored: list[str],
    headlines: DeltaGenerator,
    files: DeltaGenerator,
) -> None:
    of, k = audit_of(info), int(address["k"])
    show_board(of, info, k)
    if not leaderboard_of(of, k).scorable:
        with headlines:
            tell_best(of, k)
        with files:
            offer_scores(of, k)
            report_button(info, k)
        tell_where_labels_are(info)
        return
    chosen = _choose_runs(address, of, k, stored)
    with files:
        offer_scores(of, k)
        report_button(info, k, chosen)
    with headlines:
        tell_best(of, k)
        if chosen:
            tell_disputes(of, chosen, k)
    view = st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    if view == "Curves over k":
        show_curves(address, of, k)
    elif view == "Corpus size":
        show_corpus_sizes(of, k)
    elif view == "Compare two runs":
        show_comparison(address, of, info, chosen, k)
    elif not chosen:
        st.info("Tick at least one run above.")
    elif view == DISPUTED:
        show_cases(address, of, info, chosen, k)
    elif view == "GTFP and GTFN":
        show_rates(of, chosen, k)
    else:
        show_queries(address, of, info, chosen, k)


def _choose_runs(address: Address, of: Audit, k: int, stored: list[str]) -> tuple[str, ...]:
    best = [row.run.method for row in leaderboard_of(of, k).rows]
    wanted = address["runs"]
    gone = [label for label in wanted or () if label not in stored]
    if gone and address.is_new:
        st.warning(f"There is no run {plain(', '.join(gone))} of {plain(of.name)}.")
    kept = [label for label in wanted or () if label in stored]
    if gone:  # with none of them left it is as if none were chosen
        address.set("runs", kept or None)
    address.stand_in("runs", list(best_runs(of, k)))
    st.pills(
        "Runs ticked: the pairs below are disputed by all of them; tick two to compare them",
        best,
        selection_mode="multi",
        key=address.key("runs"),
        format_func=plain,
    )
    ticked = set(address["runs"])
    return tuple(label for label in best if label in ticked)


def _actions(info: BenchmarkInfo, stored: list[str]) -> DeltaGenerator:
    """Offer what can be done with runs; leave a place for files of what is shown below."""
    name = info.name
    with st.popover(
        "Run methods", icon=":material/play_arrow:", type="primary", key=f"run methods on {name}"
    ):
        run_form(info, stored)
    with st.popover("Import a run", icon=":material/upload:", key=f"import into {name}"):
        import_form(info, stored)
    if stored:
        with st.popover("Remove a run", icon=":material/delete:", key=f"remove a run of {name}"):
            remove_form(info, stored)
    files = st.container(horizontal=True, width="content")
    st.page_link(
        BENCHMARKS,
        label="Overlap",
        icon=":material/rule:",
        query_params={"benchmark": info.name},
    )
    return files


if __name__ == "__main__":
    page()
