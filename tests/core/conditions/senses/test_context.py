"""Words of which the kind is told by one rule alone, each with a text that is read otherwise."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Attributes are to be joined to mine from tables without a column of dates.",
            "join: not (column of dates)",
        ),
        (
            "Bring in football tables which have a numeric column, for a join",
            'join: topic "football" and column of numbers',
        ),
        (
            "tables that list Oslo or Rome in the city column",
            '"city" is "Oslo" | "Rome"',
        ),
    ],
    ids=["columns gained", "tables given", "values listed"],
)
def test_what_one_rule_tells_is_understood(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
