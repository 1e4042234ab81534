"""The reader of words is loaded while the Search page is looked at."""

from __future__ import annotations

import threading

from core.conditions import loading
from core.conditions.parsing.parse import _parsed, _parser
from core.store import Workspace
from tests.pages.conftest import LAKE, opened


def test_the_reader_of_words_is_loaded_before_the_first_words_are_typed(lake: Workspace) -> None:
    loading.cache_clear()
    _parser.cache_clear()
    _parsed.cache_clear()
    opened("search", lake=LAKE, mode="words")
    assert loading.cache_info().currsize == 1
    loading().join()
    assert _parser.cache_info().currsize == 1
    before = threading.active_count()
    opened("search", lake=LAKE, mode="words")
    assert threading.active_count() == before
