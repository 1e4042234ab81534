"""The chosen benchmark, and the ways to bring one in."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core import lake as lakes
from core import on_behalf
from core.benchmarks import registry
from core.benchmarks.formats import FORMATS, Mode
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import SelfCandidate
from core.labels.types import Role
from core.on_behalf import Folders
from pages.shared.address import Address
from pages.shared.audits import Audit
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.folder_field import typed_folder
from pages.shared.identity import folders, may, me_or_local
from pages.shared.job_panel import active_jobs, ended, job_panel, last_job, say_ended
from pages.shared.links import BENCHMARKS, HOME, RELEASES
from pages.shared.words import amount, plain

DEMO = "demo"
DEMO_FOLDER = Path(__file__).parents[2] / "data" / "sample"

_CHOSEN = "chosen benchmark"
_AWAITED = "benchmark that was being added"
_ONLY_CURATORS = "Only a curator adds benchmarks."
_TASKS = {Mode.UNION: "to be united", Mode.JOIN: "to be joined"}
_OWN = {
    SelfCandidate.INCLUDED: "counts as a positive",
    SelfCandidate.EXCLUDED: "is left out",
    SelfCandidate.AS_GIVEN: "counts as it is labelled",
}


def choose_benchmark(address: Address, where: DeltaGenerator) -> BenchmarkInfo:
    """Let a person choose a benchmark; without one, offer the ways in and stop.

    Parameters
    ----------
    where
        The place of the choice; what is said in its stead takes the page's whole width.

    Where the address names a benchmark that is neither there nor being added, it says so and asks
    for another.
    """
    known = {info.name: info for info in registry.benchmarks(workspace())}
    wanted = address["benchmark"]
    if wanted and wanted not in known:
        if _is_being_added(wanted):
            _wait_for(address, wanted)
        address.set("benchmark", None)
        failed = last_job(wanted, "benchmark")
        if failed is None or failed.state == "done":
            with shown_plainly():
                registry.benchmark(workspace(), wanted)
            if known:
                _ask_for_another(address, where, list(known))
        else:
            st.error(ended(failed))
    if not known:
        ways_in()
        st.stop()
    if address["benchmark"] not in known:
        last = st.session_state.get(_CHOSEN)
        address.set("benchmark", last if last in known else next(iter(known)))
    name = where.selectbox("Benchmark", list(known), key=address.key("benchmark"))
    st.session_state[_CHOSEN] = name
    _tell_of_addition(name)
    return known[name]


def _tell_of_addition(name: str) -> None:
    """Say once what came of adding a benchmark; one that was there may be read anew in vain."""
    if st.session_state.get(_AWAITED) != name or _is_being_added(name):
        return
    del st.session_state[_AWAITED]
    last = last_job(name, "benchmark")
    if last is not None and last.state != "done":
        say_ended(last)
    else:
        st.success(f"{plain(name)} is added; here it is.", icon=":material/check:")


def _ask_for_another(address: Address, where: DeltaGenerator, known: list[str]) -> None:
    where.selectbox(
        "Benchmark", known, index=None, placeholder="Choose one", key=address.key("benchmark")
    )
    st.page_link(HOME, label="Home", icon=":material/home:")
    st.stop()


def audit_of(info: BenchmarkInfo) -> Audit:
    """Name the benchmark as it stands, for what is kept of it."""
    return Audit.of(info, lakes.stamp(workspace(), info.name))


def ways_in() -> None:
    """Offer the demo benchmark and a folder."""
    st.header("Begin with a benchmark", anchor=False)
    st.markdown(
        "A benchmark is a folder of tables with a ground truth that says which tables can be "
        "appended to which. Add one to see what it is made of, how far its labels can be guessed "
        "from shared names and values, and which of them look wrong."
    )
    if active_jobs():
        job_panel()
    demo, folder = st.columns(2)
    with demo, st.container(border=True):
        st.subheader("The demo benchmark", anchor=False)
        st.markdown(
            "Real tables with a ground truth that is wrong in known places. Added in a few seconds."
        )
        add_demo_button()
    with folder, st.container(border=True):
        st.subheader("A published benchmark", anchor=False)
        add_form("first benchmark")


def add_demo_button() -> None:
    """Offer to add the demo benchmark."""
    if st.button(
        "Add the demo benchmark",
        type="primary",
        icon=":material/add:",
        key="add the demo",
        disabled=not may(Role.CURATOR),
        help=None if may(Role.CURATOR) else _ONLY_CURATORS,
    ):
        with shown_plainly():
            _add(DEMO, DEMO_FOLDER, Folders.only(DEMO_FOLDER))


def add_form(key: str) -> None:
    """Ask a curator for a folder and a name, look at the folder, and begin to read it."""
    if not may(Role.CURATOR):
        st.markdown(_ONLY_CURATORS)
        return
    with st.form(key, border=False):
        folder = st.text_input(
            "Folder",
            placeholder="/home/me/ugen_v1",
            help="The benchmark's folder as it was downloaded and unpacked, on the machine that "
            "runs Soundings; or its file of labels. Nothing in it is changed.",
        )
        name = st.text_input("Name", placeholder="The folder's own name if left empty")
        form = st.selectbox(
            "Format",
            FORMATS,
            index=None,
            placeholder="Found out from the folder",
            help="Choose one only if it is not found out rightly.",
        )
        task = st.selectbox(
            "Query tables are",
            list(_TASKS),
            index=None,
            format_func=_TASKS.__getitem__,
            placeholder="Found out from the ground truth",
            help="Of a ground truth of pairs that does not say it.",
        )
        own = st.selectbox(
            "A query's own table",
            list(_OWN),
            index=None,
            format_func=_OWN.__getitem__,
            placeholder="Counts if most are labelled as positives",
            help="Where it lies among the candidates. LakeBench is published with it counting.",
        )
        if not st.form_submit_button("Add the benchmark", icon=":material/add:"):
            return
    with shown_plainly():
        path = typed_folder(
            folder,
            "A benchmark is a folder with tables and a ground truth. Write its path, such as "
            "/home/me/ugen_v1.",
        )
        _add(name.strip(), path, folders(), form, task, own)


def _add(
    name: str,
    folder: Path,
    allowed: Folders,
    form: str | None = None,
    task: Mode | None = None,
    own: SelfCandidate | None = None,
) -> None:
    me = me_or_local()
    job = on_behalf.add_benchmark(
        workspace(), me, name, folder, allowed, format_name=form, mode=task, own_tables=own
    )
    st.session_state[_AWAITED] = job.subject
    st.switch_page(BENCHMARKS, query_params={"benchmark": job.subject})


def _is_being_added(name: str) -> bool:
    return any(job.kind == "benchmark" for job in active_jobs(name))


def _wait_for(address: Address, name: str) -> None:
    st.session_state[_AWAITED] = name
    address.write()  # so that the page is still this benchmark's when it is there
    st.header(plain(name), anchor=False)
    st.markdown(
        "The benchmark is being read: first its ground truth, then its tables, then how far the "
        "pairs overlap. You can leave this page; the work goes on."
    )
    job_panel(name)
    st.stop()


def remove_button(info: BenchmarkInfo) -> None:
    """Offer a curator to forget the chosen benchmark; one with votes once they say so."""
    if not may(Role.CURATOR):
        st.markdown("Only a curator removes benchmarks.")
        return
    name = info.name
    st.markdown(
        f"Soundings forgets **{plain(name)}**, its runs and everything made from its tables. The "
        "folder and its files stay as they are."
    )
    votes = registry.vote_count(workspace(), info)
    sure = not votes or _forget_votes(info, votes)
    st.button(
        f"Remove {plain(name)}",
        type="primary",
        disabled=not sure,
        on_click=_remove,
        args=(name, bool(votes)),
    )


def _forget_votes(info: BenchmarkInfo, votes: int) -> bool:
    """Ask whether a benchmark's votes are to be forgotten with it."""
    told = amount(votes, "vote")
    st.markdown(
        f"It has **{told}**, which nothing brings back. Download first what is to be kept, with "
        "Votes on this page:"
    )
    st.page_link(
        RELEASES,
        label="Agreement & releases",
        icon=":material/how_to_vote:",
        query_params={"benchmark": info.name},
    )
    return st.checkbox(
        f"Forget {told} and the releases too", key=f"forget the votes of {info.name}: {votes}"
    )


def _remove(name: str, with_votes: bool) -> None:
    with shown_plainly():
        on_behalf.remove_benchmark(workspace(), me_or_local(), name, with_votes)
        st.session_state["benchmarks benchmark"] = None
