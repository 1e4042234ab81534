"""Whether a union is made of the rows that satisfy alone: it stands in the address."""

from __future__ import annotations

import streamlit as st

from pages.shared.address import Address
from pages.shared.fields import Field, truth

PREVIEWED = "only"
"""The parameter of the union that is previewed."""
TICKED = "ticked-only"
"""The parameter of the union of all that is ticked."""
FIELDS = (Field(PREVIEWED, False, truth), Field(TICKED, False, truth))


def satisfying_toggle(address: Address, name: str, label: str) -> bool:
    """Ask whether the rows that satisfy are wanted alone."""
    return st.toggle(label, key=address.key(name))


def want_all_rows(address: Address) -> None:
    """Begin anew, as with another query."""
    for field in FIELDS:
        address.set(field.name, False)
