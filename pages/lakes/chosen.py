"""The chosen lake: it stays chosen across screens and is part of every address."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core import jobs
from core import lake as lakes
from core.types import LakeInfo
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.job_panel import job_panel
from pages.shared.words import plain

_CHOSEN = "chosen lake"


def choose_lake(
    address: Address, where: DeltaGenerator, on_change: Callable[[], None] | None = None
) -> LakeInfo:
    """Let a person choose a lake that has been read; without one, say what to do and stop.

    Parameters
    ----------
    where
        The place of the choice; what is said in its stead takes the page's whole width.
    on_change
        Takes away what is of the lake before, once another is chosen.

    Where the address names a lake that is not there, it says so and asks for another.
    """
    known = {lake.name: lake for lake in lakes.lakes(workspace())}
    wanted = address["lake"]
    if wanted and wanted not in known:
        address.set("lake", None)
        with shown_plainly():
            lakes.lake(workspace(), wanted)
        if known:
            where.selectbox(
                "Data lake",
                list(known),
                index=None,
                placeholder="Choose one",
                key=address.key("lake"),
                on_change=on_change,
            )
            _back_home()
    if not known:
        _nothing_yet()
    if not wanted:
        last = st.session_state.get(_CHOSEN)
        address.set("lake", last if last in known else next(iter(known)))
    name = where.selectbox("Data lake", list(known), key=address.key("lake"), on_change=on_change)
    st.session_state[_CHOSEN] = name
    lake = known[name]
    if not lake.fingerprint and not lake.tables:
        st.header(plain(name), anchor=False)
        st.info("This lake has not been read yet.", icon=":material/hourglass_empty:")
        job_panel(name)
        _back_home()
    return lake


def _nothing_yet() -> None:
    if jobs.jobs(workspace(), active_only=True):
        st.info("The first lake is being read.", icon=":material/hourglass_empty:")
        job_panel()
    else:
        st.info("There is no data lake yet. Add one on Home.", icon=":material/info:")
    _back_home()


def _back_home() -> None:
    st.page_link("pages/home.py", label="Home", icon=":material/home:")
    st.stop()
