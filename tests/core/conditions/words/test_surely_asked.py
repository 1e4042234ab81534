"""Which operation a text asks for in words that leave no doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.conditions import parse, write_request
from core.conditions.parsing import parse as parsing
from core.conditions.tagging.cutting import Word
from core.conditions.tagging.labels import OUTSIDE
from core.conditions.tagging.tagger import Likely, Tagger
from core.conditions.words.surely_asked import is_surely_asked


@pytest.mark.parametrize(
    ("text", "kind", "surely"),
    [
        ("Extend my cohort with tables on sleep", "UNION", True),
        ("Extend my cohort with tables on sleep", "JOIN", False),
        ("I'd augment my cohort with a column on sleep", "JOIN", True),
        ("merge rows from tables on sleep", "UNION", True),
        ("unionable tables on sleep", "UNION", False),
        ("tables on sleep", "NONE", False),
    ],
)
def test_only_words_of_how_a_table_grows_are_sure(text: str, kind: str, surely: bool) -> None:
    assert is_surely_asked(text, kind) is surely


@pytest.mark.parametrize(
    ("text", "doubted"),
    [("Extend my cohort with tables about sleep", False), ("append tables about sleep", True)],
)
def test_what_is_surely_asked_is_not_doubted_as_a_whole(
    text: str, doubted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def a_join(_: Tagger, words: Sequence[Word]) -> Likely:
        none = np.zeros((len(words), 1), dtype=np.float32)
        return Likely((OUTSIDE,), none, {"none": 0.0, "union": 0.0, "join": 1.0})

    monkeypatch.setattr(Tagger, "likely", a_join)
    parsing._parsed.cache_clear()
    found = parse(text)
    parsing._parsed.cache_clear()
    assert write_request(found) == 'union: topic "sleep"'
    assert [span.text for span in found.unknown] == ([text] if doubted else [])
