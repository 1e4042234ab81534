from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables about wind, manufacturer Vestas or Enercon, over 5 rows",
            'topic "wind" and "manufacturer" is "Vestas" | "Enercon" and rows > 5',
        ),
        (
            "unionable tables, age under 12, sex F or M",
            'union: "age" < 12 and "sex" is "F" | "M"',
        ),
        (
            "tables with position Striker and goals at least 20",
            '"position" is "Striker" and "goals" >= 20',
        ),
        (
            "tables about tea, unless they have the status Draft",
            'topic "tea" and not ("status" is "Draft")',
        ),
        (
            "tables about cars, price above 5, colour red, green or blue",
            'topic "cars" and "price" > 5 and "colour" is "red" | "green" | "blue"',
        ),
    ],
)
def test_a_category_beside_its_values_is_one_of_them(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "instead"),
    [
        (
            "tables on pumps with COP above 3 and refrigerant R290 or R32",
            'topic "pumps" and "COP" > 3 and "refrigerant" is "R290" | "R32"',
            "refrigerant is R290 or R32",
        ),
        (
            "tables on prices with commodity maize, sorghum or millet, over 5 rows",
            'topic "prices" and "commodity" is "maize" | "sorghum" | "millet" and rows > 5',
            "commodity is maize, sorghum or millet",
        ),
    ],
)
def test_what_may_be_no_column_is_doubted(text: str, expected: str, instead: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.instead for span in found.unknown] == [instead]
    assert all(span.kept for span in found.unknown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about diabetes type Two", 'topic "diabetes type Two"'),
        (
            "tables about cars with material costs, over 5 rows",
            'topic "cars with material costs" and rows > 5',
        ),
        ("olive oil, region Tuscany", 'topic "olive oil, region Tuscany"'),
    ],
)
def test_a_subject_stays_one(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "over 9 rows, hepatitis type B",
        "tables with language Italian or French operas",
    ],
)
def test_what_may_be_a_subject_is_doubted(text: str) -> None:
    assert [span.kept for span in parse(text).unknown] == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with class A drugs, over 9 rows", 'topic "class A drugs" and rows > 9'),
        ('the party affiliation is not "Labour"', 'not ("party affiliation" is "Labour")'),
        ("a city name that contains 'San'", '"city name" contains "San"'),
        (
            "the heating type is either heat pump or district heating",
            '"heating type" is "heat pump" | "district heating"',
        ),
        ("tables with sex F or age above 60", '"sex" is "F" or "age" > 60'),
    ],
)
def test_longer_names_and_values_are_left_whole(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Unionable tables: region "Jura", over 9 rows', 'union: "region" is "Jura" and rows > 9'),
        ('Tables wanted: status "open", price under 5', '"status" is "open" and "price" < 5'),
        ('Joinable tables: permit_kind "Z"', 'join: "permit_kind" is "Z"'),
        (
            'Unionable tables: film "Alien", over 9 rows',
            'union: topic "film \\"Alien\\"" and rows > 9',
        ),
    ],
)
def test_a_quoted_value_behind_tables_and_a_colon_is_of_its_column(
    text: str, expected: str
) -> None:
    assert write_request(parse(text)) == expected
