"""Home: what is here, and what to do next."""

from __future__ import annotations

import streamlit as st

from core import lake as lakes
from core import on_behalf
from core.benchmarks import registry
from core.errors import BusyError
from core.jobs import Job
from core.labels.types import Role
from core.on_behalf import Folders
from core.types import LakeInfo
from pages.benchmarking.cards import show_benchmarks
from pages.benchmarking.label_cards import Step, next_label_step
from pages.lakes.closed_folder import tell_closed_folder
from pages.lakes.encoding import ready_with
from pages.lakes.last_read import last_read
from pages.lakes.readiness import ready_for
from pages.shared.catalog_cache import SAMPLE, SAMPLE_FOLDER, workspace
from pages.shared.failures import shown_plainly
from pages.shared.folder_field import typed_folder
from pages.shared.identity import folders, may, me_or_local
from pages.shared.job_panel import (
    active_jobs,
    job_panel,
    last_job,
    say_ended,
    say_if_failed,
    start,
)
from pages.shared.links import BENCHMARKS, LAKE, SEARCH, Parameters
from pages.shared.this_run import run_again
from pages.shared.words import amount, plain, size

_ADDED = "lakes added"
_ONLY_CURATORS = "Only a curator adds data lakes."


def home() -> None:
    """Show the lakes of the workspace and the next useful step."""
    known = lakes.lakes(workspace())
    st.title("Soundings")
    busy = active_jobs()
    next_step(known, busy)
    job_panel()
    if known:
        st.subheader("Data lakes")
        for row in range(0, len(known), 2):
            for place, lake in zip(st.columns(2), known[row : row + 2], strict=False):
                with place:
                    card(lake, busy=any(job.subject == lake.name for job in busy))
        with st.expander("Add a data lake", icon=":material/add:", key="add a data lake"):
            add_form()
        show_benchmarks()
        st.page_link(BENCHMARKS, label="Add a benchmark", icon=":material/add:")
    else:
        ways_in(busy)


def next_step(known: list[LakeInfo], busy: list[Job]) -> None:
    """Say in one sentence what to do next, with a button where there is one."""
    ready = [lake for lake in known if lake.tables and ready_with(lake)]
    labels = next_label_step()
    if labels:
        _step(labels)
    elif ready:
        lake = next((one for one in ready if one.name != SAMPLE), ready[0])
        _step(
            Step(
                f"Pick one of the {amount(lake.tables, 'table')} of **{plain(lake.name)}** and see "
                "which others can be appended to it.",
                f"Search {plain(lake.name)}",
                ":material/search:",
                SEARCH,
                _by_table(lake),
            )
        )
    elif busy:
        name = plain(busy[0].subject)
        st.markdown(f"**{name}** is being made ready. You can leave this page; the work goes on.")
    elif filled := [lake for lake in known if not _is_empty(lake)]:
        _unready(filled[0])
    elif known:
        st.markdown(
            f"No table was found in the folder of **{plain(known[0].name)}**. Press Refresh on its "
            "card once there are some, or add the folder that has them."
        )
    elif may(Role.CURATOR):
        st.markdown("There is nothing here yet. Begin with the sample or with your own folder.")
    else:
        st.markdown("There is nothing here yet.")


def _is_empty(lake: LakeInfo) -> bool:
    """Whether a folder was read to the end, and no table found in it."""
    return bool(lake.refreshed_at) and not lake.tables


def _unready(lake: LakeInfo) -> None:
    """Say what a lake lacks before tables can be searched by one."""
    name = plain(lake.name)
    try:
        lakes.require_whole(workspace(), lake)
    except BusyError:
        st.markdown(
            f"**{name}** is not ready for search yet. Press Refresh on its card to read its folder "
            "to the end."
        )
    else:
        words = f"**{name}** is read. Make it ready, once, to see which tables can be appended."
        _step(Step(words, f"Search {name}", ":material/search:", SEARCH, _by_table(lake)))


def _by_table(lake: LakeInfo) -> Parameters:
    return {"lake": lake.name, "mode": "union"}


def _step(step: Step) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(step.sentence, width="stretch")
        if st.button(step.button, type="primary", icon=step.icon):
            st.switch_page(step.page, query_params=step.address)


def card(lake: LakeInfo, *, busy: bool) -> None:
    """Show one lake: what it holds, its state, and what can be done with it.

    Its panels have keys of its name: without them the browser keeps what is open by place, and an
    open "Remove" is of another lake once the panel of work above comes or goes.
    """
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(plain(lake.name), anchor=False)
            _state(lake, busy)
        st.caption(plain(lake.root))
        with st.container(horizontal=True, gap="medium"):
            # What is being read for the first time has no figures yet, not zero.
            known = lake.refreshed_at or lake.tables
            st.metric("Tables", f"{lake.tables:,}" if known else "…", width="content")
            st.metric("Rows", f"{lake.rows:,}" if known else "…", width="content")
            st.metric("Size", size(lake.bytes) if known else "…", width="content")
            st.metric(
                "Not read",
                f"{lake.refused:,}",
                width="content",
                help="Files that could not be read. Open the lake to see why.",
            )
        _history(lake)
        tell_closed_folder(lake)
        _actions(lake, busy)


