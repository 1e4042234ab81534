"""How a page that is open when the server is started anew becomes one of the new server's."""

from __future__ import annotations

from pages.shared.drawn_by_itself import drawn_by_itself

_DAY = 24 * 60 * 60


def _nothing() -> None:
    """Draw nothing: what counts is that it would be drawn again."""


def stay_joined() -> None:
    """Have the browser ask for the page again whenever it has been without the server.

    Streamlit's browser asks for it then if a part of the page draws itself again now and then, and
    else not. A server that was started anew does not know the page's parts before: it drops what
    is pressed in one of them without a word, such as a vote.
    """
    drawn_by_itself(_nothing, every=_DAY)()
