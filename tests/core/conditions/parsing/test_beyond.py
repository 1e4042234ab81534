"""What no condition can say: sentences that ask for it are told, whatever else is read of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.conditions import parse
from core.conditions.tagging.lines import parted

pytestmark = pytest.mark.second_reader

WORDINGS = Path(__file__).parents[1] / "wordings"


def told(text: str, meant: str) -> bool:
    places = [(text.find(words), len(words)) for words in parted(meant)[1]]
    spans = parse(text).unknown
    return all(
        any(span.start < start + length and start < span.end for span in spans)
        for start, length in places
    )


@pytest.mark.parametrize(
    ("name", "every", "at_least"), [("beyond.tsv", 10, 0.98), ("beyond_unseen.tsv", 2, 0.92)]
)
def test_what_no_condition_can_say_is_told(name: str, every: int, at_least: float) -> None:
    lines = (WORDINGS / name).read_text(encoding="utf-8").splitlines()[::every]
    rows = [line.split("\t") for line in lines]
    assert all(words in text for _, text, meant in rows for words in parted(meant)[1])
    silent = [text for _, text, meant in rows if not told(text, meant)]
    assert len(silent) <= len(rows) * (1 - at_least), silent
