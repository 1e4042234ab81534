"""The login, where one is set up: nothing is shown to anybody who has not signed in."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.errors import StreamlitAuthError

from core.errors import InputError
from core.login import Login, login_in
from pages.shared.provider import why_unreachable
from pages.shared.wanted_address import go_to_wanted_address, keep_wanted_address
from pages.shared.words import plain, sentence

_UNREADABLE = (
    "The secrets of this server, where a login may stand, must be readable, and are not. Until "
    "they are nobody is let in; `python -m core doctor` says there what is wrong."
)
_CAME_BACK = (
    "You came back from the provider without being signed in: it refused, you did, or it could not "
    "be asked. Try again; if it stays so, the log of this server says why."
)
_REFUSED, _REFUSALS = "why the last sign-in led nowhere", "how many sign-ins led nowhere"


def signed_in() -> None:
    """Let nobody past who has not signed in, if a login is set up.

    `app.py` asks first. `pages.shared.catalog_cache.workspace` asks again, since Streamlit takes
    the folder named pages for an older kind of app until the first `st.navigation` of the process,
    and then runs the file of a page by itself.
    """
    try:
        login = _login()
        if login is None or _is_here():
            return
    except InputError as error:
        st.title("Soundings")
        st.error(sentence(str(error)), icon=":material/error:")
        st.stop()
    st.title("Soundings")
    st.markdown("Sign in to go on.")
    came_back = keep_wanted_address(st.session_state.get(_REFUSALS, 0))
    if refused := st.session_state.get(_REFUSED):
        st.error(sentence(refused), icon=":material/error:")
    elif came_back:
        st.warning(_CAME_BACK, icon=":material/login:")
    for provider in login.providers:
        st.button(
            f"Sign in with {plain(provider)}" if provider else "Sign in",
            key=f"sign in {provider}",
            type="primary",
            icon=":material/login:",
            on_click=_sign_in,
            args=(provider,),
        )
    st.stop()


def go_on() -> None:
    """Lead whoever has just signed in to the address that they had opened."""
    if _is_here():
        go_to_wanted_address()


def may_enter() -> bool:
    """Whether there is no login, or somebody has signed in."""
    try:
        return _login() is None or _is_here()
    except InputError:
        return False


def _sign_in(provider: str) -> None:
    """Lead to a provider, or have the page say why that is not possible."""
    refused = why_unreachable(provider)
    if not refused:
        try:
            st.login(provider or None)
        except StreamlitAuthError as error:
            # What `core.login` does not ask for yet, as after an upgrade.
            refused = f"The login must be set up as Streamlit wants it. {error}"
    st.session_state[_REFUSED] = refused
    st.session_state[_REFUSALS] = st.session_state.get(_REFUSALS, 0) + bool(refused)


def _is_here() -> bool:
    return bool(st.user.get("is_logged_in", False))


def _login() -> Login | None:
    """Return the login that secrets hold; those that are there and cannot be read may hold one."""
    try:
        if st.secrets.load_if_toml_exists():
            return login_in(st.secrets.to_dict())
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(_UNREADABLE) from error
    # Streamlit tells files that are not there and files that it cannot read alike.
    if any(map(_is_there, st.get_option("secrets.files"))):
        raise InputError(_UNREADABLE)
    return None


def _is_there(path: str) -> bool:
    # What is no file is a folder of secrets, which nobody names in vain.
    return Path(path).exists() or not path.endswith(".toml")
