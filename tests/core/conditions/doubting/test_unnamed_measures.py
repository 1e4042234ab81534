"""Numbers compared with something that is hardly the name of a column are told."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mountains higher than 4000 m", "mountains"),
        ("buildings that are taller than 100 m", "buildings"),
        ("median price above 5", "median price"),
        ("sum of sales above 1 million", "sum of sales"),
        ("scored more than 20 goals", "scored"),
        ("more than 10 rows have score above 5", "10 rows have"),
        ("films directed by Spielberg after 1990", "films directed by Spielberg"),
        ("budget above 5b", "5b"),
        ("about 20 censuses, over 60 rows", "censuses"),
        ("unionable, about forty doors, over 20 rows", "doors"),
    ],
)
def test_what_may_be_no_column_is_told(text: str, words: str) -> None:
    assert words in [span.text for span in parse(text).unknown]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("height higher than 4000 m", "height"),
        ("distances over 400 metres", "distances"),
        ("with more than 10 rows, score above 5", "10 rows"),
        ("average price above 5", "price"),
        ("joinable tables with about 3 bedrooms, over 60 rows", "bedrooms"),
    ],
)
def test_what_is_measured_is_not(text: str, words: str) -> None:
    assert words not in [span.text for span in parse(text).unknown]


def test_a_column_of_the_query_is_one() -> None:
    told = parse("mountains higher than 4000 m", ["mountains"]).unknown

    assert "mountains" not in [span.text for span in told]


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("players born after 1980", 'topic "players" and "born" after 1980'),
        (
            "find albums released in 1999 with over 20 rows",
            'topic "albums" and "released" in 1999 and rows > 20',
        ),
        ("tables where goods shipped after 2015", '"goods shipped" after 2015'),
        ("where films released after 2015", '"films released" after 2015'),
    ],
)
def test_things_with_a_date_are_a_subject_unless_a_column_is_spoken_of(
    text: str, expression: str
) -> None:
    assert write_request(parse(text)) == expression


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("once it's joined, at least 60 rows have a price over 50", "60 rows have"),
        ("once joined, over 90 rows should have a price over 50", "90 rows should have"),
        ("after the union, at least 100 rows must mention Oslo", "100 rows must mention"),
    ],
)
def test_a_number_of_rows_that_satisfy_is_told_of_a_result_too(text: str, told: str) -> None:
    assert told in [span.text for span in parse(text).unknown]
