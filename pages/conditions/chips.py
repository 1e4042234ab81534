"""Conditions on the Search page: a box for words, and chips to put right what was understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.conditions import (
    MOST_CHARACTERS,
    Change,
    Condition,
    ConditionError,
    Operation,
    Request,
    conjunction,
    conjuncts,
    from_line,
    reworded,
    to_line,
    words_of,
    write_condition,
)
from core.search.conditioned import another_search
from core.types import LakeInfo
from pages.conditions.form import condition_form, read_form
from pages.conditions.in_use import use
from pages.conditions.readings import reading, readings
from pages.conditions.results import chip_text, condition_text
from pages.shared.address import Address
from pages.shared.late_widgets import hold_until_drawn
from pages.shared.words import plain, sentence

_LONGEST_CHIP = 60


def condition_box(
    address: Address,
    lake: LakeInfo,
    columns: Sequence[str],
    heard: Request | None = None,
    place: DeltaGenerator | None = None,
    searched: Operation = Operation.NONE,
) -> Condition | None:
    """Ask for a condition on the tables of a lake and show it as chips; none if there is none.

    Parameters
    ----------
    columns
        Names of the query's columns, which are known in the words.
    heard
        A sentence from which the words in the box were taken, if they were.
    place
        Where the box stands, if not above its chips.
    searched
        The search that is made, if it is one for unions or joins.
    """
    _take_away_broken(address)
    box = "condition box"
    if box not in st.session_state or st.session_state.get(f"{box} of") != address["where"]:
        st.session_state[box] = address["where"]
        st.session_state[f"{box} of"] = address["where"]
    hold_until_drawn(box)
    (place or st).text_input(
        "First the tables that satisfy",
        key=box,
        placeholder="grade above 90 and more than 500 rows; a column about rainfall; about coffee",
        icon=":material/filter_alt:",
        on_change=_typed,
        args=(address, lake, box, tuple(columns)),
        help="In plain words. Tables are ranked by it, and those that satisfy it to less than half "
        "stand below a line. What was understood stands below as chips: click one to put it right.",
    )
    fault = _fault(address, lake, columns)
    if fault:
        st.warning(fault)
        return None
    condition = _condition(address, lake, columns)
    _chips(_Box(address, lake, tuple(columns)), condition)
    readings(address, lake, columns, heard)
    if searched is not Operation.NONE:
        other = another_search(reading(lake, address["where"], columns), searched)
        if other:
            st.caption(f":orange[{other}]")
    return condition


def _typed(address: Address, lake: LakeInfo, box: str, columns: tuple[str, ...]) -> None:
    words = st.session_state[box].strip()
    use(address, words, "")
    address.set("open", "")
    st.session_state[f"{box} of"] = words
    try:
        address.set("that", to_line(reading(lake, words, columns).condition))
    except ConditionError:
        address.set("that", "")


def _fault(address: Address, lake: LakeInfo, columns: Sequence[str]) -> str:
    """Say what is wrong with the words, such as that they are too many; empty if nothing is."""
    try:
        reading(lake, address["where"], columns)
    except ConditionError as error:
        return sentence(str(error))
    return ""


def _condition(address: Address, lake: LakeInfo, columns: Sequence[str]) -> Condition | None:
    """Read the expression of the address, or the words of a link that has only those."""
    if not address["that"] and address["where"]:
        found = reading(lake, address["where"], columns).condition
        address.set("that", to_line(found))
    return from_line(address["that"])


def _take_away_broken(address: Address) -> None:
    """Apply nothing of a link whose expression cannot be read, its words neither."""
    try:
        from_line(address["that"])
    except ConditionError:
        words = f" It was typed as “{plain(address['where'])}”." if address["where"] else ""
        st.warning(
            "The condition in this link is broken, so that no table is judged by it. Type it "
            f"anew in the box.{words}"
        )
        use(address, "", "")


@dataclass(frozen=True)
class _Box:
    """The box of conditions: where it stands in the address, and what its words are read with."""

    address: Address
    lake: LakeInfo
    columns: tuple[str, ...]

    def read(self, words: str) -> Request:
        return reading(self.lake, words, self.columns)

    def change(self, change: Change) -> None:
        """Take over a chip that was changed, and say in the box what is in use now."""
        request = self.read(self.address["where"])
        where = reworded(request, change, self.read)
        use(self.address, where, to_line(conjunction(change.changed)))
        self.address.set("open", "")


def _chips(box: _Box, condition: Condition | None) -> None:
    """Show each part as a button that opens its form, and below it the words it is made of."""
    parts = conjuncts(condition)
    if not parts:
        return
    typed = box.address["where"]
    words = words_of(box.read(typed)) if typed else {}
    with st.container(horizontal=True, gap="small"):
        for place, part in enumerate(parts):
            said = words.get(part, "")
            with st.container(width="content", gap=None):
                # Of another condition it is another chip, so that it closes once one is applied.
                key = f"chip {place} {to_line(part)}"
                with st.popover(_short(chip_text(part)), icon=":material/edit:", key=key):
                    _edit(box, Change(parts, place), said)
                if said not in ("", typed.strip()) and _bare(said) != condition_text(part):
                    st.caption(f":small[“{plain(_short(said))}”]", width="content")


def _edit(box: _Box, change: Change, said: str) -> None:
    """Offer to put a part right in a form, to say it in other words, and to take it away."""
    name = f"chip {change.place} {to_line(change.old)}"
    anew = f"words of {name}"
    with st.form(f"anew {name}", border=False), _row():
        told = said or _bare(write_condition(change.old))
        # A pop-over may be longer than the window: what helps with any condition stands first.
        st.text_input("Write it anew", told, key=anew, max_chars=MOST_CHARACTERS)
        st.form_submit_button("Read anew", on_click=_written, args=(box, change, anew))
    with st.form(name, border=False):
        st.caption("Or put it right")
        condition_form(change.old, name)
        with _row():
            applied = (box, change, name)
            st.form_submit_button("Apply", type="primary", on_click=_applied, args=applied)
            st.form_submit_button(
                "Remove", icon=":material/delete:", on_click=box.change, args=(change,)
            )


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def _applied(box: _Box, change: Change, name: str) -> None:
    try:
        new = read_form(change.old, name)
    except ConditionError as error:
        st.toast(sentence(str(error)), icon=":material/error:")
        return
    box.change(replace(change, new=(new,)))


def _written(box: _Box, change: Change, anew: str) -> None:
    """Read a part in a person's words, whatever kind of condition they make of it."""
    words = st.session_state[anew].strip()
    try:
        request = box.read(words)
    except ConditionError as error:
        st.toast(sentence(str(error)), icon=":material/error:")
        return
    if request.condition is None:
        st.toast(f"“{plain(words)}” is no condition.", icon=":material/error:")
        return
    box.change(replace(change, new=conjuncts(request.condition), words=words))


def _bare(text: str) -> str:
    return text.replace('"', "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CHIP else f"{text[: _LONGEST_CHIP - 1]}…"
