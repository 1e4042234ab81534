"""The work under way, and what it has made by now."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from core import jobs
from core.store import Workspace
from tests.pages.conftest import LAKE


def _page() -> None:
    import streamlit as st

    from pages.shared.job_panel import job_panel

    given = st.session_state.setdefault("given", [])
    drawn = st.session_state.get("drawn", 0) + 1
    st.session_state["drawn"] = drawn

    def made() -> list[str]:
        given.append(drawn)
        return ["hash"] if len(given) == 1 else ["hash", "tfidf"]  # one more after the first look

    job_panel("", made)


def test_a_page_is_drawn_again_when_work_has_made_more_of_what_it_shows(lake: Workspace) -> None:
    jobs.submit(lake, "encode", LAKE)
    app = AppTest.from_function(_page).run()
    assert not app.exception
    assert app.session_state["drawn"] == 2
    assert [button.label for button in app.button] == ["Cancel"]


def test_it_is_drawn_once_while_work_has_made_nothing_more(lake: Workspace) -> None:
    jobs.submit(lake, "encode", LAKE)
    app = AppTest.from_function(_page)
    app.session_state["given"] = [0]
    app.run()
    assert app.session_state["drawn"] == 1
