"""Which searches a lake is ready for, in words."""

from __future__ import annotations

from core.search.text.ranking import HYBRID, is_ready
from core.types import LakeInfo
from pages.lakes import join_readiness
from pages.lakes.encoding import ready_with
from pages.shared.opened import settings, workspace


def ready_for(lake: LakeInfo) -> str:
    """Name the modes of search that a lake is ready for as they are at first; empty if none."""
    if not lake.fingerprint:
        return ""
    modes = {
        "union": bool(ready_with(lake)),
        "join": join_readiness.is_ready(lake),
        "words": is_ready(workspace(), lake, HYBRID, settings()),
    }
    names = [mode for mode, ready in modes.items() if ready]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
