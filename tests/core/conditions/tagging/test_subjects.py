"""Bare words are a topic where both readers say so, and said aside where one does not."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.tagging.subjects import SURELY_TOPIC, topic_share


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "pallet stock where category is frozen, and no tables below 9 rows",
            'topic "pallet stock" and "category" is "frozen" and rows >= 9',
        ),
        (
            "broadband speeds where latency is under 30, excluding tables with under 500 rows",
            'topic "broadband speeds" and "latency" < 30 and rows >= 500',
        ),
    ],
)
def test_a_subject_at_the_beginning_is_the_topic_though_tables_are_spoken_of_later(
    text: str, meant: str
) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (meant, ())


def test_who_asks_is_no_topic() -> None:
    text = "my colleague wants it, tables with over 9 rows"
    assert topic_share(text, 0, 21) < SURELY_TOPIC
    assert write_request(parse(text)) == "rows > 9"


def test_a_stretch_without_words_is_no_topic() -> None:
    assert topic_share("12, over 9 rows", 0, 2) == 0
    assert topic_share("", 0, 0) == 0
