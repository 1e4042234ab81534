"""Numbers that may be larger than they look."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("where profit is over 5m", ["5m"]),
        ("where profit is over 5.000", ["5.000"]),
        ("where snow depth is over 5m", []),
        ("where profit is over $5m", []),
        ("where profit is over 5.25", []),
        ("where ratio is over 0.125", []),
        ("over 5m rows", []),
        ("where population is up to 5m", []),
        ("where profit is over 5M", []),
        ("where version is 5.000.1", []),
    ],
)
def test_a_number_that_may_be_larger_is_said(text: str, doubted: list[str]) -> None:
    assert [span.text for span in parse(text).unknown if span.kept] == doubted


def test_people_are_counted_in_millions_and_depths_in_metres() -> None:
    assert write_request(parse("population up to 2m")) == '"population" <= 2000000'
    assert write_request(parse("depth up to 2m")) == '"depth" <= 2'
