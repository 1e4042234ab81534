"""Conditions on the Search page: a box for words, and chips to put right what was understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.conditions import (
    Condition,
    ConditionError,
    conjunction,
    conjuncts,
    from_line,
    to_line,
)
from core.types import LakeInfo
from pages.shared.address import Address, Field
from pages.shared.condition_form import condition_form, read_form
from pages.shared.condition_readings import reading, readings
from pages.shared.condition_results import chip_text
from pages.shared.late_widgets import hold_until_drawn
from pages.shared.words import plain

FIELDS = (Field("where"), Field("that"))
"""The words as they were typed, and the typed expression that they became, perhaps put right."""

_LONGEST_CHIP = 60


def condition_box(
    address: Address, lake: LakeInfo, columns: Sequence[str], key: str = "box"
) -> Condition | None:
    """Ask for a condition on the tables of a lake and show it as chips; none if there is none.

    Parameters
    ----------
    columns
        Names of the query's columns, which are known in the words.
    """
    box = f"condition {key}"
    if box not in st.session_state or st.session_state.get(f"{box} of") != address["where"]:
        st.session_state[box] = address["where"]
        st.session_state[f"{box} of"] = address["where"]
    hold_until_drawn(box)
    st.text_input(
        "First the tables that satisfy",
        key=box,
        placeholder="grade above 90 and more than 500 rows; a column about rainfall; about coffee",
        icon=":material/filter_alt:",
        on_change=_typed,
        args=(address, lake, box, tuple(columns)),
        help="In plain words. Tables are ranked by it, and those that satisfy it to less than half "
        "stand below a line. What was understood stands below as chips: click one to put it right.",
    )
    condition = _condition(address, lake, columns)
    _chips(address, condition, _words_of_parts(address, lake, columns))
    readings(address, lake, columns)
    return condition


def _typed(address: Address, lake: LakeInfo, box: str, columns: tuple[str, ...]) -> None:
    words = st.session_state[box].strip()
    address.set("where", words)
    address.set("that", "")
    address.set("open", "")
    st.session_state[f"{box} of"] = words
    try:
        address.set("that", to_line(reading(lake, words, columns).condition))
    except ConditionError:
        address.set("that", "")


def _condition(address: Address, lake: LakeInfo, columns: Sequence[str]) -> Condition | None:
    """Read the expression of the address, or the words of a link that has only those."""
    if not address["that"] and address["where"]:
        found = reading(lake, address["where"], columns).condition
        address.set("that", to_line(found))
    try:
        return from_line(address["that"])
    except ConditionError as error:
        st.warning(plain(str(error)))
        address.set("that", "")
        return None


def _words_of_parts(
    address: Address, lake: LakeInfo, columns: Sequence[str]
) -> dict[Condition, str]:
    """Give the words that each part of the typed condition was made of; none of one put right."""
    if not address["where"]:
        return {}
    request = reading(lake, address["where"], columns)
    parts = zip(conjuncts(request.condition), request.of_parts, strict=False)
    return {part: " … ".join(span.text for span in words) for part, words in parts}


def _chips(address: Address, condition: Condition | None, words: Mapping[Condition, str]) -> None:
    """Show each part as a button that opens its form, and below it the words it is made of."""
    parts = conjuncts(condition)
    if not parts:
        return
    with st.container(horizontal=True, gap="small"):
        for place, part in enumerate(parts):
            with st.container(width="content", gap=None):
                # Of another condition it is another chip, so that it closes once one is applied.
                key = f"chip {place} {to_line(part)}"
                with st.popover(_short(chip_text(part)), icon=":material/edit:", key=key):
                    _edit(address, parts, place)
                if said := words.get(part):
                    st.caption(f":small[“{plain(_short(said))}”]", width="content")


def _edit(address: Address, parts: tuple[Condition, ...], place: int) -> None:
    name = f"chip {place} {to_line(parts[place])}"
    with st.form(name, border=False):
        condition_form(parts[place], name)
        st.form_submit_button(
            "Apply", type="primary", on_click=_applied, args=(address, parts, place, name)
        )
    st.button(
        "Remove",
        key=f"remove {name}",
        icon=":material/delete:",
        on_click=_keep,
        args=(address, (*parts[:place], *parts[place + 1 :])),
    )


def _applied(address: Address, parts: tuple[Condition, ...], place: int, name: str) -> None:
    try:
        changed = read_form(parts[place], name)
    except ConditionError as error:
        st.toast(plain(str(error)), icon=":material/error:")
        return
    _keep(address, (*parts[:place], changed, *parts[place + 1 :]))


def _keep(address: Address, parts: tuple[Condition, ...]) -> None:
    address.set("that", to_line(conjunction(parts)))
    address.set("open", "")
    if not parts:
        address.set("where", "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CHIP else f"{text[: _LONGEST_CHIP - 1]}…"
