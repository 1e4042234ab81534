from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I'm curious about loyalty cards: show me tables with over 9 rows",
            'topic "loyalty cards" and rows > 9',
        ),
        ("I'm hunting for tea with over 9 rows", 'topic "tea" and rows > 9'),
        (
            "I'll take tea or coffee, either topic is fine, over 9 rows",
            '(topic "tea" or topic "coffee") and rows > 9',
        ),
        (
            "I can use tea or coffee, either topic works, but the table has to mention Oslo",
            '(topic "tea" or topic "coffee") and contains "Oslo"',
        ),
    ],
)
def test_what_is_wished_for_is_what_tables_are_about(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_it_is_said_aside_where_tables_are_about_something_else() -> None:
    found = parse("I am curious about trends, so give me tables on rainfall, over 50 rows")
    assert write_request(found) == 'topic "rainfall" and rows > 50'
    assert [span.text for span in found.unknown] == ["curious about trends"]


def test_what_is_used_is_not_always_wished_for() -> None:
    assert write_request(parse("I would use them for work, tables over 50 rows")) == "rows > 50"


def test_who_takes_part_or_uses_help_wishes_for_neither() -> None:
    found = parse("We will take part in a study, so tables with over 5 rows")
    assert write_request(found) == "rows > 5"
