"""Addresses that the browser has not got yet: what was done meanwhile is kept."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import address as module
from pages.shared import this_run


def _page() -> None:
    import streamlit as st

    from pages.shared.address import Address, Field

    address = Address("words", Field("first"), Field("second"))
    for name in ("first", "second"):
        st.text_input(name, key=address.key(name))
    address.write()
    st.toggle("more")


def _typed() -> AppTest:
    """Type a word; the browser has not got the address with it yet."""
    app = AppTest.from_function(_page).run()
    app.text_input[0].set_value("bills").run()
    assert dict(app.query_params) == {"first": "bills"}
    app.query_params.clear()
    return app


def test_what_is_typed_next_takes_nothing_away() -> None:
    app = _typed()
    app.text_input[1].set_value("chess").run()
    assert dict(app.query_params) == {"first": "bills", "second": "chess"}


def test_a_widget_that_no_address_has_takes_nothing_away() -> None:
    app = _typed()
    app.toggle[0].set_value(True).run()
    assert dict(app.query_params) == {"first": "bills"}
    assert app.text_input[0].value == "bills"


def test_a_page_that_draws_itself_again_takes_nothing_away() -> None:
    app = _typed()
    app.session_state[this_run._BY_THE_APP] = True  # as run_again() of a fragment leaves it
    app.run()
    assert app.text_input[0].value == "bills"


def test_a_link_to_where_the_page_was_is_followed() -> None:
    app = _typed()
    app.run()
    assert app.text_input[0].value == ""


def test_a_step_back_is_taken_though_a_widget_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _typed()
    monkeypatch.setattr(module, "is_step_in_history", lambda: True)
    app.toggle[0].set_value(True).run()
    assert app.text_input[0].value == ""
