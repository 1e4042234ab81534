"""Why buttons of judges are disabled for whoever is no curator."""

from __future__ import annotations

from core.labels.types import Role, Voter

ASKING = "has judges asked, and stops them"


def why_not(here: Voter | None, what: str = ASKING) -> str | None:
    """Say why somebody may not press a button; None if they may.

    Examples
    --------
    >>> why_not(Voter("ann", role=Role.ANNOTATOR))
    'Only a curator has judges asked, and stops them.'
    """
    if here is None or here.may(Role.CURATOR):
        return None
    return f"Only a curator {what}."
