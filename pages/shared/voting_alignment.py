"""The correction of how the two tables of a case line up."""

from __future__ import annotations

import streamlit as st

from core.benchmarks.blind import COLUMNS, BlindView, Pairs
from core.errors import InputError
from pages.shared.failures import shown_plainly
from pages.shared.voting import Voting
from pages.shared.words import plain

_NOTHING = "(nothing)"
_ABREAST = 4


def correct_alignment(voting: Voting, view: BlindView) -> None:
    """Let the voter say which column of B belongs below each column of A."""
    side = view.tables.query_side
    if side is None:
        st.caption("The query is words alone; there is nothing to line up.")
        return
    now = dict(view.pairs)
    # "Nothing" is an option: a field that begins with a choice cannot be emptied.
    options = [None, *(column.label for column in view.tables.candidate_side.columns)]
    with st.form(f"alignment {view.case.key}"):
        st.caption("For each column of A, choose the column of B that belongs below it.")
        keys: dict[str, str] = {}
        places = st.columns(_ABREAST)
        for number, column in enumerate(side.columns[:COLUMNS]):
            keys[column.label] = f"below {number} in case {view.case.key}"
            places[number % _ABREAST].selectbox(
                plain(column.label),
                options,
                index=options.index(now.get(column.label)),
                format_func=_named,
                key=keys[column.label],
            )
        with st.container(horizontal=True):
            st.form_submit_button(
                "Use this alignment", type="primary", on_click=_use, args=(voting, view, keys)
            )
            st.form_submit_button("Back to the one proposed", on_click=_take, args=(voting, None))


def _named(label: str | None) -> str:
    return _NOTHING if label is None else label


def _use(voting: Voting, view: BlindView, keys: dict[str, str]) -> None:
    chosen = {label: st.session_state[key] for label, key in keys.items()}
    pairs = tuple((left, right) for left, right in chosen.items() if right)
    taken = [right for _, right in pairs]
    twice = sorted({right for right in taken if taken.count(right) > 1})
    with shown_plainly():
        if twice:
            raise InputError(
                "A column of B belongs below one column of A only. Chosen more than once: "
                f"{', '.join(twice)}."
            )
        # Columns beyond those that are asked for stay as they were proposed.
        further = tuple(pair for pair in view.pairs if pair[0] not in keys)
        _take(voting, (*pairs, *(pair for pair in further if pair[1] not in taken)))


def _take(voting: Voting, pairs: Pairs | None) -> None:
    voting.corrected = pairs
    voting.corrects = False
