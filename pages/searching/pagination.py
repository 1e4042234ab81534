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
_TURNED_TO_BELOW = "page of results, chosen below"

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
    pages = _pages(found, at_once)
    if pages <= 1:
        return found
    number = min(address[PAGE], pages)
    _pager(address, pages, number, _TURNED_TO)
    return found[(number - 1) * at_once : number * at_once]


def turn_over_below(address: Address, found: Sequence[T], at_once: int) -> None:
    """Let a page be chosen at the end of the results, too, for who has read to there."""
    pages = _pages(found, at_once)
    if pages > 1:
        _pager(address, pages, min(address[PAGE], pages), _TURNED_TO_BELOW)


def _pages(found: Sequence[T], at_once: int) -> int:
    return -(-len(found) // at_once)


def _pager(address: Address, pages: int, number: int, key: str) -> None:
    # Given only where the widget does not know: it may have been clicked while this page is drawn.
    if st.session_state.get(key) != number:
        st.session_state[key] = number
    st.pagination(pages, key=key, on_change=_turn, args=(address, key))


def _turn(address: Address, key: str) -> None:
    address.set(PAGE, st.session_state[key])
