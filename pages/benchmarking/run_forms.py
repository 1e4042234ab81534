"""Run methods on a benchmark, bring in another system's run, take one away."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core import on_behalf
from core.benchmarks import registry
from core.benchmarks.methods import OFFERED, answering, to_compare
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.labels.types import Role
from core.reports import benchmark_report
from pages.shared.catalog_cache import settings, workspace
from pages.shared.downloads import download_button
from pages.shared.failed_downloads import say_failure
from pages.shared.failures import shown_plainly
from pages.shared.identity import may, me_or_local
from pages.shared.job_panel import active_jobs, last_job, say_ended
from pages.shared.this_run import run_again
from pages.shared.uploads import on_disk
from pages.shared.words import amount, plain

_TOLD = "told of an imported run"


def first_runs(info: BenchmarkInfo) -> None:
    """Say what runs are for and offer the first ones."""
    if any(job.kind == "run" for job in active_jobs(info.name)):
        st.markdown("The first runs are being made; you can leave this page meanwhile.")
        return
    st.markdown(
        f"No method was run on **{plain(info.name)}** yet. A run ranks all its tables for "
        f"{'its only query' if info.queries == 1 else f'each of its {info.queries:,} queries'}. "
        "Where good runs and the ground truth disagree, one of them is wrong: those pairs are "
        "listed here."
    )
    tell_unfinished(info)
    with st.container(border=True, width=640):
        run_form(info, [], "first")


def tell_unfinished(info: BenchmarkInfo) -> None:
    """Say what came of the latest runs, if they were cancelled or failed."""
    last = last_job(info.name, "run")
    busy = any(job.kind == "run" for job in active_jobs(info.name))
    if last is not None and last.state != "done" and not busy:
        say_ended(last)


def run_form(info: BenchmarkInfo, stored: list[str], key: str = "more") -> None:
    """Ask which methods to run and start them."""
    if not may(Role.ANNOTATOR):
        st.markdown("Viewers run no methods; annotators and curators do.")
        return
    busy = any(job.kind == "run" for job in active_jobs(info.name))
    with st.form(f"{key} runs of {info.name}", border=False):
        queries, options = registry.queries(workspace(), info), settings()
        proposed = to_compare(queries, options)
        chosen = st.multiselect(
            "Methods",
            list(dict.fromkeys([*proposed, *answering(queries, options)])),
            default=[name for name in proposed if name not in stored],
            format_func=OFFERED.__getitem__,
            help="Methods of words take seconds; those of meaning (sbert) about a minute for a "
            "thousand small tables. A run of the same method is replaced.",
        )
        if not st.form_submit_button(
            "Run", icon=":material/play_arrow:", type="primary", disabled=busy
        ):
            return
    with shown_plainly():
        if not chosen:
            raise InputError("Choose at least one method to run.")
        methods = ",".join(chosen)
        on_behalf.start(workspace(), me_or_local(), "run", info.name, methods=methods)
        run_again()


def import_form(info: BenchmarkInfo, stored: list[str]) -> None:
    """Ask for another system's rankings and store them as a run."""
    if not may(Role.ANNOTATOR):
        st.markdown("Viewers import no runs; annotators and curators do.")
        return
    with st.form(f"import for {info.name}", border=False):
        file = st.file_uploader(
            "Rankings",
            help="A TREC run, a CSV with a query and a table column, or JSON or a pickle "
            "{query: [candidates]}. Names may be those that the benchmark itself uses.",
        )
        label = st.text_input("Call it", placeholder="starmie")
        replaced = st.checkbox(
            "Replace a run of that name",
            disabled=not may(Role.CURATOR),
            help=None if may(Role.CURATOR) else "Only a curator replaces a run.",
        )
        sent = st.form_submit_button("Import", icon=":material/upload:")
    if sent:
        st.session_state.pop(_TOLD, None)
        with shown_plainly():
            if file is None:
                raise InputError("Choose a file with rankings.")
            given = label.strip() or Path(file.name).stem
            if given in stored and not replaced:
                raise InputError(
                    f"A name stands for one run. There is a run {given!r} already; choose another "
                    "name, or tick that it is replaced."
                )
            with on_disk(file) as path:
                _, notes = on_behalf.import_run(
                    workspace(), me_or_local(), info, path, given, replaced
                )
            st.session_state[_TOLD] = (info.name, given, notes)
            run_again()
    told = st.session_state.get(_TOLD)
    if told and told[0] == info.name and told[1] in stored:
        st.success(f"{plain(told[1])} is imported.")
        for note in told[2]:
            st.caption(f":material/warning: {plain(note)}")


def remove_form(info: BenchmarkInfo, stored: list[str]) -> None:
    """Ask a curator which runs to forget."""
    if not may(Role.CURATOR):
        st.markdown("Only a curator removes runs.")
        return
    chosen = st.multiselect("Runs to forget", stored, key=f"runs of {info.name} to forget")
    st.button(
        f"Forget {amount(len(chosen), 'run')}",
        disabled=not chosen,
        on_click=_remove,
        args=(info, chosen),
    )


def _remove(info: BenchmarkInfo, chosen: list[str]) -> None:
    with shown_plainly():
        on_behalf.remove_runs(workspace(), me_or_local(), info, chosen)
    st.session_state[f"runs of {info.name} to forget"] = []


def report_button(info: BenchmarkInfo, k: int, chosen: tuple[str, ...] = ()) -> None:
    """Offer the whole audit as one page, made when it is asked for.

    Parameters
    ----------
    chosen
        Runs whose common disputes it lists; the best three if none.
    """
    here, options = workspace(), settings()
    key = f"report of {info.name}"
    download_button(
        "Report",
        lambda: benchmark_report(here, info, options, k, chosen).encode(),
        f"audit of {info.name}.html",
        key,
        mime="text/html",
        icon=":material/description:",
        help=f"All of this on one page that needs no other file, to send to a colleague: at k = "
        f"{k:,}, with the pairs that {_in_common(chosen)} dispute.",
    )
    say_failure(key)


def _in_common(chosen: tuple[str, ...]) -> str:
    return f"all of {', '.join(map(plain, chosen))}" if chosen else "the best three runs together"
