"""Turning over the results of a search: the page belongs to the search, and to its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import streamlit as st

from pages.shared.address import Address
from pages.shared.fields import Field, whole

PAGE = "page"
_SEARCH = "search that the page of results is of"

_TURNED_TO = "page of results"

T = TypeVar("T")


FIELD = Field(PAGE, 1, whole(1))
"""The page of the results, from 1."""


def begin_again_if_other(address: Address, search: Any) -> None:
    """Go back to the first page if this is another search than when it was last called.

    A page that an address brings along stays.
    """
    if not address.is_new and st.session_state.get(_SEARCH) != search:
        address.set(PAGE, 1)
    st.session_state[_SEARCH] = search


def on_this_page(address: Address, found: Sequence[T], at_once: int) -> Sequence[T]:
    """Let a page of the results be chosen, if there are several, and return what is on it."""
    pages = -(-len(found) // at_once)
    if pages <= 1:
        return found
    number = min(address[PAGE], pages)
    # Given only where the widget does not know: it may have been clicked while this page is drawn.
    if st.session_state.get(_TURNED_TO) != number:
        st.session_state[_TURNED_TO] = number
    st.pagination(pages, key=_TURNED_TO, on_change=_turn, args=(address,))
    return found[(number - 1) * at_once : number * at_once]


def _turn(address: Address) -> None:
    address.set(PAGE, st.session_state[_TURNED_TO])
