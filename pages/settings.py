"""Settings: how this is set up, and what may be changed here."""

from __future__ import annotations

import streamlit as st

from core.labels.types import Role
from pages.shared.address import Address, Field, one_of
from pages.shared.heading import page_head
from pages.shared.identity import ROLE_WORDS, me
from pages.shared.opened import workspace
from pages.shared.settings_choices import show_choices
from pages.shared.settings_installation import show_installation
from pages.shared.settings_models import show_models
from pages.shared.settings_prices import show_prices
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
    st.markdown(f"{_who()} This workspace is {chip(str(workspace().root))}.")
    st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    view = address["view"]
    if view == CHOICES:
        show_choices(me())
    elif view == PRICES:
        show_prices(me())
    elif view == MODELS:
        show_models(me())
    else:
        show_installation()
    address.write()


def _who() -> str:
    here = me()
    vouched = bool(st.user.get("is_logged_in", False))
    if here is None:
        return "You have not given a name, so you may look and not change anything."
    how = "signed in" if vouched else "by the name you gave; nobody vouches for it"
    may = "" if here.role is Role.CURATOR else " Only curators change what is here."
    return f"You are **{plain(here.name)}**, {ROLE_WORDS[here.role]} ({how}).{may}"


if __name__ == "__main__":
    page()
