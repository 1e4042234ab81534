"""What each voter counts in the weighted majority: estimated, and as a curator has changed it."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

import polars as pl
import streamlit as st

from core.labels.types import Kind, Voter
from pages.shared.address import Address
from pages.shared.settled import Kinds, Labels, weights_of
from pages.shared.words import amount, plain

Weights = tuple[tuple[str, float], ...]

_MOST = 100.0
_TOLD, _MOST_ROWS = 4, 10
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
    changed = {
        voter: weight for voter, weight in map(_read, address["weight"]) if voter in found["voter"]
    }
    with st.expander(_told(found, changed), icon=":material/balance:"):
        weights = _table(of, kinds, found, changed)
        _explained(address, changed)
    estimated = dict(found.select("voter", "weight").iter_rows())
    address.set(
        "weight", [f"{voter}={one:g}" for voter, one in weights.items() if one != estimated[voter]]
    )
    st.session_state[_HEARD] = address["weight"]
    return tuple(sorted(weights.items()))


def weights_given(values: list[str]) -> list[str]:
    """Read ``VOTER=NUMBER`` of an address.

    Raises
    ------
    ValueError
        If one is something else, or its number is not 0 to 100.
    """
    for value in values:
        _, weight = _read(value)
        if not (isfinite(weight) and 0 <= weight <= _MOST):
            raise ValueError(value)
    return list(values)


def _read(value: str) -> tuple[str, float]:
    voter, _, number = value.rpartition("=")
    return voter, float(number)


def _table(
    of: Labels, kinds: Kinds, found: pl.DataFrame, changed: Mapping[str, float]
) -> dict[str, float]:
    """Let the weights be changed; an emptied one is the estimated one."""
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    estimated = found["weight"].to_list()
    shown = found.with_columns(
        pl.col("kind").replace(_KINDS),
        pl.Series("weight", _changed(found, changed), dtype=pl.Float64),
    )
    edited = st.data_editor(
        shown,
        # Another editor where other votes count: a change belongs to a row, not to a voter.
        key=f"weights {of.name} {of.votes} {kinds} {st.session_state.get(_ROUND, 0)}",
        alt="What each voter counts in the weighted majority",
        hide_index=True,
        placeholder="",
        height=min(len(shown), _MOST_ROWS) * 35 + 38,
        disabled=["voter", "kind", "compared", "accuracy"],
        column_order=("voter", "weight", "accuracy", "compared", "kind"),
        column_config={
            "voter": text("Voter", width=120),
            "kind": text("Kind", width=80),
            "compared": number(
                "Compared",
                width=85,
                format="localized",
                help="Votes on cases that others voted on too, or that a curator has decided.",
            ),
            "accuracy": number(
                "Seems right",
                width=95,
                format="percent",
                help="How often, by curators' decisions and, where there is none, by Dawid-Skene.",
            ),
            "weight": number("Weight", width=75, min_value=0.0, max_value=_MOST, step=0.01),
        },
    )
    return {
        voter: weight if given is None else given
        for voter, given, weight in zip(found["voter"], edited["weight"], estimated, strict=True)
    }


def _explained(address: Address, changed: Mapping[str, float]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            "The estimate is the log odds of being right, so that a voter no better than chance "
            "counts nothing. Click a weight to change it; the release tells the weights it took.",
            width="stretch",
        )
        st.button(
            "Back to the estimates",
            disabled=not changed,
            on_click=_forget,
            args=(address,),
        )


def _forget(address: Address) -> None:
    address.set("weight", [])
    _ask_anew()


def _ask_anew() -> None:
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def _changed(found: pl.DataFrame, changed: Mapping[str, float]) -> list[float]:
    return [changed.get(voter, weight) for voter, weight in found.select("voter", "weight").rows()]


def _told(found: pl.DataFrame, changed: Mapping[str, float]) -> str:
    names = zip(found["voter"], _changed(found, changed), strict=True)
    weights = sorted(names, key=lambda one: (-one[1], one[0]))
    told = ", ".join(f"{plain(voter)} {weight:.2f}" for voter, weight in weights[:_TOLD])
    more = f" and {amount(len(weights) - _TOLD, 'more voter')}" if len(weights) > _TOLD else ""
    how = f"{len(changed):,} changed" if changed else "estimated"
    return f"Weights of voters, {how}: {told}{more}"
