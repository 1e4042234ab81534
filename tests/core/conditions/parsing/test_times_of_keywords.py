"""Keywords that say of when they are, and columns of dates: "sales in 2019", "released in 2019"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "text",
    [
        *("smartphone sales in 2019", "sales of cars in Germany in May 2019"),
        *("unemployment in 2019", "road accidents in the 1990s"),
    ],
)
def test_keywords_keep_their_time(text: str) -> None:
    read = parse(text)
    assert write_request(read) == f'topic "{text}"'
    assert not read.unknown


@pytest.mark.parametrize("name", ["order date", "premiere", "date released", "kick-off"])
def test_a_column_of_dates_is_compared_with_a_time(name: str) -> None:
    read = parse(f"{name} in March 2019")
    assert write_request(read) == f'"{name}" in 2019-03'
    assert not read.unknown


def test_a_time_of_what_is_no_column_of_dates_is_doubted() -> None:
    doubted = parse("tables with road accidents in 2019")
    assert write_request(doubted) == '"road accidents" in 2019'
    assert [(span.text, span.kept) for span in doubted.unknown] == [("road accidents", True)]
    assert not parse("tables with road accidents in 2019", ("Road accidents",)).unknown
    assert not parse("films released in 2019").unknown
