"""The table of prices that estimates and budgets of judges go by."""

from __future__ import annotations

import hashlib
from typing import Any

import polars as pl
import streamlit as st

from core.judges.pricing.price_table import PriceChange, changes_between, keep_changes, price_table
from core.labels.types import Role, Voter
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import amount, plain

_KEPT = "prices that were kept"
_FORMAT = "%.4f"


def show_prices(here: Voter | None) -> None:
    """Show what judges cost, and let a curator change it."""
    st.markdown(
        "US dollars a million tokens, by judge. Estimates and budgets go by this table. Change a "
        "number, add a row, or take one out that was entered here: the list price, where there is "
        "one, holds again."
    )
    before = price_table(workspace())
    if here is None or here.role is not Role.CURATOR:
        st.dataframe(before, hide_index=True, column_config=_columns())
        return
    # Changes are kept by the editor as places of rows: another table needs another editor.
    state = hashlib.sha256(repr(before.rows()).encode()).hexdigest()[:16]
    after = st.data_editor(
        before,
        key=f"prices {state}",
        num_rows="dynamic",
        hide_index=True,
        disabled=["source"],
        column_config=_columns(),
    )
    with shown_plainly():
        _offer(changes_between(before, pl.DataFrame(after)), here)
    if st.session_state.get(_KEPT):
        st.success(plain(st.session_state.pop(_KEPT)), icon=":material/check:")


def _offer(changes: list[PriceChange], curator: Voter) -> None:
    st.button(
        f"Keep {amount(len(changes), 'change')}" if changes else "Nothing is changed",
        type="primary",
        key="keep prices",
        disabled=not changes,
        on_click=_keep,
        args=(changes, curator),
    )


def _keep(changes: list[PriceChange], curator: Voter) -> None:
    with shown_plainly():
        keep_changes(workspace(), curator, changes)
        st.session_state[_KEPT] = f"{amount(len(changes), 'price')} changed."


def _columns() -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "judge": st.column_config.TextColumn("judge", width="medium", max_chars=200),
        "input": number("in, $ a million", min_value=0.0, format=_FORMAT),
        "output": number("out, $ a million", min_value=0.0, format=_FORMAT),
        "cached": number(
            "cached in, $ a million",
            min_value=0.0,
            format=_FORMAT,
            help="Of input that the endpoint has in its cache; as other input where it is empty.",
        ),
        "source": st.column_config.TextColumn("where it is from", width="large"),
    }
