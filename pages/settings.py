"""Settings: how this is set up, and what may be changed here."""

from __future__ import annotations

import streamlit as st

from core.labels.types import Role, Voter
from pages.configuring.choices import show_choices
from pages.configuring.installation import show_installation
from pages.configuring.models import show_models
from pages.configuring.prices import show_prices
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field, one_of
from pages.shared.heading import page_head
from pages.shared.identity import ROLE_WORDS, ask_name, me
from pages.shared.words import chip, plain

CHOICES, PRICES, MODELS, INSTALLATION = (
    "Settings",
    "Prices of judges",
    "Models & keys",
    "Installation",
)
VIEWS = (CHOICES, PRICES, MODELS, INSTALLATION)


def page() -> None:
    """Show how the workspace and the machine are set up; curators change what is theirs."""
    address = Address("settings", Field("view", CHOICES, one_of(VIEWS)))
    page_head("Settings")
    address.tell_refused()
    here = me()
    st.markdown(f"{_who(here)}This workspace is {chip(str(workspace().root))}.")
    st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    view = address["view"]
    if here is None and view != INSTALLATION:
        ask_name("Settings are changed under your name; all may look at them.")
    if view == CHOICES:
        show_choices(here)
    elif view == PRICES:
        show_prices(here)
    elif view == MODELS:
        show_models(here)
    else:
        show_installation()
    address.write()


def _who(here: Voter | None) -> str:
    if here is None:
        return ""
    vouched = bool(st.user.get("is_logged_in", False))
    how = "signed in" if vouched else "by the name you gave; nobody vouches for it"
    may = "" if here.role is Role.CURATOR else " Only curators change what is here."
    return f"You are **{plain(here.name)}**, {ROLE_WORDS[here.role]} ({how}).{may} "


if __name__ == "__main__":
    page()
