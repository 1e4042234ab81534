"""Which searches a lake is ready for, in words."""

from __future__ import annotations

from core.search.text.ranking import HYBRID, LEXICAL
from core.types import LakeInfo
from pages.lakes import join_readiness, word_readiness
from pages.lakes.encoding import ready_with


def ready_for(lake: LakeInfo) -> str:
    """Name the searches that answer at once, or after seconds; empty if none does.

    Unions and joins as they are made at first, and words with their meaning or alone.
    """
    by_meaning = word_readiness.is_ready(lake, HYBRID)
    searches = {
        "union": bool(ready_with(lake)),
        "join": join_readiness.is_ready(lake),
        "words": by_meaning,
        "words alone": not by_meaning and word_readiness.is_ready(lake, LEXICAL[0]),
    }
    names = [search for search, ready in searches.items() if ready]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
