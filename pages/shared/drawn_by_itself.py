"""Parts of a page that are drawn again without the rest of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly

_P = ParamSpec("_P")


def drawn_by_itself(draw: Callable[_P, None], every: float | None = None) -> Callable[_P, None]:
    """Make a fragment of what draws a part of a page.

    Streamlit draws it again without `app.py`: its errors are shown as sentences here, and
    connections held open meanwhile, as they are there for a whole page.

    Parameters
    ----------
    every
        Seconds after which it draws itself again; only when something in it is used, if none.
    """

    @wraps(draw)
    def drawn(*given: _P.args, **named: _P.kwargs) -> None:
        with shown_plainly(), workspace().held_open():
            draw(*given, **named)

    return st.fragment(drawn, run_every=every)
