"""Tables may be said again behind another topic: "perfume tables or lipstick tables"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join with solar power tables or wind power tables",
         'join: topic "solar power" or topic "wind power"'),
        ("append perfume tables or lipstick tables with over 9 rows",
         'union: (topic "perfume" or topic "lipstick") and rows > 9'),
        ("either perfume tables or lipstick tables", 'topic "perfume" or topic "lipstick"'),
        ("add rows from nuclear energy tables, not wind energy ones",
         'union: topic "nuclear energy" and not (topic "wind energy")'),
        ("nuclear energy tables but not wind energy tables, over 9 rows",
         'topic "nuclear energy" and not (topic "wind energy") and rows > 9'),
        ("tables about nuclear energy, not wind energy ones",
         'topic "nuclear energy" and not (topic "wind energy")'),
        # They are a part of a topic, or of a value.
        ("tables about pool tables or card tables", 'topic "pool tables" or topic "card tables"'),
        ("where shop is perfume tables or lipstick tables",
         '"shop" is "perfume tables" | "lipstick tables"'),
    ],
)  # fmt: skip
def test_tables_said_again_are_of_another_topic(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "append perfume tables or lipstick tables",
        "append quarterly tables, not annual ones",
        "append perfume tables, not the big ones",
        "append perfume tables or any tables",
        "append perfume tables, no duplicates",
    ],
)
def test_one_word_may_say_what_tables_are_like(text: str) -> None:
    assert parse(text).told
