"""What each voter counts in the weighted majority: estimated, and as a curator has changed it."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
import streamlit as st

from core.amounts import listed
from core.labels.types import Kind, Voter
from pages.shared.address import Address
from pages.shared.label_cache import Kinds, Labels, weights_of
from pages.shared.words import plain

Weights = tuple[tuple[str, float], ...]

_MOST = 100.0
_RULE = f"VOTER=NUMBER, the number from 0 to {_MOST:g}"
_NAMED, _MOST_ROWS = 4, 10
_HEARD, _ROUND = "weights last heard of", "weights asked for anew"
_KINDS = {Kind.HUMAN.value: "person", Kind.LLM.value: "LLM judge", Kind.RULE.value: "rule judge"}


def weight_fields(address: Address, of: Labels, kinds: Kinds, reader: Voter) -> Weights:
    """Show what every voter counts, estimated from the votes, and let a curator change it.

    What is changed stands in the address as ``weight=VOTER=NUMBER``.

    Raises
    ------
    RoleError
        If it is not a curator who reads.
    """
    found = weights_of(of, reader, kinds)
    if not len(found):
        return ()
    if st.session_state.get(_HEARD) != address["weight"]:
        _ask_anew()  # a link, the browser's back button: the table starts from what they say
    estimated: dict[str, float] = dict(found.select("voter", "weight").iter_rows())
    given = dict(map(_read, address["weight"]))
    weights = {voter: given.get(voter, estimated[voter]) for voter in estimated}
    _keep(address, weights, estimated)
    st.caption(_told(weights, estimated))
    # With another label it would be another expander, and close under the hand that types.
    with st.expander("Change the weights", icon=":material/balance:", key="change the weights"):
        _table(address, of, kinds, found, weights)
        _explained(address, weights != estimated)
    return tuple(sorted(weights.items()))


def weights_given(values: list[str]) -> list[str]:
    """Read ``VOTER=NUMBER`` of an address.

    Raises
    ------
    ValueError
        If one is something else, or its number is not 0 to 100.
    """
    for value in values:
        try:
            _, weight = _read(value)
        except ValueError:
            raise ValueError(_RULE) from None
        if not 0 <= weight <= _MOST:  # nor is it where there is no number, NaN
            raise ValueError(_RULE)
    return list(values)


def _read(value: str) -> tuple[str, float]:
    voter, _, number = value.rpartition("=")
    return voter, float(number)


def _keep(address: Address, weights: Mapping[str, float], estimated: Mapping[str, float]) -> None:
    changed = [f"{voter}={one:g}" for voter, one in weights.items() if one != estimated[voter]]
    address.set("weight", changed)
    st.session_state[_HEARD] = changed


def _table(
    address: Address,
    of: Labels,
    kinds: Kinds,
    found: pl.DataFrame,
    weights: Mapping[str, float],
) -> None:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    # Another editor where other votes count: a change belongs to a row, not to a voter.
    key = f"weights {of.name} {of.votes} {kinds} {st.session_state.get(_ROUND, 0)}"
    # What the table began with: given other weights after each change it would begin anew.
    begun = st.session_state.setdefault(f"{key} as begun", dict(weights))
    st.data_editor(
        found.with_columns(
            pl.col("kind").replace(_KINDS),
            pl.Series("weight", list(begun.values()), dtype=pl.Float64),
        ),
        key=key,
        alt="What each voter counts in the weighted majority",
        hide_index=True,
        placeholder="",
        height=min(len(found), _MOST_ROWS) * 35 + 53,
        disabled=["voter", "kind", "compared", "accuracy"],
        on_change=_take,
        args=(address, key, found, begun),
        column_order=("voter", "weight", "accuracy", "compared", "kind"),
        column_config={
            "voter": text("Voter", width=110),
            "kind": text("Kind", width=80),
            "compared": number(
                "Compared",
                width=80,
                format="localized",
                help="Votes on cases that others voted on too, or that a curator has decided.",
            ),
            "accuracy": number(
                "Seems right",
                width=90,
                format="percent",
                help="How often, by curators' decisions and, where there is none, by Dawid-Skene.",
            ),
            "weight": number("Weight", width=75, min_value=0.0, max_value=_MOST, step=0.01),
        },
    )


def _take(address: Address, key: str, found: pl.DataFrame, begun: Mapping[str, float]) -> None:
    """Take over what was changed in the table; an emptied weight is the estimated one."""
    estimated = dict(found.select("voter", "weight").iter_rows())
    now = dict(begun)
    for row, cells in st.session_state[key]["edited_rows"].items():
        voter = found["voter"][row]
        weight = cells.get("weight")
        now[voter] = estimated[voter] if weight is None else float(weight)
    _keep(address, now, estimated)


def _explained(address: Address, is_changed: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            "The estimate is the log odds of being right, so that a voter no better than chance "
            "counts nothing. Click a weight to change it; the release tells the weights it took.",
            width="stretch",
        )
        st.button(
            "Back to the estimates",
            disabled=not is_changed,
            on_click=_forget,
            args=(address,),
        )


def _forget(address: Address) -> None:
    address.set("weight", [])
    _ask_anew()


def _ask_anew() -> None:
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def _told(weights: Mapping[str, float], estimated: Mapping[str, float]) -> str:
    ordered = sorted(weights.items(), key=lambda one: (-one[1], one[0]))
    told = listed([f"{plain(voter)} {weight:.2f}" for voter, weight in ordered], _NAMED)
    changed = sum(weight != estimated[voter] for voter, weight in weights.items())
    how = f"{changed:,} changed" if changed else "estimated"
    return f"Weights of voters, {how}: {told}"
