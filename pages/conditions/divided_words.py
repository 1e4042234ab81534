"""Words of which some are a condition: each goes to its own box of the Search page."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.conditions import (
    MOST_CHARACTERS,
    Condition,
    Request,
    said_again,
    to_line,
    write_condition,
)
from core.search.conditioned import condition_in_keywords, divided, words_and_condition
from core.types import LakeInfo
from pages.conditions.readings import reading
from pages.shared.address import Address
from pages.shared.words import chip

_DIVIDED = "words that were divided"


@dataclass(frozen=True)
class _Divided:
    """What was typed, and the words and the condition that it became."""

    text: str
    words: str
    where: str


def divide_words(address: Address, lake: LakeInfo) -> None:
    """Move a condition that stands among the words to the box of conditions.

    "tables about coffee with over 40 rows" becomes "coffee" and "over 40 rows", both of which can
    be put right. A condition that was typed in that box stays; one that came from earlier words
    goes with them.
    """
    text = address["words"].strip()
    earlier: _Divided | None = st.session_state.get(_DIVIDED)
    typed = address["where"] and (earlier is None or earlier.where != address["where"])
    if typed or len(text) > MOST_CHARACTERS:
        return
    request = reading(lake, text, ())
    words, condition = words_and_condition(request)
    if condition is None:
        if earlier is not None and address["where"]:
            address.set("where", "")
            address.set("that", "")
        return
    _put(address, lake, request, words, condition)


def _put(
    address: Address, lake: LakeInfo, request: Request, words: str, condition: Condition
) -> None:
    where = said_again(request, condition, lambda words: reading(lake, words, ()))
    st.session_state[_DIVIDED] = _Divided(request.text, words, where)
    address.set("words", words)
    address.set("where", where)
    address.set("that", to_line(condition))
    address.set("open", "")


def tell_comparison(address: Address, lake: LakeInfo, words: str) -> None:
    """Say of keywords that compare cells how they become a condition: "mpg over 30"."""
    if len(words) > MOST_CHARACTERS:
        return
    request = reading(lake, words, ())
    compared = condition_in_keywords(request)
    left, condition = divided(request)
    if compared is None or condition is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"All words are looked for, and no cells are compared. As a condition it would be "
            f"{chip(write_condition(compared))}.",
            width="content",
        )
        st.button(
            "Read as a condition",
            key="read as a condition",
            icon=":material/filter_alt:",
            on_click=_put,
            args=(address, lake, request, left, condition),
        )


def sentence_divided(address: Address, lake: LakeInfo) -> Request | None:
    """The sentence that was divided, while both boxes hold what became of it."""
    kept: _Divided | None = st.session_state.get(_DIVIDED)
    if kept is None or (kept.words, kept.where) != (address["words"], address["where"]):
        return None
    return reading(lake, kept.text, ())
