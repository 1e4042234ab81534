"""What else is made ready again along with a search, in words."""

from __future__ import annotations

from core.search.ready_before import ready_before
from core.types import LakeInfo
from pages.shared.catalog_cache import searched

_SEARCH = {"union": "for unions", "join": "for joins", "words": "in words"}


def made_again(lake: LakeInfo, mode: str) -> str:
    """Say that a lake has changed, and what else becomes ready again; empty if it did not.

    Parameters
    ----------
    mode
        What is asked for: "union", "join" or "words".
    """
    before = ready_before(searched(lake))
    ready = {"union": before.encoder, "join": before.join, "words": before.method}
    if not any(ready.values()):
        return ""
    said = " The lake has changed since it was ready; texts that were encoded before are kept."
    others = [_SEARCH[other] for other, was in ready.items() if was and other != mode]
    return f"{said} Search {' and '.join(others)} is made ready again, too." if others else said
