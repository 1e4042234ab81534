"""Whether a lake can be searched in words at once."""

from __future__ import annotations

from core.search.text import ranking
from core.types import LakeInfo
from pages.shared.catalog_cache import searched

CELLS_AT_ONCE = 200_000
"""A lake of fewer cells has its words indexed while one waits: that takes a second or two."""


def is_ready(lake: LakeInfo, method: str, titles: bool = True) -> bool:
    """Whether an answer takes no more than a moment; a small index of words is made in one."""
    if not lake.fingerprint:
        return False
    small = method in ranking.LEXICAL and ranking.cells_to_index(lake) < CELLS_AT_ONCE
    return small or ranking.is_ready(searched(lake), method, titles)
