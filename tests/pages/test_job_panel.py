"""The work under way, and what it has made by now."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from core import jobs
from core.store import Workspace
from tests.pages.conftest import LAKE


def _page() -> None:
    import streamlit as st

    from pages.shared.job_panel import job_panel

    drawn = st.session_state.get("drawn", 0) + 1
    st.session_state["drawn"] = drawn
    there = st.session_state["there"]
    job_panel("", there[drawn - 1], lambda: there[drawn])


def test_a_page_is_drawn_again_when_work_has_made_more_of_what_it_shows(lake: Workspace) -> None:
    jobs.submit(lake, "encode", LAKE)
    app = AppTest.from_function(_page)
    app.session_state["there"] = [["hash"], ["hash", "tfidf"], ["hash", "tfidf"]]
    app.run()
    assert not app.exception
    assert app.session_state["drawn"] == 2
    assert [button.label for button in app.button] == ["Cancel"]


def test_it_is_drawn_once_while_work_has_made_nothing_more(lake: Workspace) -> None:
    jobs.submit(lake, "encode", LAKE)
    app = AppTest.from_function(_page)
    app.session_state["there"] = [["hash"], ["hash"]]
    app.run()
    assert app.session_state["drawn"] == 1
