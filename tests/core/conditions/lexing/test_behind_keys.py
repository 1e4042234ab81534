"""What stands behind keys is what tables are about where it can be no key, else it is doubted."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join on plot_id, tree heights, over 9 rows",
         'join: join on "plot_id" and topic "tree heights" and rows > 9'),
        ("merge w/ mine, keys patient_no + visit_date, blood pressure, over 9 rows",
         'join: join on "patient_no", "visit_date" and topic "blood pressure" and rows > 9'),
        ("join on plot_id with tree heights where age is above 5",
         'join: join on "plot_id" and topic "tree heights" and "age" > 5'),
        ("join my shops with rents on zip_id where age is above 5",
         'join: topic "rents" and join on "zip_id" and "age" > 5'),
        ("extra columns for my plots from tables about soil, matched by plot_id",
         'join: topic "soil" and join on "plot_id"'),
        ("join where the key is plot_id and the topic is soil",
         'join: join on "plot_id" and topic "soil"'),
        ("stack with mine on site_id and year; soil samples; over 9 rows",
         'union: union on "site_id", "year" and topic "soil samples" and rows > 9'),
    ],
)  # fmt: skip
def test_it_is_what_tables_are_about(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), [one for one in read.unknown if not one.kept]) == (expected, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join on plot_id, tree_no, over 9 rows",
         'join: join on "plot_id", "tree_no" and rows > 9'),
        ("union on player, team; over 9 rows", 'union: union on "player", "team" and rows > 9'),
        ("join on isbn, zip code", 'join: join on "isbn", "zip code"'),
        ("join on plot_id with height above 5", 'join: join on "plot_id" and "height" > 5'),
        ("tables about trees to join with mine on plot_id, tree height",
         'join: topic "trees" and join on "plot_id", "tree height"'),
    ],
)  # fmt: skip
def test_keys_and_conditions_stay_what_they_are(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected", "doubted"),
    [
        ("join on postcode, house prices, over 9 rows",
         'join: join on "postcode" and topic "house prices" and rows > 9', "house prices"),
        ("union with mine on invoice_no, tariffs, over 9 rows",
         'union: union on "invoice_no", "tariffs" and rows > 9', "tariffs"),
        ("merge on region, weather, over 9 rows",
         'join: join on "region", "weather" and rows > 9', "weather"),
        ("union on year and region, tariffs",
         'union: union on "year", "region" and topic "tariffs"', "tariffs"),
    ],
)  # fmt: skip
def test_what_may_be_either_is_doubted(text: str, expected: str, doubted: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert doubted in [span.text for span in read.unknown if span.kept]
