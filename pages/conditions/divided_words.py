"""Words of which some are a condition: each goes to its own box of the Search page."""

from __future__ import annotations

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
from pages.conditions.in_use import SENTENCE, use
from pages.conditions.readings import reading
from pages.shared.address import Address
from pages.shared.words import chip, plain


def divide_words(address: Address, lake: LakeInfo) -> None:
    """Move a condition that stands among the words to the box of conditions.

    "tables about coffee with over 40 rows" becomes "coffee" and "over 40 rows", both of which can
    be put right. Words with a condition of their own replace the one in the box; without one they
    leave it if it was typed there, and take it away if it came from earlier words.
    """
    text = address["words"].strip()
    if len(text) <= MOST_CHARACTERS:
        request = reading(lake, text, ())
        words, condition = words_and_condition(request)
        if condition is not None:
            _put(address, lake, request, words, condition)
            return
    if address[SENTENCE.name]:
        use(address, "", "")


def _put(
    address: Address, lake: LakeInfo, request: Request, words: str, condition: Condition
) -> None:
    where = said_again(request, condition, lambda words: reading(lake, words, ()))
    replaced = "" if address[SENTENCE.name] else address["where"]
    if replaced not in ("", where):
        st.toast(
            f"In place of the condition “{plain(replaced)}” stands the one of your words now.",
            icon=":material/filter_alt:",
        )
    use(address, where, to_line(condition), request.text)
    address.set("words", words)
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
    """The sentence that was divided, while the condition stands as it was taken from it."""
    text = address[SENTENCE.name]
    return reading(lake, text, ()) if text and (address["where"] or address["that"]) else None
