"""Who is here: by login where one is set up, else by the name that a person gave once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

import streamlit as st

from core.labels.errors import VoterError
from core.labels.types import LOCAL, Role, Voter
from core.labels.voting.roles import role_of
from core.labels.voting.voter_names import check_person, known_spelling
from core.on_behalf import Folders
from pages.shared.address import Address
from pages.shared.catalog_cache import settings, workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import plain, sentence

NAME = "name that was given"
COOKIE = "soundings-name"
_WRITTEN, _WRITTEN_HERE = "name as written", "name as written in the sidebar"
_YEAR = 365 * 86_400
ROLE_WORDS = {
    Role.VIEWER: "may look, not vote",
    Role.ANNOTATOR: "annotator",
    Role.CURATOR: "curator",
}

_remember = st.components.v2.component(
    "soundings_remember_name",
    js=(Path(__file__).parent / "remember_name.js").read_text(encoding="utf-8"),
)


def me() -> Voter | None:
    """Tell who is here; none if nobody has given a name yet.

    Raises
    ------
    VoterError
        If somebody has signed in of whom the provider says nothing that can be a name.
    """
    lists = settings()
    vouched = bool(st.user.get("is_logged_in", False))
    name = vouched_name(st.user, lists.trust_addresses) if vouched else _given_name()
    if not name:
        if vouched:
            raise VoterError(
                "Whoever signs in is called by an address or an identifier. The provider gave "
                "neither; have it send the claim sub."
            )
        return None
    role = role_of(name, lists.curators, lists.annotators, vouched)
    try:
        return Voter(name, role=role)
    except VoterError:
        if vouched:
            raise
        return None


def me_or_ask(why: str, address: Address) -> Voter:
    """Tell who is here, or ask for a name and stop.

    Parameters
    ----------
    why
        A sentence that says what the name is for.
    address
        Written before the page stops: what was chosen until then stands in it.
    """
    here = me()
    if here is None:
        ask_name(why)
        address.write()
        st.stop()
    if not st.user.get("is_logged_in", False):
        _stop_at_a_judges(here.name, address)
    return here


def _stop_at_a_judges(name: str, address: Address) -> None:
    """Show no votes of a judge as those of a person who took its name before it voted."""
    try:
        check_person(workspace(), name)
    except VoterError as error:
        st.error(f"{sentence(str(error))} Yours stands under the navigation; change it there.")
        address.write()
        st.stop()


def ask_name(why: str) -> None:
    """Ask for a name; the page goes on for now without one. `why` is as in `me_or_ask`."""
    with st.form("name", width=520):
        st.markdown(f"**Who are you?** {why}")
        st.text_input("Your name", key=_WRITTEN, placeholder="ann")
        st.form_submit_button("Go on", type="primary", on_click=_take_first_name, args=(_WRITTEN,))


def me_or_local() -> Voter:
    """Tell who is here, by the name `local` until they have given one."""
    here = me()
    if here is not None:
        return here
    lists = settings()
    return Voter(LOCAL.name, role=role_of(LOCAL.name, lists.curators, lists.annotators, False))


def may(role: Role) -> bool:
    """Whether who is here may do what a role may."""
    return me_or_local().may(role)


def folders() -> Folders:
    """Return the folders of the machine that may be named here."""
    return Folders.of(settings().lake_roots, bool(st.user.get("is_logged_in", False)))


def show_me() -> None:
    """Say in the sidebar who is here, and let them change it."""
    _keep_name()
    here = me()
    if here is None:
        if not may(Role.CURATOR):
            _offer_to_say()
        return
    with (
        st.sidebar,
        st.popover(plain(here.name), icon=":material/person:", type="tertiary", key="who is here"),
    ):
        st.caption(f"You are **{plain(here.name)}**: {ROLE_WORDS[here.role]}.")
        if st.user.get("is_logged_in", False):
            st.button("Sign out", icon=":material/logout:", on_click=st.logout)
            return
        with st.form("another name", border=False):
            st.text_input("Another name", key=_WRITTEN, placeholder="bob")
            st.form_submit_button("Change", on_click=_take_name, args=(_WRITTEN,))


def _offer_to_say() -> None:
    """Let somebody say who they are where not all may do all, on pages that ask for no name."""
    with (
        st.sidebar,
        st.popover("Say who you are", icon=":material/person:", type="tertiary", key="who is here"),
        st.form("first name", border=False),
    ):
        st.caption("What you may do goes by your name; the browser keeps it.")
        st.text_input("Your name", key=_WRITTEN_HERE, placeholder="ann")
        st.form_submit_button("Go on", on_click=_take_first_name, args=(_WRITTEN_HERE,))


def _take_first_name(field: str) -> None:
    """Take a name once: a second click finds the field empty, and the page drawn for the name."""
    if me() is None:
        _take_name(field)


def _take_name(field: str) -> None:
    name = " ".join(st.session_state[field].split())
    with shown_plainly():
        # First, for Voter names a way out that only the terminal has: another kind.
        check_person(workspace(), name)
        Voter(name)
        known = known_spelling(workspace(), name)
        if known != name:
            st.toast(f"You are {plain(known)}, as whoever voted here by that name.")
        st.session_state[NAME] = known
        st.session_state[field] = ""


def _given_name() -> str:
    given = st.session_state.get(NAME)
    return str(given) if given else unquote(st.context.cookies.get(COOKIE, ""))


def _keep_name() -> None:
    """Let the browser keep a name that was given in this session."""
    if st.session_state.get(NAME):
        with st.sidebar:
            _remember(
                key="remember name",
                data={"name": st.session_state[NAME], "seconds": _YEAR},
                height=1,
            )


def vouched_name(user: Mapping[str, object], trust_addresses: bool) -> str:
    """The address if the provider says that it has checked it; else the identifier.

    Parameters
    ----------
    user
        What the provider says: claims of OpenID Connect.
    trust_addresses
        Whether an address counts as checked where the provider does not say whether it is.
    """
    checked = user.get("email_verified")
    vouched = trust_addresses if checked is None else checked is True or checked == "true"
    return str((vouched and user.get("email")) or user.get("sub") or "")