def _state(lake: LakeInfo, busy: bool) -> None:
    """Say which searches answer at once; that one is being made ready hides none of these."""
    searches, encoder = ready_for(lake), ready_with(lake)
    if _is_empty(lake) and not busy:
        st.badge(
            "No table found",
            icon=":material/warning:",
            color="orange",
            help="Look whether it is the folder that you mean, and whether its drive is there.",
        )
    elif searches:
        compared = f"Columns are compared with the encoder {encoder}. " if encoder else ""
        st.badge(
            f"Ready for {searches}",
            icon=":material/check:",
            color="green",
            help=f"{compared}What is not named here is made ready from the page Search.",
        )
    elif busy:
        st.badge("Being made ready", icon=":material/hourglass_top:", color="blue")
    else:
        st.badge("Not ready for search", color="orange")


def _history(lake: LakeInfo) -> None:
    job = last_job(lake.name)
    st.caption(last_read(lake, job))
    say_if_failed(lake, job)


def _actions(lake: LakeInfo, busy: bool) -> None:
    address = {"lake": lake.name}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(LAKE, label="Open", icon=":material/water:", query_params=address)
        st.page_link(SEARCH, label="Search", icon=":material/search:", query_params=address)
        st.button(
            "Refresh",
            key=f"refresh {lake.name}",
            icon=":material/refresh:",
            help="Reads what is new or changed in the folder and makes it ready for search.",
            on_click=start,
            args=("refresh", lake.name),
            disabled=busy or not may(Role.ANNOTATOR),
        )
        with st.popover("Remove", icon=":material/delete:", key=f"ask to remove {lake.name}"):
            _removal(lake)


def _removal(lake: LakeInfo) -> None:
    if any(info.lake_key == lake.key for info in registry.benchmarks(workspace())):
        st.markdown(f"These are the tables of the benchmark **{plain(lake.name)}**.")
        st.page_link(
            BENCHMARKS,
            label="Remove it on Benchmarks",
            icon=":material/rule:",
            query_params={"benchmark": lake.name},
        )
        return
    if not may(Role.CURATOR):
        st.markdown("Only a curator removes data lakes.")
        return
    st.markdown(
        f"Soundings forgets **{plain(lake.name)}**, everything made from it, and what was said of "
        "how its files are read. The folder and its files stay as they are."
    )
    st.button(
        f"Remove {plain(lake.name)}",
        key=f"remove {lake.name}",
        type="primary",
        on_click=_remove,
        args=(lake.name,),
    )


def _remove(name: str) -> None:
    with shown_plainly():
        on_behalf.remove_lake(workspace(), me_or_local(), name)


def ways_in(busy: list[Job]) -> None:
    """Offer the ways to begin in a workspace without lakes, unless one is being made."""
    if busy:
        return
    if not may(Role.CURATOR):
        st.markdown(_ONLY_CURATORS)
        return
    sample, folder = st.columns(2)
    with sample, st.container(border=True):
        st.subheader("The sample lake", anchor=False)
        st.markdown("Real tables, small and messy, to try everything on. Ready in a minute.")
        st.button("Add the sample lake", on_click=_add_sample, type="primary")
        job = last_job(SAMPLE)
        if job:
            say_ended(job)
    with folder, st.container(border=True):
        st.subheader("Your own folder", anchor=False)
        add_form()


def _add_sample() -> None:
    with shown_plainly():
        only = Folders.only(SAMPLE_FOLDER)
        on_behalf.add_lake(workspace(), me_or_local(), SAMPLE, SAMPLE_FOLDER, only)


def add_form() -> None:
    """Ask a curator for a folder and a name, and begin to read it."""
    if not may(Role.CURATOR):
        st.markdown(_ONLY_CURATORS)
        return
    added = st.session_state.get(_ADDED, 0)  # the fields of the next lake begin empty
    with st.form("add a lake", border=False):
        folder = st.text_input(
            "Folder",
            key=f"folder of a lake {added}",
            placeholder="/home/me/tables",
            help="A folder on the machine that runs Soundings. It is read with all folders in it; "
            "nothing in it is changed.",
        )
        name = st.text_input(
            "Name",
            key=f"name of a lake {added}",
            placeholder="The folder's own name if left empty",
        )
        if not st.form_submit_button("Add and read it"):
            return
    with shown_plainly():
        rule = "A data lake is a folder. Write its path, such as /home/me/tables."
        path = typed_folder(folder, rule)
        on_behalf.add_lake(workspace(), me_or_local(), name.strip(), path, folders())
        st.session_state[_ADDED] = added + 1
        run_again()


if __name__ == "__main__":
    home()
