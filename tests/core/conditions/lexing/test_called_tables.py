"""What tables are called that are added to one's own is no topic where more is asked of them."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected", "aside"),
    [
        (
            "The freight lists to be put underneath ours should have over 1,000 rows",
            "union: rows > 1000",
            "freight lists",
        ),
        (
            "stack further case notes under mine, namely those where outcome is open",
            'union: "outcome" is "open"',
            "further case notes",
        ),
        (
            "Could you look for consignment lists to put below this one whose carrier is DHL?",
            'union: "carrier" is "DHL"',
            "consignment lists",
        ),
    ],
)
def test_it_is_said_aside(text: str, expected: str, aside: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown if span.is_aside] == [aside]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("price lists to put below mine", 'union: topic "price lists"'),
        (
            "tables about price lists to stack under mine with over 9 rows",
            'union: topic "price lists" and rows > 9',
        ),
        (
            "outage logs to append to mine, where cause is fog",
            'union: topic "outage logs" and "cause" is "fog"',
        ),
    ],
)
def test_a_topic_stays_one(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
