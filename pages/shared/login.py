"""The login, where one is set up: nothing is shown to anybody who has not signed in."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st


def signed_in() -> None:
    """Let nobody past who has not signed in, if a login is set up.

    `app.py` asks first. `pages.shared.opened.workspace` asks again, since Streamlit takes the
    folder named pages for an older kind of app until the first `st.navigation` of the process, and
    then runs the file of a page by itself.
    """
    if not _is_set_up() or st.user.get("is_logged_in", False):
        return
    st.title("Soundings")
    st.markdown("Sign in to go on.")
    providers: list[str | None] = [*_providers()]
    for provider in providers or [None]:
        st.button(
            f"Sign in with {provider}" if provider else "Sign in",
            key=f"sign in {provider}",
            type="primary",
            icon=":material/login:",
            on_click=st.login,
            args=(provider,),
        )
    st.stop()


def _is_set_up() -> bool:
    return st.secrets.load_if_toml_exists() and "auth" in st.secrets


def _providers() -> list[str]:
    section = st.secrets["auth"]
    if "client_id" in section:
        return []
    return [name for name, value in section.items() if isinstance(value, Mapping)]
